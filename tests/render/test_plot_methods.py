"""Pictures from the laws of the pair alone: paired, Wilcoxon's and the sign test."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import wilcoxon
from statsmodels.stats.multitest import multipletests

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import (
    KINDS,
    figure_tikz,
    plot_average_ranks,
    plot_comparison_matrix,
    plot_critical_difference,
    plot_pvalue_matrix,
    plot_stairs,
)
from evenkeel.plot.decisions import decisions_of

CEC = evenkeel.load("cec2005")
GARCIA = evenkeel.load("garcia2008")
OWN = ("paired", "wilcoxon", "sign")


def note(ax: object) -> str:
    lines = [text.get_text() for text in ax.texts if text.get_gid() == "note"]
    return " ".join(lines).replace("\u00a0", " ").replace("\n", " ")


def untied(seed: int, n: int = 12, k: int = 6) -> evenkeel.Results:
    values = np.random.default_rng(seed).normal(size=(n, k)) + np.linspace(0, 2, k)
    return evenkeel.Results(values, better="lower")


def wilcoxon_holm(table: evenkeel.Results) -> np.ndarray:
    """Wilcoxon's exact tests by scipy, adjusted by statsmodels."""
    x = table.values
    p = [wilcoxon(x[:, a], x[:, b], method="exact").pvalue for a, b in combinations(range(6), 2)]
    return multipletests(p, method="holm")[1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_wilcoxon_holm_is_that_of_scipy_and_statsmodels(seed: int) -> None:
    table = untied(seed)
    decisions = decisions_of(table, method="wilcoxon", procedure="holm")
    np.testing.assert_allclose(decisions.adjusted, wilcoxon_holm(table), rtol=1e-12)
    basis = decisions.basis.replace("\u00a0", " ")
    assert basis == "Holm of Wilcoxon p-values at the 0.05 level, 12 problems"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "procedure"),
    [*((method, "holm") for method in OWN), ("paired", "bergmann"), ("paired", "closed")],
)
def test_bars_join_unrejected_pairs_only_and_all_of_them(method: str, procedure: str) -> None:
    for seed in range(20):
        table = untied(seed)
        options = {"method": method, "resamples": 200} if procedure == "closed" else {}
        found = evenkeel.posthoc(table, adjust=procedure, **{"method": method, **options})
        decisions = decisions_of(found)
        rejected = dict(zip(combinations(range(6), 2), decisions.rejected, strict=True))
        joined = {tuple(sorted(pair)) for g in decisions.groups for pair in combinations(g, 2)}
        assert joined == {pair for pair, out in rejected.items() if not out}


def test_the_diagram_has_a_bar_for_each_group_and_names_the_method() -> None:
    ax = plot_critical_difference(CEC, method="wilcoxon", procedure="holm")
    groups = evenkeel.posthoc(CEC, method="wilcoxon", adjust="holm").groups()
    bars = {line.get_gid() for line in ax.lines if line.get_gid().startswith("bar")}
    assert len(bars) == sum(len(group) > 1 for group in groups)
    written = " ".join(text.get_text() for text in ax.texts).replace("\u00a0", " ")
    assert "Holm of Wilcoxon p-values" in written.replace("\n", " ")


@pytest.mark.slow
def test_tikz_control_pictures_and_matrices_name_the_method() -> None:
    tikz = figure_tikz(
        plot_critical_difference(GARCIA, method="sign", procedure="holm", control="C4.5")
    )
    assert "Holm of sign" in tikz
    assert "test p{-}values at" in tikz
    ax = plot_stairs(GARCIA, control="C4.5", method="paired")
    assert note(ax).endswith("Holm of paired p-values at the 0.05 level, 30 problems.")
    ax = plot_pvalue_matrix(GARCIA, method="wilcoxon")
    assert note(ax) == "Holm of Wilcoxon p-values at the 0.05 level, 30 problems."
    adjusted = evenkeel.posthoc(GARCIA, method="wilcoxon", adjust="holm").adjusted["holm"]
    bold = sum(text.get_fontweight() == "bold" for text in ax.texts)
    assert bold == (adjusted <= 0.05).sum()


