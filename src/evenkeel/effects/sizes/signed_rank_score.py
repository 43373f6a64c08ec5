"""The score interval of the rank-biserial correlation, as wide where all differences agree.

The share of the rank sum that speaks for the first, R+ / (n (n + 1) / 2), has for differences with
P(d > 0) = p1, P(d + d' > 0) = p2 and P(d + d' > 0 and d + d'' > 0) = p3 the moments of
Lehmann (1975), Nonparametrics::

    E(R+) = n p1 + n (n - 1) p2 / 2
    V(R+) = n (n - 1) (n - 2) (p3 - p2^2)
            + n (n - 1) / 2 [2 (p1 - p2)^2 + 3 p2 (1 - p2)] + n p1 (1 - p1)

For normal differences of mean s standard deviations all three follow from s. The interval holds
the expected shares from which the observed one is no further than z standard errors, each with
its own variance. So it does not shrink to a point where all differences have one sign, as a
bootstrap does. Other laws vary more: where the variance of the jackknife is larger than that of the
normal law, it is multiplied by their ratio.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import ndtr, ndtri, owens_t

from evenkeel._types import FloatArray, IndexArray
from evenkeel.numerics.bracketing import solve_increasing

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
