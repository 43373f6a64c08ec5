"""Mann and Whitney's test for many pairs of samples at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from scipy.special import ndtr

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.ranks.kernels import rank_rows

#: Without ties the p-value is exact if both samples have fewer runs than this, as in R.
EXACT_BELOW = 50


@dataclass(frozen=True)
class RankSums:
    """Mann and Whitney's test of each row.

    `wins` is U: in how many pairs of runs the first sample has the lower loss, ties counted half.
    `exact` says where the p-value is exact; elsewhere it is the normal approximation with the
    corrections for ties and continuity.
    """

    wins: FloatArray
    pvalue: FloatArray
    exact: BoolArray


def mann_whitney(
    first: FloatArray, second: FloatArray, n_first: IntArray, n_second: IntArray
) -> RankSums:
    """Two-sided test of samples (rows, runs) that are filled up with NaN at the end.

    H0: both samples come from one distribution. H1: one tends to lower losses. With the ranks r
    of all N = n1 + n2 runs of a row and the rank sum R1 of the first sample, ::

        U = n1 n2 - (R1 - n1 (n1 + 1) / 2),
        z = (|U - n1 n2 / 2| - 1/2) / sqrt(n1 n2 / (N (N - 1)) sum (r - (N + 1) / 2)^2).

    The sum of squares holds the correction for ties. If all runs of a row are equal the p-value
    is 1; if a sample is empty it is NaN.

    References
    ----------
    Mann and Whitney (1947), doi:10.1214/aoms/1177730491.
    """
    pooled = np.concatenate([first, second], axis=1)
    held = ~np.isnan(pooled)
    ranks = rank_rows(np.where(held, pooled, np.inf))  # the filling ranks last and is left out
    total = (n_first + n_second).astype(np.float64)
    pairs = (n_first * n_second).astype(np.float64)
    width = first.shape[1]
    rank_sum = np.where(held[:, :width], ranks[:, :width], 0.0).sum(axis=1)
    wins = pairs - (rank_sum - n_first * (n_first + 1) / 2)
    squares = np.square(np.where(held, ranks - (total[:, None] + 1) / 2, 0.0)).sum(axis=1)
    variance = pairs / np.maximum(total * (total - 1), 1) * squares
    distance = np.abs(wins - pairs / 2)
    z = np.divide(distance - 0.5, np.sqrt(variance), out=np.zeros_like(wins), where=variance > 0)
    pvalue = np.minimum(2 * ndtr(-z), 1.0)
    untied = squares > total * (total**2 - 1) / 12 - 0.25  # a tie costs at least 1/2
    exact = untied & (np.maximum(n_first, n_second) < EXACT_BELOW) & (pairs > 0)
    for n1, n2 in np.unique(np.column_stack([n_first, n_second])[exact], axis=0).tolist():
        rows = exact & (n_first == n1) & (n_second == n2)
        fewest = np.rint(pairs[rows] / 2 - distance[rows]).astype(np.intp)
        pvalue[rows] = np.minimum(2 * untied_law(min(n1, n2), max(n1, n2))[fewest], 1.0)
    return RankSums(wins, np.where(pairs > 0, pvalue, np.nan), exact)


@lru_cache(maxsize=64)
def untied_law(n1: int, n2: int) -> FloatArray:
    """P(U <= u) without ties, u = 0 ... n1 n2.

    The number of arrangements with U = u: the last in order is of the first sample and beats all
    n2 others, or it is of the second, f(n1, n2, u) = f(n1 - 1, n2, u - n2) + f(n1, n2 - 1, u).
    Only positive numbers are added, so that the smallest probabilities are as precise as the rest.
    """
    size = n1 * n2 + 1
    one = np.zeros(size)
    one[0] = 1.0
    row = [one] * (n2 + 1)
    for _ in range(n1):
        new = [one]
        for j in range(1, n2 + 1):
            counts = new[j - 1].copy()
            counts[j:] += row[j][: size - j]
            new.append(counts)
        row = new
    law = np.cumsum(row[n2] / comb(n1 + n2, n1))
    law.flags.writeable = False
    return law
