"""Tails of the normal, t and F distributions, central and noncentral."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeVar

import numpy as np
from scipy.special import betainc, chdtrc, chdtri, gammaln, ndtr, ndtri, stdtr

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.numerics.calculus import solve_increasing

# Tails of the normal, t and F distributions as p-values.


#: In terms of the first algorithm: it differs from, is better than, or is worse than the second.
Alternative = Literal["two-sided", "better", "worse"]
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "better", "worse")

_OF_VALUES = {"greater": "higher", "larger": "higher", "less": "lower", "smaller": "lower"}

Number = TypeVar("Number", float, FloatArray)


def check_alternative(alternative: str) -> None:
    """Raise unless it is one of the alternatives; what scipy calls one is answered."""
    if alternative in _OF_VALUES:
        raise InputError(
            Message(
                f"alternative is {alternative!r}, which speaks of values; whether the first is "
                "better is ",
                Option("alternative", "better"),
                ", with ",
                Option("better", _OF_VALUES[alternative]),
            )
        )
    choice(alternative, ALTERNATIVES, "alternative")


def normal_pvalue(z: Number, alternative: Alternative) -> Number:
    """P-value of a z that is large when the first algorithm is good."""
    if alternative == "two-sided":
        pvalue: Number = 2 * ndtr(-np.abs(z))
    else:
        pvalue = ndtr(-z if alternative == "better" else z)
    return pvalue


def by_alternative(tails: FloatArray, alternative: Alternative) -> FloatArray:
    """P-values from the two tails (2, m): that the first does as well by chance, or as badly."""
    if alternative == "two-sided":
        tails = np.minimum(1.0, 2 * tails.min(axis=0, keepdims=True))
    chosen: FloatArray = tails[-1 if alternative == "worse" else 0]
    return chosen


def t_pvalue(statistic: FloatArray | float, df: FloatArray | float) -> FloatArray:
    """Two-sided p-value of t with df degrees of freedom; 1 for t = 0 whatever the degrees."""
    t = np.asarray(statistic)
    return np.where(t == 0, 1.0, 2 * stdtr(df, -np.abs(t)))


def f_sf(
    statistic: FloatArray | float, df_between: FloatArray | float, df_within: FloatArray | float
) -> FloatArray:
    """Probability that an F variable exceeds `statistic`, by the incomplete beta function."""
    with np.errstate(invalid="ignore"):
        # 0 for an infinite statistic
        share = df_within / (df_within + df_between * np.asarray(statistic))
    return np.asarray(betainc(df_within / 2, df_between / 2, share), dtype=np.float64)


# Student's noncentral law: its distribution function, and the noncentralities that fit a t.
#
# T = (Z + c) / S with Z standard normal and df S^2 chi-square. The probability of T <= t is the
# mean of Phi(t S - c) over S, or, for t > 0, that of S >= (Z + c) / t over Z. Each is a smooth
# integrand where the other is steep, so that one of them serves any t, c and df.


_ORDER = 200  # of the rule of Gauss and Legendre
_STEEP = 4.0  # t over the relative spread of S beyond which Phi(t S - c) is steep
_REACH = 9.0  # of a normal variable: beyond, its probability is 1e-19


def noncentral_t_cdf(t: FloatArray, df: int, noncentrality: FloatArray) -> FloatArray:
    """P(T <= t) of noncentral t with `df` degrees of freedom, elementwise.

    Examples
    --------
    The central law at the 97.5% quantile of 9 degrees of freedom:

    >>> noncentral_t_cdf(np.array([2.262157163]), 9, np.array([0.0])).round(9).tolist()
    [0.975]
    """
    turned = t < 0  # P(T <= t | c) = 1 - P(T <= -t | -c)
    size, shift = np.abs(t), np.where(turned, -noncentrality, noncentrality)
    steep = size > _STEEP * np.sqrt(2 * df)
    below = np.empty_like(size)
    for chosen, integral in ((steep, _over_normal), (~steep, _over_chi)):
        below[chosen] = integral(size[chosen], df, shift[chosen])
    return np.where(turned, 1 - below, below)


@cache
def _rule() -> tuple[FloatArray, FloatArray]:
    """Nodes and weights, which take longer to find than all else here to be imported."""
    nodes, weights = np.polynomial.legendre.leggauss(_ORDER)
    return nodes, weights


def _over_chi(t: FloatArray, df: int, shift: FloatArray) -> FloatArray:
    """The mean of Phi(t S - c) over S."""
    low, high = np.sqrt(chdtri(df, np.array([1.0 - 1e-16, 1e-18])) / df)
    middle, half = (high + low) / 2, (high - low) / 2
    nodes, rule = _rule()
    s = middle + half * nodes
    log_density = (
        np.log(2) + df / 2 * np.log(df / 2) - gammaln(df / 2) + (df - 1) * np.log(s) - df * s**2 / 2
    )
    weights = half * rule * np.exp(log_density)
    mean: FloatArray = ndtr(t[..., None] * s - shift[..., None]) @ weights
    return np.clip(mean, 0.0, 1.0)


def _over_normal(t: FloatArray, df: int, shift: FloatArray) -> FloatArray:
    """P(Z <= -c), where T is negative, and the mean of P(S >= (Z + c) / t) over greater Z."""
    low = np.clip(-shift, -_REACH, _REACH)[..., None]
    half = (_REACH - low) / 2
    nodes, rule = _rule()
    z = low + half * (1 + nodes)
    above = chdtrc(df, df * np.square((z + shift[..., None]) / t[..., None]))
    density = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    part = (half * rule * density * np.where(z + shift[..., None] > 0, above, 1.0)).sum(axis=-1)
    below: FloatArray = ndtr(-shift) + part
    return np.clip(below, 0.0, 1.0)


def noncentralities(t: FloatArray, df: int, confidence: float) -> tuple[FloatArray, FloatArray]:
    """Bounds of the noncentrality that finite t (m,) leave open at the level.

    The lower one has T >= t with the probability (1 - confidence) / 2, the upper one T <= t.
    """
    tail = (1 - confidence) / 2
    # T lies between (c - 9) / S and (c + 9) / S, and S between these:
    least, most = np.sqrt(chdtri(df, np.array([1 - tail / 100, tail / 100])) / df)
    ends = np.stack([t * least, t * most])
    low, high = ends.min(axis=0) - _REACH, ends.max(axis=0) + _REACH
    width = high - low

    def bound(below: float) -> FloatArray:
        def excess(distance: FloatArray, which: IndexArray) -> FloatArray:
            found = noncentral_t_cdf(t[which], df, low[which] + distance)
            # as normal quantiles, which are almost straight in the noncentrality
            straight: FloatArray = ndtri(below) - ndtri(np.clip(found, 1e-300, 1 - 1e-16))
            return straight

        distance = solve_increasing(excess, np.zeros_like(width), width, tolerance=1e-12)
        found: FloatArray = low + distance
        return found

    return bound(1 - tail), bound(tail)
