"""The profile of a table: what every column looks like, before anyone says what it means.

Columns of long tables are looked at in 1,500 rows; how often names recur is counted in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, cast

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.tables.parsing.cells import Numbers, Table, is_missing, name_of, numbers

_ROWS = 1500  # that are looked at
_SHOWN = 60  # cells by which the decimals of a column are known
_MOST = 12  # decimals that are told apart
_MOSTLY = 0.6  # of the filled cells that must be numbers

Kind = Literal["number", "text", "empty"]


@dataclass(frozen=True, eq=False)
class Column:
    """What a column looks like.

    `values` are its numbers in the rows that are looked at, NaN where there is none; `names` are
    all its cells as names. `filled` is the share of cells that are not missing, `deviations` the
    share of numbers that have a deviation beside them.
    """

    table: Table
    position: int
    name: str
    rows: IntArray

    @cached_property
    def cells(self) -> Sequence[object] | FloatArray:
        """The cells that are looked at."""
        column = self.table.columns[self.position]
        if len(self.rows) == len(column):
            return cast("Sequence[object]", column)
        if isinstance(column, np.ndarray):
            return cast("Sequence[object]", column[self.rows])
        return [column[i] for i in self.rows.tolist()]

    @cached_property
    def numbers(self) -> Numbers:
        """The cells read as numbers."""
        return numbers(self.cells, self.table.decimal, sure=self.table.sure)

    @cached_property
    def missing(self) -> int:
        """How many of the cells that are looked at are missing."""
        cells = self.cells
        if isinstance(cells, np.ndarray):
            return int(np.isnan(cells).sum())
        marks = (cell for cell in self.numbers.absent.cells.values() if not is_missing(cell))
        return sum(map(is_missing, cells)) + sum(1 for _ in marks)

    @cached_property
    def named(self) -> float:
        """The share of cells that may be names: words such as None may be some."""
        if self.kind != "text":
            return self.filled
        blank = sum(not name_of(cell).strip() for cell in self.cells)
        return 1.0 - blank / max(len(self.rows), 1)

    @property
    def filled(self) -> float:
        """The share of cells that are not missing."""
        return 1.0 - self.missing / max(len(self.rows), 1)

    @cached_property
    def kind(self) -> Kind:
        """Whether it holds numbers, texts or nothing."""
        if self.missing == len(self.rows):
            return "empty"
        read = int((~np.isnan(self.numbers.values)).sum())
        return "number" if read >= _MOSTLY * (len(self.rows) - self.missing) else "text"

    @property
    def values(self) -> FloatArray:
        """Its numbers."""
        return self.numbers.values

    @cached_property
    def finite(self) -> FloatArray:
        """Its numbers without those that are missing or infinite."""
        return self.values[np.isfinite(self.values)]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All its cells as names, without blanks around them."""
        return tuple(map(str.strip, self.table.names_in(self.position)))

    @cached_property
    def distinct(self) -> int:
        """How many different cells it has, of all."""
        cells = self.table.columns[self.position]
        if isinstance(cells, np.ndarray):  # without a text for each number
            return len(np.unique(cells))
        return len(set(self.names))

    @cached_property
    def whole(self) -> bool:
        """Whether its numbers are whole."""
        return bool(len(self.finite)) and bool((self.finite == np.round(self.finite)).all())

    @cached_property
    def constant(self) -> bool:
        """Whether all its numbers are the same."""
        return bool(len(self.finite)) and bool((self.finite == self.finite[0]).all())

    @cached_property
    def counting(self) -> bool:
        """Whether it counts the rows, from 0 or 1."""
        values = self.values
        if not len(values) or not np.isfinite(values).all() or values[0] not in (0.0, 1.0):
            return False
        return bool((values == values[0] + self.rows).all())

    @cached_property
    def low(self) -> float:
        """Its smallest number."""
        return float(self.finite.min()) if len(self.finite) else np.nan

    @cached_property
    def high(self) -> float:
        """Its largest number."""
        return float(self.finite.max()) if len(self.finite) else np.nan

    @cached_property
    def magnitude(self) -> float:
        """The median order of magnitude of its numbers."""
        sizes = np.abs(self.finite[self.finite != 0])
        return float(np.median(np.log10(sizes))) if len(sizes) else np.nan

    @property
    def deviations(self) -> float:
        """The share of numbers that have a deviation beside them."""
        return len(self.numbers.deviations) / max(len(self.finite), 1)

    @cached_property
    def decimals(self) -> int:
        """With how many digits behind the decimal mark most of its numbers are written."""
        return decimals_of(self.cells, self.table.decimal)


@dataclass(frozen=True)
class Profile:
    """The columns of a table, and the rows in which they are looked at."""

    table: Table
    columns: tuple[Column, ...]
    rows: IntArray
    blocks: dict[object, Any] = field(default_factory=dict)  # parts that were looked at before

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.table.rows)

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by their names; of two of one name, the first."""
        return {column.name: column for column in reversed(self.columns)}


def profile(table: Table) -> Profile:
    """Look at a table; nothing is computed before it is asked for."""
    n = len(table.rows)
    rows = np.arange(n) if n <= _ROWS else np.unique(np.linspace(0, n - 1, _ROWS).astype(np.int64))
    columns = tuple(Column(table, j, name, rows) for j, name in enumerate(table.names))
    return Profile(table, columns, rows)


def decimals_of(cells: Sequence[object] | FloatArray, decimal: str = ".") -> int:
    """With how many digits behind the decimal mark numbers among some cells are written, up to 12.

    Examples
    --------
    >>> decimals_of(["0.25", "1.5 ± 0.1", "NA"]), decimals_of([3.0, 0.125])
    (2, 3)
    """
    most = seen = 0
    for cell in cells[: 4 * _SHOWN]:
        if isinstance(cell, str):
            text = cell
        elif isinstance(cell, (float, np.floating)):
            text, decimal = repr(float(cell)).removesuffix(".0"), "."
        else:
            text = name_of(cell)
        head, mark, tail = text.partition(decimal)
        digits = len(tail) - len(tail.lstrip("0123456789")) if mark else 0
        if any(letter.isdigit() for letter in head + tail[:1]):
            most = max(most, _MOST if "e" in text.lower() and "-" in text else digits)
            seen += 1
        if seen >= _SHOWN or most >= _MOST:
            break
    return min(most, _MOST)
