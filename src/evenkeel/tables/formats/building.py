"""Long tables out of what tools write: columns under the usual names, places, one value per row."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, overload

import numpy as np

from evenkeel.errors import SourceError, TableError
from evenkeel.tables.faults import Origin
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.parsing.cells import (
    Column,
    Table,
    is_missing,
    is_number,
    names_of,
    occurrences,
)
from evenkeel.tables.parsing.records import load_json

JSON = r"\A\s*\{"  # how an object begins


class Places(Sequence[str]):
    """Where rows stand that come from several files, as in "3 of a.csv"; made when asked for.

    A part is the name of a file, how many rows come from it, and what gives the place of each.
    """

    def __init__(self, parts: Sequence[tuple[str, int, Callable[[int], object]]]) -> None:
        self._parts = parts
        self._ends = list(accumulate(size for _, size, _ in parts))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        part = bisect_right(self._ends, index)
        name, size, place = self._parts[part]
        at = place(index - self._ends[part] + size)
        return f"{at} of {name}" if len(self._parts) > 1 else str(at)


def long_table(
    origin: Origin,
    columns: Mapping[str, Column],
    rows: Sequence[object],
    *,
    row_word: str = "line",
    decimal: str = ".",
    better: object = None,
    faults: Sequence[str] = (),
    places: Sequence[str] = (),
) -> Table:
    """Make a long table; a measure that is the only one is told by the origin, not by a column."""
    kept = dict(columns)
    positions = dict(zip(kept, places, strict=True)) if places else {}
    if "measure" in kept and len(set(kept["measure"])) <= 1:
        measures = kept.pop("measure")
        origin = replace(origin, measure=str(measures[0]) if len(measures) else None)
    return Table(
        replace(origin, shape="long"),
        tuple(kept),
        list(kept.values()),
        rows,
        row_word,
        decimal,
        tuple(faults),
        better,
        places=[positions[name] for name in kept] if positions else (),
        formatted=True,
    )


class Rows:
    """The rows of a long table, added one by one, each with its file and its place there."""

    def __init__(self, *names: str) -> None:
        self.columns: dict[str, list[object]] = {name: [] for name in names}
        self._places: list[tuple[str, object]] = []

    def add(self, file: str, place: object, *cells: object) -> None:
        """Add a row, with a cell per column."""
        self._places.append((file, place))
        for column, cell in zip(self.columns.values(), cells, strict=True):
            column.append(cell)

    def table(
        self,
        given: Given,
        format: str,
        *,
        row_word: str = "line",
        better: object = None,
        ignored: Iterable[str] = (),
        faults: Sequence[str] = (),
    ) -> Table:
        """The table of all rows; runs that are the only ones of their cells have no column."""
        if not self._places and not faults:
            raise SourceError(f"{given.description}: the files hold no results; give others")
        columns: dict[str, Column] = {**self.columns}
        if len(set(columns.get("run", ()))) == 1:
            del columns["run"]
        several = len(given.members) > 1
        return long_table(
            Origin(given.description, format, "long", ignored=tuple(ignored)),
            columns,
            [f"{place} of {file}" if several else str(place) for file, place in self._places],
            row_word=row_word,
            better=better,
            faults=faults,
        )


def told_apart(keys: Sequence[tuple[str, ...]]) -> list[str]:
    """Names of what is known by several things, as few of them as tell all apart.

    Examples
    --------
    >>> told_apart([("DuckDB", "small"), ("DuckDB", "large"), ("Umbra", "large")])
    ['DuckDB, small', 'DuckDB, large', 'Umbra, large']
    >>> told_apart([("CPAchecker", "predicates"), ("CPAchecker", "values")])
    ['predicates', 'values']
    """
    varying = [part for part in zip(*keys, strict=True) if len(set(part)) > 1]
    parts = varying or list(zip(*keys, strict=True))[:1]
    names: list[str] = []
    for count in range(1, len(parts) + 1):
        names = [", ".join(filter(None, key)) for key in zip(*parts[:count], strict=True)]
        if len(set(names)) == len(names):
            break
    return numbered(names)


def numbered(names: Sequence[str]) -> list[str]:
    """Names, each only once: a second "1" is "1 (2)"."""
    times = occurrences(names)
    return [f"{name} ({n})" if n > 1 else name for name, n in zip(names, times, strict=True)]


def holds_numbers(table: Table, position: int) -> bool:
    """Whether a column holds numbers, beside empty cells, and nothing else."""
    column = table.columns[position]
    return isinstance(column, np.ndarray) or are_numbers(column, table.decimal)


def are_numbers(cells: Iterable[object], decimal: str = ".") -> bool:
    """Whether cells are numbers, beside empty ones, and nothing else."""
    filled = [cell for cell in cells if not is_missing(cell)]
    return bool(filled) and all(is_number(cell, decimal) for cell in filled)


def below(columns: Sequence[Column]) -> Column:
    """Columns below each other; columns of numbers make one of numbers."""
    arrays = [column for column in columns if isinstance(column, np.ndarray)]
    if columns and len(arrays) == len(columns):
        return np.concatenate(arrays)
    return [cell for column in columns for cell in column]


def with_rows(table: Table, rows: Sequence[int]) -> Table:
    """The table with these rows alone."""
    return replace(
        table,
        columns=[[column[row] for row in rows] for column in table.columns],
        rows=[table.rows[row] for row in rows],
        matrix=None,
    )


def cells_of(table: Table, name: str) -> Column:
    """The cells of a column."""
    return table.columns[table.names.index(name)]


def joined(table: Table, names: Sequence[str]) -> tuple[str, ...]:
    """One name of several columns, as 2/7 for repetition 2 and fold 7."""
    parts = [names_of(cells_of(table, name)) for name in names]
    return parts[0] if len(parts) == 1 else tuple(map("/".join, zip(*parts, strict=True)))


def turned(
    table: Table,
    keys: Mapping[str, Sequence[str]],
    measures: Mapping[str, str],
    *,
    better: object = None,
    made: Mapping[str, Column] | None = None,
    told: Sequence[str] = (),
) -> Table:
    """Make a long table of the columns of another, whose rows have one value or several measures.

    `keys` are the source's columns that together name the algorithm, the problem, the run (and
    the measure, if a column does);
    `measures` its columns of values, by the names of the measures. Of one measure the rows stay as
    they are; of several each row is there once for each. `made` are columns that replace what
    would come of these, and `told` are source columns that they were made of.

    Raises
    ------
    TableError
        If one of these columns is there more than once.
    """
    used = {*(name for names in keys.values() for name in names), *measures.values(), *told}
    _check_once(table, used)
    repeats, count = len(measures), len(table.rows)
    columns: dict[str, Column] = {
        role: joined(table, names) * repeats for role, names in keys.items()
    }
    columns.setdefault("measure", [name for name in measures for _ in range(count)])
    columns["value"] = below([cells_of(table, name) for name in measures.values()])
    columns |= {
        name: list(column) * (len(columns["value"]) // max(len(column), 1))
        for name, column in (made or {}).items()
    }
    ignored = tuple(name for name in table.names if name not in used)
    return long_table(
        replace(table.origin, ignored=(*table.origin.ignored, *ignored)),
        columns,
        list(table.rows) * repeats,
        row_word=table.row_word,
        decimal=table.decimal,
        better=better,
        faults=table.faults,
        places=_places(table, {**keys, "value": tuple(measures.values())}, columns),
    )


def _check_once(table: Table, used: Container[str]) -> None:
    """Raise if a column that is used is there twice: which one is meant is not to be seen."""
    name, count = max(
        Counter(name for name in table.names if name in used).items(),
        key=lambda each: each[1],
        default=("", 0),
    )
    if count > 1:
        places = [table.place(at) for at, each in enumerate(table.names) if each == name]
        raise TableError(
            table.origin.description,
            f"the column {name!r} is there more than once (columns "
            f"{', '.join(places[:-1])} and {places[-1]}); keep one of them",
        )


def _places(table: Table, sources: Mapping[str, Sequence[str]], names: Iterable[str]) -> list[str]:
    """Where columns stand in the source; one that was made of several has its name for a place."""
    found = {
        role: table.place(table.names.index(columns[0]))
        for role, columns in sources.items()
        if len(columns) == 1
    }
    return [found.get(name, name) for name in names]


# JSON files of tools: read as JSON is read elsewhere, and asked for what they must have


def json_with(*words: str) -> Callable[[Member], bool]:
    """Whether a file begins as a JSON object with all these keys; ``a|b`` is either of two."""
    patterns = [re.compile(f'"(?:{word})"'.encode()) for word in words]

    def fits(member: Member) -> bool:
        head = member.content.head.lstrip()
        return head.startswith(b"{") and all(pattern.search(head) for pattern in patterns)

    return fits


def loaded(member: Member) -> dict[str, Any]:
    """The object that a JSON file holds."""
    data = load_json(member.data, member.content.description)
    if not isinstance(data, dict):
        raise member.damaged("the file holds no JSON object")
    return data


_WORDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "an integer",
    bool: "true or false",
}


def number(record: Any, key: str, member: Member) -> float:
    """The number that an object has under a key."""
    try:
        return float(item(record, key, (int, float), member))
    except OverflowError:
        raise SourceError(
            f"{member.content.description}: {key!r} is beyond the largest number, about 1.8e308; "
            "replace it by a finite number"
        ) from None


def item(record: Any, key: str, kind: type | tuple[type, ...], member: Member) -> Any:
    """What an object has under a key, which must be of a type."""
    found = record.get(key) if isinstance(record, dict) else None
    if isinstance(found, kind) and (kind is bool or not isinstance(found, bool)):
        return found
    word = _WORDS[kind] if isinstance(kind, type) else "a number"
    raise member.damaged(f"{key!r} is not there or not {word}")
