"""Tables of a report as data frames, every number at full precision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evenkeel.errors import MissingPackageError
from evenkeel.report.document import Cell, Table, cell_text

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


def table_to_polars(table: Table) -> pl.DataFrame:
    """A table as a polars frame: text, truth values, whole numbers, or numbers with NaN."""
    import polars as pl

    kinds = {str: pl.String, bool: pl.Boolean, int: pl.Int64, float: pl.Float64}
    return pl.DataFrame(
        [pl.Series(name, cells, dtype=kinds[kind]) for name, kind, cells in _columns(table)]
    )


def table_to_pandas(table: Table) -> pd.DataFrame:
    """A table as a pandas frame; a number that is not there is NaN, as pandas has it.

    A matrix of pairs, whose columns are named as its rows, has these names as its index too.
    """
    try:
        import pandas as pd
    except ImportError:
        raise MissingPackageError("pandas", "to_pandas()") from None

    kinds = {str: "object", bool: "boolean", int: "Int64", float: "float64"}
    frame = pd.DataFrame(
        {name: pd.Series(cells, dtype=kinds[kind]) for name, kind, cells in _columns(table)}
    )
    labels, *others = frame.columns
    return frame.set_index(labels) if list(frame[labels]) == others else frame


def _columns(table: Table) -> list[tuple[str, type, list[Cell]]]:
    """Name, type and cells of each column; names that occur twice are numbered."""
    columns: dict[str, tuple[type, list[Cell]]] = {}
    for c, column in enumerate(table.columns):
        name, number = column.title, 1
        while name in columns:
            number += 1
            name = f"{column.title} ({number})"
        columns[name] = _typed([row[c] for row in table.rows], table, c)
    return [(name, kind, cells) for name, (kind, cells) in columns.items()]


def _typed(cells: list[Cell], table: Table, column: int) -> tuple[type, list[Cell]]:
    """The type of a column and its cells in that type; numbers beside words become words."""
    kind = table.columns[column].kind
    types = {_type(cell) for cell in cells if cell is not None}
    if types == {bool}:
        return bool, cells
    if types == {int} or (not types and kind == "count"):
        return int, cells
    if types <= {int, float} and kind != "text":
        return float, cells
    return str, [None if cell is None else cell_text(cell, kind) for cell in cells]


def _type(cell: Cell) -> type:
    return next(each for each in (bool, int, float, str) if isinstance(cell, each))
