"""Lower tails of many random sums at once, by inverting tilted characteristic functions.

A sum W takes each of some whole sizes with probability 1/2, independently. For one sum the direct
way (`lower_tail` of pairwise/signed_rank_law.py) is a loop over its sizes. Many sums whose sizes
come from a small set of values are faster by the inversion formula: the logarithms of all their
characteristic functions are one matrix product. The law is first tilted towards the tail that is
wanted, which thereby becomes a large number and keeps its relative accuracy; the computation
itself tells how well (`condition`). docs/paired_law.md has the formulas and the proof.
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray

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
