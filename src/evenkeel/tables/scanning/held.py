"""Runs in memory, for what needs every value at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.tables.scanning.engines import collect
from evenkeel.tables.scanning.survey import Survey, natural_key

if TYPE_CHECKING:
    import polars as pl

    from evenkeel.tables.scanning.engines import Frame


def in_run_order(table: pl.DataFrame) -> pl.DataFrame:
    """Number the runs in the order of their names, and sort by it; without names keep the order."""
    import polars as pl

    if "run" not in table.columns:
        return table
    if table["run"].dtype == pl.String:
        names = sorted(table["run"].unique().to_list(), key=natural_key)
        code = pl.col("run").replace_strict(names, range(len(names)), return_dtype=pl.Int64)
        table = table.with_columns(code)
    return table.sort("run", maintain_order=True)


def by_cell(frame: Frame, survey: Survey, source: str) -> tuple[list[FloatArray], list[IntArray]]:
    """Values and numbers of the runs of every cell, cell i k + j, in the order of the runs.

    A run has the same number in every cell. Without names of the runs there are no numbers.
    """
    import polars as pl

    columns = [name for name in ("algorithm", "problem", "value", "run") if name in frame.columns]
    table = in_run_order(collect(frame.select(*columns), source))
    column, row = (
        pl.col(role).replace_strict(list(names), range(len(names)), return_dtype=pl.Int64)
        for role, names in (("algorithm", survey.algorithms), ("problem", survey.problems))
    )
    cell = table.select(row * len(survey.algorithms) + column).to_series().to_numpy()
    order = np.argsort(cell, kind="stable")
    ends = np.cumsum(survey.counts.ravel())[:-1]
    values = np.split(table["value"].to_numpy()[order], ends)
    named = "run" in table.columns
    runs = np.split(table["run"].to_numpy()[order], ends) if named else []
    for array in values:
        array.flags.writeable = False
    return values, runs


def batches(survey: Survey, held: int) -> list[BoolArray]:
    """Part the cells in batches of at most `held` rows, or of one cell: masks of shape (n, k)."""
    counts = survey.counts.ravel()
    masks: list[BoolArray] = []
    rows = held + 1
    for cell in np.flatnonzero(counts).tolist():
        if rows + counts[cell] > held:
            masks.append(np.zeros(survey.counts.shape, dtype=bool))
            rows = 0
        masks[-1].flat[cell] = True
        rows += int(counts[cell])
    return masks
