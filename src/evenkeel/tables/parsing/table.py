"""A table as it was found, and as it was understood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from evenkeel._types import FloatArray
from evenkeel.errors import TableError
from evenkeel.tables.faults import Cell
from evenkeel.tables.parsing.cells import is_missing, is_number, name_of
from evenkeel.tables.parsing.roles import names_problems
from evenkeel.tables.results import Origin

Column = FloatArray | Sequence[object]  # numbers, NaN where missing; or cells as they were found


@dataclass(frozen=True)
class Table:
    """Header and columns of a source, before anyone says what they mean.

    `header` is ``None`` for a bare matrix. `rows` numbers the rows as the source does, and
    `row_word` is what it calls them: "line", "row" or "record"; `places` are the letters of the
    columns of a sheet, by default they count from 1. `decimal` is the mark for the cells that are
    text. `better` is the direction if the source itself tells it. `matrix` holds the columns of
    numbers side by side if they were found so, which spares a copy.
    """

    origin: Origin
    header: tuple[str, ...] | None
    columns: Sequence[Column]
    rows: Sequence[int]
    row_word: str = "row"
    decimal: str = "."
    faults: tuple[str, ...] = ()
    better: object = None
    places: Sequence[str] = ()
    matrix: FloatArray | None = None

    def place(self, position: int) -> str:
        """Number or letters of a column."""
        return self.places[position] if self.places else str(position + 1)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, for a matrix none."""
        return self.header if self.header is not None else ("",) * len(self.columns)


@dataclass(frozen=True)
class Understood:
    """Values of n problems and k algorithms, and where each of them stands in the source.

    The names are empty if the source has none. `rows` and `columns` number the problems and the
    algorithms as the source does; a long table has no such numbers. `wrong` and `absent` explain
    the cells that hold no number, and `where` tells the place of a cell.
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
