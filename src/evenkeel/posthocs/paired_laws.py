"""Laws of a pair's own differences: paired ranks, Wilcoxon's and the sign test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.numerics.progress import steps
from evenkeel.numerics.sums import inverted_tails, saddle_point_tails
from evenkeel.numerics.tails import Alternative, check_alternative
from evenkeel.pairwise._wilcoxon_all import compare_columns, compare_common
from evenkeel.pairwise.signed_rank_law import lower_tails
from evenkeel.pairwise.signed_ranks import Options, pvalues, z_scores
from evenkeel.posthocs.laws import EQUAL_WINS, EXCHANGEABLE, LAWS, SYMMETRIC, Law, Raw
from evenkeel.posthocs.pooled_laws import over_problems, pair_differences, standardised
from evenkeel.ranks.kernels import whole_scores
from evenkeel.ranks.registry import Tables
from evenkeel.references import REFERENCES, Reference

# P-values of rank differences that do not depend on what the other algorithms do.
#
# If two algorithms are exchangeable within each problem given the results of the others, then,
# given the ranks, the differences d_i of their ranks change sign independently with probability
# 1/2. That holds for Friedman ranks, for aligned ranks and for Quade's: exchanging two results of a
# problem exchanges their ranks and leaves those of the others, the problem's mean and its range as
# they are. So the sum of the d_i is compared with the law of S, the sum of e_i |d_i| with e_i = +1
# or -1. The law that `posthoc_statistics` uses supposes that all k algorithms are alike, and takes
# its spread from all of them. docs/paired_law.md has the proofs.


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
    >>> from evenkeel.posthocs.paired_laws import paired_pvalues
    >>> ranks = np.array([[1.0, 2, 3], [1, 2, 3], [1, 2, 3], [1, 3, 2]])
    >>> paired_pvalues(ranks, np.array([[0, 1], [1, 2]])).pvalue.tolist()
    [0.125, 0.625]
    """
    check_alternative(alternative)
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


# A pair's own differences in tables with holes: each pair on the problems that both have.
#
# Two algorithms that are exchangeable within each problem given the others stay so on the problems
# that both have, as long as which results are missing does not tell the one from the other. Ranks
# are those among the algorithms present on a problem. Without holes the numbers are those of
# `own_laws`.


_SPLIT = Options("split", "auto", "two-sided", continuity=False)


