"""A table as it was found, and as it was understood."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import TableError
from evenkeel.tables.faults import Cell
from evenkeel.tables.parsing.cells import (
    Numbers,
    is_missing,
    is_number,
    name_of,
    names_of,
    numbers,
)
from evenkeel.tables.parsing.roles import is_corner, names_problems
from evenkeel.tables.results import Origin

_WRITTEN = ("csv", "excel", "parquet")  # formats that know a table of ours by its first label
Told = TypeVar("Told")
Column = FloatArray | Sequence[object]  # numbers, NaN where missing; or cells as they were found


@dataclass(frozen=True)
class Table:
    """Header and columns of a source, before anyone says what they mean.

    `header` is ``None`` for a bare matrix. `rows` numbers the rows as the source does, and
    `row_word` is what it calls them: "line", "row" or "record" (of several files the number says
    the file as well, as in "3 of a.csv"); `column_word` is what it calls columns, another word only
    if it was turned; `places` are the letters of the columns of a sheet, by default they count
    from 1. `decimal` is the mark for the cells that are
    text; with `first_numbers` a cell that holds more than a number is read by its first, see
    `annotated`. `better` is the direction if the source itself tells it. `matrix` holds the columns
    of numbers side by side if they were found so, which spares a copy.
    """

    origin: Origin
    header: tuple[str, ...] | None
    columns: Sequence[Column]
    rows: Sequence[object]
    row_word: str = "row"
    decimal: str = "."
    faults: tuple[str, ...] = ()
    better: object = None
    places: Sequence[str] = ()
    matrix: FloatArray | None = None
    first_numbers: bool = False
    column_word: str = "column"
    _memo: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, what: Hashable, find: Callable[[], Told]) -> Told:
        """What `find` gives, kept for those who ask the same of this table again."""
        if what not in self._memo:
            self._memo[what] = find()
        return cast(Told, self._memo[what])

    def names_in(self, position: int) -> tuple[str, ...]:
        """The cells of a column as names."""
        return self.once(("names", position), lambda: names_of(self.columns[position]))

    def rows_by(self, *positions: int) -> Sequence[str | tuple[str, ...]]:
        """What each row is called by a column, or by several together."""
        names = [self.names_in(position) for position in positions]
        return names[0] if len(names) == 1 else list(zip(*names, strict=True))

    def recurs(self, *positions: int) -> bool:
        """Whether these columns call several rows the same."""

        def found() -> bool:
            rows = self.rows_by(*positions)
            return len(set(rows)) < len(rows)

        return self.once(("recurs", *positions), found)

    def place(self, position: int) -> str:
        """Number or letters of a column."""
        return self.places[position] if self.places else str(position + 1)

    def column(self, position: int) -> str:
        """Where a column stands, as in "column 3"."""
        return f"{self.column_word} {self.place(position)}"

    def numbers(self, position: int) -> Numbers:
        """The numbers of a column, and what its other cells are."""
        return numbers(self.columns[position], self.decimal, first=self.first_numbers)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, for a matrix none."""
        return self.header if self.header is not None else ("",) * len(self.columns)


@dataclass(frozen=True)
class Understood:
    """Values of n problems and k algorithms, and where each of them stands in the source.

    The names are empty if the source has none. `rows` and `columns` number the problems and the
    algorithms as the source does; a long table has no such numbers. `wrong` and `absent` explain
    the cells that hold no number, and `where` tells the place of a cell. `annotated` are cells
    that hold more than a number, and `deviations` what they say if their first number was read.
    `texts` are the columns that hold words alone, each with an example and its place.
    """

    shape: str
    values: FloatArray
    problems: tuple[str, ...]
    algorithms: tuple[str, ...]
    where: Callable[[int, int], str]
    rows: Sequence[object] | None = None
    columns: Sequence[object] | None = None
    wrong: dict[Cell, str] = field(default_factory=dict)
    absent: dict[Cell, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    annotated: dict[Cell, str] = field(default_factory=dict)
    deviations: dict[Cell, float] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def deviation_matrix(self) -> FloatArray | None:
        """The deviations of all cells, NaN where none is told; None if none is told at all."""
        if not self.deviations:
            return None
        matrix = np.full(self.values.shape, np.nan)
        for cell, deviation in self.deviations.items():
            matrix[cell] = deviation
        return matrix

    def take(self, rows: Sequence[int], columns: Sequence[int]) -> Understood:
        """Keep some problems and algorithms, in the order given, with all that is known of them."""
        new_row = {i: position for position, i in enumerate(rows)}
        new_column = {j: position for position, j in enumerate(columns)}

        def moved(told: dict[Cell, Told]) -> dict[Cell, Told]:
            return {
                (new_row[i], new_column[j]): what
                for (i, j), what in told.items()
                if i in new_row and j in new_column
            }

        def some(items: Sequence[Any], places: Sequence[int]) -> list[Any]:
            return [items[place] for place in places] if items else []

        values = self.values[np.ix_(rows, columns)]
        values.flags.writeable = False
        return replace(
            self,
            values=values,
            problems=tuple(some(self.problems, rows)),
            algorithms=tuple(some(self.algorithms, columns)),
            where=lambda i, j: self.where(rows[i], columns[j]),
            rows=None if self.rows is None else some(self.rows, rows),
            columns=None if self.columns is None else some(self.columns, columns),
            wrong=moved(self.wrong),
            absent=moved(self.absent),
            annotated=moved(self.annotated),
            deviations=moved(self.deviations),
        )


def is_own(table: Table) -> bool:
    """Whether `Results.save` wrote it, so that all it holds are problems and algorithms."""
    corner = bool(table.header) and is_corner(table.names[0])
    return table.better is not None or (corner and table.origin.format in _WRITTEN)


def check_header(cells: Sequence[object], place: str, source: str, decimal: str = ".") -> None:
    """Raise if the first row holds results, so that no row of data is taken for a header.

    Numbers are accepted as names of algorithms if the cell before them is empty or says
    "problem", "data set" or the like.
    """
    if names_problems(name_of(cells[0])):
        return
    numbers = [is_number(cell, decimal) for cell in cells[1:]]
    if any(numbers) and all(
        number or is_missing(cell) for number, cell in zip(numbers, cells[1:], strict=True)
    ):
        raise TableError(
            source,
            [
                f"{place} looks like results, not like names of algorithms "
                f"({name_of(cells[0])!r}, then {name_of(cells[1])!r}); put a row of names above "
                "it, or, if the algorithms are really called so, name the first column 'problem'"
            ],
        )
