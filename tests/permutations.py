"""Brute force over all permutations within problems, in plain Python and whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np

from evenkeel.posthocs.pooled_laws import DifferenceLaw, difference_law

FloatArray = np.ndarray


def all_tables(ranks: FloatArray) -> Iterator[list[tuple[int, ...]]]:
    """Every table that permuting `ranks` (times 4, thus whole) within its rows can give."""
    rows = [[round(4 * rank) for rank in row] for row in ranks.tolist()]
    yield from (list(table) for table in product(*(list(permutations(row)) for row in rows)))


def omnibus_pvalue(ranks: FloatArray) -> Fraction:
    """Share of the tables whose column totals are at least as unequal as the observed ones."""

    def inequality(table: list[tuple[int, ...]]) -> int:
        return sum(sum(column) ** 2 for column in zip(*table, strict=True))

    observed = inequality([tuple(round(4 * rank) for rank in row) for row in ranks.tolist()])
    outcomes = [inequality(table) >= observed for table in all_tables(ranks)]
    return Fraction(sum(outcomes), len(outcomes))


def difference_pvalues(ranks: FloatArray) -> dict[tuple[int, int], Fraction]:
    """Two-sided p of each pair of columns, by the difference of their totals."""
    k = ranks.shape[1]
    totals = [round(4 * total) for total in ranks.sum(axis=0).tolist()]
    laws: dict[tuple[int, int], Counter[int]] = {
        (a, b): Counter() for a in range(k) for b in range(a + 1, k)
    }
    for table in all_tables(ranks):
        sums = [sum(column) for column in zip(*table, strict=True)]
        for (a, b), law in laws.items():
            law[abs(sums[a] - sums[b])] += 1
    return {
        (a, b): Fraction(
            sum(count for d, count in law.items() if d >= abs(totals[a] - totals[b])), law.total()
        )
        for (a, b), law in laws.items()
    }


def eisinga_pvalue(d: int, n: int, k: int) -> Fraction:
    """Eisinga et al. (2017): exact P(abs(D) >= d) of untied Friedman rank totals."""
    if d == 0:
        return Fraction(1)
    total = Fraction(0)
    for h in range(n + 1):
        inner = sum(
            (-1) ** s * comb(2 * h, h + s) * comb(k * s - d + h, k * s - d - h)
            for s in range(h + 1)
            if k * s - d - h >= 0
        )
        total += Fraction(comb(n, h) * inner, k**h * (1 - k) ** n)
    return 2 * total


def untied_law(ranking: str, n: int, k: int) -> DifferenceLaw:
    """The law of every table without ties, by Friedman's or Quade's ranks."""
    weights = np.arange(1.0, n + 1) if ranking == "quade" else np.ones(n)
    return difference_law(np.outer(weights, np.arange(1.0, k + 1)))
