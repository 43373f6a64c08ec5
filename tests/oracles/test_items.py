"""Numbers of items against other programs, brute force and published figures."""

from __future__ import annotations

import itertools
import json
from math import comb
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from evenkeel.items import items
from evenkeel.items.intervals import Clusters, difference_intervals, mean_intervals, variance_shares
from evenkeel.items.judges import at_zero, corrected_mean
from evenkeel.items.scores import ItemTable, attempts_of, pass_every, pass_once
from evenkeel.items.sign_flips import joint_pvalues, pair_pvalues
from item_logs import table

INSPECT = json.loads((Path(__file__).parent / "python" / "items_inspect.json").read_text())
ONE, TWO = np.array([0]), np.array([1])


@pytest.mark.parametrize("case", INSPECT["cases"])
def test_means_and_errors_of_inspect(case):
    values = np.array(case["values"])[:, None]
    n = len(values)
    single, clusters = Clusters(np.arange(n)), Clusters(np.array(case["clusters"]))
    assert values.mean() == pytest.approx(case["mean"], abs=1e-9)
    assert single.standard_errors(values)[0] == pytest.approx(case["stderr"], abs=1e-9)
    assert clusters.standard_errors(values)[0] == pytest.approx(case["clustered"], abs=1e-9)


def test_errors_of_lm_eval_are_those_of_the_sample():
    values = np.random.default_rng(1).random((30, 4))
    found = Clusters(np.arange(30)).standard_errors(values)
    np.testing.assert_allclose(found, values.std(axis=0, ddof=1) / np.sqrt(30), rtol=1e-12)


def test_cr2_and_its_degrees_of_freedom_by_their_matrices():
    random = np.random.default_rng(2)
    codes = np.sort(random.integers(0, 7, 40))
    codes = np.unique(codes, return_inverse=True)[1]
    values = random.random((40, 1))
    clusters = Clusters(codes)
    sizes = np.bincount(codes)
    # A_c = (1 - n_c / n)^(-1/2) on the sum of a cluster's residuals: the hat matrix is 1 1' / n.
    residual = values[:, 0] - values.mean()
    meat = sum(residual[codes == c].sum() ** 2 / (1 - s / 40) for c, s in enumerate(sizes))
    assert clusters.variances(values)[0] == pytest.approx(meat / 40**2, rel=1e-12)
    count = len(sizes)
    weights = np.sqrt(1 / (1 - sizes / 40))
    middle = np.diag(sizes) - np.outer(sizes, sizes) / 40
    gram = weights[:, None] * middle * weights[None, :]
    df = np.trace(gram) ** 2 / (gram**2).sum()
    assert clusters.df == pytest.approx(df, rel=1e-12)
    assert Clusters(np.arange(25)).df == pytest.approx(24)
    assert count == 7


def test_wilson_against_scipy():
    values = np.zeros((40, 3))
    for j, wins in enumerate((0, 13, 40)):
        values[:wins, j] = 1
    low, high = mean_intervals(values, Clusters(np.arange(40)), 0.95, plain=True)
    for j, wins in enumerate((0, 13, 40)):
        found = stats.binomtest(wins, 40).proportion_ci(0.95, "wilson")
        assert (low[j], high[j]) == pytest.approx((found.low, found.high), abs=1e-12)


def test_bonett_and_price_in_their_own_form():
    """Their interval with z: (b + 1) / (n + 2) and (c + 1) / (n + 2) for the discordant cells."""
    n, b, c = 60, 14, 5
    d = np.r_[np.ones(b), -np.ones(c), np.zeros(n - b - c)][:, None]
    low, high = difference_intervals(d, Clusters(np.arange(n)), 0.95)
    p, q = (b + 1) / (n + 2), (c + 1) / (n + 2)
    reach = stats.t.ppf(0.975, n - 1) * np.sqrt((p + q - (p - q) ** 2) / (n + 2))
    assert (low[0], high[0]) == pytest.approx((p - q - reach, p - q + reach), abs=1e-12)


