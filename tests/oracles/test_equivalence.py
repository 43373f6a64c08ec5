"""Tests of equivalence against enumeration of all signs, scipy and statsmodels."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

import evenkeel
from evenkeel.adjustments import shaffer_counts
from evenkeel.effects.intervals import within

SAMPLES = [
    [1, 2, 3, 4],
    [0, 0, 0, 0, 0],
    [-2, 2, 2, -2, 0, 1],
    [2, 2, 2, 1, -1, 0, 0],
    [-3, -2, -1, 0, 1, 2, 3],
    [5, -1, -1, 2, 0, 4, -2, 1],
    [1, 1, 1, 1, 1, 1, -2, 2],
]


def pair(differences) -> evenkeel.Results:
    """Two algorithms with these differences first minus second."""
    values = np.column_stack([np.asarray(differences, dtype=float), np.zeros(len(differences))])
    return evenkeel.Results(values, better="higher")


def average_ranks(sizes: list[Fraction]) -> list[Fraction]:
    below = [sum(other < size for other in sizes) for size in sizes]
    equal = [sum(other == size for other in sizes) for size in sizes]
    return [Fraction(2 * b + e + 1, 2) for b, e in zip(below, equal, strict=True)]


def signed_rank_above(differences: list[Fraction]) -> Fraction:
    """P(W >= w) over all signs; what is 0 has a rank of its own and counts against."""
    ranks = average_ranks([abs(each) for each in differences])
    seen = sum((r for r, each in zip(ranks, differences, strict=True) if each > 0), Fraction(0))
    patterns = list(itertools.product((0, 1), repeat=len(ranks)))
    hits = sum(
        sum(r * sign for r, sign in zip(ranks, signs, strict=True)) >= seen for signs in patterns
    )
    return Fraction(hits, len(patterns))


def sign_above(differences: list[Fraction]) -> Fraction:
    """P(X >= x) over all signs."""
    seen = sum(each > 0 for each in differences)
    patterns = list(itertools.product((0, 1), repeat=len(differences)))
    return Fraction(sum(sum(signs) >= seen for signs in patterns), len(patterns))


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
@pytest.mark.parametrize("margin", [Fraction(1), Fraction(2), Fraction(3, 2), (-1, 2)], ids=str)
@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
def test_p_values_are_those_of_all_signs(sample, margin, test):
    low, high = margin if isinstance(margin, tuple) else (-margin, margin)
    above = {"wilcoxon": signed_rank_above, "sign": sign_above}[test]
    given = tuple(map(float, margin)) if isinstance(margin, tuple) else float(margin)
    tests = evenkeel.equivalence(pair(sample), given, test=test)
    p_low = above([Fraction(each) - low for each in sample])
    p_high = above([high - Fraction(each) for each in sample])
    assert tests.pvalue_low.tolist() == [float(p_low)]
    assert tests.pvalue_high.tolist() == [float(p_high)]
    assert tests.pvalue.tolist() == [float(max(p_low, p_high))]
    assert tests.method == ("exact",)


@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
@pytest.mark.parametrize(
    "sizes", [range(1, 11), [1, 1, 2, 2, 3, 3, 3, 4], [0, 0, 1, 1, 2, 5, 7], [0] * 5], ids=str
)
def test_at_the_margin_no_level_is_exceeded(sizes, test):
    """All signs are equally likely if the differences are symmetric about the margin."""
    sizes = np.array(list(sizes), dtype=float)
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=sizes.size)))
    rows = signs * sizes + 100.0
    pvalue = within(rows, np.zeros_like(rows), (-100.0, 100.0), 0.0, test)[1]
    for level in np.unique(pvalue):
        assert (pvalue <= level).mean() <= level


@pytest.mark.slow
@pytest.mark.parametrize("n", [3, 8, 25, 60])
@pytest.mark.parametrize("margin", [0.1, 0.4, 2.0])
def test_wilcoxon_by_scipy_on_shifted_differences(n, margin):
    values = np.random.default_rng(n).normal(size=(n, 4)) * 0.7 + [0, 0.1, 0.3, 1]

    @cache
    def expected(a, b):
        difference = values[:, a] - values[:, b]
        low = stats.wilcoxon(difference + margin, alternative="greater", method="exact")
        high = stats.wilcoxon(difference - margin, alternative="less", method="exact")
        apart = stats.wilcoxon(difference, method="exact")
        return low.pvalue, high.pvalue, apart.pvalue

    for control in (None, "A3"):
        table = evenkeel.Results(values, better="lower")
        tests = evenkeel.equivalence(table, margin, control=control)
        found = zip(tests.pvalue_low, tests.pvalue_high, tests.difference_pvalue, strict=True)
        for (a, b), pvalues in zip(tests.family.pairs, found, strict=True):
            assert pvalues == pytest.approx(expected(a, b), rel=1e-12)
        pairs = np.maximum(tests.pvalue_low, tests.pvalue_high)
        assert tests.adjusted == pytest.approx(holm(pairs))


def holm(p: np.ndarray) -> np.ndarray:
    adjusted: np.ndarray = multipletests(p, method="holm")[1]
    return adjusted


def test_signs_by_scipys_binomial_test():
    values = np.random.default_rng(3).exponential(size=(31, 3)) + np.array([0, 0.2, 1])
    tests = evenkeel.equivalence(values, 0.6, test="sign", better="lower")
    for i, (a, b) in enumerate(tests.family.pairs):
        difference = values[:, a] - values[:, b]
        for found, count in (
            (tests.pvalue_low[i], (difference > -0.6).sum()),
            (tests.pvalue_high[i], (difference < 0.6).sum()),
        ):
            expected = stats.binomtest(int(count), 31, alternative="greater").pvalue
            assert found == pytest.approx(expected, rel=1e-12)
        apart = stats.binomtest(int((difference > 0).sum()), 31).pvalue
        assert tests.difference_pvalue[i] == pytest.approx(apart, rel=1e-12)


@pytest.mark.parametrize("control", [None, "A1"])
def test_per_cent_are_those_of_the_ratio(control):
    values = np.exp(np.random.default_rng(4).normal(size=(20, 3)) * 0.1)
    table = evenkeel.Results(values, better="lower")
    tests = evenkeel.equivalence(table, 8, unit="percent", control=control)
    # within 92 to 108 per cent of the control, or the larger at most 108 per cent of the smaller
    least, most = (1 / 1.08, 1 / 0.92) if control else (1 / 1.08, 1.08)
    for i, (a, b) in enumerate(tests.family.pairs):
        ratio = np.log(values[:, a]) - np.log(values[:, b])
        low = stats.wilcoxon(ratio - np.log(least), alternative="greater", method="exact")
        high = stats.wilcoxon(ratio - np.log(most), alternative="less", method="exact")
        assert tests.pvalue_low[i] == pytest.approx(low.pvalue, rel=1e-12)
        assert tests.pvalue_high[i] == pytest.approx(high.pvalue, rel=1e-12)
        walsh = [(x + y) / 2 for x, y in itertools.combinations_with_replacement(ratio, 2)]
        centre = np.exp(np.median(walsh))
        percent = 100 * (1 - 1 / centre) if control else 100 * (max(centre, 1 / centre) - 1)
        sign = 1 if control or centre > 1 else -1
        assert tests.difference[i] == pytest.approx(sign * percent, rel=1e-9)


@pytest.mark.parametrize("centre", [0.0, 0.3, 1.0])
def test_t_tests_of_statsmodels_come_to_the_same_verdict_on_clear_normal_data(centre):
    rng = np.random.default_rng(6)
    first = rng.normal(size=80)
    second = first - centre + 0.5 * rng.normal(size=80)
    peer, *_ = ttost_paired(first, second, -0.5, 0.5)
    tests = evenkeel.equivalence(np.column_stack([first, second]), 0.5, better="lower")
    assert (tests.pvalue[0] <= 0.05) == (peer <= 0.05)
    assert (tests.pvalue[0] > 0.9) == (peer > 0.9)


@pytest.mark.parametrize("k", [3, 4, 5])
def test_any_number_of_pairs_can_be_apart_so_that_shaffers_count_is_wrong(k):
    """Centres on a grid of thirds of the margin: every number of true hypotheses occurs."""
    places = itertools.combinations_with_replacement(range(3 * k), k - 1)
    counts = {
        sum(abs(a - b) >= 3 for a, b in itertools.combinations((0, *others), 2))
        for others in places
    }
    m = k * (k - 1) // 2
    assert counts == set(range(m + 1))
    assert any(shaffer_counts(k) < np.arange(m, 0, -1))
