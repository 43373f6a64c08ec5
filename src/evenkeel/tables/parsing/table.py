"""A table as it was found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from evenkeel._types import FloatArray
from evenkeel.errors import Message, Option, TableError
from evenkeel.tables.faults import Cell
from evenkeel.tables.parsing.cells import Numbers, names_of, numbers
from evenkeel.tables.results import Origin

_FEW = 12  # tables that a message names
Told = TypeVar("Told")
Column = FloatArray | Sequence[object]  # numbers, NaN where missing; or cells as they were found


@dataclass(frozen=True)
class Table:
    """Header and columns of a source, before anyone says what they mean.

    `header` is ``None`` for a bare matrix. `rows` numbers the rows as the source does, and
    `row_word` is what it calls them: "line", "row" or "record" (of several files the number says
    the file as well, as in "3 of a.csv"); `column_word` is what it calls columns, another word only
    if it was turned; `places` are the letters of the columns of a sheet, by default they count
    from 1. `decimal` is the mark for the cells that are text, and `sure` says that it was seen or
    given. `better` is the direction if the source itself tells it. `matrix` holds the columns of
    numbers side by side if they were found so, which spares a copy.

    `name` is that of one of several tables: its sheet, caption, heading or path, or the lines it
    stands in. `levels` are what the levels of the headings are called, if the source tells it, as
    in ("algorithm", "measure") for headings "SVM / error". `bold` are the cells that the source
    emphasises. `limit` is the time at which runs were stopped, if the source tells it.
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
    sure: bool = False
    column_word: str = "column"
    formatted: bool = False
    name: str = ""
    levels: tuple[str, ...] = ()
    bold: frozenset[Cell] = frozenset()
    limit: float | None = None
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
        return numbers(self.columns[position], self.decimal, sure=self.sure)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, for a matrix none."""
        return self.header if self.header is not None else ("",) * len(self.columns)


def only_table(tables: Sequence[Table]) -> Table:
    """The only table of a source."""
    if len(tables) == 1:
        return tables[0]
    origin = tables[0].origin
    names = [repr(table.name) for table in tables]
    listed = ", ".join(names[:_FEW]) + (", ..." if len(names) > _FEW else "")
    remedy = (
        Message("; say which with ", Option("sheet"))
        if origin.format == "excel"
        else "; give the one with the results in a file of its own"
    )
    raise TableError(
        origin.description, [Message(f"there are {len(tables)} tables: {listed}", remedy)]
    )
