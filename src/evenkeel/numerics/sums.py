"""Tails of sums: saddle points, and tilted characteristic functions inverted."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from evenkeel._types import BoolArray, FloatArray, IntArray

# Tails of sums with random signs by the saddle-point approximation of Lugannani and Rice.
#
# For S = sum of e_i a_i with e_i = +1 or -1, each with probability 1/2, the cumulant generating
# function is K(t) = sum of log cosh(a_i t). With the saddle point t, K'(t) = s, and ::
#
#     r = sqrt(2 (t s - K(t))),   u = t sqrt(K''(t)),   l_j = K^(j)(t) / K''(t)^(j/2)
#
# the tail P(S >= s) is, with Daniels' term of the second order, ::
#
#     Q(r) + f(r) (1/u - 1/r + (l_4/8 - 5 l_3^2/24)/u - l_3/(2 u^2) - 1/u^3 + 1/r^3)
#
# for the normal tail Q and density f. The sums lie on a lattice of some step; s is taken half a
# step lower and t replaced by 2 sinh(t step/2) / step in u, the second of Daniels' corrections for
# continuity.
#
# References
# ----------
# Lugannani and Rice (1980), Advances in Applied Probability 12:475-490, doi:10.2307/1426607.
# Daniels (1987), International Statistical Review 55:37-48, doi:10.2307/1403269.


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
    return np.where(central, _edgeworth(_total(counts, np.square(np.square(sizes))), x), tail)


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
    squares = np.square(apart)
    square = np.add.reduceat(squares, begins, axis=-1) / number
    cube = np.add.reduceat(squares * apart, begins, axis=-1) / number
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


# Lower tails of many random sums at once, by inverting tilted characteristic functions.
#
# A sum W takes each of some whole sizes with probability 1/2, independently. For one sum the direct
# way (`lower_tail` of pairwise/signed_rank_law.py) is a loop over its sizes. Many sums whose sizes
# come from a small set of values are faster by the inversion formula: the logarithms of all their
# characteristic functions are one matrix product. The law is first tilted towards the tail that is
# wanted, which thereby becomes a large number and keeps its relative accuracy; the computation
# itself says how well (`condition`). docs/paired_law.md has the formulas and the proof.


_TILTS = 64  # tilts to choose from
_MISMATCH = 5.0  # of a tilt that many sums share
_NEGLIGIBLE = -32.0  # logarithm of a term that a mean of terms of size 1 does not feel
_VANISHING = 45.0  # exp(-45) of a tail is nothing, even if the tail is a 1000th of its bound
_UNDERFLOW = -746.0  # logarithm of what is 0 in a double
_BLOCK = 64  # sums worked on at a time: few share the frequencies that are not negligible


def inverted_tails(
    counts: FloatArray, values: IntArray, limits: IntArray, mismatch: float = _MISMATCH
) -> tuple[FloatArray, FloatArray]:
    """P(W <= limit) of many sums, and how well conditioned each is.

    Parameters
    ----------
    counts : ndarray, shape (sums, number of values)
        How often each value is among the sizes of a sum.
    values : ndarray of int
        The values, positive.
    limits : ndarray of int, shape (sums,)
        From 0 to half the total of the sum's sizes.
    mismatch : float
        What a tilt may lose in the exponent, so that many sums can share it; with 0 each has its
        own.

    Returns
    -------
    tail, condition : ndarray, shape (sums,)
        The relative error of a tail is its condition times a few units in the last place. A tail
        whose bound is less than the least double is 0.
    """
    tail, condition = np.zeros(len(counts)), np.ones(len(counts))
    tilts, exponents = _exponents(counts, values, limits)
    within = exponents <= exponents.min(axis=1, keepdims=True) + mismatch
    totals = counts @ values
    left = np.flatnonzero(exponents.min(axis=1) > _UNDERFLOW)
    while left.size:
        best = int(within[left].sum(axis=0).argmax())
        served = within[left, best]
        members, left = left[served], left[~served]
        tilt, exponent = float(tilts[best]), exponents[members, best]
        period = _period(totals[members], limits[members], tilt, exponent)
        terms = _Terms(values, tilt, period)
        blocks = np.split(members, range(_BLOCK, members.size, _BLOCK))
        wanted = [terms.not_negligible(counts[block]) for block in blocks]
        terms.tabulate(np.logical_or.reduce(wanted))
        for block, own in zip(blocks, wanted, strict=True):
            tail[block], condition[block] = terms.mean(counts[block], limits[block], own)
        around = np.exp(-tilt * period) / -np.expm1(-tilt * period)
        tail[members] = tail[members] * np.exp(exponent) - around
    return tail, condition


def _exponents(
    counts: FloatArray, values: IntArray, limits: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Tilts h, and log E exp(h (limit - W)) of each sum (rows), which bounds log P(W <= limit)."""
    deviation = np.sqrt(counts @ np.square(values)).max() / 2
    highest = 8 + np.log(counts.sum(axis=1).max())
    tilts = np.geomspace(2 / deviation, highest, _TILTS)
    shares = np.log1p(np.exp(-np.multiply.outer(values, tilts))) - np.log(2)
    exponents = counts @ shares
    exponents += np.multiply.outer(limits, tilts)
    return tilts, exponents


