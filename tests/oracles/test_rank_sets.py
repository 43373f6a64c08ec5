"""Confidence sets for ranks, step by step and beside scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.posthocs.confidence_sets import adjust_beats, rank_bounds, rank_sets, sign_beats


def scipy_sets(values: np.ndarray, test: str, alpha: float) -> tuple[list[int], list[int]]:
    """Lower is better. Holm's procedure over all ordered pairs, step by step."""
    k = values.shape[1]
    pairs = [(i, j) for i in range(k) for j in range(k) if i != j]
    pvalues = []
    for i, j in pairs:
        difference = values[:, j] - values[:, i]
        if test == "wilcoxon":
            result = stats.wilcoxon(difference, alternative="greater", method="exact")
            pvalues.append(result.pvalue)
        else:
            wins, counted = int((difference > 0).sum()), int((difference != 0).sum())
            p = stats.binomtest(wins, counted, alternative="greater").pvalue if counted else 1.0
            pvalues.append(p)
    beats = []
    for step, number in enumerate(np.argsort(pvalues, kind="stable").tolist()):
        if pvalues[number] > alpha / (len(pairs) - step):
            break
        beats.append(pairs[number])
    lower = [1 + sum(loser == j for _, loser in beats) for j in range(k)]
    return lower, [k - sum(winner == j for winner, _ in beats) for j in range(k)]


@pytest.mark.parametrize("test", ["sign", "wilcoxon"])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_step_by_step_with_scipy(test, alpha):
    rng = np.random.default_rng(12)
    for k in (2, 4, 6):
        values = rng.normal(size=(30, k)) + 0.5 * np.arange(k)
        if test == "sign":
            values = np.round(values)
        sets = rank_sets(values, alpha=alpha, test=test, better="lower")
        assert (sets.lower.tolist(), sets.upper.tolist()) == scipy_sets(values, test, alpha)
        assert sets.method == "exact"


def test_a_cycle_has_no_order_but_sets():
    """Each beats the next on two thirds of the problems: all of them have rank 2."""
    values = np.array([[1, 2, 3], [3, 1, 2], [2, 3, 1]] * 40)
    sets = rank_sets(values, better="lower")
    assert sets.lower.tolist() == sets.upper.tolist() == [2, 2, 2]
    assert sets.top(1) == ()
    assert sets.top(2) == sets.surely_top(2) == ("A1", "A2", "A3")


def test_equal_and_clear_algorithms():
    values = np.array([[1, 1, 5, 9]] * 30)
    sets = rank_sets(values, better="lower")
    assert sets.lower.tolist() == [1, 1, 3, 4]
    assert sets.upper.tolist() == [2, 2, 3, 4]
    assert sets.top(1) == ("A1", "A2")
    assert sets.surely_top(1) == ()
    assert sets.adjusted[0].tolist()[:2] == [1.0, 1.0]
    higher = rank_sets(-values, better="higher")
    assert higher.lower.tolist() == sets.lower.tolist()


def test_few_problems_tell_nothing():
    sets = rank_sets([[1, 2, 3], [1, 2, 3]], better="lower")
    assert sets.lower.tolist() == [1, 1, 1]
    assert sets.upper.tolist() == [3, 3, 3]


def test_many_tables_at_once():
    losses = np.random.default_rng(0).integers(0, 4, size=(5, 20, 4)).astype(float)
    lower, upper = rank_bounds(adjust_beats(sign_beats(losses)), 0.1)
    for table, low, high in zip(losses, lower, upper, strict=True):
        sets = rank_sets(table, alpha=0.1, better="lower")
        assert (sets.lower.tolist(), sets.upper.tolist()) == (low.tolist(), high.tolist())


def test_sets_are_shown():
    sets = rank_sets(evenkeel.load("cec2005"))
    assert "SaDE" in sets._repr_html_()