def test_a_comparison_is_drawn_by_its_own_method_unless_another_is_asked_for() -> None:
    comparison = evenkeel.compare(CEC, method="paired", procedure="holm")
    own, other = decisions_of(comparison), decisions_of(comparison, method="wilcoxon")
    assert own.title == "Holm of paired p-values"
    np.testing.assert_array_equal(own.adjusted, comparison.posthoc.adjusted["holm"])
    assert other.title == "Holm of Wilcoxon p-values"
    assert decisions_of(CEC, procedure="holm").title == "Holm"
    closed = decisions_of(CEC.select(CEC.algorithms[:3]), procedure="closed-permutation")
    assert closed.title == "Closed permutation"


def test_a_method_that_contradicts_what_is_drawn_is_refused() -> None:
    with pytest.raises(InputError) as error:
        decisions_of(evenkeel.posthoc(GARCIA), method="paired")
    assert str(error.value) == (
        "method='paired' was given with a post-hoc result of p-values by 'calibrated'; leave "
        "the option out"
    )
    with pytest.raises(InputError) as error:
        decisions_of(GARCIA, method="paired", adjusted=[0.5] * 10)
    assert str(error.value) == (
        "method='paired' was given with adjusted p-values, which are computed already; leave one "
        "of the two out"
    )


@pytest.mark.slow
def test_the_comparison_matrix_takes_every_procedure_and_method() -> None:
    """Bergmann-Hommel of paired p-values used to be refused for want of distances."""
    ax = plot_comparison_matrix(GARCIA, procedure="bergmann", method="paired")
    adjusted = evenkeel.posthoc(GARCIA, method="paired", adjust="bergmann").adjusted["bergmann"]
    bold = sum(text.get_fontweight() == "bold" for text in ax.texts)
    assert bold == 2 * (adjusted <= 0.05).sum()
    assert note(ax).startswith(
        "p adjusted, bold: rejected by Bergmann-Hommel of paired p-values at the 0.05 level, "
    )
    ax = plot_comparison_matrix(GARCIA, method="sign", raw=True)
    assert note(ax).startswith("Sign test, p not adjusted, bold: p ≤ 0.05, 30 problems.")


def test_every_picture_that_tests_has_the_option() -> None:
    assert {kind.name for kind in KINDS.values() if {"method", "alpha"} <= {*kind.options}} == {
        "critical-difference",
        "stairs",
        "pvalues",
        "comparison-matrix",
    }


def test_rank_sets_stand_about_the_average_ranks() -> None:
    ax = plot_average_ranks(GARCIA, interval="rank-sets", alpha=0.1)
    sets = evenkeel.rank_sets(GARCIA, alpha=0.1)
    order = evenkeel.ranks.friedman_ranks(GARCIA).order
    (lines,) = ax.collections
    drawn = [segment[:, 0].tolist() for segment in lines.get_segments()]
    assert drawn == [[sets.lower[j], sets.upper[j]] for j in order]
    assert note(ax) == (
        "Intervals: confidence sets for the ranks, by sign tests, all together at 0.9, 30 problems."
    )
    plot_average_ranks(GARCIA, interval="rank-sets", ranking="quade")


def test_rank_sets_need_ranks_from_1_to_k_and_the_table() -> None:
    with pytest.raises(InputError) as error:
        plot_average_ranks(GARCIA, interval="rank-sets", ranking="aligned")
    assert str(error.value) == (
        "confidence sets are for ranks from 1 to 5, which aligned ranks are not; give "
        "ranking='friedman', or interval='quartiles' or interval='none'"
    )
    with pytest.raises(InputError, match="a picture cannot be drawn of PosthocResult"):
        plot_average_ranks(evenkeel.posthoc(GARCIA), interval="rank-sets")
