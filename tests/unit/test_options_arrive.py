"""What a caller asks for reaches the computation: seeds, resamples, tables given as matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import evenkeel
from evenkeel.omnibus.registry import OMNIBUS, OmnibusTest

MATRIX = np.random.default_rng(8).random((30, 13)) + np.arange(13) / 150


@pytest.mark.parametrize("test", list(OMNIBUS), ids=lambda test: test.name)
def test_seed_and_resamples_reach_the_random_permutations(test: OmnibusTest) -> None:
    def sampled(seed: object, resamples: int = 199) -> evenkeel.OmnibusResult:
        return test.function(
            MATRIX, method="permutation", resamples=resamples, seed=seed, better="lower"
        )

    first = sampled(5)
    assert (first.method, first.resamples) == ("monte-carlo", 199)
    assert first.pvalue * 200 == pytest.approx(round(first.pvalue * 200), abs=1e-9)
    assert first.standard_error == math.sqrt(first.pvalue * (1 - first.pvalue) / 199)
    assert sampled(5).pvalue == first.pvalue
    assert sampled(np.random.default_rng(5)).pvalue == first.pvalue
    assert len({sampled(seed).pvalue for seed in range(5, 12)}) > 1
    assert sampled(5, 99).resamples == 99


@pytest.mark.parametrize("test", list(OMNIBUS), ids=lambda test: test.name)
def test_the_direction_of_a_matrix_reaches_the_ranks(test: OmnibusTest) -> None:
    lower, higher = (test.function(MATRIX, better=better) for better in ("lower", "higher"))
    turned = test.function(-MATRIX, better="higher")
    assert (turned.statistic, turned.pvalue) == (lower.statistic, lower.pvalue)
    assert turned.average_ranks.tolist() == lower.average_ranks.tolist()
    assert higher.average_ranks.tolist() != lower.average_ranks.tolist()


def test_the_names_of_the_best_are_given_letter_by_letter() -> None:
    """Arrays of text would lose a null character at the end of a name."""
    names = ("a\0", "b", "c")
    sets = evenkeel.rank_sets(evenkeel.Results(MATRIX[:, :3], algorithms=names, better="lower"))
    assert sets.top(3) == names


@pytest.mark.parametrize("sign", [1, -1])
def test_a_single_difference_has_the_z_of_its_own_law(sign: int) -> None:
    """R+ is 0 or 1: mean 1/2, standard deviation sqrt(1 * 2 * 3 / 24) = 1/2."""
    table = evenkeel.Results([[0, 0], [0, sign]], better="lower")
    found = evenkeel.wilcoxon(table, zeros="drop")
    assert (found.z, found.pvalue) == (sign, 1.0)
    (together,) = evenkeel.wilcoxon_all(table, zeros="drop").z.tolist()
    assert together == sign


@pytest.mark.parametrize(
    "function",
    [
        evenkeel.wilcoxon_all,
        evenkeel.pairwise.sign_all,
        evenkeel.posthoc,
        evenkeel.posthocs.posthoc_statistics,
        evenkeel.posthocs.leave_one_out,
    ],
    ids=lambda function: function.__name__,
)
def test_the_control_is_compared_with_each_of_the_others(function: Callable[..., Any]) -> None:
    table = evenkeel.Results(MATRIX[:, :4], better="lower")
    assert function(table, control="A3").family.hypotheses == (
        ("A3", "A1"),
        ("A3", "A2"),
        ("A3", "A4"),
    )
    assert len(function(table).family.hypotheses) == 6
