"""Bounds of statistics over all average ranks that are printed so.

The ranks lie in a box and add to a known total. Differences are linear and Friedman's statistic is
a convex quadratic, so that their extremes over such a set are known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.claims.bounds import Bounds
from evenkeel.claims.possible import PossibleRanks
from evenkeel.claims.printed import Printed
from evenkeel.hypotheses.pooled_laws import pair_differences
from evenkeel.numerics.tails import f_sf, normal_pvalue
from evenkeel.omnibus.sums import chi_square_sf


def average_bounds(possible: PossibleRanks, printed: Sequence[Printed]) -> Bounds:
    """The bounds of average ranks, and of those that add to the total the nearest to the printed.

    All are shifted alike, as far as their bounds allow.
    """
    low, high = (np.array([float(x) for x in side]) for side in (possible.low, possible.high))
    given = np.array([float(each.number) for each in printed])
    shift = _level(low - given, high - given, float(possible.lattice.total) - given.sum())
    return Bounds(np.clip(given + shift, low, high), low, high)


def difference_bounds(averages: Bounds, total: float, pairs: IndexArray) -> Bounds:
    """Second less first of each pair of averages that add to `total`.

    The largest difference has the second at its highest and the first at its lowest, as far as the
    others can take up what is left of the total.
    """
    low, high = averages.low, averages.high
    first, second = pairs.T
    # what the two of a pair may add to
    least = total - (high.sum() - high[first] - high[second])
    most = total - (low.sum() - low[first] - low[second])
    largest = _largest(low[first], high[second], least, most)
    smallest = -_largest(low[second], high[first], least, most)
    return Bounds(pair_differences(averages.value, pairs), smallest, largest)


def _largest(low: FloatArray, high: FloatArray, least: FloatArray, most: FloatArray) -> FloatArray:
    """The largest difference of two numbers, one from `low` on, one up to `high`, by their sum."""
    both = low + high
    largest: FloatArray = high - low - np.abs(both - np.clip(both, least, most))
    return largest


def distances(z: Bounds) -> Bounds:
    """Distances from 0 of numbers between bounds."""
    low, high = np.abs(z.low), np.abs(z.high)
    near = np.where((z.low <= 0) & (z.high >= 0), 0.0, np.minimum(low, high))
    return Bounds(np.abs(z.value), near, np.maximum(low, high))


def normal_pvalue_bounds(z: Bounds) -> Bounds:
    """Two-sided p-values, which fall with the distance of z from 0."""
    far = distances(z)
    value, low, high = (normal_pvalue(x, "two-sided") for x in (far.value, far.high, far.low))
    return Bounds(value, low, high)


def squares_bounds(averages: Bounds, total: float) -> tuple[float, float, float]:
    """Sum of the squared deviations of the averages from their mean: of the value, least, largest.

    The least is that of the averages nearest to each other: all at one level, but for those whose
    bounds do not reach it. The largest is at a corner of the box, but for one average that makes up
    the total; in place of its parabola the chord above it is taken, which makes the bound at most
    a quarter of its squared width too large.
    """
    low, high = averages.low, averages.high
    mean = total / len(low)
    nearest = np.clip(_level(low, high, total), low, high)
    least = float(np.square(nearest - mean).sum())
    below, above = np.square(low - mean), np.square(high - mean)
    left, largest = total - float(low.sum()), float(below.sum())
    for j in np.argsort(-(low + high), kind="stable").tolist():
        width = float(high[j] - low[j])
        share = min(1.0, max(left, 0.0) / width) if width > 0 else 0.0
        largest += share * float(above[j] - below[j])
        left -= share * width
    return float(np.square(averages.value - mean).sum()), least, max(largest, least)


def _level(low: FloatArray, high: FloatArray, total: float) -> float:
    """The level at which numbers, all there or at the bound nearest to it, add to the total."""
    ends = np.unique(np.concatenate([low, high]))
    sums = np.clip(ends[:, None], low, high).sum(axis=1)
    return float(np.interp(total, sums, ends))


def friedman_bounds(averages: Bounds, n: int, spread: float = 1.0) -> tuple[Bounds, Bounds]:
    """Friedman's and Iman and Davenport's statistics and p-values, from average ranks.

    Equations (2) and (3) of Derrac et al. (2011), corrected for ties if these leave less than the
    whole `spread` of the ranks.
    """
    k = len(averages.value)
    squares = squares_bounds(averages, k * (k + 1) / 2)
    most = n * (k - 1.0)
    chi_square = [min(12 * n / (k * (k + 1)) * each / spread, most) for each in squares]
    f = [math.inf if x >= most else (n - 1) * x / (most - x) for x in chi_square]
    same = math.exp(-(n - 1) * math.lgamma(k + 1))  # the chance that all problems rank alike
    tails = [
        same if math.isinf(each) else float(f_sf(each, k - 1, (k - 1) * (n - 1))) for each in f
    ]
    if math.isinf(f[2]) and not math.isinf(f[1]):
        tails[2] = 0.0  # the tail of a statistic that is large without bound
    statistics = np.array([chi_square, f])
    pvalues = np.array([chi_square_sf(chi_square, k - 1), tails])
    return _of_rows(statistics), _falling(pvalues)


def quade_bounds(averages: Bounds, n: int, spread: float = 1.0) -> tuple[Bounds, Bounds]:
    """Quade's statistic and p-value from average ranks.

    Equations (9) to (11) of Derrac et al. (2011): A follows from n and k without ties among ranks
    and ranges, and ties leave the share `spread` of it; B follows from the averages.
    """
    k = len(averages.value)
    squares = squares_bounds(averages, k * (k + 1) / 2)
    a = n * (n + 1) * (2 * n + 1) * k * (k + 1) * (k - 1) / 72 * spread
    b = [n * (n + 1) ** 2 / 4 * each for each in squares]
    f = [math.inf if each >= a else (n - 1) * each / (a - each) for each in b]
    tails = [float(f_sf(each, k - 1, (k - 1) * (n - 1))) for each in f]
    return _of_rows(np.array([f])), _falling(np.array([tails]))


def _of_rows(rows: FloatArray) -> Bounds:
    value, low, high = rows.T
    return Bounds(value, low, high)


def _falling(rows: FloatArray) -> Bounds:
    """Bounds of what falls as its argument rises."""
    value, low, high = rows.T
    return Bounds(value, high, low)
