"""Measures and groups in a table of runs of any size: choosing their rows, refusing to pool them.

Columns without a role go along under names of their own (`spare`) until it is known that they tell
no results apart. Some cells show that: those with most rows, up to a bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evenkeel.errors import SourceError
from evenkeel.tables.parsing.keys import Key, find_keys
from evenkeel.tables.parsing.selecting import Where, nothing_chosen, wanted_values
from evenkeel.tables.scanning.engines import collect
from evenkeel.tables.scanning.survey import CELL

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl
    from narwhals.dtypes import DType

    from evenkeel.tables.scanning.engines import Frame

_CELLS = 50
_ROWS = 200_000  # of these cells together


def spare_names(names: Sequence[str]) -> dict[str, str]:
    """Names for columns without a role, under which they go along, and what they are called."""
    return {f"spare {number}": name for number, name in enumerate(names)}


def holds_words(dtype: DType) -> bool:
    """Whether the cells of a column can be written as texts, so that they may be a key."""
    import narwhals as nw

    return not (dtype.is_nested() or dtype in (nw.Object, nw.Unknown, nw.Binary))


def wanted_rows(where: Where, schema: Mapping[str, DType]) -> list[nw.Expr]:
    """What rows must fulfil to be chosen."""
    import narwhals as nw

    conditions = []
    for name, wanted in where.items():
        values: list[Any] = wanted_values(wanted)
        column = nw.col(name)
        if schema[name].is_numeric():
            column, values = column.cast(nw.Float64), [_number(value) for value in values]
        elif schema[name] != nw.String:
            column = column.cast(nw.String)
        conditions.append(column.is_in(values))
    return conditions


def keys_of_rows(frame: Frame, spare: Mapping[str, str], source: str) -> list[Key]:
    """Which of the spare columns tell results of a cell apart; rows that no one can read have none.

    `spare` maps the columns of the frame to what the source calls them.
    """
    import narwhals as nw

    if not spare:
        return []
    try:
        counts = collect(frame.group_by(*CELL).agg(nw.len().alias("rows")), source)
        chosen = _cells_to_look_at(counts)
        some = frame.filter(
            nw.col("algorithm").is_in([algorithm for algorithm, _ in chosen]),
            nw.col("problem").is_in([problem for _, problem in chosen]),
        )
        about_runs = [name for name in ("run", "step") if name in frame.columns]
        rows = collect(some.select(*CELL, *about_runs, *spare).head(_ROWS), source)
    except SourceError:  # the checks that follow say why
        return []
    columns = {label: [_text(cell) for cell in rows[name]] for name, label in spare.items()}
    runs = rows.select(about_runs).rows() if "run" in about_runs else None
    return find_keys(columns, rows.select(CELL).rows(), runs)


def no_rows_fault(frame: Frame, where: Where, source: str) -> str | None:
    """Say which value of `where` no row has; the frame is that of all rows."""
    import narwhals as nw

    for name, wanted in where.items():
        counted = frame.group_by(name).agg(nw.len().alias("rows"))
        values = sorted({_text(value) for value in collect(counted, source)[name].to_list()})
        if not set(values) & set(wanted_values(wanted)):
            return nothing_chosen(name, wanted, values)
    return None


def _cells_to_look_at(counts: pl.DataFrame) -> list[tuple[str, str]]:
    """The cells with most rows, within bounds; at least one."""
    import polars as pl

    ordered = counts.drop_nulls(list(CELL)).sort("rows", *CELL, descending=[True, False, False])
    total = pl.col("rows").cast(pl.Int64).cum_sum()
    few = ordered.head(_CELLS).filter(total <= _ROWS)
    return list((few if len(few) else ordered.tail(2)).select(CELL).iter_rows())


def _text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
