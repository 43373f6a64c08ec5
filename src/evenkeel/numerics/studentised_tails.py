"""Tails of Tukey's and Dunnett's statistics with finite degrees of freedom.

Both divide by s, the root of an independent chi-square variable over its df degrees of freedom:
the tail is that for a known error, averaged over the law of s. It is integrated over u = log s,
where the trapezoidal rule converges faster than any power of its step; nothing is subtracted
from 1, so that small tails keep their digits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import expm1, log1p, ndtr

from evenkeel._types import FloatArray
from evenkeel.numerics.studentised_range import studentised_range_sf

_Z_STEP = 0.25  # the trapezoidal rule on a normal density is exact to the last digit with it
_LARGEST_Z = 38.5  # beyond it the density is 0 in doubles
_STEPS = 6  # steps of u in one standard deviation of log s


def tukey_sf(q: FloatArray, k: int, df: int) -> FloatArray:
    """Probability that the studentised range of k means exceeds q, df degrees of freedom.

    References
    ----------
    Tukey (1949), doi:10.2307/3001913.
    """
    return _averaged(lambda bound: studentised_range_sf(bound, k), q, df)


def dunnett_sf(t: FloatArray, m: int, df: int) -> FloatArray:
    """Probability that the largest of m |t| against one control exceeds t, df degrees of freedom.

    The control and the m others have equally precise means, so that two t have correlation 1/2.

    References
    ----------
    Dunnett (1955), doi:10.1080/01621459.1955.10501294.
    """
    # On the scale of differences, as for Tukey: |t| > t is |Z_j - Z_0| > sqrt(2) t s.
    return _averaged(lambda bound: _largest_difference_sf(bound, m), np.sqrt(2.0) * t, df)


def _largest_difference_sf(bound: FloatArray, m: int) -> FloatArray:
    """P(max_j |Z_j - Z_0| > bound) for independent standard normal Z_0, ..., Z_m.

    Given Z_0 = z the others are independent: 1 - [1 - Phi(-(z + bound)) - Phi(z - bound)]^m.
    """
    z = np.arange(0.0, _LARGEST_Z, _Z_STEP)  # the integrand is even
    weight = np.exp(-z * z / 2) * (_Z_STEP * np.sqrt(2 / np.pi))
    weight[0] /= 2
    sf = np.empty(bound.size)
    for i, a in enumerate(bound.ravel()):
        outside = ndtr(-(z + a)) + ndtr(z - a)
        # Where both tails meet, rounding may lead beyond 1.
        sf[i] = weight @ -expm1(m * log1p(-np.minimum(outside, 1 - 1e-16)))
    return sf.reshape(bound.shape)


def _averaged(
    known_error: Callable[[FloatArray], FloatArray], statistic: FloatArray, df: int
) -> FloatArray:
    """The mean of known_error(statistic s) over the law of s."""
    flat = np.asarray(statistic, dtype=np.float64).ravel()
    tail = np.array([_mean_over_errors(known_error, float(one), df) for one in flat])
    return np.asarray(np.minimum(tail, 1.0).reshape(np.shape(statistic)))


def _mean_over_errors(
    known_error: Callable[[FloatArray], FloatArray], statistic: float, df: int
) -> float:
    if statistic <= 0:
        return 1.0
    if np.isinf(statistic):
        return 0.0
    # The integrand is at most exp(df u - df s^2 / 2 - (statistic s)^2 / 4) in its far tail, with
    # its summit at s^2 = df / (df + statistic^2 / 2); it ends like exp(df u) on the left.
    spread = 1 / np.sqrt(2.0 * df)
    summit = 0.5 * np.log(df / (df + statistic**2 / 2))
    low = summit - max(40.0 / df, 12 * spread) - 1 / df
    high = np.log1p(12 * spread)
    points = int(np.ceil((high - low) / spread * _STEPS)) + 1
    u = np.linspace(low, high, points)
    # The density of log s is proportional to s^df exp(-df s^2 / 2), and all of it is on the grid.
    density = np.exp(df * (u - expm1(2 * u) / 2))
    return float(density @ known_error(statistic * np.exp(u)) / density.sum())
