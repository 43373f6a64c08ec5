"""P-values of rank differences that do not depend on what the other algorithms do.

If two algorithms are exchangeable within each problem given the results of the others, then, given
the ranks, the differences d_i of their ranks change sign independently with probability 1/2. That
holds for Friedman ranks, for aligned ranks and for Quade's: exchanging two results of a problem
exchanges their ranks and leaves those of the others, the problem's mean and its range as they are.
So the sum of the d_i is compared with the law of S, the sum of e_i |d_i| with e_i = +1 or -1. The
law that `posthoc_statistics` uses supposes that all k algorithms are alike, and takes its spread
from all of them. docs/paired_law.md has the proofs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.errors import choice
from evenkeel.numerics.inversion import inverted_tails
from evenkeel.numerics.progress import steps
from evenkeel.numerics.saddle_point import saddle_point_tails
from evenkeel.numerics.tails import ALTERNATIVES, Alternative
from evenkeel.pairwise.signed_rank_law import lower_tails
from evenkeel.ranks.kernels import whole_scores

Differences = NDArray[np.int32]

#: How a p-value was computed.
PairedMethod = Literal["exact", "saddle-point"]

#: A law is computed exactly if it takes no more than about so many additions.
EXACT_WORK = 1 << 22

_FEW_VALUES = 64  # that the differences of a pair may have so that all pairs are done at once
_BLOCK_CELLS = 1 << 22  # differences held at a time
_SADDLE_CELLS = 1 << 19
_COUNT_CELLS = 1 << 13
_ILL_CONDITIONED = 250.0  # up to here the relative error stays below 1e-12


@dataclass(frozen=True, eq=False)
class PairedPvalues:
    """P-values of pairs, `pvalue` (..., m), and which of them are `exact` (..., m)."""

    pvalue: FloatArray
    exact: BoolArray

    @property
    def methods(self) -> tuple[PairedMethod, ...]:
        """The methods that were used, ``"exact"`` first."""
        used = (("exact", self.exact.any()), ("saddle-point", not self.exact.all()))
        return cast(tuple[PairedMethod, ...], tuple(name for name, occurs in used if occurs))


def paired_pvalues(
    ranks: FloatArray,
    pairs: IndexArray,
    alternative: Alternative = "two-sided",
    absent: BoolArray | None = None,
) -> PairedPvalues:
    """P-values of pairs of algorithms by the law of their own rank differences.

    H0 of a pair: its two algorithms are exchangeable within each problem given the others. With
    d_i the rank of the second on problem i less that of the first, D their sum and S the sum of
    e_i |d_i| with independent signs e_i, p is ::

        two-sided: P(|S| >= |D|),   better: P(S >= D),   worse: P(S <= D),

    the last two in terms of the first algorithm. Ties and zeros are part of the law; if every d_i
    is 0, p is 1. With n differences that are not 0, no two-sided p is below 2^(1 - n).

    P is exact, with a relative error below 1e-12 far in the tails too, unless that takes too long:
    unless the smaller one of the sums of the positive and of the negative differences, on the
    lattice of the ranks, exceeds `EXACT_WORK` / 16 over the number of differences, and also
    `EXACT_WORK` over the largest of them, or that one 64. Friedman ranks of 10,000 problems by 40
    algorithms and aligned ranks of 40 by 20 are within it. Beyond it p is the saddle-point
    approximation, whose relative error there is at most 3e-4 and mostly 1e-5. Which of the two is
    taken, as p itself, depends on the pair's own differences.

    Parameters
    ----------
    ranks : ndarray, shape (..., n, k)
        Ranks by any of the three rankings, such as `Ranks.ranks`.
    pairs : ndarray of int, shape (m, 2)
        Positions of the two algorithms of each pair, such as `Family.pairs`.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm of a pair.
    absent : ndarray of bool, shape (..., n, k), optional
        Which results are missing, whatever their ranks: a pair is compared on the problems that
        both algorithms have.

    Returns
    -------
    PairedPvalues
        In the order of `pairs`; not adjusted for their number.

    References
    ----------
    Benavoli, Corani and Mangili (2016), Journal of Machine Learning Research 17(5):1-10, for the
    objection to laws that depend on the other algorithms. Streitberg and Roehmel (1986),
    Statistical Software Newsletter 12:10-17, for the exact law of a sum with random signs.

    Examples
    --------
    Four problems, on which the first of three algorithms is always the best. The differences to
    the second are 1, 1, 1 and 2, and two of the sixteen patterns of signs add up to 5 or -5:

    >>> import numpy as np
    >>> from evenkeel.hypotheses.paired_law import paired_pvalues
    >>> ranks = np.array([[1.0, 2, 3], [1, 2, 3], [1, 2, 3], [1, 3, 2]])
    >>> paired_pvalues(ranks, np.array([[0, 1], [1, 2]])).pvalue.tolist()
    [0.125, 0.625]
    """
    choice(alternative, ALTERNATIVES, "alternative")
    *leading, n, k = ranks.shape
    scores, _ = whole_scores(ranks.reshape(-1, n, k))
    # 32 bits suffice for a rank; large arrays of fresh memory are what takes the time here
    columns = np.ascontiguousarray(np.swapaxes(scores, 1, 2), dtype=np.int32)
    gone = None if absent is None else np.swapaxes(absent.reshape(-1, n, k), 1, 2)
    size = len(columns) * len(pairs)
    pvalue, exact = np.empty(size), np.empty(size, dtype=bool)
    step = max(1, _BLOCK_CELLS // n)
    starts = range(0, size, step)
    for start in steps(starts, "pairs", len(starts)):
        block = slice(start, start + step)
        table, pair = np.divmod(np.arange(size)[block], len(pairs))
        first, second = pairs[pair].T
        differences = columns[table, second] - columns[table, first]
        if gone is not None:  # a difference of 0 has no part in the law
            differences[gone[table, second] | gone[table, first]] = 0
        pvalue[block], exact[block] = _pvalues(differences, alternative)
    shape = (*leading, len(pairs))
    return PairedPvalues(pvalue.reshape(shape), exact.reshape(shape))


def _pvalues(differences: Differences, alternative: Alternative) -> tuple[FloatArray, BoolArray]:
    """P-values of rows of whole differences, and which are exact."""
    observed, sizes = differences.sum(axis=1, dtype=np.int64), np.abs(differences)
    if alternative == "two-sided":
        tail, exact = _upper_tails(sizes, np.abs(observed))
        return np.minimum(2 * tail, 1.0), exact
    value = observed if alternative == "better" else -observed
    # P(S >= v) = 1 - P(S >= 1 - v), which is used where it is at least 1/2
    tail, exact = _upper_tails(sizes, np.where(value > 0, value, 1 - value))
    return np.where(value > 0, tail, 1 - tail), exact


def _upper_tails(sizes: Differences, values: IntArray) -> tuple[FloatArray, BoolArray]:
    """P(S >= value) for values >= 0: of W, the sum of the parts with e = -1, P(W <= limit)."""
    limits = (sizes.sum(axis=1, dtype=np.int64) - values) // 2
    tail, exact = np.zeros(len(sizes)), np.ones(len(sizes), dtype=bool)
    possible = limits >= 0
    exact[possible] = _feasible(sizes[possible], limits[possible])
    rows = np.flatnonzero(possible & exact)
    tail[rows] = _exact_tails(sizes[rows], limits[rows])
    rows = np.flatnonzero(possible & ~exact)
    step = max(1, _SADDLE_CELLS // sizes.shape[1])
    for first in range(0, rows.size, step):
        block = rows[first : first + step]
        tail[block] = _approximate_tails(sizes[block], limits[block])
    return tail, exact


def _feasible(sizes: Differences, limits: IntArray) -> BoolArray:
    """Whether the exact law takes no more than `EXACT_WORK`, on each row's own lattice."""
    number, largest = np.count_nonzero(sizes, axis=1), sizes.max(axis=1)
    feasible = _within_work(number, largest, limits)
    others = np.flatnonzero(~feasible)
    if others.size:
        unit = np.gcd.reduce(sizes[others], axis=1)
        feasible[others] = _within_work(
            number[others], largest[others] // unit, limits[others] // unit
        )
    return feasible