def paired_with_holes(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The differences of the pair's ranks change sign where both algorithms have a result."""
    ranks = tables.by(ranking).ranks
    absent = np.isnan(ranks)
    lowest = np.fmin.reduce(ranks, axis=-1, keepdims=True)
    present = np.nan_to_num(np.where(absent, lowest, ranks))
    found = paired_pvalues(present, pairs, absent=absent)
    mean, squares, common = _moments(ranks, pairs)
    error = standardised(np.sqrt(squares), common.astype(np.float64))
    return Raw(found.pvalue, standardised(mean, error), error, found.methods)


def wilcoxon_with_holes(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """Wilcoxon's test of each pair on the problems that both algorithms have."""
    *leading, n, k = tables.losses.shape
    found, scores, exact = [], [], []
    for losses in tables.losses.reshape(-1, n, k):
        sums, tails, is_exact = compare_common(losses, pairs, _SPLIT)
        found.append(pvalues(sums, tails, is_exact, _SPLIT))
        scores.append(z_scores(sums, _SPLIT))
        exact.append(is_exact)
    used = (("exact", np.any(exact)), (_SPLIT.approximation, not np.all(exact)))
    shape = (*leading, len(pairs))
    computed = tuple(name for name, occurs in used if occurs)
    return Raw(np.reshape(found, shape), np.reshape(scores, shape), computed=computed)


def mean_differences(ranks: FloatArray, pairs: IndexArray) -> FloatArray:
    """Mean difference of the ranks of each pair on the problems that both have."""
    return _moments(ranks, pairs)[0]


def _moments(ranks: FloatArray, pairs: IndexArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """Mean and sum of squares of the differences (..., m) that are there, and how many are."""
    differences = pair_differences(ranks, pairs)
    common = np.count_nonzero(~np.isnan(differences), axis=-2)
    differences = np.nan_to_num(differences)
    mean = standardised(differences.sum(axis=-2), common.astype(np.float64))
    return mean, np.square(differences).sum(axis=-2), common


# Laws of a pair's own differences: paired ranks, Wilcoxon's and the sign test.
#
# Those of Wilcoxon and of the sign test look at the two columns alone. The differences of paired
# ranks are taken among all algorithms, so that the others can turn them.


Chosen = Literal["auto", "exact", "normal"]
_EXACT = "exact"


def _paired(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The differences of the pair's ranks change sign: exact, or by a saddle point."""
    ranked = tables.by(ranking)
    found = paired_pvalues(ranked.ranks, pairs)
    squares = over_problems(lambda d: np.square(d).sum(axis=-1), ranked.ranks, pairs)
    error = np.sqrt(squares) / ranked.weights.sum(axis=-1)[..., None]
    z = standardised(pair_differences(ranked.average, pairs), error)
    return Raw(found.pvalue, z, error, found.methods)


def wilcoxon_law(tables: Tables, pairs: IndexArray, ranking: str, method: Chosen = "auto") -> Raw:
    """Wilcoxon's test: the tables side by side are one with r k columns, some of them compared."""
    *leading, n, k = tables.losses.shape
    losses = tables.losses.reshape(-1, n, k)
    r = len(losses)
    side_by_side = np.ascontiguousarray(losses.transpose(1, 0, 2)).reshape(n, r * k)
    columns = (pairs + k * np.arange(r)[:, None, None]).reshape(-1, 2)
    options = Options("split", method, "two-sided", continuity=False)
    sums, tails, exact = compare_columns(side_by_side, columns, options)
    pvalue = pvalues(sums, tails, exact, options)
    z = z_scores(sums, Options("split", "normal", "two-sided", continuity=False))
    used = ((_EXACT, exact.any()), (options.approximation, not exact.all()))
    shape = (*leading, len(pairs))
    computed = tuple(name for name, occurs in used if occurs)
    return Raw(pvalue.reshape(shape), z.reshape(shape), computed=computed)


def sign_law(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The sign test given the ties, which it leaves out: a binomial law."""
    first, second = (tables.losses[..., pairs[:, side]] for side in (0, 1))
    wins, losses = (first < second).sum(axis=-2), (first > second).sum(axis=-2)
    counted = wins + losses
    tail = bdtrc(np.maximum(wins, losses) - 1, counted, 0.5)
    z = standardised((wins - losses).astype(np.float64), np.sqrt(counted))
    return Raw(np.minimum(2 * np.where(counted > 0, tail, 1.0), 1.0), z, computed=(_EXACT,))


LAWS.register(
    Law(
        "paired",
        "paired",
        "the exact law of the pair's own rank differences under changes of sign",
        EXCHANGEABLE,
        _paired,
        Reference(
            "benavoli2016",
            "Benavoli, A. and Corani, G. and Mangili, F.",
            2016,
            "Should we really use post-hoc tests based on mean-ranks?",
            "Journal of Machine Learning Research",
            volume="17",
            pages="1-10",
        ),
        pooled=False,
        quick=False,
        holes=paired_with_holes,
    )
)
LAWS.register(
    Law(
        "wilcoxon",
        "Wilcoxon",
        "Wilcoxon's signed-rank test of each pair",
        SYMMETRIC,
        wilcoxon_law,
        REFERENCES["wilcoxon1945"],
        ranked=False,
        pooled=False,
        quick=False,
        holes=wilcoxon_with_holes,
        measured=True,
    )
)
LAWS.register(
    Law(
        "sign",
        "sign test",
        "the sign test of each pair, ties left out",
        EQUAL_WINS,
        sign_law,
        REFERENCES["dixon1946"],
        ranked=False,
        pooled=False,
        holes=sign_law,  # a missing result is neither better nor worse
    )
)
