"""What a picture of hypotheses shows, from results, comparisons and post-hoc results."""

from __future__ import annotations

import numpy as np
import pytest

from drawing import random_study
from evenkeel.casestudies import load
from evenkeel.comparison._compare import compare
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import plot_average_ranks, plot_critical_difference, plot_pvalue_matrix
from evenkeel.plot.decisions import decisions_of
from evenkeel.posthocs._posthoc import posthoc


def note(ax: object) -> str:
    """The note below a picture, in one line, its unbreakable spaces as others."""
    lines = [text.get_text() for text in ax.texts if text.get_gid() == "note"]
    return " ".join(lines).replace("\u00a0", " ").replace("\n", " ")


def marks(ax: object) -> dict[int, tuple[str, bool]]:
    """Shape of each mark on the axis and whether it is filled."""
    return {
        int(line.get_gid().removeprefix("mark-")): (
            line.get_marker(),
            line.get_markerfacecolor() == line.get_markeredgecolor(),
        )
        for line in ax.lines
        if line.get_gid().startswith("mark-")
    }


def test_a_comparison_is_drawn_as_it_was_concluded() -> None:
    comparison = compare(load("cec2005"), alpha=0.1, procedure="bergmann")
    decisions = decisions_of(comparison)
    assert decisions.procedure == "bergmann"
    assert decisions.alpha == 0.1
    # Derrac et al. (2011), Example 9, says about the ties; here the mended table
    assert decisions.rejected.tolist() == comparison.posthoc.rejected(0.1, "bergmann").tolist()
    assert note(plot_critical_difference(comparison)) == (
        "Bars join groups in which no pair is rejected: Bergmann-Hommel, and Wilcoxon with Holm "
        "of the two alone, at the 0.1 level, 25 problems. Dots mark the members of broken bars."
    )


def test_options_go_before_the_comparison() -> None:
    comparison = compare(load("cec2005"), control="SaDE")
    assert decisions_of(comparison).family.control == "SaDE"
    assert decisions_of(comparison, procedure="finner", alpha=0.2).procedure == "finner"
    other = decisions_of(comparison, control="PSO", ranking="quade")
    assert other.family.control == "PSO"
    assert other.ranks.ranking == "quade"
    assert other.procedure == "holm"


def test_a_procedure_that_the_comparison_did_not_run_is_computed() -> None:
    comparison = compare(load("garcia2008"), adjust="holm")
    decisions = decisions_of(comparison, procedure="bergmann")
    expected = posthoc(load("garcia2008"), adjust="bergmann").rejected(0.05)
    assert decisions.rejected.tolist() == expected.tolist()


def test_results_take_the_recommended_procedures() -> None:
    assert decisions_of(load("garcia2008")).procedure == "shaffer"
    assert decisions_of(load("garcia2008"), control="C4.5").procedure == "holm"
    assert decisions_of(load("garcia2008"), control="best").family.control == "C4.5"


def test_nothing_is_told_apart_if_the_omnibus_hypothesis_stands() -> None:
    comparison = compare(random_study(11, 8, 4, spread=0.0))
    assert comparison.posthoc is None
    ax = plot_critical_difference(comparison, layout="two-sided")
    assert [line.get_gid() for line in ax.lines if line.get_gid().startswith("bar")] == ["bar-0"]
    assert note(ax).startswith("Omnibus hypothesis not rejected, so no pair was tested:")
    with pytest.raises(InputError, match="name a procedure, such as procedure='holm'"):
        plot_pvalue_matrix(comparison)
    assert decisions_of(comparison, procedure="holm").tested


def test_two_algorithms_have_one_hypothesis() -> None:
    comparison = compare(load("cec2005").select(["SaDE", "PSO"]))
    decisions = decisions_of(comparison)
    assert decisions.rejected.tolist() == [True]
    assert note(plot_critical_difference(comparison)).startswith("Every pair is rejected:")


def test_a_control_is_marked_and_has_no_bars() -> None:
    """Garcia and Herrera (2008), Table 5: C4.5 against the others, z = 5.471, 2.817, 2.49, 0.245.

    Two-sided p = 4.5e-8, 0.0048, 0.0128 and 0.8065 for Kernel, 1-NN, CN2 and NaiveBayes; Holm
    rejects the first three at 0.05 (0.0128 <= 0.05 / 2).
    """
    table = load("garcia2008")
    ax = plot_critical_difference(table, control="C4.5")
    expected = {
        "C4.5": ("D", True),
        "1-NN": ("o", True),
        "NaiveBayes": ("o", False),
        "Kernel": ("o", True),
        "CN2": ("o", True),
    }
    assert {table.algorithms[j]: mark for j, mark in marks(ax).items()} == expected
    assert not [line for line in ax.lines if line.get_gid().startswith("bar")]
    assert note(ax) == (
        "C4.5 is the control (diamond); filled: rejected against it, open: not rejected. "
        "Holm, and Wilcoxon with Holm of the two alone, at the 0.05 level, 30 problems."
    )
    with pytest.raises(InputError, match="there are no groups"):
        _ = decisions_of(table, control="C4.5").groups


