"""Type I error of the tests of runs: conditions of parametric tests, and single problems."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from calibration.studies import ALPHA, CONFIDENCE, FEWER
from evenkeel._types import FloatArray
from evenkeel.families import Family
from evenkeel.runs._conditions import NORMALITY, VARIANCES
from evenkeel.runs.cells import Cells
from evenkeel.runs.k_samples import KSampleTests, levene
from evenkeel.runs.problem_tests import PROBLEM_TESTS
from evenkeel.studies.outcomes import Estimate, estimate

RUNS = (7, 13, 23, 47, 75, 160)  # of a cell: in no table of critical values
PROBLEMS = 10_000
GROUPS = 4  # algorithms of the tests of more than two
LAWS: dict[str, Callable[[np.random.Generator, tuple[int, ...]], FloatArray]] = {
    "normal": np.random.Generator.standard_normal,
    "exponential": np.random.Generator.standard_exponential,
}
#: Tests of two algorithms on independent runs; with two, the joint comparisons are t-tests.
TWO_SAMPLE = tuple(
    name
    for name, test in PROBLEM_TESTS.items()
    if "independent-runs" in test.designs and not test.joint
)
_SEED = 0
_ONE_BY_ONE = ("wilcoxon", "paired-t")  # test one problem after another: fewer of them


@lru_cache(maxsize=4)
def cells(law: str, algorithms: int, runs: int, problems: int) -> Cells:
    """Many problems on which all algorithms are alike."""
    generator = np.random.default_rng([_SEED, algorithms, runs])
    return Cells(
        Family.of_size(algorithms).algorithms,
        tuple(map(str, range(problems))),
        "lower",
        LAWS[law](generator, (problems, algorithms, runs)),
        np.full((problems, algorithms), runs),
    )


def rate(pvalue: FloatArray) -> Estimate:
    """Share of the p-values at or below the level."""
    return estimate(float((pvalue <= ALPHA).sum()), pvalue.size, CONFIDENCE)


@cache
def normality(test: str, runs: int) -> Estimate | None:
    """Of a test of normality, on normal runs; None if it needs more of them."""
    _, least, function = NORMALITY[test]
    if runs < least:
        return None
    return rate(function(cells("normal", 2, runs, PROBLEMS).values[:, 0])[1])


@cache
def variances(test: str, law: str, runs: int) -> Estimate:
    """Of a test of equal variances."""
    _, centre = VARIANCES[test]
    return rate(levene(cells(law, GROUPS, runs, PROBLEMS), centre).pvalue)


@cache
def two_sample(test: str, law: str, runs: int) -> Estimate:
    """Of a test of two algorithms on one problem."""
    problems = FEWER if test in _ONE_BY_ONE else PROBLEMS
    pvalue = PROBLEM_TESTS[test].function(cells(law, 2, runs, problems), Family.of_size(2)).pvalue
    return rate(pvalue[:, 0])


@cache
def k_sample(test: str, law: str, runs: int) -> Estimate:
    """Of the test of several algorithms that belongs to it."""
    return rate(_k_sample(test, cells(law, GROUPS, runs, PROBLEMS)).pvalue)


def k_sample_title(test: str) -> str:
    """The name of that test."""
    return _k_sample(test, cells("normal", GROUPS, RUNS[0], 2)).title


def _k_sample(test: str, given: Cells) -> KSampleTests:
    function = PROBLEM_TESTS[test].k_sample
    assert function is not None  # independent runs have one
    return function(given)
