"""The exact law of rank differences against brute force and published formulas."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from evenkeel.families import Family
from evenkeel.posthocs.pooled_laws import difference_law, permutation_standard_error
from evenkeel.posthocs.rank_statistics import posthoc_statistics
from evenkeel.ranks.kernels import rank_rows, whole_scores
from evenkeel.ranks.named import compute_ranks
from evenkeel.tables.results import Results
from permutations import difference_pvalues, eisinga_pvalue, untied_law

RANKINGS = ["friedman", "aligned", "quade"]


def small_tables() -> list[Results]:
    rng = np.random.default_rng(11)
    shapes = [(2, 2), (7, 2), (2, 3), (3, 3), (5, 3), (2, 4), (3, 4), (2, 5)]
    tied = [rng.integers(0, 4, size=shape) for shape in shapes for _ in range(2)]
    untied = [rng.normal(size=shape) for shape in shapes]
    flat = [np.array([[1, 1, 1], [1, 2, 3], [2, 1, 3], [5, 9, 9]])]
    return [Results(values, better="lower") for values in [*tied, *untied, *flat]]


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS)
def test_all_pairs_by_brute_force(ranking: str) -> None:
    for table in small_tables():
        ranks = compute_ranks(table, ranking)
        expected = difference_pvalues(ranks.ranks)
        result = posthoc_statistics(table, ranking=ranking, method="exact")
        pairs = [tuple(pair) for pair in result.family.pairs.tolist()]
        assert result.pvalue == pytest.approx([float(expected[p]) for p in pairs], rel=1e-12)


@pytest.mark.parametrize(("n", "k"), [(1, 2), (3, 2), (2, 3), (10, 4), (25, 9), (40, 12)])
def test_formula_of_eisinga(n: int, k: int) -> None:
    """To 12 digits even where p is (k (k - 1) / 2)^-n."""
    law = difference_law(np.tile(np.arange(1.0, k + 1), (n, 1)))
    steps = np.unique(np.linspace(0, n * (k - 1), 25).astype(int))
    expected = [float(eisinga_pvalue(int(d), n, k)) for d in steps]
    assert law.pvalue(steps) == pytest.approx(expected, rel=1e-12)
    assert law.pvalue(n * (k - 1)) == pytest.approx(2 / float(k * (k - 1)) ** n, rel=1e-12)


def exact_tail(ranks: np.ndarray) -> list[Fraction]:
    """P(D >= 0, 1, ... units) by whole-number convolution, problem by problem."""
    scores, _ = whole_scores(ranks)
    law = {0: 1}
    for row in scores.tolist():
        new: dict[int, int] = {}
        for d, count in law.items():
            for a in range(len(row)):
                for b in range(len(row)):
                    if a != b:
                        step = d + row[a] - row[b]
                        new[step] = new.get(step, 0) + count
        law = new
    total = sum(law.values())
    top = max(law)
    tail, above = [], 0
    for d in range(top, -1, -1):
        above += law.get(d, 0)
        tail.append(Fraction(above, total))
    return tail[::-1]


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize("decimals", [0, 6])
def test_every_probability_to_twelve_digits(ranking: str, decimals: int) -> None:
    """Shifted additions with a subtraction keep the relative accuracy far in the tails."""
    values = np.random.default_rng(2).normal(size=(15, 5)).round(decimals)
    ranks = compute_ranks(Results(values, better="lower"), ranking).ranks
    expected = [float(p) for p in exact_tail(ranks)]
    assert min(expected) < 1e-14
    assert difference_law(ranks).tail == pytest.approx(expected, rel=1e-12)


def test_two_algorithms_are_the_sign_test() -> None:
    """With k = 2 the difference of Friedman totals is wins less losses."""
    n = 13
    law = untied_law("friedman", n, 2)
    for wins in range(7, n + 1):
        expected = stats.binomtest(wins, n).pvalue
        assert law.pvalue(2 * wins - n) == pytest.approx(expected, rel=1e-12)


def test_two_algorithms_of_quade_are_the_signed_ranks() -> None:
    """With k = 2 the difference of Quade's totals is R+ less R- of Wilcoxon's test."""
    differences = np.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0, 7.0, 8.0])
    table = Results(np.column_stack([differences, np.zeros(8)]), better="lower")
    ours = posthoc_statistics(table, ranking="quade", method="exact").pvalue[0]
    assert ours == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, rel=1e-12)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_exact_standard_error_is_that_of_the_law(ranking: str) -> None:
    values = np.random.default_rng(4).integers(0, 9, size=(12, 5))
    ranks = compute_ranks(Results(values, better="higher"), ranking)
    law = difference_law(ranks.ranks)
    mass = law.tail - np.append(law.tail[1:], 0)
    steps = np.arange(mass.size) * law.unit
    variance = 2 * float(mass @ steps**2)
    assert float(permutation_standard_error(ranks)) * ranks.weights.sum() == pytest.approx(
        np.sqrt(variance)
    )


@pytest.mark.parametrize("ranking", ["friedman", "quade"])
def test_untied_tables_share_one_law(ranking: str) -> None:
    values = np.random.default_rng(6).normal(size=(9, 4))
    ranks = compute_ranks(Results(values, better="lower"), ranking)
    own, common = difference_law(ranks.ranks), untied_law(ranking, 9, 4)
    assert own.unit == common.unit
    assert own.tail == pytest.approx(common.tail, rel=1e-12)


def test_lookup_of_many_tables() -> None:
    """A stack of Friedman rank totals is looked up in the shared law at once."""
    tables = np.random.default_rng(8).normal(size=(6, 10, 4))
    totals = rank_rows(tables).sum(axis=-2)
    pairs = Family.of_size(4).pairs
    pvalues = untied_law("friedman", 10, 4).pvalue(totals[:, pairs[:, 1]] - totals[:, pairs[:, 0]])
    for table, row in zip(tables, pvalues, strict=True):
        result = posthoc_statistics(table, method="exact", better="lower")
        assert row == pytest.approx(result.pvalue, rel=1e-14)


def test_normal_approximation_of_a_large_law() -> None:
    """n = 1000, k = 20: the exact law and the normal tail agree in the middle, not far out."""
    law = untied_law("friedman", 1000, 20)
    error = np.sqrt(1000 * 20 * 21 / 6)
    d = round(2 * error)
    assert law.pvalue(d) == pytest.approx(2 * stats.norm.sf((d - 0.5) / error), rel=1e-3)
    assert 0 < law.pvalue(round(30 * error)) < 1e-190
