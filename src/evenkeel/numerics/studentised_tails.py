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


def dunnett_sf(t: FloatArray, loads: FloatArray, df: int) -> FloatArray:
    """Probability that the largest of m |t| against one control exceeds t, df degrees of freedom.

    `loads` (m,) says how much each t shares with the control: t_i and t_j have the correlation
    l_i l_j. With n_0 runs of the control and n_j of another, l_j = sqrt(n_j / (n_0 + n_j)).

    References
    ----------
    Dunnett (1955), doi:10.1080/01621459.1955.10501294.
    """
    # On the scale of differences, as for Tukey, whose far tail the grid of u is made for.
    root = np.sqrt(2.0)
    return _averaged(lambda bound: _largest_difference_sf(bound / root, loads), root * t, df)


def equal_loads(m: int) -> FloatArray:
    """The loads of m means that are as precise as that of the control: correlation 1/2."""
    return np.full(m, np.sqrt(0.5))


def _largest_difference_sf(bound: FloatArray, loads: FloatArray) -> FloatArray:
    """P(max_j |r_j Z_j - l_j Z_0| > bound), independent standard normal Z, r_j^2 + l_j^2 = 1.

    Given Z_0 = z the others are independent, each outside of the bound with the probability
    Phi(-(l_j z + bound) / r_j) + Phi((l_j z - bound) / r_j).
    """
    alike, times = np.unique(loads, return_counts=True)
    load, rest = alike[:, None], np.sqrt(1 - np.square(alike))[:, None]
    step = _Z_STEP * min(1.0, float((rest / load).min()))  # a steep factor needs a finer grid
    z = np.arange(0.0, _LARGEST_Z, step)  # the integrand is even
    weight = np.exp(-z * z / 2) * (step * np.sqrt(2 / np.pi))
    weight[0] /= 2
    sf = np.empty(bound.size)
    for i, a in enumerate(bound.ravel()):
        outside = ndtr(-(load * z + a) / rest) + ndtr((load * z - a) / rest)
        # Where both tails meet, rounding may lead beyond 1.
        sf[i] = weight @ -expm1(times @ log1p(-np.minimum(outside, 1 - 1e-16)))
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
