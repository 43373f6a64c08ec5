"""Votes as arrays: who met whom and who won, out of a table of a million rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, SourceError, choice, quoted, visible
from evenkeel.tables.faults import check_names
from evenkeel.tables.finding import find_tables
from evenkeel.tables.parsing.cells import Table, numbers
from evenkeel.tables.system import polars_hangs

# The columns of a table of votes: a million rows are read, and told apart, at once.


#: The place of each cell among the labels, and the labels.
Labelled = tuple[IntArray, tuple[str, ...]]

_SEPARATORS = (",", "\t", ";")
_HEAD = 1 << 16  # bytes in which the header must end
_LARGE = 1 << 16  # bytes from which polars is asked


@dataclass(frozen=True)
class Sheet:
    """A table of votes: `column` gives the cells under a name."""

    source: str
    names: tuple[str, ...]
    column: Callable[[str], Any]

    def texts(self, name: str) -> Any:
        """The cells of a column; whole numbers have no point."""
        cells = self.column(name)
        if isinstance(cells, np.ndarray):
            finite = cells[np.isfinite(cells)]
            whole = bool((finite == np.rint(finite)).all())
            return [
                "" if np.isnan(cell) else f"{cell:.0f}" if whole else f"{cell:g}" for cell in cells
            ]
        return cells

    def numbers(self, name: str) -> FloatArray:
        """The numbers of a column, all of which are there."""
        choice(name, self.names, f"column of {self.source}")
        cells = self.column(name)
        listed = list(cells)
        found = numbers([0.0 + each if type(each) is int else each for each in listed])
        if found.wrong or not np.isfinite(found.values).all():
            raise InputError(f"{self.source}: {name!r} has cells that are no numbers; mend them")
        return found.values


def read_sheets(source: Any) -> Iterator[Sheet]:
    """The table of votes in a source; a large text file is read by polars if it is clean."""
    if not isinstance(source, (dict, list)) and hasattr(type(source), "columns"):
        yield _of_frame(source)
        return
    sheet = None if polars_hangs() else _of_text(source)
    if sheet is not None:
        yield sheet
        return
    for table in find_tables(source, format="table"):
        yield _of_table(table)


def _of_table(table: Table) -> Sheet:
    names = table.names
    return Sheet(table.origin.description, names, lambda name: table.columns[names.index(name)])


def _of_frame(frame: Any) -> Sheet:
    import narwhals as nw

    try:
        held = nw.from_native(frame)
    except TypeError:
        return _of_table(find_tables(frame, format="table")[0])
    except nw.exceptions.DuplicateError:
        raise InputError("the data frame has two columns of one name; rename one of them") from None
    if isinstance(held, nw.LazyFrame):
        held = held.collect("polars")
    names = tuple(map(str, held.columns))

    def column(name: str) -> Any:
        cells = held[name]
        plain = held.implementation.is_polars() and cells.dtype == nw.String
        return cells.to_native() if plain else cells.to_list()

    return Sheet("the data frame", names, column)


def _of_text(source: Any) -> Sheet | None:
    """A clean CSV or TSV file with texts alone; None if it is none."""
    import polars as pl

    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        if not path.is_file() or path.stat().st_size < _LARGE:
            return None
        given: Any = path
        with path.open("rb") as file:
            head = file.read(_HEAD)
    else:
        return None
    line = head.partition(b"\n")[0].removesuffix(b"\r")
    try:
        header = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    separator = max(_SEPARATORS, key=header.count)
    if header.count(separator) < 2 or '"' in header or b"\x00" in head:
        return None
    try:
        frame = pl.read_csv(given, separator=separator, infer_schema=False)
    except (pl.exceptions.PolarsError, OSError):
        return None  # read with care, which says where the fault is
    names = tuple(each.strip() for each in header.split(separator))
    if tuple(each.strip() for each in frame.columns) != names:
        return None
    frame.columns = list(names)
    return Sheet(visible(path), names, lambda name: frame[name])


def coded(parts: Sequence[Any]) -> Labelled:
    """The cells of columns below each other as numbers of their labels, in order of occurrence."""
    if polars_hangs():
        return _coded_by_hand([cell for part in parts for cell in part])
    import polars as pl

    def series(part: Any) -> pl.Series:
        plain = isinstance(part, pl.Series) or set(map(type, part)) == {str}
        return pl.Series(part if plain else [_text_of(cell) for cell in part], dtype=pl.String)

    texts = pl.concat([series(part).fill_null("").rename("") for part in parts])
    texts = texts.str.strip_chars()
    labels = texts.unique(maintain_order=True)
    codes = texts.replace_strict(labels, np.arange(len(labels)), return_dtype=pl.Int64)
    return codes.to_numpy().astype(np.intp), tuple(labels.to_list())


def _text_of(cell: object) -> str:
    return cell if type(cell) is str else "" if cell is None or cell != cell else str(cell)


def _coded_by_hand(cells: Sequence[object]) -> Labelled:
    known: dict[str, int] = {}
    texts = (_text_of(cell).strip() for cell in cells)
    codes = np.array([known.setdefault(text, len(known)) for text in texts], dtype=np.intp)
    return codes, tuple(known)


# Votes as arrays: who met whom, who won, who judged, on which prompt, in which position.


WON, LOST, TIED = 0, 1, 2  # by the first model

_FIRST = ("model_a", "left", "a", "1", "first", "model_1", "model a", "a>b", "a>>b", "x")
_SECOND = ("model_b", "right", "b", "2", "second", "model_2", "model b", "b>a", "b>>a", "y")
_EVEN = ("tie", "draw", "equal", "tied", "same", "both", "both_good", "a=b", "0", "0.5", "toss-up")
_BAD = ("tie (bothbad)", "bothbad", "both_bad", "both bad", "neither", "none")
_NAMES: Mapping[str, tuple[str, ...]] = {
    "model_a": ("model_a", "left", "model a", "model_1", "model1", "player_a", "system_a", "a"),
    "model_b": ("model_b", "right", "model b", "model_2", "model2", "player_b", "system_b", "b"),
    "winner": ("winner", "vote", "preference", "outcome", "choice", "label", "result"),
    "judge": ("judge", "judge_hash", "annotator", "rater", "user", "user_id", "voter"),
    "prompt": ("prompt", "question_id", "prompt_id", "item", "item_id", "question", "instruction"),
    "position": ("position", "shown_first", "first"),
}
_MOST_MODELS = 2000


@dataclass(frozen=True)
class Battles:
    """N votes: `first` and `second` are places of `models`, `outcome` is who won.

    `judge` and `prompt` number the clusters, None if there is no such column. `shown` is 1 where
    the first model was shown first, -1 where the second was. `style` are the differences of the
    covariates, standardised.
    """

    models: tuple[str, ...]
    first: IntArray
    second: IntArray
    outcome: IntArray
    bad: int
    judge: IntArray | None
    prompt: IntArray | None
    shown: FloatArray
    style: FloatArray
    covariates: tuple[str, ...]
    source: str
    judges: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Number of votes."""
        return self.first.size

    def part(self, kept: BoolArray | IntArray) -> Battles:
        """Some of the votes; how many of them say that both are bad is not counted anew."""
        columns = ("first", "second", "outcome", "judge", "prompt", "shown", "style")
        held = {name: getattr(self, name) for name in columns}
        cut: dict[str, Any] = {k: v if v is None else v[kept] for k, v in held.items()}
        return replace(self, **cut)


