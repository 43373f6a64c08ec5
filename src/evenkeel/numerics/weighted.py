"""Medians of rows that count several times, or not at all: for resamples written as weights."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IndexArray

_LONG = 64  # weights


def weighted_medians(values: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The two middle values of samples (m, n) with whole weights (b, n), each of shape (b, m).

    The median is the mean of both. NaN marks what is not there, whatever its weight; a sample
    of which nothing is there has NaN.

    Examples
    --------
    >>> low, high = weighted_medians(np.array([[3.0, 1.0, 2.0]]), np.array([[1.0, 2.0, 1.0]]))
    >>> low.tolist(), high.tolist()
    ([[1.0]], [[2.0]])
    """
    n, b = values.shape[1], len(weights)
    low, high = np.empty((2, len(values), b))
    of_problems = np.ascontiguousarray(weights.T)  # rows are added to rows
    room = np.empty((n, b))  # memory that is asked for anew for every sample takes longer
    for j, row in enumerate(values):
        order = np.argsort(row)[: np.count_nonzero(~np.isnan(row))]
        ordered = np.append(row[order], np.nan)
        held = _cumulative(of_problems, order, room[: order.size])
        total = held[-1] if order.size else np.zeros(b)
        for found, position in ((low, (total - 1) // 2), (high, total // 2)):
            place = np.count_nonzero(held <= position, axis=0)
            found[j] = ordered[np.where(total > 0, place, order.size)]
    return low.T, high.T


def _cumulative(rows: FloatArray, order: IndexArray, out: FloatArray) -> FloatArray:
    """Sums of the rows up to each in an order; long rows are added quicker one by one."""
    if rows.shape[1] < _LONG:
        return np.cumsum(rows[order], axis=0, out=out)
    before: FloatArray | float = 0.0
    for row, after in zip(order.tolist(), out, strict=True):
        before = np.add(before, rows[row], out=after)
    return out
