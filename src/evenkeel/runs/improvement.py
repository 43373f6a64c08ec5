"""Probability of improvement: how probably a run of one algorithm is better than one of another."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IndexArray


def win_shares(values: FloatArray, pairs: IndexArray) -> list[FloatArray]:
    """For each pair the matrices (n, runs, runs): 1 where the first's run is higher, 1/2 if equal.

    `values` are (n, k, runs), filled up with anything that has weight 0.
    """
    shares = []
    for first, second in pairs.tolist():
        one, other = values[:, first, :, None], values[:, second, None, :]
        shares.append((one > other) + 0.5 * (one == other))
    return shares


def improvements(wins: list[FloatArray], weights: FloatArray, pairs: IndexArray) -> FloatArray:
    """Mean over the problems of P(first > second) + P(equal) / 2, (m pairs, resamples).

    `weights` are (n, k, runs, resamples).
    """
    n = len(weights)
    found = np.empty((len(pairs), weights.shape[-1]))
    for row, (share, (first, second)) in enumerate(zip(wins, pairs.tolist(), strict=True)):
        against = np.matmul(share, weights[:, second])  # (n, runs of the first, resamples)
        found[row] = np.einsum("irm,irm->m", weights[:, first], against) / n
    return found
