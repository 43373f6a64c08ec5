"""Mean, median, standard deviation and wins: what stands before every test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.scaling import in_range, unscaled
from evenkeel.result import Result
from evenkeel.tables.results import Better, Results

if TYPE_CHECKING:
    from evenkeel.report.document import Document


class Description(Result):
    """Mean, median, standard deviation and wins of each algorithm.

    A win is a problem on which no algorithm is better; algorithms that share the best value
    share the win as one each. With holes everything is over the problems that an algorithm has,
    and `counts` says how many; otherwise it is None.
    """

    algorithms: tuple[str, ...]
    better: Better
    mean: FloatArray
    median: FloatArray
    sd: FloatArray
    wins: tuple[int, ...]
    counts: tuple[int, ...] | None = None

    def report(self) -> Document:
        """The description as a table."""
        from evenkeel.report.tables import report_description

        return report_description(self)


def describe(table: Results) -> Description:
    """The description of a table."""
    losses = table.losses
    best = losses == np.fmin.reduce(losses, axis=1, keepdims=True)
    values, power = in_range(table.values)
    columns, counts = values.T, np.full(table.k, table.n)
    if table.has_missing:
        columns, counts = np.sort(columns, axis=1), np.count_nonzero(~np.isnan(columns), axis=1)
    moments = moments_of(columns, counts)
    medians = [np.median(column[:count]) for column, count in zip(columns, counts, strict=True)]
    return Description(
        table.algorithms,
        table.better,
        unscaled(moments.mean, power),
        unscaled(np.array(medians), power),
        unscaled(moments.sd, power),
        tuple(best.sum(axis=0).tolist()),
        tuple(counts.tolist()) if table.has_missing else None,
    )
