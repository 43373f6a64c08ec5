"""conditions() against statsmodels and scipy, cell by cell and problem by problem."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.diagnostic import lilliefors

from evenkeel.runs._conditions import conditions
from runs_examples import make_runs, random_runs

TABLES = {
    "normal": random_runs(1, 5, 4, (3, 30)),
    "skewed": random_runs(2, 5, 4, (8, 60), skewed=True),
    "rounded": random_runs(3, 5, 4, (10, 40), digits=0),
    "many runs": random_runs(4, 2, 2, (1500, 2500), skewed=True),
}
CELLS = [
    (name, algorithm, problem)
    for name, runs in TABLES.items()
    for algorithm in runs.algorithms
    for problem in runs.problems
]
CHECKED = {name: conditions(runs) for name, runs in TABLES.items()}
VALUES = {name: runs.values_by_cell() for name, runs in TABLES.items()}


def found(name, test, algorithm, problem):
    checked = CHECKED[name]
    where = checked.problems.index(problem), checked.algorithms.index(algorithm)
    tested = checked.normality[test]
    return tested.statistic[where], tested.pvalue[where]


@pytest.mark.parametrize(("name", "algorithm", "problem"), CELLS)
def test_normality_of_each_cell(name, algorithm, problem):
    values = VALUES[name][algorithm, problem]
    shapiro = stats.shapiro(values)
    # Scipy's weights come from an approximate normal quantile, good to nine digits.
    assert found(name, "shapiro-wilk", algorithm, problem) == (
        pytest.approx(shapiro.statistic, rel=1e-7),
        pytest.approx(shapiro.pvalue, rel=1e-5),
    )
    if values.size >= 4:
        # The p-values have a file of their own: test_lilliefors.py.
        distance, _ = found(name, "lilliefors", algorithm, problem)
        assert distance == pytest.approx(lilliefors(values)[0], rel=1e-10)
    if values.size >= 8:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # fewer than 20 runs
            peer = stats.normaltest(values)
        assert found(name, "dagostino-pearson", algorithm, problem) == (
            pytest.approx(peer.statistic, rel=1e-9),
            pytest.approx(peer.pvalue, rel=1e-8),
        )


@pytest.mark.parametrize("name", TABLES)
def test_equal_variances_of_each_problem(name):
    runs, checked = TABLES[name], CHECKED[name]
    for row, problem in enumerate(runs.problems):
        cells = [VALUES[name][algorithm, problem] for algorithm in runs.algorithms]
        for test, centre in (("levene", "mean"), ("brown-forsythe", "median")):
            expected = stats.levene(*cells, center=centre)
            assert checked.variances[test].statistic[row] == pytest.approx(expected.statistic)
            assert checked.variances[test].pvalue[row] == pytest.approx(expected.pvalue, rel=1e-9)


def test_exact_shapiro_of_three_runs():
    # Shapiro and Wilk (1965): with three runs W >= 3/4, reached by two equal runs; p is then 0.
    checked = conditions(make_runs({("A", "p"): [1, 1, 4], ("B", "p"): [1, 2, 3]}))
    assert checked.normality["shapiro-wilk"].statistic[0] == pytest.approx([0.75, 1.0])
    assert checked.normality["shapiro-wilk"].pvalue[0] == pytest.approx([0.0, 1.0], abs=1e-7)


def test_symmetric_runs_have_no_skewness():
    # Scipy replaces a skewness of exactly 0 by 1 before it is scored; the formula gives 0.
    values = np.array([-4.0, -3, -2, -1, 0, 1, 2, 3, 4])
    checked = conditions(make_runs({("A", "p"): values, ("B", "p"): values**3}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kurtosis = [stats.kurtosistest(x).statistic ** 2 for x in (values, values**3)]
    assert checked.normality["dagostino-pearson"].statistic[0] == pytest.approx(kurtosis)


@pytest.mark.parametrize("shift", [1e6, 1e9])
def test_a_large_common_value_costs_no_digits(shift):
    values = np.round(np.random.default_rng(5).normal(size=30), 3)
    near = conditions(make_runs({("A", "p"): values, ("B", "p"): 2 * values}))
    far = conditions(make_runs({("A", "p"): values + shift, ("B", "p"): 2 * values + shift}))
    for test in near.normality:
        assert far.normality[test].pvalue == pytest.approx(near.normality[test].pvalue, rel=1e-5)


@pytest.mark.parametrize("factor", [1e-250, 1e250])
def test_tiny_and_huge_runs(factor):
    values = np.random.default_rng(6).normal(size=30)
    near = conditions(make_runs({("A", "p"): values, ("B", "p"): 2 * values}))
    far = conditions(make_runs({("A", "p"): values * factor, ("B", "p"): 2 * values * factor}))
    for test in near.normality:
        assert far.normality[test].pvalue == pytest.approx(near.normality[test].pvalue)
    for test in near.variances:
        assert far.variances[test].pvalue == pytest.approx(near.variances[test].pvalue)
