"""Page's and van der Waerden's tests: scipy, the definitions in plain Python, enumeration."""

from __future__ import annotations

from itertools import permutations, product
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.errors import InputError
from evenkeel.ranks.rankings import friedman_ranks


def tables(seed: int, count: int, sizes: tuple[tuple[int, int], ...], *, tied: bool) -> list:
    rng = np.random.default_rng(seed)
    made = []
    for i in range(count):
        shape = sizes[i % len(sizes)]
        made.append(rng.integers(0, 4, shape).astype(float) if tied else rng.random(shape))
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(3, 3), (5, 4), (12, 6), (30, 5)])
def test_page_agrees_with_scipy(n: int, k: int) -> None:
    rng = np.random.default_rng(n * k)
    for _ in range(5):
        values = rng.random((n, k)) + np.linspace(0, 0.3, k)
        ours = evenkeel.page_trend(values, better="lower")
        theirs = stats.page_trend_test(values, method="asymptotic")
        assert ours.statistic == theirs.statistic
        assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-9)
        exact = evenkeel.page_trend(values, better="lower", method="exact")
        assert exact.method == "exact"
        expected = stats.page_trend_test(values, method="exact").pvalue
        assert exact.pvalue == pytest.approx(expected, rel=1e-9)


def test_page_in_an_order_of_ones_own() -> None:
    table = evenkeel.load("garcia2008")
    order = ["C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"]
    ours = evenkeel.page_trend(table, order=order, ties="uncorrected")
    ranks = friedman_ranks(table).ranks[:, [table.index(name) for name in order]]
    theirs = stats.page_trend_test(ranks, ranked=True, method="asymptotic")
    assert (ours.statistic, ours.order) == (theirs.statistic, tuple(order))
    assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize("tied", [False, True])
def test_page_law_by_enumeration(tied: bool) -> None:
    for values in tables(3, 12, ((3, 3), (4, 3), (2, 4), (3, 4)), tied=tied):
        ranks = stats.rankdata(values, axis=1)
        k = ranks.shape[1]
        weights = np.arange(1, k + 1)
        observed = (ranks @ weights).sum()
        sums = [[np.dot(p, weights) for p in permutations(row)] for row in ranks]
        outcomes = [sum(each) >= observed - 1e-9 for each in product(*sums)]
        found = evenkeel.page_trend(values, better="lower", method="exact").pvalue
        assert found == pytest.approx(np.mean(outcomes), rel=1e-12)


def test_variance_of_page_given_the_ties_by_enumeration() -> None:
    for values in tables(4, 8, ((2, 4), (3, 3)), tied=True):
        ranks = stats.rankdata(values, axis=1)
        n, k = ranks.shape
        weights = np.arange(1, k + 1)
        variance = sum(np.var([np.dot(p, weights) for p in permutations(row)]) for row in ranks)
        if variance == 0:
            continue
        z = ((ranks @ weights).sum() - n * k * (k + 1) ** 2 / 4) / np.sqrt(variance)
        found = evenkeel.page_trend(values, better="lower", ties="corrected").pvalue
        assert found == pytest.approx(NormalDist().cdf(-z), rel=1e-9)


def test_large_tables_are_sampled_and_exact_is_refused() -> None:
    values = np.random.default_rng(5).random((40, 14))
    sampled = evenkeel.page_trend(values, better="lower", method="permutation", resamples=4_999)
    assert (sampled.method, sampled.resamples) == ("monte-carlo", 4_999)
    normal = evenkeel.page_trend(values, better="lower")
    assert sampled.standard_error is not None
    assert abs(sampled.pvalue - normal.pvalue) < 4 * sampled.standard_error + 0.01
    with pytest.raises(InputError, match='choose "permutation" instead of "exact"'):
        evenkeel.page_trend(values, better="lower", method="exact")


