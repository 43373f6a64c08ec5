"""A control that was picked for its rank: what it costs, and what is valid instead."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

import evenkeel
from evenkeel.comparison.situations import error_of_a_picked_control


@pytest.mark.slow
@pytest.mark.parametrize("k", [3, 5, 10, 20])
def test_error_of_a_picked_control_by_simulation(k: int) -> None:
    """Random permutations of 60 problems; Holm rejects something if its first step does."""
    rng = np.random.default_rng(k)
    n, tables = 60, 4_000
    average = np.concatenate(
        [rng.random((500, n, k)).argsort(-1).argsort(-1).mean(1) for _ in range(tables // 500)]
    )
    z = (average.max(1) - average.min(1)) / np.sqrt(k * (k + 1) / (6 * n))
    rate = np.mean(2 * norm.sf(z) * (k - 1) <= 0.05)
    assert error_of_a_picked_control(k, 0.05) == pytest.approx(rate, abs=4 * np.sqrt(0.15 / tables))


@pytest.mark.parametrize(("k", "grade"), [(9, "caution"), (10, "problem")])
def test_it_is_a_problem_from_ten_algorithms_on(k: int, grade: str) -> None:
    values = np.random.default_rng(1).random((40, k)) + 0.3 * np.arange(k)
    comparison = evenkeel.compare(values, better="lower", control="best")
    (advice,) = (each for each in comparison.advice if each.rule == "control-was-picked")
    assert advice.grade == grade
    share = error_of_a_picked_control(k, 0.05)
    assert f"in {share:.0%} of the tables at a nominal 5%" in advice.facts


def test_the_pairs_with_the_best_are_those_of_all_pairs() -> None:
    case = evenkeel.load("cec2005")
    comparison = evenkeel.compare(case, control="best")
    everything = evenkeel.posthoc(case, adjust="shaffer")
    expected = sorted(
        (label, p)
        for label, p in zip(everything.family.labels, everything.adjusted["shaffer"], strict=True)
        if "DE-Exp" in label.split(" vs ")
    )
    table = comparison.report().table("with-best")
    assert sorted((row[0], row[2]) for row in table.rows) == expected
    assert (
        "DE-Exp became the control because its rank is the best, which makes the p-values above "
        "too small. Among all pairs, where this does no harm, DE-Exp performs significantly "
        "better than PSO (adjusted p = 0.0001551) and CHC (adjusted p = 0.006887) with Shaffer "
        "static at 0.05."
    ) in comparison.conclusions


def test_a_named_control_needs_no_such_table() -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"), control="DE-Exp")
    assert comparison.with_best is None
    assert "with-best" not in {table.name for table in comparison.report().tables}
