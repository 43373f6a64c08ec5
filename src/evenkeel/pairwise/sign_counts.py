"""The laws behind the multiple sign test, exact, with holes, and as printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import Literal

import numpy as np
from scipy.special import gammaln

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.numerics.progress import steps
from evenkeel.numerics.tails import Alternative
from evenkeel.pairwise.pair import Sides
from evenkeel.pairwise.sign import sign_pvalues

# The exact null law behind the multiple sign test: many algorithms against one control.
#
# If all algorithms are alike, then on problem i, given the quantile U_i that the control's value
# has, each of the m others is better than the control with probability U_i, independently; the U_i
# are independent and uniform. So, given U, the numbers of problems on which each algorithm is
# better are m independent draws of one Poisson-binomial law, and with F(c | U) its distribution
# function::
#
#     P(some of the m numbers is <= c) = 1 - E[(1 - F(c | U))^m]
#
# F is linear in each U_i, hence the integrand is a polynomial of degree m in each U_i:
# Gauss-Legendre quadrature with m // 2 + 1 nodes integrates it without error. As the integrand is
# also symmetric in the U_i, it depends only on how many of them sit on each node, and the n-fold
# integral becomes a sum over the compositions of n.


_CELLS = 10_000_000  # compositions times counts that are affordable
_DIGITS = 13  # the sums are off by less than 5e-14 of themselves


def node_count(n: int, m: int) -> tuple[int, bool]:
    """How many quadrature nodes to use, and whether they make the law exact.

    Where the exact number is not affordable (very many algorithms or problems), the most nodes
    that are leave an error below 3e-4 of the probability; each node more gains one to three digits.
    """
    enough = m // 2 + 1
    nodes = 2
    while nodes < enough and comb(n + nodes, nodes) * (n // 2 + 1) <= _CELLS:
        nodes += 1
    return min(nodes, enough), nodes >= enough


def familywise_level(n: int, m: int, counts: Sequence[int], sides: Sides) -> FloatArray:
    """P(one of the m sign counts of n problems is <= c), for each c of `counts`.

    Two-sided: or that it is >= n - c. Of one algorithm it is the p-value of the sign test. Else
    the probabilities are rounded to the 13 digits that all are right, so that one of 0.05 is not
    a rounding above it, and none depends on which others are asked for.
    """
    certain = n if sides == "one-sided" else (n + 1) // 2  # no count escapes such a c
    if m == 1:
        count = np.array(counts, dtype=np.int64)
        of_sign = sign_pvalues(count, n - count, n, "worse" if sides == "one-sided" else sides)
        return np.where(count < certain, of_sign, 1.0)
    nodes, weights = np.polynomial.legendre.leggauss(node_count(n, m)[0])
    success = ((nodes + 1) / 2)[:, None]
    if sides == "two-sided":  # n - count has the law of a count with the chances 1 - U
        success = np.hstack([success, 1 - success])
    log_weights = np.log(weights / 2)
    within = sorted({c for c in counts if c < certain})
    width = max(within, default=0) + 1
    half = len(nodes) // 2
    # Two halves of the nodes hold t and n - t of the U_i; F is a convolution of their two laws.
    right = [
        (log_weight, np.cumsum(law, axis=-1))
        for log_weight, law in _compositions(n, success[:half], log_weights[:half], width)
    ]
    level = dict.fromkeys(within, 0.0)
    for t, (log_left, law) in enumerate(
        _compositions(n, success[half:], log_weights[half:], width)
    ):
        log_right, cumulative = right[n - t]
        chance = np.exp(log_left[:, None] + log_right + gammaln(n + 1))
        for c in within:
            within_c = np.matmul(law[..., : c + 1], cumulative[..., c::-1].swapaxes(-1, -2))
            within_c = np.minimum(within_c.sum(axis=0), 1.0)
            with np.errstate(divide="ignore"):
                any_of_m = -np.expm1(m * np.log1p(-within_c))  # 1 - (1 - F)^m, also for small F
            level[c] += float((chance * any_of_m).sum())
    return np.array([float(f"{level.get(c, 1.0):.{_DIGITS}g}") for c in counts])


def _compositions(
    n: int, success: FloatArray, log_weights: FloatArray, width: int
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """For t = 0, ..., n: the ways to put t problems on the nodes, with the law of the count.

    Yields the log of the weight of each composition, that is the sum of j log(weight) - log(j!)
    over the nodes, and P(count = 0, ..., width - 1), shape (sides, compositions, width).
    A composition with j problems on the first node comes from one with j - 1 by one trial more;
    those with none on it are the compositions of the other nodes.
    """
    if len(success) == 0:
        yield from _no_nodes(n, success.shape[1], width)
        return
    on_first = np.empty(0)
    log_weight = np.empty(0)
    law = np.empty((success.shape[1], 0, width))
    chance = success[0][:, None, None]
    for log_rest, rest in _compositions(n, success[1:], log_weights[1:], width):
        on_first = np.append(np.zeros(len(log_rest)), on_first + 1)
        more = law * (1 - chance)
        more[..., 1:] += law[..., :-1] * chance
        law = np.concatenate([rest, more], axis=1)
        step = log_weights[0] - np.log(on_first[len(log_rest) :])
        log_weight = np.append(log_rest, log_weight + step)
        yield log_weight, law


def _no_nodes(n: int, sides: int, width: int) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The compositions over no node: one of 0 problems, none of any other number."""
    law = np.zeros((sides, 1, width))
    law[..., 0] = 1.0
    yield np.zeros(1), law
    for _ in range(n):
        yield np.empty(0), np.empty((sides, 0, width))


