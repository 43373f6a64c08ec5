"""Tests for cross-validation designs against mlxtend, statsmodels, R's manual and hand sums."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from evenkeel.runs.crossvalidation import (
    corrected_resampled_t,
    five_by_two_f,
    five_by_two_t,
    mcnemar,
)

with (Path(__file__).parent / "python" / "crossvalidation.csv").open(newline="") as file:
    VERSIONS = file.readline()
    ROWS = [
        {k: json.loads(v) if k in ("first", "second", "found") else v for k, v in row.items()}
        for row in csv.DictReader(file)
    ]


def rows(test):
    return [row for row in ROWS if row["test"] == test]


def predictions(both, only_first, only_second, neither):
    """Predictions of two classifiers of class 1 with these numbers of right answers."""
    first = [1] * both + [1] * only_first + [0] * only_second + [0] * neither
    second = [1] * both + [0] * only_first + [1] * only_second + [0] * neither
    return first, second, [1] * len(first)


def test_versions_are_recorded():
    assert VERSIONS.startswith("# mlxtend ")


@pytest.mark.parametrize("row", rows("5x2-t"), ids=lambda r: r["case"])
def test_five_by_two_t_is_that_of_mlxtend(row):
    test = five_by_two_t(row["first"], row["second"])
    assert test.statistic == pytest.approx(row["found"]["statistic"], abs=1e-12)
    assert test.pvalue == pytest.approx(row["found"]["pvalue"], rel=1e-9)


@pytest.mark.parametrize("row", rows("5x2-f"), ids=lambda r: r["case"])
def test_five_by_two_f_is_that_of_mlxtend(row):
    test = five_by_two_f(row["first"], row["second"])
    assert test.statistic == pytest.approx(row["found"]["statistic"])
    assert test.pvalue == pytest.approx(row["found"]["pvalue"], rel=1e-9)


@pytest.mark.parametrize("row", rows("mcnemar"), ids=lambda r: r["case"])
def test_mcnemar_is_that_of_mlxtend(row):
    found = row["found"]
    method = "exact" if found["exact"] else "chi-square"
    test = mcnemar(
        row["first"], row["second"], found["truth"], method=method, continuity=found["continuity"]
    )
    if method == "chi-square":
        assert test.statistic == pytest.approx(found["statistic"])
    assert test.pvalue == pytest.approx(found["pvalue"], rel=1e-9)


@pytest.mark.parametrize("row", rows("corrected"), ids=lambda r: r["case"])
def test_corrected_resampled_t_by_the_formula_of_scikit_learns_example(row):
    found = row["found"]
    test = corrected_resampled_t(
        row["first"], row["second"], train=found["train"], test=found["test"]
    )
    assert test.statistic == pytest.approx(found["statistic"])
    assert test.pvalue == pytest.approx(2 * found["one_sided"])
    assert test.df == (99,)


def test_corrected_resampled_t_without_overlap_is_the_paired_t():
    # With a test set that is negligible beside the training set nothing is corrected.
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=(2, 12))
    test = corrected_resampled_t(first, second, train=1e12, test=1e-12)
    expected = stats.ttest_rel(first, second)
    assert test.statistic == pytest.approx(expected.statistic)
    assert test.pvalue == pytest.approx(expected.pvalue)


@pytest.mark.parametrize("counts", [(5, 3, 9, 2), (0, 12, 1, 0), (40, 30, 17, 8), (9, 6, 6, 1)])
def test_mcnemar_is_that_of_statsmodels(counts):
    both, only_first, only_second, neither = counts
    table = [[both, only_first], [only_second, neither]]
    for method in ("exact", "chi-square"):
        for continuity in (True, False):
            test = mcnemar(*predictions(*counts), method=method, continuity=continuity)
            expected = statsmodels_mcnemar(table, exact=method == "exact", correction=continuity)
            if method == "exact" or only_first != only_second or not continuity:
                assert test.statistic == pytest.approx(expected.statistic)
                assert test.pvalue == pytest.approx(expected.pvalue)
            assert (test.both, test.only_first, test.only_second, test.neither) == counts


def test_mcnemar_of_the_approval_ratings():
    # The example of R's manual page, printed by R 4.2.2: mcnemar.test(matrix(c(794, 86, 150, 570),
    # 2)) gives 16.818 and 4.115e-05; with correct = FALSE 17.356 and 3.099e-05.
    answers = predictions(794, 86, 150, 570)
    test = mcnemar(*answers, method="chi-square")
    assert test.statistic == pytest.approx(16.818, abs=0.0005)
    assert test.pvalue == pytest.approx(4.115e-05, abs=0.0005e-05)
    test = mcnemar(*answers, method="chi-square", continuity=False)
    assert test.statistic == pytest.approx(17.356, abs=0.0005)
    assert test.pvalue == pytest.approx(3.099e-05, abs=0.0005e-05)


def test_mcnemar_far_in_the_tail():
    test = mcnemar(*predictions(0, 900, 0, 0))
    assert test.pvalue == pytest.approx(2 * 0.5**900, rel=1e-12)
    test = mcnemar(*predictions(0, 600, 0, 0), method="chi-square", continuity=False)
    assert test.pvalue == pytest.approx(math.erfc(math.sqrt(300)), rel=1e-12)


def test_the_order_of_the_folds_matters_to_t_and_not_to_f():
    rng = np.random.default_rng(2)
    first, second = rng.normal(size=(2, 5, 2))
    swapped = first[::-1, ::-1], second[::-1, ::-1]
    assert five_by_two_f(*swapped).pvalue == pytest.approx(five_by_two_f(first, second).pvalue)
    assert five_by_two_t(*swapped).pvalue != pytest.approx(five_by_two_t(first, second).pvalue)
