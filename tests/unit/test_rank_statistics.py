"""Post-hoc statistics and critical differences: degenerate data, options, error messages."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import evenkeel
from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.numerics.studentised_range import studentised_range_isf
from evenkeel.posthocs.laws import LAWS
from evenkeel.posthocs.rank_statistics import posthoc_statistics, standard_error
from evenkeel.ranks.kernels import rank_aligned, rank_ranges
from evenkeel.ranks.registry import RANKINGS


@pytest.mark.parametrize("ranking", RANKINGS.names)
@pytest.mark.parametrize("method", LAWS.names)
def test_all_equal(ranking: str, method: str) -> None:
    result = posthoc_statistics(np.ones((3, 4)), ranking=ranking, method=method, better="lower")
    assert result.z.tolist() == [0] * 6
    assert result.pvalue.tolist() == [1] * 6


@pytest.mark.parametrize("ranking", RANKINGS.names)
@pytest.mark.parametrize("method", LAWS.names)
def test_smallest_table(ranking: str, method: str) -> None:
    result = posthoc_statistics([[1, 2], [2, 4]], ranking=ranking, method=method, better="lower")
    assert result.z[0] > 0
    assert 0 < result.pvalue[0] < 1
    if method == "exact":
        assert result.pvalue[0] == 0.5


def test_sign_of_z() -> None:
    """Positive where the first algorithm of a pair, or the control, is better."""
    table = evenkeel.Results([[3, 1, 2], [6, 4, 5]], (), ["a", "b", "c"], better="lower")
    assert np.sign(posthoc_statistics(table).z).tolist() == [-1, -1, 1]
    assert np.sign(posthoc_statistics(table, control="b").z).tolist() == [1, 1]
    assert posthoc_statistics(table, control="b").differences.tolist() == [2, 1]


def test_result_says_what_was_computed() -> None:
    table = evenkeel.load("garcia2010")
    normal = posthoc_statistics(table, ranking="aligned", control="PDFC", method="normal")
    assert (normal.method, normal.ranking, normal.n, normal.k) == ("normal", "aligned", 24, 4)
    assert normal.family.kind == "control"
    assert normal.standard_error.tolist() == [math.sqrt(4 * (4 * 24 + 1) / 6)] * 3
    exact = posthoc_statistics(table, ranking="aligned", control="PDFC", method="exact")
    assert exact.method == "exact"
    assert exact.standard_error[0] != normal.standard_error[0]
    assert exact.notes == ()
    with pytest.raises(FrozenInstanceError):
        exact.method = "normal"


@pytest.mark.parametrize(
    ("ranking", "case", "words"),
    [
        ("friedman", "garcia2010", "4 of the 96 values are tied"),
        ("aligned", "garcia2010", "the standard error of equation (13) is only roughly right"),
        ("quade", "garcia2010", "(k - 1) / 2 times the exact one: the p-values are too large"),
    ],
)
def test_notes_of_the_normal_approximation(ranking: str, case: str, words: str) -> None:
    (note,) = posthoc_statistics(evenkeel.load(case), ranking=ranking, method="normal").notes
    assert posthoc_statistics(evenkeel.load(case), ranking=ranking).notes == ()
    assert words in note
    assert note.endswith("method='exact' or method='calibrated' mends it")


def test_no_note_where_the_formula_is_right() -> None:
    assert posthoc_statistics(evenkeel.load("cec2005"), method="normal").notes == ()
    three = evenkeel.load("garcia2010").select(["PDFC", "NNEP", "FH-GBML"])
    assert posthoc_statistics(three, ranking="quade", method="normal").notes == ()
    two = evenkeel.load("garcia2010").select(["PDFC", "FH-GBML"])
    assert "too small" in posthoc_statistics(two, ranking="quade", method="normal").notes[0]


def test_exact_law_out_of_reach() -> None:
    values = np.random.default_rng(0).normal(size=(400, 30))
    with pytest.raises(InputError) as error:
        posthoc_statistics(values, ranking="aligned", method="exact", better="lower")
    assert str(error.value).startswith(
        "the exact law for these 400 problems and 30 algorithms takes too long to compute ("
    )
    assert str(error.value).endswith("operations); use method='calibrated' or method='normal'")
    assert posthoc_statistics(values, method="exact", better="lower").pvalue.min() > 0


def test_options_are_checked() -> None:
    table = evenkeel.load("toy")
    with pytest.raises(UnknownNameError) as error:
        posthoc_statistics(table, method="exakt")
    assert str(error.value) == (
        "unknown method 'exakt': did you mean 'exact'? choose one of 'calibrated', 'wilcoxon', "
        "'sign', 'conover', 'normal', 'paired', 'exact'"
    )
    with pytest.raises(UnknownNameError, match="unknown ranking 'quad': did you mean 'quade'"):
        posthoc_statistics(table, ranking="quad")
    with pytest.raises(UnknownNameError, match="unknown control 'Z'"):
        posthoc_statistics(table, control="Z")


def test_largest_doubles_do_not_overflow() -> None:
    """The largest double is a common mark of failure."""
    worst = np.finfo(np.float64).max
    values = np.array([[1.0, 2.0, worst], [1.0, -worst, worst], [3.0, 2.0, 1.0]])
    ranks = rank_aligned(values)
    assert np.isfinite(ranks).all()
    assert ranks[0].argmax() == 2
    assert rank_ranges(values).tolist() == [2, 3, 1]


def test_standard_errors_by_hand() -> None:
    assert standard_error("friedman", 30, 5) == math.sqrt(5 * 6 / (6 * 30))
    assert standard_error("aligned", 24, 4) == math.sqrt(4 * 97 / 6)
    assert standard_error("quade", 25, 4) == math.sqrt(4 * 5 * 51 * 3 / (18 * 25 * 26))


@pytest.mark.parametrize(
    "critical", [nemenyi_critical_difference, bonferroni_dunn_critical_difference]
)
def test_critical_differences(critical) -> None:
    assert critical(40, 6) == pytest.approx(critical(10, 6) / 2)  # as 1 / sqrt(n)
    assert critical(10, 6, 0.01) > critical(10, 6, 0.05) > critical(10, 6, 0.5) > 0
    assert critical(10, 200) > critical(10, 100)  # any k
    for bad, message in (
        ((1, 4), "n is 1; give a whole number of problems, from 2 to 1,000,000,000"),
        ((5, 0), "k is 0; give a whole number of algorithms, from 2 to 1,000,000,000"),
        ((5, 4, 0), "alpha is 0; give a number between 0 and 1, such as 0.05"),
    ):
        with pytest.raises(InputError) as error:
            critical(*bad)
        assert str(error.value) == message


def test_two_algorithms_have_one_critical_difference() -> None:
    """With k = 2 both tests are the two-sided normal test: q = 1.959964."""
    expected = 1.959963984540054 * math.sqrt(1 / 10)
    assert nemenyi_critical_difference(10, 2) == pytest.approx(expected, rel=1e-9)
    assert bonferroni_dunn_critical_difference(10, 2) == pytest.approx(expected, rel=1e-12)
    assert studentised_range_isf(0.05, 2) / math.sqrt(2) == pytest.approx(1.959963984540054)