def read_battles(
    source: Any,
    *,
    columns: Mapping[str, str | None],
    style: Sequence[str] = (),
    drop_bad: bool = False,
) -> Battles:
    """The votes of one or several sources below each other.

    `columns` names those of model_a, model_b, winner, judge, prompt and position, as far as the
    caller does. `style` names covariates, each of which has a column for either answer, such as
    ``length_a`` and ``length_b``.
    """
    sources = source if isinstance(source, list) else [source]
    sheets = [sheet for each in sources for sheet in read_sheets(each)]
    if not sheets:
        raise InputError("no votes were given; give a table with a row per vote")
    name = sheets[0].source
    roles = [_vote_roles(sheet, columns) for sheet in sheets]

    def labelled(role: str) -> Labelled | None:
        if any(role not in each for each in roles):
            return None
        return coded([sheet.texts(each[role]) for sheet, each in zip(sheets, roles, strict=True)])

    sides = [found for role in ("model_a", "model_b", "winner") if (found := labelled(role))]
    winner = sides.pop()  # all are there: _vote_roles refuses sheets without them
    models = tuple(sorted({*sides[0][1], *sides[1][1]}))
    if "" in models:
        row = min(int(np.flatnonzero(c == n.index(""))[0]) for c, n in sides if "" in n)
        raise SourceError(f"{name}: vote {row + 1} names no model; fill it in, or leave it out")
    check_names(name, "model", models)
    if len(models) > _MOST_MODELS:
        raise InputError(f"{name}: {len(models)} models; a board has at most {_MOST_MODELS}")
    place = {model: at for at, model in enumerate(models)}
    first, second = (
        np.array([place[each] for each in labels], dtype=np.intp)[codes] for codes, labels in sides
    )
    result, bad = _outcomes(winner, sides, name)
    judge, prompt, position = labelled("judge"), labelled("prompt"), labelled("position")
    check_names(name, "judge", judge[1] if judge else ())
    shown = np.ones(first.size) if position is None else _shown_first(position, name)
    covariates = np.column_stack(
        [np.zeros((first.size, 0)), *(_style_of(sheets, each) for each in style)]
    )
    kept = first != second
    if drop_bad:
        kept &= ~bad
    if not kept.any():
        raise InputError(f"{name}: votes on two different models are needed; there are none")
    covariates = covariates[kept]
    every = Battles(
        models,
        first,
        second,
        result,
        int(bad[kept].sum()),
        judge[0] if judge else None,
        prompt[0] if prompt else None,
        shown,
        np.empty((first.size, 0)),
        tuple(style),
        name,
        judge[1] if judge else (),
    )
    return replace(every if kept.all() else every.part(kept), style=_standardised(covariates))