def _period(totals: FloatArray, limits: IntArray, tilt: float, exponents: FloatArray) -> int:
    """An odd period above the limits that keeps what comes round from beyond it known or nothing.

    With a period above the total it is 1 / (exp(tilt period) - 1), and it is never more.
    """
    nothing = np.maximum(limits + 1, (_VANISHING - exponents) / tilt)
    return int(np.minimum(totals + 1, nothing).max()) | 1


class _Terms:
    """The terms phi(f) exp(-i f limit) / (1 - exp(-tilt + i f)) of sums that share a tilt.

    phi is the tilted characteristic function of a sum, the product of 1 - q + q exp(i f value)
    over its sizes, q being the probability exp(-tilt value) / (1 + exp(-tilt value)). The
    frequencies are f = 2 pi number / period; f and -f have the same real part.
    """

    def __init__(self, values: IntArray, tilt: float, period: int) -> None:
        self.values, self.tilt, self.period = values, tilt, period
        self.frequencies = 2 * np.pi / period * np.arange(period // 2 + 1)
        factors = -1 / np.expm1(-tilt + 1j * self.frequencies)
        self.phases = np.angle(factors)
        self.log_weights = np.log(np.abs(factors))
        self.log_weights[1:] += np.log(2)
        self.steps = np.multiply.outer(values, np.arange(period // 2 + 1)) % period
        self.screen = self._log_moduli(self.steps, np.float32)

    def not_negligible(self, counts: FloatArray) -> BoolArray:
        """At which frequencies any of the sums has a term that counts."""
        rough = counts.astype(np.float32) @ self.screen
        rough += self.log_weights.astype(np.float32)
        wanted: BoolArray = rough.max(axis=0) > _NEGLIGIBLE
        return wanted

    def tabulate(self, wanted: BoolArray) -> None:
        """Prepare for some frequencies."""
        self.place = np.cumsum(wanted) - 1
        steps = self.steps[:, wanted]
        self.log_moduli = self._log_moduli(steps, np.float64)
        turn = 2 * np.pi / self.period * np.arange(self.period)
        odds = np.exp(-self.tilt * self.values)[:, None]
        self.arguments = np.arctan2(odds * np.sin(turn)[steps], 1 + odds * np.cos(turn)[steps])

    def mean(
        self, counts: FloatArray, limits: IntArray, wanted: BoolArray
    ) -> tuple[FloatArray, FloatArray]:
        """The mean over all frequencies, and that of the absolute values in terms of it."""
        place = self.place[wanted]
        log_sizes = counts @ self.log_moduli[:, place]
        log_sizes += self.log_weights[wanted]
        count = log_sizes > _NEGLIGIBLE
        sizes = np.exp(log_sizes, out=np.zeros_like(log_sizes), where=count)
        terms = counts @ self.arguments[:, place]
        terms += self.phases[wanted]
        terms -= np.multiply.outer(limits, self.frequencies[wanted])
        np.cos(terms, out=terms, where=count)
        terms *= sizes
        total = terms.sum(axis=1)
        return total / self.period, sizes.sum(axis=1) / total

    def _log_moduli(self, steps: IntArray, precision: type) -> FloatArray:
        # |1 - q + q exp(ia)|^2 = 1 - 4 q (1 - q) sin(a / 2)^2
        squares = np.square(np.sin(np.pi / self.period * np.arange(self.period))).astype(precision)
        spread = np.square(1 / np.cosh(self.tilt / 2 * self.values)).astype(precision)
        log_moduli: FloatArray = squares[steps]
        log_moduli *= -spread[:, None]
        np.log1p(log_moduli, out=log_moduli)
        log_moduli /= 2
        return log_moduli
