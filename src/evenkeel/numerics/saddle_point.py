"""Tails of sums with random signs by the saddle-point approximation of Lugannani and Rice.

For S = sum of e_i a_i with e_i = +1 or -1, each with probability 1/2, the cumulant generating
function is K(t) = sum of log cosh(a_i t). With the saddle point t, K'(t) = s, and ::

    r = sqrt(2 (t s - K(t))),   u = t sqrt(K''(t)),   l_j = K^(j)(t) / K''(t)^(j/2)

the tail P(S >= s) is, with Daniels' term of the second order, ::

    Q(r) + f(r) (1/u - 1/r + (l_4/8 - 5 l_3^2/24)/u - l_3/(2 u^2) - 1/u^3 + 1/r^3)

for the normal tail Q and density f. The sums lie on a lattice of some step; s is taken half a step
lower and t replaced by 2 sinh(t step/2) / step in u, the second of Daniels' corrections for
continuity.

References
----------
Lugannani and Rice (1980), Advances in Applied Probability 12:475-490, doi:10.2307/1426607.
Daniels (1987), International Statistical Review 55:37-48, doi:10.2307/1403269.
"""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from evenkeel._types import FloatArray

_STEPS = 200  # of Newton's method; it converges from below, quadratically
_GROUPS = 256  # of neighbouring sizes
_CENTRAL = 0.05  # below this r the formula loses digits, and Edgeworth's is as good


def saddle_point_tails(
    sizes: FloatArray, counts: FloatArray, values: FloatArray, lattice: FloatArray
) -> FloatArray:
    """P(S >= value) of sums of `sizes` with random signs, 0 <= value < sum of sizes.

    Parameters
    ----------
    sizes : ndarray, shape (sums, c) or (c,)
        The absolute values a_i.
    counts : ndarray, shape (sums, c), (c,) or (1,)
        How often each of them is in a sum.
    values : ndarray, shape (sums,)
        The values s, each of them one that the sum can have.
    lattice : ndarray, shape (sums,)
        The step of the values that a sum can have: twice the greatest common divisor of its sizes.
    """
    scale = np.sqrt(_total(counts, np.square(sizes)))  # the standard deviation of the sum
    sizes, step = sizes / scale[:, None], lattice / scale
    x = values / scale - step / 2
    t = _saddle_points(sizes, counts, x)
    hyperbolic = np.tanh(sizes * t[:, None])
    rest = np.square(sizes) * (1 - np.square(hyperbolic))
    second = _total(counts, rest)
    third = -2 * _total(counts, rest * sizes * hyperbolic)
    fourth = _total(counts, rest * np.square(sizes) * (6 * np.square(hyperbolic) - 2))
    l3, l4 = third / second**1.5, fourth / np.square(second)
    cumulant = _total(counts, _log_cosh(sizes * t[:, None]))
    r = np.sqrt(2 * np.maximum(t * x - cumulant, 0.0))
    u = 2 * np.sinh(t * step / 2) / step * np.sqrt(second)
    central = r < _CENTRAL
    r, u = np.where(central, 1.0, r), np.where(central, 1.0, u)
    correction = 1 / u - 1 / r + (l4 / 8 - 5 * np.square(l3) / 24) / u
    correction += 1 / r**3 - 1 / u**3 - l3 / (2 * np.square(u))
    tail = ndtr(-r) + _density(r) * correction
    return np.where(central, _edgeworth(_total(counts, sizes**4), x), tail)


def condensed(ordered: FloatArray, groups: int = _GROUPS) -> tuple[FloatArray, FloatArray]:
    """Few sizes and counts that stand for many `ordered` sizes (sums, n) in a saddle point.

    Neighbours are put together, and two sizes take the place of each group: those of Gauss's
    quadrature, with which sums of sizes, squares and cubes stay what they are. For ranks, with
    n > 1000 and tails above 1e-300, this changes a tail by less than 1e-8 of it.
    """
    n = ordered.shape[-1]
    if n <= 2 * groups:
        return ordered, np.ones(1)
    begins = np.arange(groups) * n // groups
    number = np.diff(begins, append=n)
    mean = np.add.reduceat(ordered, begins, axis=-1) / number
    apart = ordered - np.repeat(mean, number, axis=-1)
    square = np.add.reduceat(np.square(apart), begins, axis=-1) / number
    cube = np.add.reduceat(apart**3, begins, axis=-1) / number
    skew = np.divide(cube, square, out=np.zeros_like(cube), where=square > 0)
    root = np.sqrt(np.square(skew) + 4 * square)
    share = np.divide(root - skew, 2 * root, out=np.full_like(root, 0.5), where=root > 0)
    sizes = np.concatenate([mean + (skew + root) / 2, mean + (skew - root) / 2], axis=-1)
    return sizes, np.concatenate([share * number, (1 - share) * number], axis=-1)


def _total(counts: FloatArray, terms: FloatArray) -> FloatArray:
    """Sums over all sizes, each as often as it counts."""
    total: FloatArray = np.atleast_1d((counts * terms).sum(axis=-1))
    return total


def _saddle_points(sizes: FloatArray, counts: FloatArray, x: FloatArray) -> FloatArray:
    """Solve sum of a tanh(a t) = x by Newton's method; the sum of the squares is 1."""
    t = x.copy()  # the first step from 0
    left = np.arange(len(x))
    for _ in range(_STEPS):
        hyperbolic = np.tanh(sizes * t[left, None])
        slope = _total(counts, np.square(sizes) * (1 - np.square(hyperbolic)))
        change = (x[left] - _total(counts, sizes * hyperbolic)) / slope
        t[left] += change
        moving = np.abs(change) > 1e-12 * np.abs(t[left])
        if not moving.any():
            break
        left = left[moving]
        sizes = sizes[moving] if len(sizes) > 1 else sizes  # all sums may have the same
        counts = counts[moving] if counts.ndim > 1 else counts
    return t


def _edgeworth(fourth_powers: FloatArray, x: FloatArray) -> FloatArray:
    """The same tails near the centre; the variance is 1, the fourth cumulant -2 sum of a^4."""
    tail: FloatArray = ndtr(-x) - _density(x) * fourth_powers / 12 * (x**3 - 3 * x)
    return tail


def _log_cosh(x: FloatArray) -> FloatArray:
    size = np.abs(x)
    log_cosh: FloatArray = size + np.log1p(np.exp(-2 * size)) - np.log(2)
    return log_cosh


def _density(x: FloatArray) -> FloatArray:
    density: FloatArray = np.exp(-np.square(x) / 2) / np.sqrt(2 * np.pi)
    return density