def test_differences_with_clusters_by_the_formulas():
    random = np.random.default_rng(4)
    codes = np.repeat(np.arange(8), [2, 3, 4, 5, 6, 7, 3, 10])
    n, d = len(codes), random.choice([-1.0, 0.0, 0.0, 1.0], len(codes))
    sizes = np.bincount(codes)
    sums = np.array([d[codes == c].sum() for c in range(8)])
    u = sums - sizes * d.mean()
    cr2 = (u**2 / (1 - sizes / n)).sum() / n**2
    deff = max(1, cr2 / (d.var(ddof=1) / n))
    supposed = 1 + 0.3 * ((sizes**2).sum() / n - 1)
    g = sum((d[codes == c] != 0).any() for c in range(8))
    w = g / (g + 5)
    f = 1 / max(deff, w * deff + (1 - w) * supposed)
    size = n * f + 2
    delta = f * d.sum() / size
    spread = (f * (d**2).sum() + 2) / size - delta**2
    reach = stats.t.ppf(0.975, Clusters(codes).df) * np.sqrt(spread / size)
    low, high = difference_intervals(d[:, None], Clusters(codes), 0.95)
    assert (low[0], high[0]) == pytest.approx((delta - reach, delta + reach), rel=1e-9)


def test_one_cluster_or_none_that_varies():
    whole = Clusters(np.zeros(5, dtype=int))
    d = np.ones((5, 1))
    assert [x[0] for x in difference_intervals(d, whole, 0.95)] == [-1.0, 1.0]
    assert [x[0] for x in mean_intervals(d, whole, 0.95, plain=False)] == [0.0, 1.0]
    assert np.isnan(whole.standard_errors(d)[0])
    low, high = mean_intervals(np.ones((20, 1)), Clusters(np.arange(20) // 2), 0.95, plain=False)
    assert 0.6 < low[0] < 0.9
    assert high[0] == 1


# Tests by sign changes


def brute_force(d: np.ndarray, *, mid: bool = False) -> float:
    """The share of all sign changes whose sum is as far from 0."""
    totals = np.array([abs(np.dot(s, d)) for s in itertools.product((1, -1), repeat=len(d))])
    reached = abs(d.sum())
    equal = np.isclose(totals, reached, rtol=0, atol=1e-9)
    beyond = (totals > reached) & ~equal
    return float(beyond.mean() + (0.5 if mid else 1.0) * equal.mean())


@pytest.mark.parametrize("mid", [False, True])
@pytest.mark.parametrize(
    "d",
    [
        [1, 1, -1, 1, 1, 1, 0, 1],
        [1, -1, 1, -1],
        [3, 1, -2, 4, 4, 2, 1],
        [0.5, 0.25, -0.75, 1, 1, 0.25, 0.5],
        [0.313, 0.7071, -0.1234, 0.9, 0.55, 0.271, 0.8],
        [1.0],
    ],
)
def test_one_pair_against_all_signs(d, mid):
    sums = np.column_stack([d, np.zeros(len(d))])
    found = pair_pvalues(sums, ONE, TWO, mid=mid)[0]
    assert found == pytest.approx(brute_force(np.array(d, dtype=float), mid=mid), abs=1e-12)


def test_zeros_and_ones_are_mcnemars_test():
    random = np.random.default_rng(6)
    scores = random.integers(0, 2, (80, 2)).astype(float)
    b = int(((scores[:, 0] == 1) & (scores[:, 1] == 0)).sum())
    c = int(((scores[:, 0] == 0) & (scores[:, 1] == 1)).sum())
    expected = stats.binomtest(b, b + c).pvalue
    assert pair_pvalues(scores, ONE, TWO)[0] == pytest.approx(expected, abs=1e-12)


def test_many_clusters_on_a_lattice_against_scipy():
    """40 clusters of sums -4..4: scipy's random sign changes come within their error."""
    random = np.random.default_rng(7)
    d = random.integers(-3, 5, 40).astype(float)
    found = pair_pvalues(np.column_stack([d, 0 * d]), ONE, TWO)[0]
    drawn = stats.permutation_test(
        (d,), np.sum, permutation_type="samples", n_resamples=20_000, rng=8
    )
    assert found == pytest.approx(drawn.pvalue, abs=4 * np.sqrt(found / 20_000) + 1e-4)


def test_pairs_that_only_drawing_serves_are_left_open():
    d = np.random.default_rng(9).random(30)
    assert np.isnan(pair_pvalues(np.column_stack([d, 0 * d]), ONE, TWO)[0])
    assert pair_pvalues(np.zeros((4, 2)), ONE, TWO).tolist() == [1.0]


def step_down(sums: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Westfall and Young's algorithm as it is written, over all sign changes."""
    d = sums[:, first] - sums[:, second]
    norms = np.sqrt((d**2).sum(axis=0))
    signs = np.array(list(itertools.product((1, -1), repeat=len(sums))))
    all_of_them = np.abs(signs @ d) / norms
    found = np.abs(d.sum(axis=0)) / norms
    order = np.argsort(-found)
    adjusted, before = np.empty(len(found)), 0.0
    for i, pair in enumerate(order):
        largest = all_of_them[:, order[i:]].max(axis=1)
        before = max(before, float((largest >= found[pair] * (1 - 1e-6)).mean()))
        adjusted[pair] = before
    return adjusted


def test_joint_p_values_against_all_signs():
    sums = np.random.default_rng(10).integers(0, 4, (9, 4)).astype(float)
    first, second = np.triu_indices(4, 1)
    adjusted, alone, method = joint_pvalues(sums, first, second, each=True)
    assert method == "exact"
    np.testing.assert_allclose(adjusted, step_down(sums, first, second), atol=1e-12)
    expected = [brute_force(sums[:, i] - sums[:, j]) for i, j in zip(first, second, strict=True)]
    np.testing.assert_allclose(alone, expected, atol=1e-12)


def test_joint_p_values_by_drawing_come_near_to_all_signs():
    sums = np.random.default_rng(11).random((14, 3))
    first, second = np.triu_indices(3, 1)
    drawn, _, method = joint_pvalues(sums, first, second, resamples=4000, seed=1)
    assert method == "Monte Carlo"
    np.testing.assert_allclose(drawn, step_down(sums, first, second), atol=0.03)
    same, _, _ = joint_pvalues(sums[:, [0, 0, 1]], first, second, resamples=99)
    assert same[0] == 1


# Attempts


def test_attempts_against_all_subsets():
    for won, tried in ((0, 5), (2, 5), (5, 5), (3, 4)):
        outcomes = [1] * won + [0] * (tried - won)
        for k in range(1, tried + 1):
            subsets = list(itertools.combinations(outcomes, k))
            every = sum(map(all, subsets)) / len(subsets)
            once = sum(map(any, subsets)) / len(subsets)
            given = np.array([float(won)]), np.array([tried]), k
            assert pass_every(*given)[0] == pytest.approx(every, abs=1e-12)
            assert pass_once(*given)[0] == pytest.approx(once, abs=1e-12)


def test_the_published_form_of_pass_at_k():
    """1 - C(n - c, k) / C(n, k) of Chen and others (2021), with large numbers."""
    found = pass_once(np.array([7.0]), np.array([200]), 10)[0]
    assert found == pytest.approx(1 - comb(193, 10) / comb(200, 10), rel=1e-10)


def test_attempts_with_few_and_with_many_items_between_the_ends():
    random = np.random.default_rng(12)
    scores = (random.random((40, 1, 4)) < 0.5).astype(float)
    one = ItemTable("b", ("m",), tuple(map(str, range(40))), scores, np.arange(40))
    found = attempts_of(one, 0.95)
    mean, low, high = (part[0, 0] for part in found.every)
    size = mean * (1 - mean) / (scores.mean(axis=2)[:, 0].var(ddof=1) / 40)
    assert mean == scores.mean()
    assert low == pytest.approx(stats.beta.ppf(0.025, mean * size, size - mean * size + 1))
    assert high == pytest.approx(stats.beta.ppf(0.975, mean * size + 1, size - mean * size))
    rare = np.zeros((40, 1, 2))
    rare[:3] = 1
    found = attempts_of(ItemTable("b", ("m",), one.items, rare, np.arange(40)), 0.95)
    exact = stats.binomtest(3, 40).proportion_ci(0.95, "exact")
    assert (found.every[1][0, 0], found.every[2][0, 0]) == pytest.approx((exact.low, exact.high))


# Variance, several benchmarks, judges


def test_shares_of_variance_are_unbiased():
    random = np.random.default_rng(13)
    codes = np.repeat(np.arange(300), 4)
    cluster, item = random.normal(0, 1, 300)[codes], random.normal(0, 2, 1200)
    scores = (cluster + item)[:, None, None] + random.normal(0, 3, (1200, 1, 5))
    found = variance_shares(scores, Clusters(codes))
    shares = [float(part[0]) for part in (found.clusters, found.items, found.epochs)]
    assert shares == pytest.approx([1 / 14, 4 / 14, 9 / 14], abs=0.03)
    assert sum(shares) == pytest.approx(1)


def test_two_benchmarks_on_these_and_like_these():
    random = np.random.default_rng(14)
    cells, means = {}, []
    for name, n in (("x", 30), ("y", 50), ("z", 40)):
        a, b = (random.random(n) < 0.7).astype(int), (random.random(n) < 0.5).astype(int)
        means.append((a.mean(), b.mean(), (a - b).var(ddof=1) / n, n))
        cells[name] = {"a": a, "b": b}

    def logs():
        return [table(c, f"{b}.csv", benchmark=[b] * len(c["a"])) for b, c in cells.items()]

    found = items(logs()).together
    gaps = np.array([m[0] - m[1] for m in means])
    assert found.these.difference[0] == pytest.approx(gaps.mean())
    variances = [m[2] + 2 / (m[3] + 2) ** 2 for m in means]
    error = np.sqrt(sum(variances)) / 3
    df = sum(variances) ** 2 / sum(v**2 / (m[3] - 1) for v, m in zip(variances, means, strict=True))
    reach = stats.t.ppf(0.975, df) * error
    bounds = gaps.mean() - reach, gaps.mean() + reach
    assert (found.these.low[0], found.these.high[0]) == pytest.approx(bounds, rel=1e-9)
    broad = stats.ttest_1samp(gaps, 0).confidence_interval(0.95)
    assert (found.low[0], found.high[0]) == pytest.approx((broad.low, broad.high), rel=1e-9)
    by_items = items(logs(), weights="items").together
    assert by_items.these.difference[0] == pytest.approx(np.average(gaps, weights=[30, 50, 40]))


def test_a_correction_by_labels_covers_the_truth():
    random, held = np.random.default_rng(15), 0
    for _ in range(200):
        truth = (random.random(300) < 0.6).astype(float)
        judge = np.where(random.random(300) < 0.85, truth, 1.0)
        human = np.where(random.random(300) < 0.25, truth, np.nan)
        _, low, high, agreement, kappa = corrected_mean(
            judge, human, Clusters(np.arange(300)), 0.95
        )
        held += low <= 0.6 <= high
        assert kappa <= agreement
    assert held >= 182  # of 200, three standard errors below 0.95


def test_effect_of_length_against_scipy():
    random = np.random.default_rng(16)
    length = random.normal(size=60)
    score = 0.4 + 0.1 * length + random.normal(0, 0.2, 60)
    at, low, high, slope, _ = at_zero(score, length, Clusters(np.arange(60)), 0.95)
    line = stats.linregress(length, score)
    assert (at, slope) == pytest.approx((line.intercept, line.slope))
    assert low < at < high


@pytest.mark.slow
def test_error_of_a_line_against_statsmodels():
    import statsmodels.api as statsmodels

    random = np.random.default_rng(17)
    length, codes = random.normal(size=60), np.arange(60) // 3
    score = 0.4 + 0.1 * length + random.normal(0, 0.2, 60)
    error = at_zero(score, length, Clusters(codes), 0.95)[4]
    fitted = statsmodels.OLS(score, statsmodels.add_constant(length)).fit(
        cov_type="cluster", cov_kwds={"groups": codes}
    )
    assert error == pytest.approx(fitted.bse[1], rel=1e-9)