def test_pvalues_from_elsewhere() -> None:
    table = load("toy")
    ax = plot_critical_difference(table, adjusted=[0.04, 1, 1, 0.01, 0.02, 1], procedure="Mine")
    assert note(ax) == (
        "Bars join groups in which no pair is rejected: Mine at the 0.05 level, 4 problems."
    )
    decisions = decisions_of(table, control="A", adjusted=[0.2, 0.01, 0.05])
    assert decisions.rejected.tolist() == [False, True, True]


@pytest.mark.parametrize(
    ("adjusted", "message"),
    [
        ([0.1, 0.2], "give 6 numbers from 0 to 1"),
        ([0.1, 0.2, 0.3, 0.4, 0.5, 1.5], "give 6 numbers from 0 to 1"),
        ([0.1, 0.2, 0.3, 0.4, 0.5, np.nan], "give 6 numbers from 0 to 1"),
    ],
)
def test_impossible_pvalues(adjusted: list[float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        plot_critical_difference(load("toy"), adjusted=adjusted)


def test_what_contradicts_a_post_hoc_result_is_refused() -> None:
    result = posthoc(load("garcia2008"), adjust=("holm", "shaffer"))
    assert decisions_of(result).procedure == "holm"
    assert decisions_of(result, procedure="shaffer", ranking="friedman").procedure == "shaffer"
    with pytest.raises(InputError, match=r"ranking='quade' was given .* leave the option out"):
        decisions_of(result, ranking="quade")
    with pytest.raises(InputError, match=r"control='C4.5' was given .* for all pairs"):
        decisions_of(result, control="C4.5")
    with pytest.raises(UnknownNameError, match="procedure of this result"):
        decisions_of(result, procedure="bergmann")


def test_the_critical_difference_is_for_friedman_ranks_and_all_pairs() -> None:
    table = load("garcia2008")
    classical = plot_critical_difference(table, procedure="nemenyi-range")
    assert [line for line in classical.lines if line.get_gid() == "ruler"]
    other = plot_critical_difference(table, procedure="nemenyi-range", ranking="quade")
    assert not [line for line in other.lines if line.get_gid() == "ruler"]
    with pytest.raises(InputError, match="all pairs"):
        plot_critical_difference(table, procedure="nemenyi-range", control="C4.5")
    with pytest.raises(InputError, match="are for Friedman ranks, not for aligned ranks"):
        plot_average_ranks(table, ranking="aligned", interval="nemenyi-range")
    with pytest.raises(InputError, match="weighted Quade ranks have no quartiles"):
        plot_average_ranks(table, ranking="quade", interval="quartiles")


def test_whatever_else_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="a picture cannot be drawn of list; give Results"):
        plot_critical_difference([[1, 2], [3, 4]])
    table = load("garcia2008")
    with pytest.raises(UnknownNameError, match="algorithm 'CN3': did you mean 'CN2'"):
        plot_critical_difference(table, highlight="CN3")
    with pytest.raises(UnknownNameError, match="layout 'both'"):
        plot_critical_difference(table, layout="both")
    with pytest.raises(UnknownNameError, match="side of the best 'top'"):
        plot_critical_difference(table, best="top")
    with pytest.raises(
        InputError, match=r"do not enclose the average ranks, which go from 2\.1 to"
    ):
        plot_critical_difference(table, limits=(3, 5))
    with pytest.raises(InputError, match="alpha is 5"):
        plot_critical_difference(table, alpha=5)


def test_limits_and_values() -> None:
    ax = plot_critical_difference(load("garcia2008"), limits=(1, 5), ranks=True)
    ticks = [text.get_text() for text in ax.texts if text.get_gid() == "tick"]
    assert ticks == ["1", "2", "3", "4", "5"]
    values = [text.get_text() for text in ax.texts if text.get_gid().startswith("value-")]
    # Garcia and Herrera (2008), Table 2, average ranks
    assert values == ["2.100", "3.250", "2.200", "4.333", "3.117"]
    assert not note(plot_critical_difference(load("garcia2008"), note=False))
