"""The null law of the multiple sign test when problems differ in which algorithms they hold.

An algorithm j that shares n_j problems with the control has c_j signs against the alternative; what
is comparable are not these counts but the p-values P_j of their sign tests. If all algorithms are
alike then, given the quantile U_i of the control on problem i, the algorithms present there beat it
independently with probability U_i, and the family-wise p-value of p is

    P(some P_j <= p).

The law of all counts is added up problem by problem where it is small enough; a sign pattern with s
of m_i plus signs has the probability 1 / ((m_i + 1) binom(m_i, s)), for every place of the control
is equally likely. Else counts are drawn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.numerics.progress import steps
from evenkeel.numerics.tails import Alternative
from evenkeel.pairwise.pair import Sides
from evenkeel.pairwise.sign import sign_pvalues

#: Random tables that are drawn if the law is too large.
DRAWS = 19_999

_WORK = 40_000_000  # additions for the exact law: some seconds at most
_CELLS = 1 << 22  # signs that are drawn at a time
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
    step = max(1, _CELLS // (n * m))
    drawn = []
    starts = range(0, DRAWS, step)
    for first in steps(starts, "random tables", len(starts)):
        size = min(step, DRAWS - first)
        quantiles = generator.random((size, n, 1), dtype=np.float32)
        beats = (generator.random((size, n, m), dtype=np.float32) < quantiles) & present
        counts = beats.sum(axis=1)
        drawn.append(np.min([table[counts[:, j]] for j, table in enumerate(tables)], axis=0))
    return np.concatenate(drawn)
