"""Omnibus tests: degenerate data, options and whole error messages."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from math import factorial

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.errors import InputError
from evenkeel.omnibus._aligned import friedman_aligned
from evenkeel.omnibus._friedman import friedman, friedman_critical, iman_davenport
from evenkeel.omnibus._quade import quade
from evenkeel.omnibus.permutation import sampled_pvalue

TESTS = (friedman, iman_davenport, friedman_aligned, quade)
PERMUTED = (friedman, friedman_aligned, quade)
TIES = ("uncorrected", "corrected")


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("values", [np.ones((4, 3)), np.array([[1.0, 1.0], [7.0, 7.0]])])
def test_all_equal_within_every_problem(test, ties: str, values: np.ndarray) -> None:
    result = test(values, ties=ties, better="lower")
    assert (result.statistic, result.pvalue) == (0, 1)
    assert result.notes == (
        "on every problem all algorithms are equal: the statistic is 0 and the p-value 1",
    )
    if test in PERMUTED:
        assert test(values, ties=ties, better="lower", method="exact").pvalue == 1


@pytest.mark.parametrize("test", TESTS)
def test_one_flat_problem_is_no_fault(test) -> None:
    values = np.array([[1, 1, 1], [1, 2, 3], [1, 3, 2], [2, 4, 6], [1, 2, 4]])
    assert 0 < test(values, ties="corrected", better="lower").pvalue < 0.2


def test_flat_problem_counts_nothing_in_the_corrected_statistic() -> None:
    """Conover (1999): a wholly tied problem leaves the corrected statistic as it is."""
    values = np.array([[1, 2, 3], [1, 3, 2], [2, 4, 6], [1, 2, 4]])
    with_flat = np.vstack([values, [5, 5, 5]])
    plain = friedman(values, ties="corrected", better="lower").statistic
    assert friedman(with_flat, ties="corrected", better="lower").statistic == pytest.approx(plain)
    assert friedman(with_flat, ties="uncorrected", better="lower").statistic < plain


@pytest.mark.parametrize("test", TESTS)
def test_smallest_table(test) -> None:
    """n = k = 2 has an answer: two problems that disagree, then two that agree."""
    assert test([[1, 2], [4, 2]], better="lower").pvalue > 0.5
    assert test([[1, 2], [1, 3]], better="lower").pvalue <= 0.5


def test_two_algorithms_are_the_sign_test() -> None:
    values = np.column_stack([np.zeros(9), [1, 1, 1, -1, 1, 1, -1, 1, 1]])
    exact = friedman(values, method="exact", better="lower")
    assert exact.pvalue == pytest.approx(stats.binomtest(7, 9).pvalue)


@pytest.mark.parametrize("test", TESTS)
def test_fewer_problems_than_algorithms_and_a_constant_algorithm(test) -> None:
    values = np.random.default_rng(0).normal(size=(3, 8))
    values[:, 2] = 0.0
    assert 0 < test(values, better="lower").pvalue < 1


def test_identical_problems() -> None:
    """F is infinite and p the exact chance, whatever the values: (1 / k!)^(n - 1)."""
    values = np.array([[1, 2, 3, 4.0], [0, 2, 5, 50], [-1, 0, 1, 8]])
    result = iman_davenport(values, better="lower")
    assert result.statistic == np.inf
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(factorial(4) ** -2.0, rel=1e-12)
    assert result.kendall_w == 1
    assert "all problems rank the algorithms alike" in result.notes[0]
    exact = friedman(values, method="exact", better="lower")
    assert exact.pvalue == pytest.approx(result.pvalue, rel=1e-12)


def test_identical_problems_with_ties() -> None:
    """Ranks 1, 2.5, 2.5 have 3 arrangements: p = (1 / 3)^(n - 1), which R would call 6^-3."""
    values = np.array([[1, 2, 2], [0, 5, 5], [3, 4, 4], [1, 9, 9]])
    corrected = iman_davenport(values, ties="corrected", better="lower")
    assert corrected.statistic == np.inf
    assert corrected.pvalue == pytest.approx(3.0**-3, rel=1e-12)
    exact = friedman(values, method="exact", better="lower")
    assert exact.pvalue == pytest.approx(corrected.pvalue, rel=1e-12)
    assert np.isfinite(iman_davenport(values, ties="uncorrected", better="lower").statistic)


def test_quade_with_a_equal_to_b() -> None:
    """Only equal ranges and the corrected A can bring it about."""
    values = np.array([[1, 2, 3], [4, 5, 6], [0, 1, 2], [7, 8, 9.0]])
    corrected = quade(values, ties="corrected", better="lower")
    assert corrected.statistic == np.inf
    assert corrected.pvalue == pytest.approx(6.0**-3, rel=1e-12)
    assert corrected.method == "exact"
    assert quade(values, method="exact", better="lower").pvalue == pytest.approx(6.0**-3)
    plain = quade(values, ties="uncorrected", better="lower")
    assert np.isfinite(plain.statistic)
    assert plain.method == "f"


def test_result_says_what_was_computed() -> None:
    table = evenkeel.load("demsar2006")
    result = friedman(table, ties="corrected", method="permutation")
    assert (result.method, result.ties, result.df) == ("exact", "corrected", (3,))
    assert (result.n, result.k, result.tied, result.ranking) == (14, 4, 12, "friedman")
    assert result.standard_error is None
    assert result.notes == ()
    with pytest.raises(FrozenInstanceError):
        result.pvalue = 0.0
    sampled = quade(evenkeel.load("cec2005"), method="permutation", resamples=199)
    assert (sampled.method, sampled.resamples) == ("monte-carlo", 199)
    assert sampled.pvalue == 1 / 200
    assert sampled.standard_error == pytest.approx(np.sqrt(0.005 * 0.995 / 199))
    assert sampled.kendall_w is None


def test_notes_on_ties_and_few_problems() -> None:
    notes = friedman(evenkeel.load("toy"), ties="uncorrected").notes
    assert notes == (
        "4 of the 16 values are tied and the statistic is not corrected for ties; "
        "ties='corrected' does that",
        "the chi-square approximation is meant for n > 10 problems and k > 5 algorithms, here "
        'n = 4 and k = 4; as a method "permutation" needs none',
    )
    assert friedman(evenkeel.load("cec2005")).notes == ()


@pytest.mark.parametrize("test", PERMUTED)
def test_seeds(test) -> None:
    table = np.random.default_rng(1).normal(size=(12, 9))
    options = {"method": "permutation", "resamples": 300, "better": "lower"}
    first = test(table, seed=5, **options).pvalue
    assert test(table, seed=5, **options).pvalue == first
    assert test(table, seed=np.random.default_rng(5), **options).pvalue == first
    others = {test(table, seed=seed, **options).pvalue for seed in range(6, 12)}
    assert others != {first}


@pytest.mark.parametrize("test", PERMUTED)
def test_exact_law_out_of_reach(test) -> None:
    with pytest.raises(InputError) as error:
        test(evenkeel.load("cec2005"), method="exact")
    assert str(error.value) == (
        "the exact law for these 25 problems and 9 algorithms takes too long to compute; "
        'choose "permutation" instead of "exact", which samples the permutations'
    )


@pytest.mark.parametrize("test", TESTS)
def test_bare_matrix_and_missing_cells(test) -> None:
    assert test([[1, 2], [3, 4]]).pvalue == test([[1, 2], [3, 4]], better="higher").pvalue
    table = evenkeel.Results([[1, 2], [np.nan, 4], [5, 6]], better="lower", missing="keep")
    with pytest.raises(InputError, match=r"needs a complete table, but 1 cell is missing"):
        test(table)


def test_critical_value_out_of_reach() -> None:
    """Two problems and three algorithms never reach 5%: full agreement has probability 1 / 6."""
    critical = friedman_critical(2, 3, 0.05)
    assert (critical.value, critical.attained) == (np.inf, 0.0)
    assert friedman_critical(2, 3, 1 / 6).value == 4.0
    assert friedman_critical(50, 8, method="chi-square").value == pytest.approx(14.067, abs=5e-4)


@pytest.mark.parametrize("resamples", [1, 7, 1000])
def test_every_resample_is_drawn_and_counted(resamples: int) -> None:
    def all_extreme(totals: np.ndarray) -> np.ndarray:
        return np.ones(len(totals), dtype=bool)

    found = sampled_pvalue(np.ones((3, 4)), all_extreme, resamples, np.random.default_rng(0))
    assert (found.value, found.standard_error) == (1.0, 0.0)  # (1 + hits) / (1 + resamples)
