"""Why other programs give other numbers: what the pages of docs/coming_from say of them.

The answers of autorank, scikit-posthocs and aeon are stored (python/coming_from.json, with their
versions). Of STAC, scmamp, KEEL and the multi-comparison matrix the formulas were read in their
sources, and stand here in our words.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom, binomtest, f, norm, studentized_range, t
from scipy.stats import wilcoxon as scipy_wilcoxon
from statsmodels.stats.multitest import multipletests

import evenkeel
from evenkeel.adjustments import adjust
from evenkeel.critical import nemenyi_critical_difference
from evenkeel.pairwise import wilcoxon
from evenkeel.posthocs.rank_statistics import standard_error

STORED = json.loads(
    (Path(__file__).parent / "python" / "coming_from.json").read_text(encoding="utf-8")
)
AUTORANK, POSTHOCS, AEON = (STORED[name] for name in ("autorank", "scikit-posthocs", "aeon"))


def pvalues_against_de_exp() -> np.ndarray:
    """The eight p-values of Table 16 of Derrac et al. (2011), sorted."""
    table = evenkeel.load("cec2005_ties")
    return np.sort(evenkeel.posthoc_statistics(table, control="DE-Exp").pvalue)


# autorank


@pytest.mark.parametrize("case", ["cec2005_ties", "garcia2008", "demsar2006", "dietterich2000"])
def test_autorank_corrects_friedmans_test_for_ties_and_tabulates_the_range(case: str) -> None:
    theirs, table = AUTORANK[f"{case}, nonparametric"], evenkeel.load(case)
    corrected = evenkeel.friedman(table, ties="corrected").pvalue
    assert corrected == pytest.approx(theirs["pvalue"], rel=1e-9)
    # its quantiles are fitted, and right to five digits
    assert nemenyi_critical_difference(table.n, table.k) == pytest.approx(theirs["cd"], rel=2e-5)


@pytest.mark.parametrize(
    ("case", "first", "second", "zeros", "method"),
    [
        ("cec2005_ties", "PSO", "SaDE", "split", "exact"),
        ("demsar2006", "C4.5", "C4.5m", "drop", "normal"),
    ],
)
def test_autoranks_p_of_two_algorithms_is_half_the_two_sided_one(
    case: str, first: str, second: str, zeros: str, method: str
) -> None:
    """One-sided, towards the algorithm with the larger median: the side is chosen by the data."""
    ours = wilcoxon(evenkeel.load(case), first, second, zeros=zeros, method=method).pvalue
    theirs = AUTORANK[f"{case}, {first}, {second}"]
    assert theirs["omnibus"] == "wilcoxon"
    assert 2 * theirs["pvalue"] == pytest.approx(ours, rel=1e-9)


@pytest.mark.slow
def test_a_side_that_the_data_choose_errs_twice_as_often() -> None:
    rng, tables = np.random.default_rng(5), 400
    errors = 0
    for _ in range(tables):
        values = rng.normal(size=(20, 2))
        better = "lower" if np.median(values[:, 0]) < np.median(values[:, 1]) else "higher"
        errors += wilcoxon(values, alternative="better", better=better).pvalue <= 0.05
    assert 0.07 < errors / tables < 0.13


def test_autorank_chooses_analysis_of_variance_for_the_c45_study() -> None:
    theirs = AUTORANK["demsar2006, None"]
    assert (theirs["omnibus"], theirs["posthoc"]) == ("anova", "tukeyhsd")
    ours = evenkeel.runs.repeated_measures_anova(evenkeel.load("demsar2006"))
    assert ours.pvalue == pytest.approx(theirs["pvalue"], rel=1e-9)


def test_autorank_lists_the_worst_first_where_higher_is_better() -> None:
    ranks = evenkeel.ranks.friedman_ranks(evenkeel.load("garcia2008"))
    assert AUTORANK["garcia2008, None"]["first"] == ranks.algorithms[np.argmax(ranks.average)]
    assert AUTORANK["cec2005_ties, None"]["first"] == "DE-Exp"  # ascending: the best


# scikit-posthocs

PAIRS = (("C4.5", "1-NN"), ("1-NN", "NaiveBayes"))


def of_pair(found: evenkeel.posthocs.PosthocResult, values: np.ndarray, pair: tuple) -> float:
    return float(values[found.family.hypotheses.index(pair)])


@pytest.mark.parametrize("pair", PAIRS, ids=" - ".join)
@pytest.mark.parametrize(
    ("theirs", "ours"),
    [("nemenyi_friedman", "nemenyi-range"), ("siegel_friedman, holm", "holm")],
)
def test_scikit_posthocs_agrees_on_friedman_ranks(theirs: str, ours: str, pair: tuple) -> None:
    found = evenkeel.posthoc(evenkeel.load("garcia2008"), adjust=ours, method="normal")
    expected = POSTHOCS[theirs][" - ".join(pair)]
    assert of_pair(found, found.adjusted[ours], pair) == pytest.approx(expected, rel=1e-7)
    unadjusted = POSTHOCS["siegel_friedman"][" - ".join(pair)]
    assert of_pair(found, found.pvalue, pair) == pytest.approx(unadjusted, rel=1e-9)


@pytest.mark.parametrize("pair", PAIRS, ids=" - ".join)
def test_scikit_posthocs_normal_quade_has_cells_for_problems(pair: tuple) -> None:
    """In the standard error n stands for the 150 cells of the table, not for its 30 problems."""
    table = evenkeel.load("garcia2008")
    found = evenkeel.posthoc(table, ranking="quade", adjust="holm", method="normal")
    z = of_pair(found, found.statistics.z, pair)
    wrong = z * standard_error("quade", 30, 5) / standard_error("quade", 150, 5)
    stored = POSTHOCS["quade, normal"][" - ".join(pair)]
    assert 2 * norm.sf(abs(wrong)) == pytest.approx(stored, rel=1e-9)
    exact = evenkeel.posthoc(table, ranking="quade", adjust="holm", method="exact")
    assert of_pair(exact, exact.pvalue, pair) > 50 * stored


@pytest.mark.parametrize("pair", PAIRS, ids=" - ".join)
def test_scikit_posthocs_other_quade_is_conovers_t(pair: tuple) -> None:
    ranks = evenkeel.ranks.quade_ranks(evenkeel.load("garcia2008"))
    totals = dict(zip(ranks.algorithms, ranks.centred.sum(axis=0), strict=True))
    a, b = np.square(ranks.centred).sum(), np.square(list(totals.values())).sum() / 30
    statistic = abs(totals[pair[0]] - totals[pair[1]]) / np.sqrt(60 * (a - b) / (29 * 4))
    stored = POSTHOCS["quade, t"][" - ".join(pair)]
    assert 2 * t.sf(statistic, 29 * 4) == pytest.approx(stored, rel=1e-9)


@pytest.mark.parametrize(("theirs", "zeros"), [("wilcox", "drop"), ("pratt", "pratt")])
def test_scikit_posthocs_wilcoxon_is_approximate_where_zeros_are(theirs: str, zeros: str) -> None:
    table = evenkeel.load("demsar2006")
    stored = POSTHOCS[f"wilcoxon, {theirs}"]["C4.5 - C4.5m"]
    approximate = wilcoxon(table, "C4.5", "C4.5m", zeros=zeros, method="normal").pvalue
    assert approximate == pytest.approx(stored, rel=1e-9)
    assert wilcoxon(table, "C4.5", "C4.5m", zeros=zeros).pvalue < 0.75 * stored  # exact


# aeon


@pytest.mark.parametrize("k", [3, 4, 5, 10])
def test_aeons_critical_difference_is_that_of_one_algorithm_more(k: int) -> None:
    """Its table begins with two algorithms at place 1, and is asked at place k."""

    def of_range(algorithms: int) -> float:
        q = studentized_range.ppf(0.95, algorithms, np.inf) / np.sqrt(2)
        return float(q * np.sqrt(k * (k + 1) / (6 * 30)))

    assert AEON["nemenyi"][str(k)] == pytest.approx(of_range(k + 1), rel=3e-4)
    assert nemenyi_critical_difference(30, k) == pytest.approx(of_range(k), rel=1e-6)


@pytest.mark.parametrize("pair", AEON["wilcoxon"])
def test_aeons_wilcoxon_is_one_sided_towards_the_better_average_rank(pair: str) -> None:
    """Zero differences are left out; equal ones are told apart by their last binary digits."""
    table = evenkeel.load("garcia2008")
    first, second = pair.split(" - ")
    differences = table.column(first) - table.column(second)
    one_sided = scipy_wilcoxon(differences, alternative="greater").pvalue
    assert one_sided == pytest.approx(AEON["wilcoxon"][pair], rel=1e-9)
    decimal = scipy_wilcoxon(differences.round(9))  # as the values are printed
    two_sided = [
        wilcoxon(table, first, second, zeros="drop", method=method).pvalue
        for method in ("exact", "normal")
    ]
    assert min(abs(decimal.pvalue / p - 1) for p in two_sided) < 1e-9


# STAC


def test_stacs_sign_test_leaves_out_the_number_of_wins_itself() -> None:
    wins, n = 20, 25  # SaDE against PSO
    beyond = 2 * (1 - binom.cdf(wins, n, 0.5))
    assert beyond == pytest.approx(0.000911, abs=5e-7)
    ours = evenkeel.sign_test(evenkeel.load("cec2005_ties"), "SaDE", "PSO").pvalue
    assert ours == pytest.approx(binomtest(wins, n).pvalue, rel=1e-12)


def test_stacs_hochberg_takes_the_maximum() -> None:
    p = pvalues_against_de_exp()
    products = np.arange(8, 0, -1) * p
    maxima = [min(1, max(products[i:])) for i in range(8)]
    assert maxima[:7] == [1.0] * 7  # nothing is rejected, though PSO has p = 0.000006
    expected = multipletests(p, method="simes-hochberg")[1]
    np.testing.assert_allclose(adjust(p, "hochberg"), expected, rtol=1e-12)


def test_stacs_quade_is_corrected_for_ties() -> None:
    table = evenkeel.load("cec2005_ties")
    ranks = evenkeel.ranks.quade_ranks(table).centred
    a, b = np.square(ranks).sum(), np.square(ranks.sum(axis=0)).sum() / 25
    corrected = evenkeel.quade(table, ties="corrected")
    assert corrected.statistic == pytest.approx(24 * b / (a - b), rel=1e-12)
    assert corrected.pvalue == pytest.approx(f.sf(24 * b / (a - b), 8, 192), rel=1e-9)


# scmamp


def test_scmamps_wilcoxon_is_one_tail_of_the_normal_law() -> None:
    test = wilcoxon(evenkeel.load("cec2005_ties"), "SaDE", "PSO", method="normal")
    z = (64 - 25 * 26 / 4) / np.sqrt(25 * 26 * 51 / 24)
    assert norm.cdf(z) == pytest.approx(0.004021, abs=5e-7)
    assert test.pvalue == pytest.approx(2 * norm.cdf(z), rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k", "theirs"), [(30, 5, 1.1277), (25, 9, 2.4272), (14, 4, 1.2951)])
def test_scmamps_critical_difference_has_finite_degrees_of_freedom(
    n: int, k: int, theirs: float
) -> None:
    q = studentized_range.ppf(0.95, k, k * (n - 1)) / np.sqrt(2)
    assert q * np.sqrt(k * (k + 1) / (6 * n)) == pytest.approx(theirs, abs=5e-5)
    assert nemenyi_critical_difference(n, k) < theirs


def test_scmamps_rom_is_made_a_step_down_procedure() -> None:
    p = pvalues_against_de_exp()
    factors = 0.05 / evenkeel.adjustments.adjusted_alphas(p, "rom", 0.05).levels
    running = np.maximum.accumulate(np.minimum(factors * p, 1))
    # the least value from i on, which would undo the maximum, changes nothing that only rises
    assert [min(running[i:]) for i in range(8)] == list(running)
    assert running[-2] == 1
    assert adjust(p, "rom")[-2] == pytest.approx(p[-1])


# the multi-comparison matrix


def test_the_matrix_compares_each_p_with_its_level_of_holm_and_does_not_stop() -> None:
    def rejected(p: np.ndarray) -> np.ndarray:
        return p < 0.05 / np.arange(len(p), 0, -1)

    np.testing.assert_array_equal(rejected(np.array([0.04, 0.045])), [False, True])
    assert not (adjust([0.04, 0.045], "holm") <= 0.05).any()
    rng = np.random.default_rng(7)
    for p in np.sort(rng.random((2000, 6)) * 0.1, axis=1):
        assert (rejected(p) <= (adjust(p, "hochberg") <= 0.05)).all()
