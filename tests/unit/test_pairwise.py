"""Pairwise tests, multiple sign test and contrasts: options, whole messages, degenerate data."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.errors import InputError, TableError, UnknownNameError
from evenkeel.pairwise._wilcoxon import wilcoxon, wilcoxon_critical
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.pairwise.multiple_sign import multiple_sign_critical, multiple_sign_test
from evenkeel.pairwise.pair import win_tie_loss
from evenkeel.pairwise.sign import sign_test, sign_test_critical
from evenkeel.pairwise.ttest import t_test
from evenkeel.pairwise.walsh import hodges_lehmann
from evenkeel.tables.results import Results

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

PAIRWISE = [sign_test, wilcoxon, t_test, hodges_lehmann]
THREE = Results([[1, 2, 3], [2, 1, 3], [1, 3, 2]], algorithms=["a", "b", "c"], better="lower")


@pytest.mark.parametrize("test", PAIRWISE)
def test_two_columns_need_no_names(test):
    values = [[1.0, 2.0], [2.0, 4.0], [3.0, 6.5]]
    named = test(Results(values, better="lower", algorithms=["x", "y"]), "x", "y")
    assert (named.first, named.second) == ("x", "y")
    bare = test(values, better="lower")
    assert (bare.first, bare.second) == ("A1", "A2")


@pytest.mark.parametrize("test", PAIRWISE)
def test_names_are_needed_and_must_differ(test):
    with pytest.raises(InputError, match=r"compares two algorithms, and the table has 3; name the"):
        test(THREE)
    with pytest.raises(InputError, match=r"for example 'a' and 'b'$"):
        test(THREE, "b")
    with pytest.raises(InputError, match=r"compares two algorithms, but 'b' was named twice$"):
        test(THREE, "b", "b")
    with pytest.raises(UnknownNameError, match=r"^unknown algorithm 'd': choose one of 'a', 'b'"):
        test(THREE, "a", "d")


def test_what_table_a21_does_not_hold():
    with pytest.raises(InputError) as error:
        multiple_sign_critical(26, 3, law="table")
    assert str(error.value) == (
        "Table A.21 has no one-sided critical value for n = 26, m = 3 and alpha = 0.05: it holds "
        "one-sided values for n = 5 to 25, 30, 35, 40, 45 and 50, m = 2 to 9, alpha 0.05 and 0.1; "
        "use law='exact'"
    )


@pytest.mark.parametrize("test", PAIRWISE)
def test_two_algorithms_are_compared_on_the_problems_that_both_have(test):
    table = Results(
        [[1, 2, math.nan], [2, 1, 3], [1, 3, 2]],
        algorithms=["a", "b", "c"],
        better="lower",
        missing="keep",
    )
    assert test(table, "a", "b").n == 3
    assert test(table, "a", "c").n == 2


@pytest.mark.parametrize("test", [hodges_lehmann, wilcoxon_all, win_tie_loss, contrast_estimation])
def test_a_bare_matrix_needs_a_direction(test):
    with pytest.raises(TableError, match="which values are good"):
        test([[1, 2], [3, 4]])


@pytest.mark.parametrize("test", [sign_test, t_test, wilcoxon])
def test_a_bare_matrix_needs_a_direction_if_one_side_is_meant(test):
    assert test([[1, 2], [3, 4]]).pvalue == test([[1, 2], [3, 4]], better="lower").pvalue
    with pytest.raises(TableError, match="which values are good"):
        test([[1, 2], [3, 4]], alternative="better")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilcoxon_all(THREE, control="d"), "unknown control 'd'"),
        (lambda: wilcoxon_critical(9, alternative="both"), "unknown alternative 'both'"),
        (lambda: multiple_sign_test(THREE, control="d"), "unknown algorithm 'd'"),
        (lambda: multiple_sign_test(THREE, control="a", alpha=0), "alpha is 0; give a number"),
        (
            lambda: multiple_sign_test(THREE, control="a", alternative="better"),
            "unknown alternative",
        ),
        (lambda: multiple_sign_test(THREE, control="a", law="normal"), "unknown law 'normal'"),
        (lambda: multiple_sign_critical(0, 2), "n is 0 and m is 2; give at least one problem"),
        (lambda: multiple_sign_critical(9, 2, law="table", alternative="two-sided"), "Table A.21"),
        (lambda: win_tie_loss(THREE).versus("a", "z"), "unknown algorithm 'z'"),
        (lambda: contrast_estimation(THREE).estimate("a", "z"), "unknown algorithm 'z'"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value).startswith(message)


def test_equal_algorithms():
    values = np.tile([[3.0], [1.0], [2.0]], 2)
    sign = sign_test(values, better="lower")
    assert (sign.wins, sign.losses, sign.ties, sign.counted) == (0, 0, 3, 2)
    assert (sign.pvalue, sign.z, sign.normal_pvalue) == (1, 0, 1)
    assert sign.notes == ("the algorithms are equal on every problem",)
    for zeros, sums in (("split", 1.5), ("pratt", 0), ("drop", 0)):
        for method in ("exact", "normal"):
            test = wilcoxon(values, zeros=zeros, method=method, better="lower")
            assert (test.r_plus, test.r_minus, test.z, test.pvalue) == (sums, sums, 0, 1)
            assert test.notes == (
                "all differences are zero: the data cannot tell the algorithms apart",
            )
    table = test.spss_table
    assert (table.z, table.pvalue, table.based_on, table.ties) == (0, 1, "equal", 3)
    t = t_test(values, better="lower")
    assert (t.statistic, t.pvalue, t.low, t.mean_difference, t.high) == (0, 1, 0, 0, 0)
    estimate = hodges_lehmann(values, better="lower")
    assert (estimate.low, estimate.estimate, estimate.high) == (0, 0, 0)
    assert win_tie_loss(values, better="lower").versus("A1", "A2") == (0, 3, 0)
    assert contrast_estimation(values, better="lower").estimates.tolist() == [[0, 0], [0, 0]]


def test_equal_algorithms_are_never_told_from_the_control():
    # Counted as the documents do, 0 plus signs out of 24 would be below the critical value 6.
    test = multiple_sign_test(np.ones((24, 4)), control="A1", better="higher")
    assert test.plus.tolist() == test.minus.tolist() == [0, 0, 0]
    assert test.counted.tolist() == [12, 12, 12]
    assert not test.rejected.any()
    assert test.notes == (
        "72 values equal that of the control; half of an algorithm's ties count against the "
        "alternative",
    )


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_constant_difference(better):
    # The differences are equal in decimals, not in binary.
    values = np.array([[0.2, 0.1], [0.9, 0.8], [0.4, 0.3], [5.2, 5.1]])
    t = t_test(values, better=better)
    assert (t.statistic, t.pvalue) == (math.inf, 0)
    assert t.low == t.mean_difference == t.high == pytest.approx(0.1, rel=1e-14)
    assert t.notes == ("all differences are equal: their spread cannot be estimated",)
    worse = t_test(values, alternative="better" if better == "lower" else "worse", better=better)
    assert worse.pvalue == 1
    test = wilcoxon(values, better=better)
    assert (test.tied, test.statistic, test.pvalue) == (4, 0, 2 / 16)
    estimate = hodges_lehmann(values, better=better)
    assert estimate.low == estimate.high == pytest.approx(0.1, rel=1e-14)


def test_ties_up_to_rounding_errors():
    # Error rates of folds of 77 examples: the differences are 1/77 and 2/77, in noisy doubles.
    errors = np.array([[3, 4], [9, 10], [30, 31], [8, 6], [41, 39], [5, 5], [70, 68], [7, 8]]) / 77
    test = wilcoxon(errors, better="lower")
    assert len(set(np.abs(errors[:, 0] - errors[:, 1]))) > 3
    assert (test.zeros, test.tied) == (1, 7)
    assert (test.r_plus, test.r_minus) == (4 * 2.5, 3 * 6)
    every = wilcoxon_all(errors, better="lower")
    assert (every.r_plus[0], every.tied[0], every.zeros[0]) == (10, 7, 1)
    # What differs in the fifteenth digit is different.
    close = np.array([[0.1, 0.2], [0.1, 0.200000000000001], [0.3, 0.1]])
    assert wilcoxon(close, better="lower").tied == 0
    assert wilcoxon_all(close, better="lower").tied[0] == 0


def test_two_problems():
    values = [[1.0, 2.0], [1.0, 3.0]]
    assert sign_test(values, better="lower").pvalue == 0.5
    assert wilcoxon(values, better="lower").pvalue == 0.5
    assert sign_test(values, better="lower", alternative="better").pvalue == 0.25
    assert t_test(values, better="lower").df == 1
    estimate = hodges_lehmann(values, better="lower")
    assert (estimate.low, estimate.high, estimate.attained) == (-2, -1, 0.5)
    test = multiple_sign_test(values, control="A1", better="lower")
    assert test.critical is None
    assert test.rejected.tolist() == [False]
    assert test.notes == ("there are too few problems for any rejection at this level",)
    assert wilcoxon_critical(2) is None
    assert sign_test_critical(2) is None


def test_more_algorithms_than_problems():
    values = np.random.default_rng(0).normal(size=(3, 7))
    assert wilcoxon_all(values, better="lower").pvalue.min() >= 0.25
    assert contrast_estimation(values, better="lower").estimates.shape == (7, 7)
    assert multiple_sign_test(values, control="A4", better="lower").critical is None


def test_a_constant_algorithm():
    values = np.column_stack([np.full(6, 0.5), [0.1, 0.6, 0.7, 0.8, 0.9, 1.0]])
    # |d| are 0.4 0.1 0.2 0.3 0.4 0.5, the first one lost
    assert wilcoxon(values, better="lower").r_plus == 21 - 4.5
    assert win_tie_loss(values, better="lower").versus("A1", "A2") == (5, 0, 1)


def test_odd_zero_is_left_out_before_ranking():
    values = np.column_stack([np.zeros(5), [0.0, 1.0, -2.0, 3.0, 4.0]])
    test = wilcoxon(values, better="lower")
    assert (test.r_plus, test.r_minus, test.ranked, test.zeros) == (8, 2, 4, 1)
    assert test.notes == (
        "1 of 5 differences is zero; their ranks are split evenly, one is left out",
    )
    pratt = wilcoxon(values, better="lower", zeros="pratt")
    assert (pratt.r_plus, pratt.r_minus, pratt.ranked) == (11, 3, 5)


def test_scaling_uses_the_whole_table():
    values = np.array([[1.0, 2.0, 3.0], [10.0, 30.0, 20.0], [5.0, 4.0, 0.0]])
    plain = wilcoxon(values, "A1", "A2", better="lower")
    scaled = wilcoxon(values, "A1", "A2", better="lower", scaled=True)
    assert plain.differences.tolist() == [1, 20, -1]
    assert scaled.differences == pytest.approx([0.5, 1, -0.2])
    assert scaled.scaled
    every = wilcoxon_all(values, better="lower", scaled=True)
    assert every.r_plus[0] == scaled.r_plus


def test_auto_says_what_it_used():
    rng = np.random.default_rng(0)
    smooth, coarse = rng.normal(size=(120, 2)), rng.integers(0, 9, size=(120, 2))
    assert wilcoxon(smooth, better="lower").method == "exact"
    assert wilcoxon(coarse, better="lower").method == "exact"
    assert wilcoxon_all(smooth, better="lower").method == ("exact",)
    assert wilcoxon_all(coarse, better="lower").method == ("saddle-point",)
    assert wilcoxon_all(coarse, better="lower", continuity=True).method == ("normal",)
    assert wilcoxon_all(coarse, better="lower", method="exact").method == ("exact",)
    assert wilcoxon(rng.normal(size=(1001, 2)), better="lower").method == "saddle-point"


def test_continuity_is_recorded_only_where_it_was_used():
    values = np.random.default_rng(0).normal(size=(12, 2))
    assert not wilcoxon(values, better="lower", continuity=True).continuity
    assert wilcoxon(values, better="lower", continuity=True, method="normal").continuity


def test_results_are_frozen():
    values = np.random.default_rng(0).normal(size=(6, 3))
    test = wilcoxon(values, "A1", "A2", better="lower")
    with pytest.raises(dataclasses.FrozenInstanceError):
        test.pvalue = 0.0
    for array in (
        test.differences,
        wilcoxon_all(values, better="lower").pvalue,
        win_tie_loss(values, better="lower").wins,
        contrast_estimation(values, better="lower").estimates,
        multiple_sign_test(values, control="A1", better="lower").counted,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_spss_table_follows_the_values_not_the_direction():
    values = np.column_stack([[5.0, 6.0, 7.0, 8.0], [4.0, 8.0, 10.0, 8.0]])
    for better in ("lower", "higher"):
        table = wilcoxon(values, "A1", "A2", better=better).spss_table
        assert (table.negative.n, table.positive.n, table.ties) == (1, 2, 1)
        assert (table.negative.sum_of_ranks, table.positive.sum_of_ranks) == (1, 5)
        assert (table.negative.mean_rank, table.positive.mean_rank) == (1, 2.5)
