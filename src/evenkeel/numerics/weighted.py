"""Medians of rows that count several times, or not at all: for resamples written as weights."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray


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
    low, high = np.empty((2, len(weights), len(values)))
    for j, row in enumerate(values):
        order = np.argsort(row)[: np.count_nonzero(~np.isnan(row))]
        ordered = np.append(row[order], np.nan)
        held = np.cumsum(weights[:, order], axis=1)
        total = held[:, -1:] if order.size else np.zeros((len(weights), 1))
        for found, position in ((low, (total - 1) // 2), (high, total // 2)):
            place = np.count_nonzero(held <= position, axis=1)
            found[:, j] = ordered[np.where(total[:, 0] > 0, place, order.size)]
    return low, high
