"""Two sums of squares, two statistics and their tails, for ranks of any number of tables.

Most omnibus tests hold the squared column totals of some scores ("between" the algorithms) against
the squared scores ("within" the problems), both about their means.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc

from evenkeel._types import FloatArray
from evenkeel.numerics.quotients import quotient
from evenkeel.numerics.tails import f_sf
from evenkeel.omnibus.permutation import arrangement_count
from evenkeel.ranks.kernels import whole_scores


def between_totals(totals: FloatArray) -> FloatArray:
    """Sum of the squared deviations of column totals (..., k) from their mean."""
    between: FloatArray = np.square(totals - totals.mean(axis=-1, keepdims=True)).sum(axis=-1)
    return between


def within_problems(ranks: FloatArray) -> FloatArray:
    """Sum of the squared deviations of ranks (..., n, k) from their problem's mean."""
    squares = np.einsum("...ij,...ij->...", ranks, ranks)
    within: FloatArray = squares - np.square(ranks.sum(axis=-1)).sum(axis=-1) / ranks.shape[-1]
    return within


def chi_square_statistic(between: FloatArray, within: ArrayLike, k: int) -> FloatArray:
    """(k - 1) between / within; 0 if all values are tied, when both sums are 0."""
    return (k - 1) * quotient(between, np.maximum(within, 0.0))


def f_statistic(between: FloatArray, within: ArrayLike, n: int) -> FloatArray:
    """(n - 1) between / (n within - between); infinite if all problems rank alike."""
    rest = n * np.asarray(within, dtype=np.float64) - between
    return (n - 1) * quotient(between, np.maximum(rest, 0.0))


def chi_square_sf(statistic: ArrayLike, df: ArrayLike) -> FloatArray:
    """Probability that a chi-square variable exceeds `statistic`."""
    return np.asarray(chdtrc(df, statistic), dtype=np.float64)


def chi_square_tail(statistic: FloatArray, ranks: FloatArray, ties: str) -> FloatArray:
    """P-values of statistics (...) of ranks (..., n, k) by the chi-square distribution."""
    return chi_square_sf(statistic, ranks.shape[-1] - 1)


def f_tail(statistic: FloatArray, ranks: FloatArray, ties: str) -> FloatArray:
    """P-values of statistics (...) of ranks (..., n, k) by the F distribution.

    An infinite statistic, whose problems all rank alike, has the exact probability of that.
    """
    n, k = ranks.shape[-2:]
    pvalue = f_sf(statistic, k - 1, (k - 1) * (n - 1))
    for where in np.argwhere(np.isinf(statistic)):
        pvalue[tuple(where)] = _chance_of_identical_problems(ranks[tuple(where)])
    return pvalue


def _chance_of_identical_problems(ranks: FloatArray) -> float:
    """Probability that all problems rank like the first: (1 / k!)^(n - 1) without ties."""
    arrangements = arrangement_count(whole_scores(ranks[:1])[0][0])
    return math.exp(-(len(ranks) - 1) * math.log(arrangements))
