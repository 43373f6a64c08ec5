"""Shares of resamples in which each algorithm has each place."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.numerics.bootstrap import resampled_rows
from evenkeel.numerics.randomness import Seed, checked_generator
from evenkeel.orders.verdicts import average_ranks
from evenkeel.ranks.kernels import rank_rows
from evenkeel.tables.results import Results

_CELLS = 1 << 20  # cells of resamples that are worked on at a time


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
    total = np.zeros(k * k)
    step = max(1, _CELLS // (k * k))
    for at in range(0, r, step):
        middle = rank_rows(positions[at : at + step])
        _, group, sizes = np.unique(
            middle + (k + 1) * np.arange(len(middle))[:, None],
            return_inverse=True,
            return_counts=True,
        )
        size = sizes[group.ravel()]
        # an algorithm that ties with others counts once for each of the places that they share
        cells = np.repeat(k * np.tile(np.arange(k), len(middle)), size)
        places = np.repeat(np.rint(middle.ravel() - (size + 1) / 2).astype(np.intp), size)
        places += np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
        total += np.bincount(cells + places, np.repeat(1 / size, size), minlength=k * k)
    shared: FloatArray = total.reshape(k, k) / r
    return shared


def places_in_resamples(table: Results, ranking: str, resamples: int, *, seed: Seed) -> FloatArray:
    """The same for a table whose problems are drawn anew from themselves."""
    generator = checked_generator(resamples, seed)
    drawn = [
        average_ranks(table, ranking, rows)
        for rows in resampled_rows(table.n, resamples, generator)
    ]
    return shares_of_places(np.concatenate(drawn))