@pytest.mark.parametrize("tied", [False, True])
def test_van_der_waerden_by_its_definition(tied: bool) -> None:
    inverse = NormalDist().inv_cdf
    for values in tables(6, 10, ((8, 4), (15, 6), (5, 3)), tied=tied):
        ranks = stats.rankdata(values, axis=1)
        n, k = ranks.shape
        scores = [[inverse(rank / (k + 1)) for rank in row] for row in ranks]
        centred = [[score - sum(row) / k for score in row] for row in scores]
        totals = [sum(row[j] for row in centred) for j in range(k)]
        squares = sum(score**2 for row in centred for score in row)
        statistic = (k - 1) * sum(total**2 for total in totals) / squares
        found = evenkeel.van_der_waerden(values, better="lower")
        assert found.statistic == pytest.approx(statistic, rel=1e-9)
        assert found.pvalue == pytest.approx(stats.chi2.sf(statistic, k - 1), rel=1e-9)
        assert (found.df, found.n) == ((k - 1,), n)


@pytest.mark.slow
@pytest.mark.parametrize("tied", [False, True])
def test_van_der_waerden_law_by_enumeration(tied: bool) -> None:
    for values in tables(7, 10, ((3, 3), (4, 3), (3, 4)), tied=tied):
        scores = stats.norm.ppf(stats.rankdata(values, axis=1) / (values.shape[1] + 1))
        scores -= scores.mean(axis=1, keepdims=True)
        observed = (scores.sum(axis=0) ** 2).sum()
        rows = [[np.array(p) for p in permutations(row)] for row in scores]
        outcomes = [(sum(each) ** 2).sum() >= observed - 1e-9 for each in product(*rows)]
        found = evenkeel.van_der_waerden(values, better="lower", method="exact")
        assert found.method == "exact"
        assert found.pvalue == pytest.approx(np.mean(outcomes), rel=1e-12)


def test_an_order_that_is_none() -> None:
    table = evenkeel.load("garcia2008")
    with pytest.raises(InputError) as error:
        evenkeel.page_trend(table, order=["C4.5", "1-NN", "NaiveBayes", "Kernel"])
    assert str(error.value) == (
        "order must name each algorithm once, best first, but 'CN2' is missing"
    )
    with pytest.raises(InputError) as error:
        evenkeel.page_trend(table, order="C4.5")
    assert str(error.value) == "order is 'C4.5'; give the names of all algorithms, best first"
    with pytest.raises(InputError) as error:
        evenkeel.page_trend(table, order=-1.0)  # type: ignore[arg-type]
    assert str(error.value) == "order is -1.0; give the names of all algorithms, best first"


@pytest.mark.parametrize("values", [[3, 1, 4, 1, 5, 9], [2, 2, 7, 7, 7, 1], [1, 2, 3, 4, 5, 6]])
def test_daniels_trend_is_spearmans_correlation_over_all_orders(values: list[float]) -> None:
    found = evenkeel.omnibus.daniel_trend(values)
    places = range(len(values))
    assert found.statistic == pytest.approx(stats.spearmanr(places, values).statistic)
    every = [stats.spearmanr(places, order).statistic for order in permutations(values)]
    above = np.mean([each >= found.statistic - 1e-9 for each in every])
    below = np.mean([each <= found.statistic + 1e-9 for each in every])
    assert (found.rising, found.falling) == pytest.approx((above, below))
    assert found.pvalue == pytest.approx(min(1, 2 * min(above, below)))
    assert found.method == "exact"


def test_daniels_trend_of_many_values_is_sampled_and_odd_ones_are_refused() -> None:
    values = np.random.default_rng(3).normal(size=60) + np.linspace(0, 0.8, 60)
    found = evenkeel.omnibus.daniel_trend(values)
    expected = stats.spearmanr(np.arange(60), values, alternative="greater").pvalue
    assert found.method == "monte-carlo"
    assert found.rising == pytest.approx(expected, abs=0.01)
    flat = evenkeel.omnibus.daniel_trend([1, 1, 1, 1])
    assert (flat.statistic, flat.pvalue) == (0, 1)
    for odd in ([1, 2], [1, np.nan, 2], [[1, 2, 3]]):
        with pytest.raises(InputError, match="three finite numbers"):
            evenkeel.omnibus.daniel_trend(odd)
