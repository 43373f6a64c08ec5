"""Sizes from ranks: the rank-biserial correlation, and the difference of average ranks."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import ndtr, ndtri, owens_t

from evenkeel._types import FloatArray, IndexArray
from evenkeel.effects.registry import (
    EFFECTS,
    Bounds,
    EffectSize,
    advantages_of,
    rank_gains_of,
    require_all_ranks,
    weighted_means,
)
from evenkeel.numerics.calculus import solve_increasing
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.references import REFERENCES

# The score interval of the rank-biserial correlation, as wide where all differences agree.
#
# The share of the rank sum that speaks for the first, R+ / (n (n + 1) / 2), has for differences
# with P(d > 0) = p1, P(d + d' > 0) = p2 and P(d + d' > 0 and d + d'' > 0) = p3 the moments of
# Lehmann (1975), Nonparametrics::
#
#     E(R+) = n p1 + n (n - 1) p2 / 2
#     V(R+) = n (n - 1) (n - 2) (p3 - p2^2)
#             + n (n - 1) / 2 [2 (p1 - p2)^2 + 3 p2 (1 - p2)] + n p1 (1 - p1)
#
# For normal differences of mean s standard deviations all three follow from s. The interval holds
# the expected shares from which the observed one is no further than z standard errors, each with
# its own variance. So it does not shrink to a point where all differences have one sign, as a
# bootstrap does. Other laws vary more: where the variance of the jackknife is larger than that of
# the normal law, it is multiplied by their ratio.


_FURTHEST = 6.0  # standard deviations: beyond, all differences have one sign


def share_moments(shift: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """Mean and variance of the share of the rank sum, for normal differences of that mean.

    Examples
    --------
    Without a shift half of the rank sum, with the variance (2n + 1) / (6 n (n + 1)):

    >>> mean, variance = share_moments(np.array([0.0]), 10)
    >>> mean.item(), round(variance.item() * 660, 12)
    (0.5, 21.0)
    """
    p1, apart = ndtr(shift), math.sqrt(2) * shift
    p2 = ndtr(apart)
    p3 = p2 - 2 * owens_t(apart, 1 / math.sqrt(3))  # two normal variables, correlation 1/2
    pairs = n * (n - 1) / 2
    mean = n * p1 + pairs * p2
    variance = (
        2 * pairs * (n - 2) * (p3 - p2**2)
        + pairs * (2 * np.square(p1 - p2) + 3 * p2 * (1 - p2))
        + n * p1 * (1 - p1)
    )
    total = n * (n + 1) / 2
    return mean / total, variance / total**2


def score_interval(
    share: FloatArray, variance: FloatArray, n: int, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds of the expected share (m,), whose variance by the jackknife is `variance`."""
    z = -float(ndtri((1 - confidence) / 2))
    least, most = np.zeros_like(share), np.full_like(share, 2 * _FURTHEST)

    def solved(excess: Callable[[FloatArray, FloatArray, IndexArray], FloatArray]) -> FloatArray:
        def function(place: FloatArray, which: IndexArray) -> FloatArray:
            return excess(*share_moments(place - _FURTHEST, n), which)

        return solve_increasing(function, least, most) - _FURTHEST

    own = solved(lambda mean, _, which: mean - share[which])
    supposed = share_moments(own, n)[1]
    inside = (share > 0) & (share < 1) & (supposed > 0)
    ratio = np.divide(variance, supposed, out=np.ones_like(share), where=inside)
    wider = z * np.sqrt(np.maximum(ratio, 1.0))
    low = solved(lambda mean, v, which: mean + wider[which] * np.sqrt(v) - share[which])
    high = solved(lambda mean, v, which: mean - wider[which] * np.sqrt(v) - share[which])
    return (
        np.where(share > 0, share_moments(low, n)[0], 0.0),
        np.where(share < 1, share_moments(high, n)[0], 1.0),
    )


# The matched-pairs rank-biserial correlation: the share of the signed ranks for the first.