# The null law of the multiple sign test when problems differ in which algorithms they hold.
#
# An algorithm j that shares n_j problems with the control has c_j signs against the alternative;
# what is comparable are not these counts but the p-values P_j of their sign tests. If all
# algorithms are alike then, given the quantile U_i of the control on problem i, the algorithms
# present there beat it independently with probability U_i, and the family-wise p-value of p is
#
#     P(some P_j <= p).
#
# The law of all counts is added up problem by problem where it is small enough; a sign pattern with
# s of m_i plus signs has the probability 1 / ((m_i + 1) binom(m_i, s)), for every place of the
# control is equally likely. Else counts are drawn at random.


#: Random tables that are drawn if the law is too large.
DRAWS = 19_999

_WORK = 40_000_000  # additions for the exact law: some seconds at most
_DRAWN_SIGNS = 1 << 22  # signs that are drawn at a time
_SAME = 1 + 1e-12


@dataclass(frozen=True, eq=False)
class SmallestPvalue:
    """Law of the smallest p-value of the m sign tests: `value` increasing, `probability` each."""

    value: FloatArray
    probability: FloatArray
    method: Literal["exact", "monte-carlo"]

    def level(self, pvalue: FloatArray) -> FloatArray:
        """P(the smallest p-value is <= p), elementwise; of draws (1 + hits) / (1 + draws)."""
        cumulative = np.append(0.0, np.cumsum(self.probability))
        share = cumulative[np.searchsorted(self.value, pvalue * _SAME, side="right")]
        if self.method == "monte-carlo":
            share = (1 + DRAWS * share) / (1 + DRAWS)
        level: FloatArray = np.minimum(share, 1.0)
        return level

    def critical(self, common: IntArray, sides: Sides, alpha: float) -> IntArray:
        """The largest count of each algorithm that is rejected at `alpha`, -1 if none is."""
        found = np.full(common.shape, -1)
        for j, n in enumerate(common.tolist()):
            counts = np.arange(n // 2 + 1)
            pvalues = sign_pvalues_of_counts(counts, np.full(counts.shape, n), sides)
            found[j] = np.count_nonzero(self.level(pvalues) <= alpha) - 1
        return found


def sign_pvalues_of_counts(counted: IntArray, common: IntArray, sides: Sides) -> FloatArray:
    """P-values of the sign tests of counts against the alternative out of so many problems."""
    alternative: Alternative = "worse" if sides == "one-sided" else "two-sided"
    least = np.minimum(counted, common)
    of_sign = sign_pvalues(least, common - least, common, alternative)
    certain = common if sides == "one-sided" else (common + 1) // 2
    pvalue: FloatArray = np.where(least < certain, of_sign, 1.0)
    return pvalue


def smallest_pvalue(present: BoolArray, sides: Sides, seed: int = 0) -> SmallestPvalue:
    """The law for a design (n, m): which algorithms are present where the control is."""
    common = present.sum(axis=0)
    tables = [_pvalues_by_count(int(n), sides) for n in common]
    size = prod(int(n) + 1 for n in common)
    if size * np.exp2(present.sum(axis=1)).sum() <= _WORK:
        law = _law_of_counts(present)
        smallest = np.ones(law.shape)
        for j, table in enumerate(tables):
            shape = [1] * law.ndim
            shape[j] = table.size
            np.minimum(smallest, table.reshape(shape), out=smallest)
        return _as_law(smallest.ravel(), law.ravel(), "exact")
    drawn = _draw(present, tables, np.random.default_rng(seed))
    return _as_law(drawn, np.full(drawn.size, 1 / drawn.size), "monte-carlo")


def _as_law(
    values: FloatArray, weights: FloatArray, method: Literal["exact", "monte-carlo"]
) -> SmallestPvalue:
    distinct, place = np.unique(values, return_inverse=True)
    chances: FloatArray = np.bincount(place.ravel(), weights).astype(np.float64)
    return SmallestPvalue(distinct, chances, method)


def _pvalues_by_count(n: int, sides: Sides) -> FloatArray:
    """The p-value of each number of signs 0, ..., n."""
    counts = np.arange(n + 1)
    if sides == "two-sided":
        counts = np.minimum(counts, n - counts)
    return sign_pvalues_of_counts(counts, np.full(n + 1, n), sides)


def _law_of_counts(present: BoolArray) -> FloatArray:
    """P(N_1 = c_1, ..., N_m = c_m), shape (n_1 + 1, ..., n_m + 1)."""
    m = present.shape[1]
    law = np.zeros(tuple((present.sum(axis=0) + 1).tolist()))
    law[(0,) * m] = 1.0
    for row in present:
        here = np.flatnonzero(row).tolist()
        added = np.zeros_like(law)
        for signs in product((0, 1), repeat=len(here)):
            chance = 1 / ((len(here) + 1) * comb(len(here), sum(signs)))
            moved = [j for j, sign in zip(here, signs, strict=True) if sign]
            to = tuple(slice(1, None) if j in moved else slice(None) for j in range(m))
            whence = tuple(slice(None, -1) if j in moved else slice(None) for j in range(m))
            added[to] += chance * law[whence]
        law = added
    return law


def _draw(
    present: BoolArray, tables: list[FloatArray], generator: np.random.Generator
) -> FloatArray:
    """The smallest p-values of random tables of algorithms that are alike."""
    n, m = present.shape
    step = max(1, _DRAWN_SIGNS // (n * m))
    drawn = []
    starts = range(0, DRAWS, step)
    for first in steps(starts, "random tables", len(starts)):
        size = min(step, DRAWS - first)
        quantiles = generator.random((size, n, 1), dtype=np.float32)
        beats = (generator.random((size, n, m), dtype=np.float32) < quantiles) & present
        counts = beats.sum(axis=1)
        drawn.append(np.min([table[counts[:, j]] for j, table in enumerate(tables)], axis=0))
    return np.concatenate(drawn)


# Critical values of the multiple sign test as printed, from a normal approximation.
#
# Table A.21 of Derrac, Garcia, Molina and Herrera (2011), doi:10.1016/j.swevo.2011.02.002, after
# Rhyne and Steel (1965), Technometrics 7:293-306. Thirty of its 416 cells are one below the exact
# critical value, which `evenkeel.pairwise.multiple_sign.multiple_sign_critical` gives.


#: The numbers of algorithms beside the control, in the order of the columns.
COLUMNS = range(2, 10)

#: By number of problems: the rows of the levels 0.1 and 0.05; None where nothing is significant.
TABLE_A21: dict[int, dict[float, tuple[int | None, ...]]] = {
    5: {
        0.1: (0, 0, None, None, None, None, None, None),
        0.05: (None, None, None, None, None, None, None, None),
    },
    6: {0.1: (0, 0, 0, 0, 0, None, None, None), 0.05: (0, 0, None, None, None, None, None, None)},
    7: {0.1: (0, 0, 0, 0, 0, 0, 0, 0), 0.05: (0, 0, 0, 0, None, None, None, None)},
    8: {0.1: (1, 1, 0, 0, 0, 0, 0, 0), 0.05: (0, 0, 0, 0, 0, 0, 0, 0)},
    9: {0.1: (1, 1, 1, 1, 0, 0, 0, 0), 0.05: (1, 0, 0, 0, 0, 0, 0, 0)},
    10: {0.1: (1, 1, 1, 1, 1, 1, 1, 1), 0.05: (1, 1, 1, 0, 0, 0, 0, 0)},
    11: {0.1: (2, 2, 1, 1, 1, 1, 1, 1), 0.05: (1, 1, 1, 1, 1, 1, 0, 0)},
    12: {0.1: (2, 2, 2, 2, 1, 1, 1, 1), 0.05: (2, 1, 1, 1, 1, 1, 1, 1)},
    13: {0.1: (3, 2, 2, 2, 2, 2, 2, 2), 0.05: (2, 2, 2, 1, 1, 1, 1, 1)},
    14: {0.1: (3, 3, 2, 2, 2, 2, 2, 2), 0.05: (2, 2, 2, 2, 2, 2, 1, 1)},
    15: {0.1: (3, 3, 3, 3, 3, 2, 2, 2), 0.05: (3, 3, 2, 2, 2, 2, 2, 2)},
    16: {0.1: (4, 3, 3, 3, 3, 3, 3, 3), 0.05: (3, 3, 3, 3, 2, 2, 2, 2)},
    17: {0.1: (4, 4, 4, 3, 3, 3, 3, 3), 0.05: (4, 3, 3, 3, 3, 3, 2, 2)},
    18: {0.1: (5, 4, 4, 4, 4, 4, 3, 3), 0.05: (4, 4, 3, 3, 3, 3, 3, 3)},
    19: {0.1: (5, 5, 4, 4, 4, 4, 4, 4), 0.05: (4, 4, 4, 4, 3, 3, 3, 3)},
    20: {0.1: (5, 5, 5, 5, 4, 4, 4, 4), 0.05: (5, 4, 4, 4, 4, 4, 3, 3)},
    21: {0.1: (6, 5, 5, 5, 5, 5, 5, 5), 0.05: (5, 5, 5, 4, 4, 4, 4, 4)},
    22: {0.1: (6, 6, 6, 5, 5, 5, 5, 5), 0.05: (6, 5, 5, 5, 4, 4, 4, 4)},
    23: {0.1: (7, 6, 6, 6, 6, 5, 5, 5), 0.05: (6, 6, 5, 5, 5, 5, 5, 5)},
    24: {0.1: (7, 7, 6, 6, 6, 6, 6, 6), 0.05: (6, 6, 6, 5, 5, 5, 5, 5)},
    25: {0.1: (7, 7, 7, 7, 6, 6, 6, 6), 0.05: (7, 6, 6, 6, 6, 6, 5, 5)},
    30: {0.1: (10, 9, 9, 9, 8, 8, 8, 8), 0.05: (9, 8, 8, 8, 8, 8, 7, 7)},
    35: {0.1: (12, 11, 11, 11, 10, 10, 10, 10), 0.05: (11, 10, 10, 10, 10, 9, 9, 9)},
    40: {0.1: (14, 13, 13, 13, 13, 12, 12, 12), 0.05: (13, 12, 12, 12, 12, 11, 11, 11)},
    45: {0.1: (16, 16, 15, 15, 15, 14, 14, 14), 0.05: (15, 14, 14, 14, 14, 13, 13, 13)},
    50: {0.1: (18, 18, 17, 17, 17, 17, 16, 16), 0.05: (17, 17, 16, 16, 16, 16, 15, 15)},
}