def _within_work(number: IntArray, largest: IntArray, limits: IntArray) -> BoolArray:
    """By adding up the differences one by one, or by inversion over their few values."""
    inverted = (largest <= _FEW_VALUES) & (largest * (limits + 1) <= EXACT_WORK)
    feasible: BoolArray = inverted | (number * (limits + 1) <= EXACT_WORK >> 4)
    return feasible


def _exact_tails(sizes: Differences, limits: IntArray) -> FloatArray:
    """P(W <= limit) of every row: all at once by inversion if that is less work, else directly."""
    tail = np.empty(len(sizes))
    direct = np.ones(len(sizes), dtype=bool)
    if sizes.any() and _inversion_pays(sizes):
        counts, values = _count_values(sizes)
        tail, condition = inverted_tails(counts, values, limits)
        direct = ~(condition < _ILL_CONDITIONED)
        ill = np.flatnonzero(direct)
        if ill.size:
            again = inverted_tails(counts[ill], values, limits[ill], mismatch=0.0)
            tail[ill], direct[ill] = again[0], ~(again[1] < _ILL_CONDITIONED)
    if direct.any():
        own, limit = sizes[direct], limits[direct]
        unit = np.maximum(np.gcd.reduce(own, axis=1), 1)
        tail[direct] = lower_tails(own // unit[:, None], limit // unit)
    return tail


def _count_values(sizes: Differences) -> tuple[FloatArray, IntArray]:
    """How often each value from 1 on is in each row, and these values; in blocks, for memory."""
    width = int(sizes.max()) + 1
    counts = np.empty((len(sizes), width))
    step = max(1, _COUNT_CELLS // sizes.shape[1])
    for first in range(0, len(sizes), step):
        block = sizes[first : first + step]
        cells = np.arange(len(block))[:, None] * width + block
        flat = np.bincount(cells.ravel(), minlength=len(block) * width)
        counts[first : first + step] = flat.reshape(-1, width)
    values = 1 + np.flatnonzero(counts[:, 1:].any(axis=0))
    return counts[:, values], values


def _inversion_pays(sizes: Differences) -> bool:
    """Whether inverting is quicker than adding up directly, by times measured once (in ns)."""
    rows, n = sizes.shape
    values, lattice = int(sizes.max()), float(sizes.sum()) / rows
    inversion = 3e5 + lattice * values * (100 + rows / 4) + 20 * rows * lattice
    steps = min(values, rows) * (1 + rows * lattice / 3e6)
    return bool(inversion < n * (12_000 * steps + rows * lattice))


def _approximate_tails(sizes: Differences, limits: IntArray) -> FloatArray:
    unit = np.gcd.reduce(sizes, axis=1)
    values = sizes.sum(axis=1, dtype=np.int64) - 2.0 * unit * (limits // unit)
    if sizes.max() < sizes.shape[1]:
        counts, distinct = _count_values(sizes)
        return saddle_point_tails(distinct.astype(np.float64), counts, values, 2.0 * unit)
    return saddle_point_tails(sizes.astype(np.float64), np.ones(1), values, 2.0 * unit)
