"""A control that was picked for its rank: what it costs, and what is valid instead."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

import evenkeel
from evenkeel.claims import from_ranks
from evenkeel.comparison.situations import error_of_a_picked_control
from evenkeel.plot.decisions import decisions_of


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


def test_the_advice_says_what_picking_would_cost() -> None:
    values = np.random.default_rng(1).random((40, 9)) + 0.3 * np.arange(9)
    comparison = evenkeel.compare(values, better="lower", control="best")
    (advice,) = (each for each in comparison.advice if each.rule == "control-was-picked")
    share = error_of_a_picked_control(9, 0.05)
    assert f"in {share:.0%} of the tables at a nominal 5%" in advice.facts
    assert advice.remedy.startswith("All pairs were compared instead.")


def test_its_pairs_lead_the_conclusions() -> None:
    comparison = evenkeel.compare(evenkeel.load("garcia2008"), control="best", adjust="holm")
    assert comparison.picked == "C4.5"
    listed = comparison.conclusions[1].split("with Holm: ")[-1].split(", ")
    assert ["C4.5" in each for each in listed] == sorted(
        ("C4.5" in each for each in listed), reverse=True
    )
    assert (
        "C4.5 was to be the control because its rank is the best: the same data would pick and "
        "test it, so that all pairs are compared."
    ) in comparison.conclusions


def test_a_named_control_is_a_control() -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"), control="DE-Exp")
    assert (comparison.control, comparison.picked) == ("DE-Exp", None)
    assert comparison.multiple_sign is not None
    assert evenkeel.posthoc(evenkeel.load("cec2005"), control="DE-Exp").notes == ()


@pytest.mark.parametrize("source", ["results", "comparison"])
def test_a_picture_says_that_its_control_was_picked(source: str) -> None:
    table = evenkeel.load("cec2005")
    data = table if source == "results" else evenkeel.compare(table)
    named = decisions_of(data, control="DE-Exp")
    picked = decisions_of(data, control="best")
    assert picked.family.control == named.family.control == "DE-Exp"
    assert "picked" not in named.basis
    assert picked.basis == f"{named.basis}, control picked by its rank: p-values too small"


def test_printed_ranks_with_a_picked_control_say_so() -> None:
    printed = {"A": "1.2", "B": "2.1", "C": "2.7"}
    said = "A is the control because its rank is the best"
    found = from_ranks(printed, n=20, control="best")
    assert any(note.startswith(said) for note in found.notes)
    assert not any(said in note for note in from_ranks(printed, n=20, control="A").notes)


def test_the_multiple_sign_test_takes_no_picked_control() -> None:
    with pytest.raises(evenkeel.InputError, match="chosen before the results were seen"):
        evenkeel.multiple_sign_test(evenkeel.load("cec2005"), control="best")
    named = evenkeel.load("cec2005").rename(algorithms={"PSO": "best"})
    assert evenkeel.multiple_sign_test(named, control="best").control == "best"
