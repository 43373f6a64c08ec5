"""Paired p-values against all patterns of signs, rational arithmetic and other programs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from evenkeel.families import Family
from evenkeel.pairwise import signed_rank_law
from evenkeel.pairwise.signed_rank_law import lower_tails
from evenkeel.posthocs import paired_laws
from evenkeel.posthocs.paired_laws import paired_pvalues
from evenkeel.ranks.named import compute_ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.tables.results import Results

ALTERNATIVES = ("two-sided", "better", "worse")


def ranks_of(values: np.ndarray, ranking: str) -> np.ndarray:
    return compute_ranks(Results(values, better="lower"), ranking).ranks


def by_patterns(differences: np.ndarray, alternative: str) -> np.ndarray:
    """All 2^n patterns of signs of each row of whole differences."""
    n = differences.shape[1]
    signs = 1 - 2 * (np.arange(1 << n)[:, None] >> np.arange(n) & 1)
    sums, observed = np.abs(differences) @ signs.T, differences.sum(axis=1, keepdims=True)
    if alternative == "two-sided":
        extreme = np.abs(sums) >= np.abs(observed)
    else:
        extreme = sums >= observed if alternative == "better" else sums <= observed
    return extreme.mean(axis=1)


@pytest.mark.slow
@pytest.mark.parametrize("inverting", [True, False])
def test_all_patterns_of_500_tables(inverting, monkeypatch):
    monkeypatch.setattr(paired_laws, "_inversion_pays", lambda sizes: inverting)
    rng = np.random.default_rng(17)
    for number in range(500):
        n, k = int(rng.integers(2, 10)), int(rng.integers(2, 6))
        values = rng.normal(size=(n, k)) + rng.choice([0, 1]) * np.arange(k)
        if number % 3:
            values = np.rint(values * rng.choice([1, 2]))  # ties
        if number % 7 == 0:
            values[:, 1] = values[:, 0]  # zeros only
        pairs = Family.of_size(k).pairs
        ranks = ranks_of(values, RANKINGS.names[number % 3])
        differences = np.rint(4 * (ranks[:, pairs[:, 1]] - ranks[:, pairs[:, 0]])).astype(int).T
        for alternative in ALTERNATIVES:
            result = paired_pvalues(ranks, pairs, alternative)
            assert result.methods == ("exact",)
            expected = by_patterns(differences, alternative)
            np.testing.assert_allclose(result.pvalue, expected, rtol=1e-12)


def rational(sizes: list[int], observed: int) -> Fraction:
    """P(|S| >= observed) in whole numbers."""
    law = Counter({0: 1})
    for size in sizes:
        following: Counter[int] = Counter()
        for total, ways in law.items():
            following[total + size] += ways
            following[total - size] += ways
        law = following
    extreme = sum(ways for total, ways in law.items() if abs(total) >= abs(observed))
    return Fraction(extreme, 2 ** len(sizes))


@pytest.mark.slow
@pytest.mark.parametrize("inverting", [True, False])
@pytest.mark.parametrize(
    ("ranking", "n", "k"), [("friedman", 120, 8), ("aligned", 40, 5), ("quade", 40, 5)]
)
def test_far_tails_in_rational_arithmetic(ranking, n, k, inverting, monkeypatch):
    monkeypatch.setattr(paired_laws, "_inversion_pays", lambda sizes: inverting)
    rng = np.random.default_rng(n)
    values = rng.normal(size=(n, k)) + np.array([0, 0, 0.5, 1.5, 3, 6, 9, 12])[:k]
    ranks = ranks_of(np.round(values, 1), ranking)
    pairs = Family.of_size(k).pairs[: k - 1]  # the first with each of the others
    pvalue = paired_pvalues(ranks, pairs).pvalue
    quarters = np.rint(4 * ranks).astype(int)
    exact = []
    for a, b in pairs.tolist():
        difference = (quarters[:, a] - quarters[:, b]).tolist()
        exact.append(rational([abs(d) for d in difference], sum(difference)))
    errors = [abs(Fraction(p) / e - 1) for p, e in zip(pvalue.tolist(), exact, strict=True)]
    assert min(exact) < Fraction(1, 2 ** (n - 2))
    assert max(errors) < 1e-12


@pytest.mark.parametrize("held", [1, 200, 1 << 20])
def test_rows_are_added_up_at_once_as_each_by_itself_in_whole_numbers(held, monkeypatch):
    monkeypatch.setattr(signed_rank_law, "_HELD", held)
    generator = np.random.default_rng(4)
    ranks = generator.integers(0, 12, (60, 40)) * generator.integers(0, 2, (60, 40))
    limits = generator.integers(0, 90, 60)
    for found, row, limit in zip(lower_tails(ranks, limits), ranks, limits, strict=True):
        sums = Counter({0: 1})
        for rank in row[row > 0].tolist():
            sums.update({total + rank: count for total, count in list(sums.items())})
        within = sum(count for total, count in sums.items() if total <= limit)
        assert found == pytest.approx(float(Fraction(within, sum(sums.values()))), rel=1e-14)


def test_two_algorithms_are_a_sign_test_and_wilcoxons():
    """Of two algorithms the Friedman differences are 1, and Quade's are Wilcoxon's ranks."""
    rng = np.random.default_rng(2)
    pair = np.array([[0, 1]])
    for n in (2, 6, 25, 60):
        values = rng.normal(size=(n, 2)) + np.array([0.0, 0.5])
        wins = int(np.count_nonzero(values[:, 0] < values[:, 1]))
        for alternative, scipy_name in zip(
            ALTERNATIVES, ("two-sided", "greater", "less"), strict=True
        ):
            sign = paired_pvalues(ranks_of(values, "friedman"), pair, alternative).pvalue
            expected = stats.binomtest(wins, n, alternative=scipy_name).pvalue
            assert sign == pytest.approx([expected], rel=1e-12)
            weighted = paired_pvalues(ranks_of(values, "quade"), pair, alternative).pvalue
            test = stats.wilcoxon(
                values[:, 1] - values[:, 0], alternative=scipy_name, method="exact"
            )
            assert weighted == pytest.approx([test.pvalue], rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking", "n", "k", "error"),
    [
        ("friedman", 1000, 10, 1e-4),
        ("aligned", 112, 40, 5e-5),
        ("quade", 112, 40, 2e-4),
        ("quade", 400, 5, 2e-5),
    ],
)
def test_saddle_point_beside_the_exact_law(ranking, n, k, error, monkeypatch):
    rng = np.random.default_rng(n + k)
    values = rng.normal(size=(n, k))
    values[:, :5] += [0, 0.1, 0.2, 0.3, 0.5]
    ranks = ranks_of(values, ranking)
    pairs = np.array([[0, 1], [0, 2], [0, 3], [0, 4], [3, 4]])
    for alternative in ALTERNATIVES:
        monkeypatch.setattr(paired_laws, "EXACT_WORK", 1 << 30)
        exact = paired_pvalues(ranks, pairs, alternative)
        monkeypatch.setattr(paired_laws, "EXACT_WORK", 0)
        approximate = paired_pvalues(ranks, pairs, alternative)
        assert (exact.methods, approximate.methods) == (("exact",), ("saddle-point",))
        np.testing.assert_allclose(approximate.pvalue, exact.pvalue, rtol=error)


@pytest.mark.slow
def test_saddle_point_at_the_centre(monkeypatch):
    """Sums at and next to 0, where Lugannani and Rice's formula has the form 0/0."""
    monkeypatch.setattr(paired_laws, "EXACT_WORK", 0)
    sizes = np.arange(1, 81)
    for flipped in (40, 41, 42, 44, 48):
        signs = np.ones(80, dtype=int)
        signs[np.cumsum(sizes) <= sizes.sum() // 2] = -1
        signs[-1] *= 1 if flipped % 2 else -1
        differences = sizes * signs
        differences[:flipped] = -differences[:flipped]
        ranks = np.column_stack([np.zeros(80), differences])
        p = paired_pvalues(ranks, np.array([[0, 1]])).pvalue[0]
        expected = rational(sizes.tolist(), int(differences.sum()))
        assert p == pytest.approx(float(expected), rel=1e-4)


def test_many_tables_at_once_are_single_tables():
    rng = np.random.default_rng(5)
    values = np.rint(rng.normal(size=(3, 2, 12, 4)) * 2)
    pairs = Family.of_size(4).pairs
    for ranking in RANKINGS.names:
        ranks = np.array([[ranks_of(table, ranking) for table in row] for row in values])
        together = paired_pvalues(ranks, pairs, "better")
        assert together.pvalue.shape == together.exact.shape == (3, 2, 6)
        for i in range(3):
            for j in range(2):
                alone = paired_pvalues(ranks[i, j], pairs, "better").pvalue
                np.testing.assert_allclose(together.pvalue[i, j], alone, rtol=1e-13)
