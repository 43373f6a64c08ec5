"""Aggregates and profiles of runs against rliable, scipy, brute force and hand sums."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from evenkeel.runs import aggregates, profiles
from evenkeel.runs.aggregate_intervals import expanded_confidence, interquartile_mean
from evenkeel.runs.profile_curves import equal_weights, resampled_weights
from runs_examples import make_runs

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

STORED = json.loads((Path(__file__).parent / "python" / "aggregates.json").read_text())
CASES = STORED["cases"]
every_case = pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])


def of_case(case, **options):
    return aggregates(case["scores"], better="higher", threshold=case["threshold"], **options)


def test_the_version_of_rliable_is_recorded():
    assert STORED["versions"]["rliable"] == "1.2.0"


@every_case
def test_the_aggregates_are_those_of_rliable(case):
    found = of_case(case, statistics=STORED["order"], resamples=10)
    expected = np.transpose([case["value"][name] for name in found.algorithms])
    np.testing.assert_allclose(found.value, expected, rtol=0, atol=1e-12)


@every_case
def test_the_probability_of_improvement_is_that_of_rliable(case):
    found = of_case(case, resamples=10)
    pairs = [",".join(pair) for pair in found.family.hypotheses]
    expected = [case["improvement"][pair] for pair in pairs]
    np.testing.assert_allclose(found.improvement, expected, rtol=0, atol=1e-12)


def within_monte_carlo_error(lower, upper, expected, reps, step=0.0):
    """Whether bounds agree: the quantile at 2.5% of `reps` has the error 2.67 sd / sqrt(reps).

    Where statistics are multiples of a `step` a quantile may fall on the next one.
    """
    spread = (expected[1] - expected[0]) / 3.92
    allowed = 5 * 2.67 * spread * np.sqrt(1 / reps + 1 / STORED["reps"]) + step
    return np.all(np.abs([lower - expected[0], upper - expected[1]]) <= allowed)


@every_case
def test_percentile_intervals_are_those_of_rliable_but_for_chance(case):
    found = of_case(
        case, statistics=STORED["order"], interval="percentile", resamples=STORED["reps"]
    )
    for column, name in enumerate(found.algorithms):
        expected = np.array(case["bounds"][name])
        assert within_monte_carlo_error(
            found.lower[:, column],
            found.upper[:, column],
            expected,
            STORED["reps"],
            # means of three runs with one decimal
            step=1 / 30 if "ties" in case["title"] else 0.0,
        )


@every_case
def test_intervals_of_the_improvement_are_those_of_rliable_but_for_chance(case):
    found = of_case(case, interval="percentile", resamples=STORED["reps"])
    for row, pair in enumerate(found.family.hypotheses):
        expected = np.array(case["improvement_bounds"][",".join(pair)])
        assert within_monte_carlo_error(
            found.improvement_lower[row],
            found.improvement_upper[row],
            expected,
            STORED["reps of pairs"],
        )


@every_case
def test_the_shares_of_runs_above_a_score_are_those_of_rliable(case):
    found = profiles(case["scores"], better="higher", places=case["taus"], resamples=10)
    assert found.kind == "score"
    expected = [case["share"][name] for name in found.algorithms]
    np.testing.assert_allclose(found.share, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("n", "runs"), [(1, 2), (1, 5), (3, 3), (10, 7), (26, 10)])
def test_the_interquartile_mean_is_the_trimmed_mean_of_scipy(n, runs):
    values = np.random.default_rng(n).normal(size=(n, runs))
    values[0, 0] = 1e300  # cut off without a trace if anything is cut off
    weights = equal_weights(np.full(n, runs))[..., None]
    (found,) = interquartile_mean(values, weights, 1.0, n * runs)
    assert found == pytest.approx(stats.trim_mean(values, 0.25, axis=None), rel=1e-12)


def test_where_the_numbers_of_runs_differ_every_problem_counts_the_same():
    """Four runs twice are as good as eight, and the quarter to be cut is a whole number."""
    rng = np.random.default_rng(3)
    cells = {("A", f"P{i}"): rng.normal(size=2 + 2 * (i % 2)) for i in range(4)}
    cells |= {("B", f"P{i}"): rng.normal(size=4) for i in range(4)}
    found = aggregates(make_runs(cells, "higher"), resamples=10, threshold=0.5)
    pooled = np.array(
        [np.tile(cells["A", f"P{i}"], 4 // len(cells["A", f"P{i}"])) for i in range(4)]
    )
    expected = [
        pooled.mean(),
        np.median(pooled.mean(axis=1)),
        stats.trim_mean(pooled, 0.25, axis=None),
        np.maximum(0.5 - pooled, 0).mean(),
    ]
    np.testing.assert_allclose(found.value[:, 0], expected, rtol=1e-12)


def test_the_improvement_is_mann_and_whitneys_statistic_over_the_pairs_of_runs():
    rng = np.random.default_rng(5)
    cells = {
        (name, f"P{i}"): np.round(rng.normal(size=runs + i), 1)
        for name, runs in (("A", 3), ("B", 5))
        for i in range(6)
    }
    found = aggregates(make_runs(cells, "higher"), resamples=10)
    expected = [
        stats.mannwhitneyu(cells["A", f"P{i}"], cells["B", f"P{i}"]).statistic
        / (len(cells["A", f"P{i}"]) * len(cells["B", f"P{i}"]))
        for i in range(6)
    ]
    assert found.improvement[0] == pytest.approx(np.mean(expected), abs=1e-12)


def all_resamples(values, draws):
    """Means over the problems of every resample of `draws` runs per problem, equally probable."""
    means = [[np.mean(drawn) for drawn in itertools.product(runs, repeat=draws)] for runs in values]
    return np.array([np.mean(combination) for combination in itertools.product(*means)])


@pytest.mark.parametrize(("interval", "draws"), [("percentile", 3), ("expanded", 2)])
def test_intervals_are_those_of_all_resamples(interval, draws):
    values = np.array([[1.0, 2.0, 4.0], [3.0, 3.5, 5.0]])
    found = aggregates(
        {"A": values.T, "B": values.T},
        better="higher",
        statistics="mean",
        interval=interval,
        confidence=0.6,
        resamples=40_000,
    )
    level = 0.6
    if interval == "expanded":
        sd = values.std(axis=1, ddof=1)[:, None]
        level = float(expanded_confidence(0.6, sd, np.full((2, 1), 3))[0])
    every = all_resamples(values, draws)
    low, high = np.quantile(every, [(1 - level) / 2, (1 + level) / 2])
    if interval == "expanded":
        # no narrower than Student's interval, here of the one problem with most of the variance,
        # nor than with so many unseen runs, the worst or the best, that six would show one of them
        variances = values.var(axis=1, ddof=1) / 3
        assert variances[0] > variances.sum() / 2
        reach = stats.t.isf(0.2, 2) * np.sqrt(variances.sum()) / 2
        unseen = 1 - 0.2 ** (1 / 6)
        ends = [values.min(axis=1).mean(), values.max(axis=1).mean()]
        moved = [(1 - unseen) * values.mean() + unseen * end for end in ends]
        low, high = (
            min(low, values.mean() - reach, moved[0]),
            max(high, values.mean() + reach, moved[1]),
        )
    assert found.lower[0, 0] == pytest.approx(low, abs=1e-9)
    assert found.upper[0, 0] == pytest.approx(high, abs=1e-9)


def test_one_draw_fewer_than_runs_gives_the_unbiased_variance_of_a_mean():
    values = np.array([1.0, 2.0, 6.0])
    every = all_resamples([values], 2)
    assert every.var() == pytest.approx(values.var(ddof=1) / 3)
    weights = np.concatenate(
        list(resampled_weights(np.array([3]), 200_000, np.random.default_rng(0), "rescaled")), -1
    )
    assert (values @ weights[0]).var() == pytest.approx(every.var(), rel=0.02)


def test_resamples_are_drawn_as_often_as_chance_says():
    blocks = resampled_weights(np.array([2, 3]), 90_000, np.random.default_rng(1), "plain")
    weights = np.concatenate(list(blocks), axis=-1)
    twos = np.rint(weights[0, 0] * 2).astype(int)
    threes = np.rint(weights[1, 2] * 3).astype(int)
    for drawn, n, p in ((twos, 2, 1 / 2), (threes, 3, 1 / 3)):
        expected = stats.binom.pmf(range(n + 1), n, p) * drawn.size
        assert stats.chisquare(np.bincount(drawn, minlength=n + 1), expected).pvalue > 1e-4
    joint = np.histogram2d(twos, threes, bins=[range(4), range(5)])[0]
    assert stats.chi2_contingency(joint).pvalue > 1e-4  # cells are drawn by themselves


def test_the_degrees_of_freedom_of_a_pair_on_one_problem_are_welchs():
    rng = np.random.default_rng(2)
    first, second = rng.normal(0, 1, 4), rng.normal(0, 3, 7)
    sd = np.array([[first.std(ddof=1), second.std(ddof=1)]])
    found = expanded_confidence(0.95, sd, np.array([[4, 7]]), np.array([[0, 1]]))
    df = stats.ttest_ind(first, second, equal_var=False).df
    expected = 1 - 2 * stats.norm.sf(stats.t.isf(0.025, df))
    assert found[0] == pytest.approx(expected, abs=1e-12)


def test_with_many_problems_the_expanded_interval_of_the_mean_is_students():
    values = np.random.default_rng(4).normal(size=(3, 60))
    found = aggregates(
        {"A": values, "B": values}, better="higher", statistics="mean", resamples=20_000
    )
    part = values.var(axis=0, ddof=1) / 3
    df = part.sum() ** 2 / (part**2 / 2).sum()
    half = stats.t.isf(0.025, df) * np.sqrt(part.sum()) / 60
    expected = values.mean() + np.array([-half, half])
    np.testing.assert_allclose([found.lower[0, 0], found.upper[0, 0]], expected, atol=0.04 * half)


COSTS = np.array([[1.0, 2.0, 4.0], [3.0, 3.0, 1.5], [10.0, 5.0, np.nan], [1.0, 8.0, 8.0]])


def test_ratios_to_the_best_by_hand():
    """A: 1, 2, 2, 1; B: 2, 2, 1, 8; C: 4, 1, never, 8."""
    from evenkeel.tables.results import Results

    table = Results(COSTS, algorithms=["A", "B", "C"], better="lower", missing="keep")
    found = profiles(table, resamples=10)
    assert found.kind == "ratio"
    assert found.resampled == "problems"
    assert found.places.tolist() == [1, 2, 4, 8]
    assert found.share.tolist() == [[0.5, 1, 1, 1], [0.25, 0.75, 0.75, 1], [0.25, 0.25, 0.5, 0.75]]
    assert found.solved.tolist() == [1, 1, 0.75]


@pytest.mark.parametrize("statistic", ["mean", "median"])
def test_ratios_of_runs_are_those_of_their_means_or_medians(statistic):
    rng = np.random.default_rng(6)
    cells = {
        (name, f"P{i}"): rng.lognormal(size=3 + (i + j) % 3)
        for j, name in enumerate("ABC")
        for i in range(7)
    }
    found = profiles(make_runs(cells), statistic=statistic, resamples=10, places=[1, 1.5, 2, 9])
    costs = np.array(
        [[getattr(np, statistic)(cells[name, f"P{i}"]) for name in "ABC"] for i in range(7)]
    )
    ratios = costs / costs.min(axis=1, keepdims=True)
    expected = [(ratios <= place).mean(axis=0) for place in found.places]
    np.testing.assert_allclose(found.share, np.transpose(expected), atol=1e-12)


def test_bounds_of_a_table_are_those_of_all_draws_of_its_problems():
    """Three problems, of which two are drawn: shares 0, 1/2 and 1 with 4/9, 4/9 and 1/9."""
    found = profiles(
        [[1.0, 5.0], [2.0, 0.5], [3.0, 0.5]],
        better="higher",
        places=[2.5],
        confidence=0.5,
        resamples=20_000,
    )
    every = [np.mean(drawn) for drawn in itertools.product([0, 0, 1], repeat=2)]
    assert found.lower[0, 0] == np.quantile(every, 0.25)
    assert found.upper[0, 0] == np.quantile(every, 0.75)
    distance = np.abs(np.array(every) - 1 / 3)
    sup = np.quantile(distance, 0.5, method="higher")
    assert found.band_upper[0, 0] == pytest.approx(1 / 3 + sup, abs=1e-6)
