"""Intervals of proportions and of means of bounded values."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, ndtri

from evenkeel._types import FloatArray, IndexArray
from evenkeel.numerics.calculus import solve_increasing
from evenkeel.numerics.sums import condensed

# Intervals of proportions.


def clopper_pearson(
    successes: FloatArray, n: int | FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds of a probability from `successes` of n trials; a tie may be half of a success.

    For whole numbers the exact interval of Clopper and Pearson (1934). Between them the beta
    quantiles go on smoothly: a tie varies less than a success or failure, so that the law of the
    binomial is too wide for it.
    """
    tail = (1 - confidence) / 2
    failures = n - successes
    low = betaincinv(np.maximum(successes, 0.5), failures + 1, tail)
    high = betaincinv(successes + 1, np.maximum(failures, 0.5), 1 - tail)
    return np.where(successes > 0, low, 0.0), np.where(failures > 0, high, 1.0)


def wilson_interval(
    totals: ArrayLike, repetitions: ArrayLike, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Wilson's score interval of proportions, from counts out of `repetitions`.

    It holds every p that differs from the measured share by at most z standard errors
    sqrt(p (1 - p) / repetitions), z being the normal quantile. Of all variables between 0 and 1
    with mean p the one that is only ever 0 or 1 has the largest variance, p (1 - p); so for the
    mean of other numbers between 0 and 1 the interval is rather too wide than too narrow.

    Parameters
    ----------
    totals : array_like
        Counts, or sums of numbers between 0 and 1.
    repetitions : array_like
        Out of how many.
    confidence : float
        Confidence, such as 0.95.

    Returns
    -------
    low, high : ndarray
        Of the shape of `totals`.

    References
    ----------
    Wilson (1927), doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> low, high = wilson_interval([0, 50, 1000], 1000, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.0381, 0.9962], [0.0038, 0.0653, 1.0])
    """
    total, repetitions = (np.asarray(each, dtype=np.float64) for each in (totals, repetitions))
    z2 = float(ndtri((1 - confidence) / 2)) ** 2
    centre = total + z2 / 2
    margin = np.sqrt(z2 * (total * (repetitions - total) / repetitions + z2 / 4))
    low = np.where(total <= 0, 0.0, (centre - margin) / (repetitions + z2))
    high = np.where(total >= repetitions, 1.0, (centre + margin) / (repetitions + z2))
    return low, high


def normal_interval(
    totals: ArrayLike, repetitions: ArrayLike, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """The share with z of its estimated standard errors on either side: p +- z sqrt(p (1 - p) / n).

    It leaves the range from 0 to 1 and is too narrow where the share is near its ends; at the ends
    it is a point.

    Examples
    --------
    >>> low, high = normal_interval([0, 50], 1000, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.0365], [0.0, 0.0635])
    """
    total, size = (np.asarray(each, dtype=np.float64) for each in (totals, repetitions))
    share = total / size
    half = -ndtri((1 - confidence) / 2) * np.sqrt(share * (1 - share) / size)
    return share - half, share + half


# Intervals of means of values that cannot leave a range, honest where nothing varies.
#
# Student's interval, the jackknife and the bootstrap know nothing of what was not seen: of ten
# equal values they say that there are no others. Gaffke (2005) adds one value at the end of the
# range and takes the quantile of the mean with random weights, flat Dirichlet ones, as the bound.
# Of zeros and ones that is the exact interval of Clopper and Pearson; of many values that vary it
# comes near to the normal one. That it holds for every law on the range is a conjecture, tried on
# many laws by Learned-Miller and Thomas (2019); docs/calibration.md has what was measured here.
#
# The mean of the values z with Dirichlet weights is at most c where the sum of (z - c) E is at most
# 0, with independent exponential E. The tail of that sum comes from its saddle point, where the
# weights are 1 / (1 - u + u z) for a u between 0 and 1; c is their mean of the values.


_LEAST = 1e-3  # of u: nearer to 0 digits are lost, and no tail is wanted
_MOST = 1 - 1e-12
_GROUPS = 32  # of neighbouring values that stand for many; changes a bound by less than 1e-6
_CELLS = 1 << 21  # values that are worked on at a time


def bounded_mean_interval(
    values: FloatArray, low: FloatArray | float, high: FloatArray | float, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds (m,) of the means of values (m, n) that lie between `low` and `high`, (m,) or one.

    Examples
    --------
    Ten wins of ten, as Clopper and Pearson's interval has it, 0.025^(1/10):

    >>> lower, upper = bounded_mean_interval(np.ones((1, 10)), 0.0, 1.0, 0.95)
    >>> round(float(lower[0]), 2), float(upper[0])
    (0.69, 1.0)
    """
    tail = (1 - confidence) / 2
    mean = values.mean(axis=1)
    below, above = (np.broadcast_to(end, mean.shape) for end in (low, high))
    lower = below + _least_means(values - below[:, None], tail)
    upper = above - _least_means(above[:, None] - values, tail)
    return np.minimum(lower, mean), np.maximum(upper, mean)


def _least_means(distances: FloatArray, tail: float) -> FloatArray:
    """Lower bounds of the means of distances (m, n) from 0, the end of their range."""
    step = max(1, _CELLS // distances.shape[1])
    parts = [_of_some(distances[at : at + step], tail) for at in range(0, len(distances), step)]
    return np.concatenate(parts)


def _of_some(distances: FloatArray, tail: float) -> FloatArray:
    m = len(distances)
    largest = np.maximum(distances.max(axis=1), 0.0)
    scaled = np.maximum(distances, 0.0) / np.where(largest > 0, largest, 1.0)[:, None]
    sizes, counts = condensed(np.sort(scaled, axis=1), _GROUPS)
    z = np.concatenate([np.zeros((m, 1)), sizes], axis=1)
    often = np.concatenate([np.ones((m, 1)), np.broadcast_to(counts, sizes.shape)], axis=1)
    wanted = -float(ndtri(tail))

    def weighted(u: FloatArray, which: IndexArray) -> tuple[FloatArray, FloatArray]:
        below = 1 - u[:, None] + u[:, None] * z[which]
        weights = often[which] / below
        return below, (weights * z[which]).sum(axis=1) / weights.sum(axis=1)

    def beyond(u: FloatArray, which: IndexArray) -> FloatArray:
        below, mean = weighted(u, which)
        logarithms = np.log(below / (1 - u + u * mean)[:, None])
        r = np.sqrt(2 * np.maximum((often[which] * logarithms).sum(axis=1), 1e-300))
        squares = np.square((z[which] - mean[:, None]) / below)
        s = u * np.sqrt((often[which] * squares).sum(axis=1))
        ratio = np.divide(s, r, out=np.ones_like(r), where=s > 0)
        found: FloatArray = r + np.log(ratio) / r - wanted  # Barndorff-Nielsen's form
        return found

    u = solve_increasing(beyond, np.full(m, _LEAST), np.full(m, _MOST), tolerance=1e-10)
    least: FloatArray = np.where(largest > 0, weighted(u, np.arange(m))[1] * largest, 0.0)
    return least
