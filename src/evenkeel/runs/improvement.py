"""Probability of improvement: how probably a run of one algorithm is better than one of another."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IndexArray


class Improvement:
    """Mean over the problems of P(first > second) + P(equal) / 2, for pairs of algorithms.

    A run of the first beats the weight of the runs of the second that lie below it. So the runs of
    each algorithm are put in order once, and it is known once how many of them lie below, and up
    to, each run of the others; a resample only changes the weights, which are added up in order.

    Parameters
    ----------
    values : ndarray, shape (n, k, runs)
        Higher is better; filled up with anything finite that has weight 0.
    pairs : ndarray, shape (m, 2)
        The pairs.
    """

    def __init__(self, values: FloatArray, pairs: IndexArray) -> None:
        n, _, width = values.shape
        self.pairs = pairs
        order = np.argsort(values, axis=-1, kind="stable")
        self.rows = order + (np.arange(n) * width)[:, None, None]  # of runs, problem by problem
        ordered = np.take_along_axis(values, order, axis=-1)
        self.below = [_places(values[:, a], ordered[:, b], "left") for a, b in pairs.tolist()]
        self.up_to = [_places(values[:, a], ordered[:, b], "right") for a, b in pairs.tolist()]

    def of(self, weights: FloatArray) -> FloatArray:
        """For weights (n, k, runs, resamples) the probabilities (m, resamples)."""
        n, _, width, size = weights.shape
        reached = {
            second: self._reached(weights[:, second], second)
            for second in np.unique(self.pairs[:, 1]).tolist()
        }
        found = np.empty((len(self.pairs), size))
        for row, (first, second) in enumerate(self.pairs.tolist()):
            beaten = reached[second][self.below[row]]
            beaten += reached[second][self.up_to[row]]
            held = weights[:, first].reshape(n * width, size)
            found[row] = np.einsum("rm,rm->m", held, beaten) / (2 * n)
        return np.asarray(np.clip(found, 0.0, 1.0))

    def _reached(self, weights: FloatArray, second: int) -> FloatArray:
        """Weight of the first 0, 1, ... runs of each problem in their order, problem by problem."""
        n, width, size = weights.shape
        ordered = weights.reshape(n * width, size)[self.rows[:, second].ravel()]
        reached = np.zeros((n, width + 1, size))
        np.cumsum(ordered.reshape(n, width, size), axis=1, out=reached[:, 1:])
        return reached.reshape(n * (width + 1), size)


def _places(runs: FloatArray, ordered: FloatArray, side: str) -> IndexArray:
    """How many of the ordered runs of each problem lie below each run, as rows of `_reached`."""
    width = ordered.shape[1] + 1
    places = [
        np.searchsorted(row, here, side=side) + i * width  # type: ignore[call-overload]
        for i, (here, row) in enumerate(zip(runs, ordered, strict=True))
    ]
    return np.concatenate(places)
