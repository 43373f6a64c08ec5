"""Cross-validation designs: degenerate scores, messages, notes."""

from __future__ import annotations

import math

import pytest

from evenkeel.errors import InputError, UnknownNameError
from evenkeel.runs.crossvalidation import (
    corrected_resampled_t,
    five_by_two_f,
    five_by_two_t,
    mcnemar,
)

TEN = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0]


@pytest.mark.parametrize("test", [five_by_two_t, five_by_two_f])
def test_equal_scores(test):
    answer = test(TEN, TEN)
    assert (answer.statistic, answer.pvalue, answer.mean_difference) == (0, 1, 0)


@pytest.mark.parametrize("test", [five_by_two_t, five_by_two_f])
def test_a_constant_lead_has_no_spread(test):
    # 0.9 - 0.8 and 0.2 - 0.1 differ in binary; in the decimals that were given they do not.
    answer = test([x + 0.1 for x in TEN], TEN)
    assert (answer.statistic, answer.pvalue) == (math.inf, 0)
    answer = test(TEN, [x + 0.1 for x in TEN])
    assert abs(answer.statistic) == math.inf
    assert answer.mean_difference == pytest.approx(-0.1)


def test_corrected_t_without_spread():
    assert corrected_resampled_t(TEN, TEN, train=9, test=1).pvalue == 1
    assert corrected_resampled_t([1.2, 1.1], [1.1, 1.0], train=9, test=1).pvalue == 0


@pytest.mark.parametrize("test", [five_by_two_t, five_by_two_f])
def test_five_by_two_needs_ten_scores(test):
    with pytest.raises(InputError) as caught:
        test(TEN[:9], TEN[:9])
    assert str(caught.value) == (
        "5 x 2 cross validation has ten scores an algorithm, and 9 were given; give 5 replications "
        "of 2 folds"
    )


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (TEN, TEN[:4], "the first algorithm has 10 scores and the second 4; give both for the"),
        ([], [], "the first algorithm has 0 scores"),
        (["a"] * 10, TEN, "the scores are not numbers"),
        ([*TEN[:9], math.nan], TEN, "score 10 of the first algorithm is nan; give finite numbers"),
        (TEN, [math.inf, *TEN[1:]], "score 1 of the second algorithm is inf; give finite"),
    ],
)
def test_bad_scores(first, second, message):
    for test in (five_by_two_t, five_by_two_f):
        with pytest.raises(InputError, match=message):
            test(first, second)
    with pytest.raises(InputError, match=message):
        corrected_resampled_t(first, second, train=9, test=1)


def test_bad_sizes():
    with pytest.raises(InputError, match="train is 0; give the size of the training set"):
        corrected_resampled_t(TEN, TEN, train=0, test=1)
    with pytest.raises(InputError, match="test is nan; give the size of the test set"):
        corrected_resampled_t(TEN, TEN, train=1, test=math.nan)
    with pytest.raises(InputError, match="needs at least 2 splits, not 1"):
        corrected_resampled_t([1.0], [2.0], train=9, test=1)


@pytest.mark.parametrize("method", ["exact", "chi-square"])
def test_mcnemar_of_classifiers_that_never_differ(method):
    test = mcnemar([1, 1, 0], [1, 1, 0], [1, 0, 0], method=method)
    assert (test.pvalue, test.both, test.neither) == (1.0, 2, 1)


def test_mcnemar_continuity_never_overshoots():
    test = mcnemar([1, 0], [0, 1], [1, 1], method="chi-square")
    assert (test.statistic, test.pvalue, test.continuity) == (0.0, 1.0, True)
    assert not mcnemar([1, 0], [0, 1], [1, 1], method="exact").continuity


def test_mcnemar_messages():
    with pytest.raises(InputError, match="have 2 and 3 entries and the truth 3"):
        mcnemar([1, 0], [1, 0, 1], [1, 1, 1])
    with pytest.raises(InputError, match="have 0 and 0 entries"):
        mcnemar([], [], [])
    with pytest.raises(UnknownNameError, match="unknown method 'normal'"):
        mcnemar([1], [1], [1], method="normal")
    few = mcnemar([1, 0], [0, 1], [1, 1], method="chi-square")
    assert "below 25 the exact method is better" in few.notes[-1]


def test_every_test_says_what_it_supposes():
    tests = [
        five_by_two_t(TEN, TEN[::-1]),
        five_by_two_f(TEN, TEN[::-1]),
        corrected_resampled_t(TEN, TEN[::-1], train=9, test=1),
        mcnemar([1], [1], [1]),
    ]
    for test in tests:
        assert test.notes[0].startswith("supposes ")