def _vote_roles(sheet: Sheet, columns: Mapping[str, str | None]) -> dict[str, str]:
    lowered = [each.strip().lower() for each in sheet.names]
    roles: dict[str, str] = {}
    for role, known in _NAMES.items():
        if asked := columns.get(role):
            roles[role] = choice(asked, sheet.names, f"column of {sheet.source}")
        else:
            fitting = [sheet.names[lowered.index(each)] for each in known if each in lowered]
            if fitting:
                roles[role] = fitting[0]
    missing = [role for role in ("model_a", "model_b", "winner") if role not in roles]
    if missing:
        raise SourceError(
            Message(
                f"{sheet.source}: no column is {' or '.join(map(repr, missing))} among "
                f"{', '.join(map(repr, sheet.names[:12]))}; name it with ",
                Option(missing[0]),
            )
        )
    return roles


def _outcomes(
    winner: Labelled, sides: Sequence[Labelled], source: str
) -> tuple[IntArray, BoolArray]:
    """Who won each vote, and which votes say that both are bad; a winner may be told by name."""
    codes, labels = winner
    meaning = np.full(len(labels), -1)
    bad = np.zeros(len(labels), dtype=bool)
    for at, label in enumerate(labels):
        word = label.lower()
        for value, words in ((WON, _FIRST), (LOST, _SECOND), (TIED, (*_EVEN, *_BAD))):
            if word in words:
                meaning[at] = value
        bad[at] = word in _BAD
    result = meaning[codes]
    if (result < 0).any():
        names = np.array(labels, dtype=object)[codes]
        for value, side in ((WON, sides[0]), (LOST, sides[1])):
            result = np.where(
                (result < 0) & (names == np.array(side[1], dtype=object)[side[0]]), value, result
            )
    if (result < 0).any():
        row = int(np.flatnonzero(result < 0)[0])
        raise SourceError(
            f"{source}: vote {row + 1}: the winner {quoted(labels[codes[row]])} is neither of the "
            "two models, nor model_a, model_b, tie or both_bad; mend it"
        )
    return result, bad[codes]


def _shown_first(position: Labelled, source: str) -> FloatArray:
    signs = np.zeros(len(position[1]))
    for at, label in enumerate(position[1]):
        word = label.lower()
        signs[at] = 1 if word in (*_FIRST, "true") else -1 if word in (*_SECOND, "false") else 0
        if signs[at] == 0:
            raise SourceError(
                f"{source}: the position {quoted(label)} is not known; say model_a or model_b for "
                "the answer that was shown first"
            )
    shown: FloatArray = signs[position[0]]
    return shown


def _style_of(sheets: Sequence[Sheet], name: str) -> FloatArray:
    """The difference of a covariate of both answers, over their sum where none is negative."""
    first, second = (
        np.concatenate([sheet.numbers(f"{name}_{side}") for sheet in sheets]) for side in "ab"
    )
    difference: FloatArray = first - second
    if min(first.min(), second.min()) >= 0:
        total = first + second
        difference = np.divide(difference, total, out=np.zeros_like(difference), where=total > 0)
    return difference


def _standardised(covariates: FloatArray) -> FloatArray:
    """Covariates over their standard deviation about 0, so that a draw of style stays 0."""
    if not covariates.shape[1]:
        return covariates
    spread = np.sqrt(np.square(covariates).mean(axis=0))
    if (spread == 0).any():
        raise InputError("a covariate is the same for both answers of every vote; leave it out")
    scaled: FloatArray = covariates / spread
    return scaled
