"""Votes as arrays: who met whom, who won, who judged, on which prompt, in which position."""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, SourceError, choice, quoted
from evenkeel.items.sheets import Labelled, Sheet, coded, read_sheets
from evenkeel.tables.faults import check_names

WON, LOST, TIED = 0, 1, 2  # by the first model

_FIRST = ("model_a", "left", "a", "1", "first", "model_1", "model a", "a>b", "a>>b", "x")
_SECOND = ("model_b", "right", "b", "2", "second", "model_2", "model b", "b>a", "b>>a", "y", "-1")
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
_LARGEST = 1e150  # a covariate, of which the square must be a number


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
    _check_once(sources)
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
    told = {label.lower().removesuffix(".0") for label in labels}
    if {"0", "1"} <= told <= {"0", "1", "2"}:
        raise SourceError(
            f"{source}: the winners {', '.join(sorted(told))} may be places or shares; write "
            "model_a, model_b and tie"
        )
    shares = told <= {"0", "0.5", "1"}  # of the first model
    ways = ((WON, _FIRST), (LOST, _SECOND), (TIED, (*_EVEN, *_BAD)))
    for at, label in enumerate(labels):
        word = label.lower().removesuffix(".0")
        for value, words in ((WON, ("1",)), (LOST, ("0",)), (TIED, ("0.5",))) if shares else ways:
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


#: Where the records of arenas tell a covariate of one side; counts of Markdown have several parts.
_ARENA = {
    "length": "sum_assistant_{}_tokens",
    **{name: f"{name}_count_{{}}" for name in ("header", "list", "bold")},
}


def _covariate(sheet: Sheet, name: str, side: str) -> FloatArray:
    """A covariate of the answers of one side."""
    plain = f"{name}_{side}"
    if plain in sheet.names or name not in _ARENA:
        return sheet.numbers(plain)
    told = _ARENA[name].format(side)
    parts = [sheet.numbers(each) for each in sheet.names if told in each.split(".")]
    for cells in map(sheet.column, sheet.names):  # objects, as Parquet has them
        if len(cells) and isinstance(cells[0], Mapping) and told in cells[0]:
            found = [each[told] for each in cells]
            held = [sum(each.values()) if isinstance(each, Mapping) else each for each in found]
            parts.append(np.array(held, dtype=np.float64))
    return np.sum(parts, axis=0) if parts else sheet.numbers(plain)


def _check_once(sources: Sequence[Any]) -> None:
    """Refuse a file that is given twice, whose votes would count twice."""
    paths = [os.path.realpath(each) for each in sources if isinstance(each, str | os.PathLike)]
    held = [each.getvalue() for each in sources if isinstance(each, io.BytesIO)]
    for name, count in Counter(paths).items():
        if count > 1:
            raise InputError(f"{os.path.basename(name)} is given {count} times; give it once")
    if len(set(held)) < len(held):
        raise InputError("two of the files hold the same votes; give each file once")


def _style_of(sheets: Sequence[Sheet], name: str) -> FloatArray:
    """The difference of a covariate of both answers, over their sum where none is negative."""
    first, second = (
        np.concatenate([_covariate(sheet, name, side) for sheet in sheets]) for side in "ab"
    )
    if max(np.abs(first).max(), np.abs(second).max()) > _LARGEST:
        raise InputError(f"{name!r} goes beyond {_LARGEST:g}; give it in another unit")
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
