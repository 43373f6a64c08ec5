"""The studentised range, and Tukey's and Dunnett's statistics with finite df."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.polynomial.chebyshev import chebval
from numpy.typing import ArrayLike
from scipy.special import erfcinv, expm1, log1p, ndtr

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError
from evenkeel.numerics.calculus import chebyshev_nodes, chebyshev_series, solve_increasing

# The range of k independent standard normal variables: the studentised range with infinite df.
#
# It is the law of Nemenyi's test on average ranks: with k algorithms and z of a pair, sqrt(2) |z|
# behaves like that range.
#
# scipy's ``studentized_range`` takes 10 times as long for the 36 pairs of 9 algorithms, and returns
# 0 for probabilities below 1e-16, with six digits left at 1e-10: too few for p-values that are
# adjusted and compared with each other.


_ENDLESS = 100.0  # a range that is exceeded with a probability below the smallest double
_MANY = 4096  # from so many q on a series is cheaper than an integral each
_PIECE, _NODES = 1.0, 24  # length of a piece of the line and terms of its series: 1e-13
_LAST = 50.0  # from here on the probabilities come near the smallest double
_BLOCK_CELLS = 1 << 17  # points of the integrands held at a time: they stay in the cache


def studentised_range_sf(q: ArrayLike, k: int) -> FloatArray:
    """Probability that the range of k independent standard normal variables exceeds q.

    With z for the largest of the k variables, ::

        sf(q) = k int phi(z) Phi(z)^(k-1) [1 - (1 - Phi(z - q) / Phi(z))^(k-1)] dz.

    The bracket is computed without cancellation, by expm1 and log1p, so that the relative error
    stays near 1e-13 down to the smallest doubles. The integrand is smooth and dies out like a
    normal density on both sides, hence the trapezoidal rule converges faster than any power of
    its step. For thousands of q it is interpolated by Chebyshev series.

    Parameters
    ----------
    q : array_like
        Where to evaluate. Any shape; a negative q gives 1.
    k : int
        How many variables, at least 2.

    Returns
    -------
    ndarray
        Of the shape of `q`.

    References
    ----------
    .. [1] J. Demšar, Statistical comparisons of classifiers over multiple data sets, Journal of
       Machine Learning Research 7 (2006) 1-30, Section 3.2.2 and Table 5.
    .. [2] H. O. Hartley, The range in random samples, Biometrika 32 (1942) 334-348,
       doi:10.1093/biomet/32.3-4.334.

    Examples
    --------
    Demšar (2006), Table 5: q / sqrt(2) for alpha = 0.05 is 2.343 with 3 classifiers and 3.102
    with 9.

    >>> from evenkeel.numerics.studentised_range import studentised_range_sf
    >>> float(studentised_range_sf(2.343 * 2**0.5, 3).round(4))
    0.0501
    >>> float(studentised_range_sf(3.102 * 2**0.5, 9).round(4))
    0.05
    """
    _check_k(k)
    values = np.asarray(q, dtype=np.float64)
    if np.isnan(values).any():
        raise InputError("q is nan; give numbers")
    flat = np.clip(values.ravel(), 0.0, _ENDLESS)
    sf = _integrate(flat, k) if flat.size < _MANY else _interpolate(flat, k)
    return np.minimum(sf, 1.0).reshape(values.shape)


def studentised_range_isf(alpha: ArrayLike, k: int) -> FloatArray:
    """Critical value: the q that the range of k standard normal variables exceeds with p = alpha.

    Parameters
    ----------
    alpha : array_like
        Probabilities between 0 and 1. Any shape.
    k : int
        How many variables, at least 2.

    Returns
    -------
    ndarray
        Of the shape of `alpha`. The q_alpha of the critical difference is this over sqrt(2).

    Examples
    --------
    Demšar (2006), Table 5, for 2 to 10 classifiers and alpha = 0.05. Printed are 2.343 for 3 and
    2.949 for 7, from q rounded to three decimals:

    >>> from evenkeel.numerics.studentised_range import studentised_range_isf
    >>> [float((studentised_range_isf(0.05, k) / 2**0.5).round(3)) for k in range(2, 11)]
    [1.96, 2.344, 2.569, 2.728, 2.85, 2.948, 3.031, 3.102, 3.164]
    """
    _check_k(k)
    levels = np.asarray(alpha, dtype=np.float64)
    if not ((levels >= 0) & (levels <= 1)).all():
        outside = levels[~((levels >= 0) & (levels <= 1))].flat[0]
        raise InputError(f"alpha is {outside}; give numbers between 0 and 1")
    flat = levels.ravel()
    # one pair exceeds q with probability erfc(q / 2); the pairs together at most m times that
    low = 2 * erfcinv(flat)
    high = np.minimum(2 * erfcinv(flat / (k * (k - 1) / 2)), _ENDLESS)
    critical = np.where(flat == 0, np.inf, 0.0)
    inner = np.flatnonzero((flat > 0) & (flat < 1))
    target = np.log(flat[inner])

    def excess(q: FloatArray, which: IndexArray) -> FloatArray:
        sf = np.maximum(studentised_range_sf(q, k), np.finfo(np.float64).smallest_subnormal)
        exponent: FloatArray = target[which] - np.log(sf)
        return exponent

    critical[inner] = solve_increasing(excess, low[inner], high[inner], tolerance=1e-15)
    return critical.reshape(levels.shape)


def _interpolate(q: FloatArray, k: int) -> FloatArray:
    """The integral at very many q, by a series for log sf + q^2 / 4 on each piece of the line."""
    sf = np.empty(q.size)
    piece = (q / _PIECE).astype(np.intp)
    order = np.argsort(piece, kind="stable")
    pieces, begins = np.unique(piece[order], return_index=True)
    for start, members in zip(pieces * _PIECE, np.split(order, begins[1:]), strict=True):
        here = q[members]
        if start >= _LAST:
            sf[members] = _integrate(here, k)
        else:
            point = start + (chebyshev_nodes(_NODES) + 1) * (_PIECE / 2)
            series = chebyshev_series(np.log(_integrate(point, k)) + point**2 / 4)
            sf[members] = np.exp(chebval((here - start) * (2 / _PIECE) - 1, series) - here**2 / 4)
    return sf


def _integrate(q: FloatArray, k: int) -> FloatArray:
    """The integral at each q, in blocks of bounded memory."""
    block = max(1, int(_BLOCK_CELLS * _step(k) / 18))
    blocks = [_trapezoids(q[first : first + block], k) for first in range(0, q.size, block)]
    return np.concatenate([np.empty(0), *blocks])


def _trapezoids(q: FloatArray, k: int) -> FloatArray:
    """The trapezoidal rule on the part of the line where the integrand is not negligible.

    For large q the integrand is centred at q / 2 with standard deviation sqrt(1/2); for small q
    it is the density of the largest of k variables.
    """
    low = np.maximum(-7.0, q / 2 - 8)
    high = np.maximum(10.0, q / 2 + 8)
    points = int(np.ceil(18 / _step(k))) + 1
    step = (high - low) / (points - 1)
    z = low + np.arange(points)[:, None] * step
    below = ndtr(z)
    any_pair = -expm1((k - 1) * log1p(-ndtr(z - q) / below))
    density = np.exp((k - 1) * np.log(below) - z * z / 2)
    integral: FloatArray = (density * any_pair).sum(axis=0) * step * (k / np.sqrt(2 * np.pi))
    return integral


def _step(k: int) -> float:
    """A step that gives full double precision: the larger k, the steeper Phi(z)^(k-1)."""
    return float(min(0.4, 0.7 / np.log(k)))


def _check_k(k: int) -> None:
    if k < 2:
        raise InputError(f"a range needs at least 2 variables, not {k}")


# Tails of Tukey's and Dunnett's statistics with finite degrees of freedom.
#
# Both divide by s, the root of an independent chi-square variable over its df degrees of freedom:
# the tail is that for a known error, averaged over the law of s. It is integrated over u = log s,
# where the trapezoidal rule converges faster than any power of its step; nothing is subtracted
# from 1, so that small tails keep their digits.


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
