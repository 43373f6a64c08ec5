"""compare(): which path is taken, what is concluded, and in which words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError, UnknownNameError


def even(n: int = 12) -> evenkeel.Results:
    """A table in which every algorithm takes every rank equally often."""
    values = np.array([np.roll([1.0, 2.0, 3.0], i) for i in range(n)])
    return evenkeel.Results(values, better="lower", algorithms=["A", "B", "C"])


def test_all_pairs_of_a_published_study() -> None:
    comparison = evenkeel.compare(evenkeel.load("garcia2008"), ties="uncorrected")
    assert comparison.procedure == "shaffer"
    assert comparison.posthoc is not None
    documents = ("nemenyi-bonferroni", "holm", "shaffer", "bergmann")
    assert {*comparison.posthoc.procedures} == {*documents, "nemenyi-range"}
    # Garcia and Herrera (2008): Nemenyi 4, Holm 5, Shaffer 6, Bergmann-Hommel 8
    counts = [int(comparison.posthoc.rejected(0.05, p).sum()) for p in documents]
    assert counts == [4, 5, 6, 8]
    assert comparison.multiple_sign is None


def test_control_of_a_published_study() -> None:
    comparison = evenkeel.compare(
        evenkeel.load("cec2005_ties"), control="DE-Exp", ties="uncorrected"
    )
    assert comparison.procedure == "holm"
    assert comparison.posthoc is not None
    adjusted = dict(
        zip(
            (other for _, other in comparison.posthoc.family.hypotheses),
            comparison.posthoc.adjusted["holm"],
            strict=True,
        )
    )
    assert adjusted["CHC"] == pytest.approx(0.002324, abs=5e-7)  # Derrac et al. (2011), Table 16
    assert comparison.conclusions[0] == (
        "Over 25 problems DE-Exp has the best average Friedman rank (3.500) and PSO the worst "
        "(7.000); at 0.05 DE-Exp is shown to be better than PSO and, if differences are symmetric, "
        "than CHC."
    )
    assert comparison.conclusions[1].startswith(
        "At 0.05, 1 of the 8 pairs with the control DE-Exp is shown to differ by both looks: the "
        "ranks among all algorithms with Holm and Wilcoxon's signed-rank test of the two alone "
        "with Holm, and by wins, the sign test with Holm: DE-Exp over PSO (adjusted p = 4.983e-05 "
        "and p = "
    )
    assert comparison.conclusions[2].startswith(
        "1 more is shown if differences are symmetric, as Wilcoxon's test supposes, and not by "
        "wins: DE-Exp over CHC (adjusted p = 0.002324 and p = "
    )


def test_best_takes_the_best_ranked_and_says_so() -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"), control="best")
    assert (comparison.control, comparison.picked) == (None, "DE-Exp")
    assert "control-was-picked" in {advice.rule for advice in comparison.advice}
    named = evenkeel.compare(evenkeel.load("cec2005"), control="DE-Exp")
    assert "control-was-picked" not in {advice.rule for advice in named.advice}


def test_an_algorithm_called_best_is_itself() -> None:
    results = evenkeel.load("garcia2008").rename(algorithms={"Kernel": "best"})
    assert evenkeel.compare(results, control="best").control == "best"


def test_nothing_is_tested_after_an_omnibus_test_that_does_not_reject() -> None:
    comparison = evenkeel.compare(even())
    assert comparison.omnibus_rejected is False
    assert comparison.posthoc is None
    assert comparison.conclusions[1] == (
        "The Iman-Davenport test does not reject the hypothesis that all algorithms perform "
        "alike at the level 0.05 (F = 0.0000 with 2 and 22 degrees of freedom, p = 1.000)."
    )
    assert comparison.conclusions[2] == (
        "The post-hoc hypotheses were therefore not tested; no difference between algorithms has "
        "been shown, and this does not show that there is none."
    )


def test_always_tests_them_all_the_same() -> None:
    comparison = evenkeel.compare(even(), always=True)
    assert comparison.posthoc is not None
    assert comparison.conclusions[:3] == (
        "Over 12 problems all algorithms have the same average Friedman rank (2.000).",
        "At 0.05, none of the 3 pairs is shown to differ by both looks: the ranks among all "
        "algorithms with Shaffer static and Wilcoxon's signed-rank test of the two alone with "
        "Holm.",
        "This does not show that the algorithms perform alike.",
    )


def test_every_problem_is_mapped_on_0_to_1_first_if_asked(tmp_path: Path) -> None:
    values = np.random.default_rng(5).lognormal(0, 4, (12, 4))
    values[3, 2] = np.nan
    table = evenkeel.Results(values, better="lower", missing="keep")
    low, high = np.nanmin(values, axis=1)[:, None], np.nanmax(values, axis=1)[:, None]
    by_hand = evenkeel.Results((values - low) / (high - low), better="lower", missing="keep")
    for choice in ("keep", "drop-problem", "worst"):
        found = evenkeel.compare(table, scaled=True, missing=choice)
        expected = evenkeel.compare(by_hand, missing=choice)
        np.testing.assert_allclose(found.wilcoxon.r_plus, expected.wilcoxon.r_plus)
        np.testing.assert_allclose(found.effects.estimate, expected.effects.estimate)
        assert found.missing_choices == expected.missing_choices
        (path,) = found.save(tmp_path / f"{choice}.json")
        again = evenkeel.open_report(path)
        np.testing.assert_allclose(again.results.values, found.results.values)
    runs = evenkeel.load_runs("scipy_optimisers")
    of_runs = evenkeel.compare_runs(runs, scaled=True).comparison.results.values
    np.testing.assert_array_equal(of_runs, runs.aggregate("mean").scaled().values)


def test_two_algorithms_take_the_pairwise_path() -> None:
    results = evenkeel.load("cec2005").select(["SaDE", "PSO"])
    comparison = evenkeel.compare(results)
    assert comparison.omnibus == {}
    assert comparison.posthoc is None
    # R+ = 261, R- = 64, p = 0.00673; wins 20 to 5: Derrac et al. (2011), Tables 5 and 6
    assert comparison.conclusions[0] == (
        "Wilcoxon's signed-rank test finds SaDE significantly better than PSO at 0.05 (R+ = 261, "
        "R- = 64, exact p = 0.006726)."
    )
    assert comparison.conclusions[1].startswith(
        "Of 25 problems SaDE is better on 20 and PSO on 5 (sign test, exact"
    )


def test_the_direction_turns_the_conclusions_round() -> None:
    results = evenkeel.load("cec2005").select(["SaDE", "PSO"])
    turned = evenkeel.Results(results.values, results.problems, results.algorithms, better="higher")
    assert (
        evenkeel.compare(turned)
        .conclusions[0]
        .startswith("Wilcoxon's signed-rank test finds PSO significantly better than SaDE")
    )


def test_adjust_and_procedure_are_what_was_asked_for() -> None:
    garcia = evenkeel.load("garcia2008")
    comparison = evenkeel.compare(garcia, adjust=["finner", "hommel"])
    assert comparison.posthoc is not None
    assert comparison.posthoc.procedures == ("finner", "hommel")
    assert comparison.procedure == "finner"
    comparison = evenkeel.compare(garcia, adjust="holm", procedure="bergmann-hommel")
    assert comparison.posthoc is not None
    assert comparison.posthoc.procedures == ("holm", "bergmann")
    assert comparison.procedure == "bergmann"


@pytest.mark.slow
def test_no_conclusion_calls_algorithms_equal() -> None:
    for case in evenkeel.cases():
        for control in (None, "best"):
            comparison = evenkeel.compare(evenkeel.load(case.name), control=control, always=True)
            text = " ".join(comparison.conclusions).lower()
            assert "equal" not in text
            assert "equivalent" not in text
            assert "same performance" not in text


def test_errors_name_the_culprit() -> None:
    garcia = evenkeel.load("garcia2008")
    with pytest.raises(UnknownNameError, match="unknown algorithm 'X'"):
        evenkeel.compare(garcia, control="X")
    with pytest.raises(UnknownNameError, match="unknown ranking 'friedmann': did you mean"):
        evenkeel.compare(garcia, ranking="friedmann")
    with pytest.raises(InputError, match="alpha is 5; give a number between 0 and 1"):
        evenkeel.compare(garcia, alpha=5)
    with pytest.raises(UnknownNameError, match="unknown adjustment 'holmes': did you mean 'holm'"):
        evenkeel.compare(garcia, adjust="holmes")


@pytest.mark.slow
def test_every_table_of_the_report_is_named_once() -> None:
    for control in (None, "SaDE"):
        report = evenkeel.compare(evenkeel.load("cec2005"), control=control).report(
            exhaustive=control is None
        )
        names = [table.name for table in report.tables]
        assert len(names) == len(set(names))
