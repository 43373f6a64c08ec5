"""The columns of a table of votes: a million rows are read, and told apart, at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, choice, visible
from evenkeel.tables.finding import find_tables
from evenkeel.tables.parsing.cells import Table, numbers
from evenkeel.tables.system import polars_hangs

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
    yield from map(_with_winner, _sheets_of(source))


def _sheets_of(source: Any) -> Iterator[Sheet]:
    if not isinstance(source, (dict, list)) and hasattr(type(source), "columns"):
        yield _of_frame(source)
        return
    sheet = None if polars_hangs() else _of_text(source)
    if sheet is not None:
        yield sheet
        return
    tables = find_tables(source, format="table")
    outer = {f"{table.name}." * (table.name != "") for table in tables if _has_votes(table)}
    for table in tables:  # lists within records, such as conversations, repeat them in each row
        if not any(table.name != each[:-1] and table.name.startswith(each) for each in outer):
            yield _of_table(table)


def _has_votes(table: Table) -> bool:
    return {"model_a", "model_b"} <= {*map(str.lower, table.names)}


def _with_winner(sheet: Sheet) -> Sheet:
    """The winner as one column, where each answer and the tie have one of zeros and ones."""
    lowered = {name.strip().lower(): name for name in sheet.names}
    first, second = (lowered.get(f"winner_model_{side}") for side in "ab")
    if first is None or second is None or "winner" in lowered:
        return sheet

    def column(name: str) -> Any:
        if name != "winner":
            return sheet.column(name)
        a, b = sheet.numbers(first), sheet.numbers(second)
        return np.select([a > b, b > a], ["model_a", "model_b"], "tie").tolist()

    return replace(sheet, names=(*sheet.names, "winner"), column=column)


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