def rank_biserials(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """(R+ - R-) / (R+ + R-) of advantages (m, n) with weights (b, n), (b, m).

    As in Wilcoxon's test zeros are ranked and count half for each, an odd one is left out. Copies
    of a problem tie with each other.
    """
    found = np.empty((len(weights), len(sample)))
    for j, advantages in enumerate(sample):
        size = np.abs(advantages)
        order = np.argsort(size)
        signs, held = np.sign(advantages[order]), weights[:, order]
        begins = np.flatnonzero(np.diff(size[order], prepend=-1.0))
        counts = np.add.reduceat(held, begins, axis=1)
        ranks = np.cumsum(counts, axis=1) - (counts - 1) / 2
        balance = np.add.reduceat(held * signs, begins, axis=1)
        zeros = held @ (signs == 0)
        left_out = zeros % 2
        ranked = held.sum(axis=1) - left_out
        excess = (ranks * balance).sum(axis=1) - left_out * balance.sum(axis=1)
        found[:, j] = excess / np.maximum(ranked * (ranked + 1) / 2, 1)
    return found


def rank_biserials_left_out(sample: FloatArray) -> FloatArray:
    """The same (n, m) without each of the problems.

    Without one, the ranks of all larger differences are lower by 1, those of equal ones by 1/2. A
    zero is the smallest, and has no sign.
    """
    m, n = sample.shape
    found = np.empty((n, m))
    for j, advantages in enumerate(sample):
        size, signs = np.abs(advantages), np.sign(advantages)
        values, group, counts = np.unique(size, return_inverse=True, return_counts=True)
        balance = np.bincount(group, weights=signs, minlength=values.size)
        ranks = np.cumsum(counts) - (counts - 1) / 2
        total, larger = balance.sum(), balance[::-1].cumsum()[::-1] - balance
        excess = (ranks * balance).sum() - signs * ranks[group] - larger[group]
        excess -= (balance[group] - signs) / 2
        left_out = (np.count_nonzero(size == 0) - (size == 0)) % 2
        ranked = n - 1 - left_out
        excess -= left_out * (total - signs)
        found[:, j] = excess / np.maximum(ranked * (ranked + 1) / 2, 1)
    return found


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    n = sample.shape[1]
    estimate = rank_biserials(sample, np.ones((1, n)))[0]
    without = rank_biserials_left_out(sample)
    variance = (n - 1) / n * np.square(without - without.mean(axis=0)).sum(axis=0)
    low, high = score_interval((1 + estimate) / 2, variance / 4, n, confidence)
    return Bounds(estimate, 2 * low - 1, 2 * high - 1)


EFFECTS.register(
    EffectSize(
        "rank-biserial",
        title="Matched-pairs rank-biserial correlation",
        formula="(R+ - R-) / (R+ + R-) of Wilcoxon's signed ranks",
        range=(-1.0, 1.0),
        neutral=0.0,
        law="score interval with the variance of normal differences, or that of the jackknife if "
        "it is larger",
        assumes="that differences are commensurable over the problems",
        reference=REFERENCES["kerby2014"],
        sample=advantages_of,
        kernel=rank_biserials,
        bounds=_bounds,
        interval="score",
        aliases=("matched-rank-biserial",),
    )
)


# The difference of average ranks among all algorithms.


def mean_gains(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Means (b, m) of the gains of the sample (2, m, n) with weights (b, n)."""
    return weighted_means(sample[0], weights)


def _bounds_rank_difference(sample: FloatArray, confidence: float) -> Bounds:
    gains, most = sample[0], float(sample[1, 0, 0])
    return Bounds(gains.mean(axis=1), *bounded_mean_interval(gains, -most, most, confidence))


EFFECTS.register(
    EffectSize(
        "rank-difference",
        title="Difference of average ranks",
        formula="average rank of the second less that of the first, among all algorithms",
        range=(-np.inf, np.inf),
        neutral=0.0,
        law="Gaffke's bounds of a mean that cannot leave its range, of two algorithms those of "
        "Clopper and Pearson",
        assumes="nothing of the values; it depends on which other algorithms are in the table",
        reference=REFERENCES["friedman1937"],
        sample=rank_gains_of,
        kernel=mean_gains,
        ordinal=True,
        check=require_all_ranks,
        bounds=_bounds_rank_difference,
        interval="bounded",
        aliases=("ranks",),
    )
)
