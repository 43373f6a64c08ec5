"""The Bayesian Friedman test beside the published formulas, and draws of the weights."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.bayesian import bayes_friedman
from evenkeel.bayesian.all_algorithms import squared_distance
from evenkeel.errors import InputError


def published(ranks: np.ndarray, r0: np.ndarray, s: float) -> float:
    """Mean and covariance as Benavoli et al. (2015) and rNPBST write them, k - 1 of the means."""
    n, k = ranks.shape
    R, r0 = ranks.T, r0[:, None]
    mean = (R.sum(axis=1, keepdims=True) + s * r0) / (n + s)
    law = (np.ones((n, n)) + np.eye(n)) / ((s + n) * (s + n + 1))
    total = R.sum(axis=1, keepdims=True)
    mixed = s * ((s + 1) * r0 @ r0.T + r0 @ total.T + total @ r0.T) / ((s + n) * (s + n + 1))
    covariance = mixed + R @ law @ R.T - mean @ mean.T
    away = (mean - (k + 1) / 2)[:-1]
    return float((away.T @ np.linalg.solve(covariance[:-1, :-1], away)).item())


@pytest.mark.parametrize("case", ["garcia2008", "demsar2006"])
def test_the_statistic_is_the_published_one(case: str) -> None:
    table = evenkeel.load(case)
    ranks = stats.rankdata(table.losses, axis=1)
    n, k = ranks.shape
    found = bayes_friedman(table, prior=1.5, resamples=100)
    even = np.full(k, (k + 1) / 2)
    assert found.statistic == pytest.approx(published(ranks, even, 1.5), rel=1e-9)
    orders = [np.array(order) for order in itertools.permutations(np.arange(1.0, k + 1))]
    every = [published(ranks, order, 1.5) for order in orders]
    assert found.most == pytest.approx(max(every), rel=1e-9)
    assert found.least == pytest.approx(min(found.statistic, *every), rel=1e-9)
    expected = (n - 1) * (k - 1) / (n - k + 1) * stats.f.ppf(0.95, k - 1, n - k + 1)
    assert found.threshold == pytest.approx(expected, rel=1e-9)
    beyond = {distance > expected for distance in every}
    answer = {True: "different", False: "open"}[published(ranks, even, 1.5) > expected]
    assert found.answer == ("the prior decides" if len(beyond) == 2 else answer)


def test_probabilities_of_pairs_are_those_of_draws_of_the_weights() -> None:
    rng = np.random.default_rng(1)
    table = evenkeel.Results(rng.normal([0, 0.4, 0.8], 1, (12, 3)), better="lower")
    found = bayes_friedman(table, prior=2.0, resamples=40_000)
    ranks = stats.rankdata(table.losses, axis=1)
    weights = rng.dirichlet([*np.ones(12), 2.0], size=40_000)
    for i, (a, b) in enumerate(found.family.pairs.tolist()):
        for r0, seen in (((2, 2), found.probability), ((3, 1), found.lower), ((1, 3), found.upper)):
            d = weights @ np.append(ranks[:, b] - ranks[:, a], r0[1] - r0[0])
            assert seen[i] == pytest.approx((d > 0).mean(), abs=0.015)
    assert (found.lower <= found.probability).all()
    assert (found.probability <= found.upper).all()


def test_of_two_algorithms_the_bounds_are_those_of_a_beta_law() -> None:
    """The imprecise Dirichlet process: the prior's problem goes to the second, or to the first."""
    wins, losses = 9, 4
    table = [[1, 2]] * wins + [[2, 1]] * losses
    found = bayes_friedman(table, better="lower", resamples=50_000)
    expected = stats.beta.sf(0.5, [wins, wins + 1], [losses + 1, losses])
    assert [found.lower[0], found.upper[0]] == pytest.approx(expected.tolist(), abs=0.006)
    assert found.decision.tolist() == ["the prior decides"]


def test_the_prior_decides_with_few_problems() -> None:
    same = evenkeel.Results([[1, 2, 3]] * 5, better="lower")
    assert bayes_friedman(same, prior=1, resamples=500).probability.tolist() == [1, 1, 1]
    rng = np.random.default_rng(3)
    few = evenkeel.Results(rng.normal([0, 1.5, 3], 1, (5, 3)), better="lower")
    found = bayes_friedman(few, prior=3, resamples=2000)
    assert found.answer == "the prior decides"
    assert "the prior decides" in found.decision.tolist()
    assert "The prior decides" in str(found) or "the prior decides" in str(found)
    turned = evenkeel.Results(-few.values, algorithms=["x", "y", "z"], better="lower")
    mirrored = bayes_friedman(turned, prior=1e-3, resamples=2000)
    assert mirrored.decision[1] == "z"


def test_what_is_stated_together_holds_together() -> None:
    table = evenkeel.load("garcia2008")
    found = bayes_friedman(table)
    decided = [name != "open" for name in found.decision]
    assert found.together.tolist() == decided
    none = bayes_friedman(np.ones((6, 3)), better="lower")
    assert none.answer == "open"
    assert not none.together.any()


def test_no_spread_is_an_infinite_distance() -> None:
    ranks = np.tile([1.0, 2.0, 3.0], (6, 1))
    assert squared_distance(ranks, np.array([1.0, 2.0, 3.0]), 1.0) == math.inf
    tied = np.full((6, 3), 2.0)
    assert squared_distance(tied, np.full(3, 2.0), 1.0) == 0


def test_what_is_refused() -> None:
    table = evenkeel.load("garcia2008")
    with pytest.raises(InputError, match="prior is 0"):
        bayes_friedman(table, prior=0)
    with pytest.raises(InputError, match="5 algorithms need at least 5 problems"):
        bayes_friedman(table.select(problems=list(table.problems[:4])))
    holes = evenkeel.Results([[1, np.nan], [2, 3]], better="lower", missing="keep")
    with pytest.raises(InputError, match="needs complete problems"):
        bayes_friedman(holes)
    many = np.random.default_rng(0).normal(size=(12, 8))
    found = bayes_friedman(many, better="lower", resamples=100, control="A1")
    assert "with 8 algorithms it was not looked at" in found.notes[0]


def test_failures_rank_last() -> None:
    values = evenkeel.load("demsar2006").values[:, :3].copy()
    far = np.where(np.arange(14)[:, None] == [[3, 5, 99]], -1.0, values)
    values[3, 0] = values[5, 1] = np.nan
    kept = evenkeel.Results(values, better="higher", missing="keep")
    failed = bayes_friedman(evenkeel.tables.choose(kept, "worst"))
    beside = bayes_friedman(far, better="higher")
    assert failed.statistic == beside.statistic
    np.testing.assert_array_equal(failed.lower, beside.lower)
    with pytest.raises(InputError, match="complete problems"):
        bayes_friedman(kept)
