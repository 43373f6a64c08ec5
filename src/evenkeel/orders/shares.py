"""Shares of resamples in which each algorithm has each place."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.numerics.bootstrap import resampled_rows
from evenkeel.numerics.randomness import Seed, checked_generator
from evenkeel.orders.verdicts import average_ranks
from evenkeel.ranks.kernels import rank_rows
from evenkeel.tables.results import Results


def shares_of_places(positions: FloatArray) -> FloatArray:
    """Shares (k, k) of resamples in which the algorithm of the row has the place of the column.

    `positions` (r, k) are average ranks, the lowest of which is first. Algorithms that tie for
    some places get equal shares of them.

    Examples
    --------
    >>> shares_of_places(np.array([[1.5, 2.5, 2.0], [2.0, 2.0, 2.0]])).round(3).tolist()
    [[0.667, 0.167, 0.167], [0.167, 0.167, 0.667], [0.167, 0.667, 0.167]]
    """
    r, k = positions.shape
    middle = rank_rows(positions)
    size = np.ones((r, k))
    if (middle != np.rint(middle)).any() or (np.sort(middle) != np.arange(1, k + 1)).any():
        size = (middle[:, :, None] == middle[:, None, :]).sum(axis=-1).astype(np.float64)
    away = np.abs(np.arange(1, k + 1) - middle[:, :, None])
    shares: FloatArray = ((away < (size / 2)[:, :, None]) / size[:, :, None]).mean(axis=0)
    return shares


def places_in_resamples(table: Results, ranking: str, resamples: int, *, seed: Seed) -> FloatArray:
    """The same for a table whose problems are drawn anew from themselves."""
    generator = checked_generator(resamples, seed)
    drawn = [
        average_ranks(table, ranking, rows)
        for rows in resampled_rows(table.n, resamples, generator)
    ]
    return shares_of_places(np.concatenate(drawn))
