"""Stability against brute force: reduced tables one by one, all orders, scipy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.numerics.resampling import jackknife_interval, resampled_rows
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.stability import hinges, kemeny, stability
from evenkeel.stability._kemeny import LARGEST_EXACT, consensus_order, disagreements
from evenkeel.stability._stability import distances
from tables_with_holes import kept, punched


def one_by_one(table, control, ranking, procedure, method):
    """Adjusted p-values of each table without one problem, as posthoc has them."""
    return np.stack(
        [
            evenkeel.posthoc(
                table.drop(problems=[problem]),
                control=control,
                ranking=ranking,
                adjust=procedure,
                method=method,
            ).adjusted[procedure]
            for problem in table.problems
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("method", LAWS.names)
@pytest.mark.parametrize("control", [None, "C4.5"])
def test_leaving_problems_out_at_once_or_one_by_one(method, control) -> None:
    table = evenkeel.load("demsar2006")
    logical = ("shaffer", "bergmann") if LAWS.lookup(method).null.transitive else ("holm",)
    for procedure in ("holm", "hommel") if control else (*logical, "nemenyi-bonferroni"):
        found = hinges(table, control=control, procedure=procedure, method=method)
        expected = one_by_one(table, control, "friedman", procedure, method)
        assert found.without == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("ranking", [each.name for each in RANKINGS if not each.holes])
@pytest.mark.parametrize("method", ["normal", "calibrated", "exact", "paired"])
def test_leaving_problems_out_of_every_ranking(ranking, method) -> None:
    table = evenkeel.load("demsar2006")
    found = hinges(table, ranking=ranking, method=method)
    assert found.without == pytest.approx(
        one_by_one(table, None, ranking, "shaffer", method), rel=1e-9
    )


@pytest.mark.slow
@pytest.mark.parametrize("method", ["paired", "wilcoxon", "sign"])
def test_leaving_problems_out_of_a_table_with_holes(method) -> None:
    table = kept(punched(evenkeel.load("garcia2008").values, 0.1, seed=4), "higher")
    found = hinges(table, method=method)
    assert found.method == method
    assert found.procedure == ("shaffer" if method == "paired" else "holm")
    assert found.without == pytest.approx(
        one_by_one(table, None, "friedman", found.procedure, method), rel=1e-9
    )


def test_a_closed_procedure_is_repeated_without_each_problem() -> None:
    table = evenkeel.load("toy")
    found = hinges(table, procedure="closed-permutation", method="paired")
    expected = one_by_one(table, None, "friedman", "closed-permutation", "paired")
    assert np.array_equal(found.without, expected)


def test_resampled_verdicts_and_places_are_those_of_each_resample_by_itself() -> None:
    table = evenkeel.load("demsar2006")
    found = stability(table, resamples=30, seed=5)
    (rows,) = resampled_rows(table.n, 30, np.random.default_rng(5))
    rejected, first = np.zeros(6), np.zeros(4)
    for sample in rows:
        drawn = evenkeel.Results(table.values[sample], (), table.algorithms, better=table.better)
        test = evenkeel.posthoc(drawn, adjust="shaffer")
        rejected += test.rejected(0.05) / 30
        average = test.statistics.ranks.average
        first += (average == average.min()) / (average == average.min()).sum() / 30
    assert found.rejected == pytest.approx(rejected, abs=1e-12)
    assert found.first == pytest.approx(first, abs=1e-12)
    assert found.places.sum(axis=0) == pytest.approx(np.ones(4))
    assert found.places.sum(axis=1) == pytest.approx(np.ones(4))


def test_intervals_of_average_friedman_ranks_are_gaffkes() -> None:
    """Quantiles of means with flat Dirichlet weights, one rank of 1 (or of k) more."""
    table = evenkeel.load("garcia2008")
    found = stability(table, resamples=1, alpha=0.1)
    ranks = stats.rankdata(-table.values, axis=1)
    weights = np.random.default_rng(0).dirichlet(np.ones(31), 100_000)
    with_best, with_worst = (weights @ np.vstack([ranks, np.full(5, end)]) for end in (1, 5))
    assert found.low == pytest.approx(np.quantile(with_best, 0.05, axis=0), abs=0.01)
    assert found.high == pytest.approx(np.quantile(with_worst, 0.95, axis=0), abs=0.01)


def test_the_jackknife_of_a_ratio_by_pseudo_values() -> None:
    x, y = np.random.default_rng(0).lognormal(size=(2, 12))
    estimate = np.array(x.sum() / y.sum())
    without = (x.sum() - x) / (y.sum() - y)
    pseudo = 12 * estimate - 11 * without
    low, high = jackknife_interval(estimate, without, 0.95)
    reach = stats.t.ppf(0.975, 11) * stats.sem(pseudo)
    assert (low, high) == pytest.approx((estimate - reach, estimate + reach), rel=1e-10)


def test_kendalls_distance_is_one_minus_tau_halved() -> None:
    rng = np.random.default_rng(3)
    full, others = rng.random(7), rng.random((20, 7))
    expected = [(1 - stats.kendalltau(full, each).statistic) / 2 for each in others]
    assert distances(full, others) == pytest.approx(expected, abs=1e-12)


def random_wins(rng, k, n):
    losses = rng.integers(0, int(rng.integers(2, 6)), (n, k))
    return (losses[:, :, None] < losses[:, None, :]).sum(axis=0), losses.mean(axis=0)


@pytest.mark.slow
def test_no_order_of_few_algorithms_has_fewer_disagreements() -> None:
    rng = np.random.default_rng(1)
    for _ in range(150):
        wins, positions = random_wins(rng, int(rng.integers(2, 7)), int(rng.integers(1, 9)))
        every = [
            sum(wins[b, a] for a, b in itertools.combinations(order, 2))
            for order in itertools.permutations(range(len(wins)))
        ]
        order, cost, least, optimal = consensus_order(wins, positions)
        assert cost == least == min(every) == disagreements(wins, order)
        assert optimal == every.count(min(every))


def test_the_heuristic_for_many_algorithms_stays_above_its_bound() -> None:
    # Cyclic majorities of 19 algorithms: i beats the nine after it on two problems of three
    k = LARGEST_EXACT + 3
    around = (np.arange(k) - np.arange(k)[:, None]) % k
    wins = np.where((around > 0) & (around <= k // 2), 2, 1) - np.eye(k, dtype=int)
    order, cost, least, optimal = consensus_order(wins, np.zeros(k))
    assert sorted(order.tolist()) == list(range(k))
    assert cost == disagreements(wins, order)
    assert least == k * (k - 1) // 2
    assert least < cost
    assert optimal is None
    # The best order of a regular cyclic tournament has (k^2 - 1) / 8 pairs against the majority
    assert cost == least + (k * k - 1) // 8


def test_who_beats_every_other_one_on_most_problems_is_first() -> None:
    # Condorcet's winner A has a worse average rank than B
    values = [[1, 2, 3, 4, 5]] * 3 + [[5, 1, 2, 3, 4]] * 2
    table = evenkeel.Results(values, (), list("ABCDE"), better="lower")
    found = kemeny(table)
    assert found.order[0] == "A"
    assert stability(table, resamples=1).order[0] == "B"
    assert found.disagreements == 2 * 4
    # B before A (3), A and C tied (2.5), A before D and E (2 each)
    assert found.by_average_ranks == 9.5
