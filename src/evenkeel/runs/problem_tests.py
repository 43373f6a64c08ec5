"""The tests of single problems and the designs of runs: which test is valid for which design.

Each test says what it supposes of the runs by the designs that it serves. A design is how the
runs were made; it decides which tests are valid, for no test of the values can show independence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import bdtr

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.arrays import by_largest, quotient, rounded_differences
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.tails import f_sf, t_pvalue
from evenkeel.runs.cells import Cells
from evenkeel.runs.k_samples import (
    KSampleTests,
    anova,
    cochran,
    friedman_on_runs,
    kruskal_wallis,
    repeated_measures,
    welch,
)
from evenkeel.runs.two_samples import (
    TwoSampleTests,
    dunnett,
    paired_t,
    rank_sum,
    signed_ranks,
    student_t,
    tamhane,
    tukey,
    welch_t,
)

# Tests of single problems whose runs are not independent, for all problems and pairs at once.
#
# The folds or splits of one data set share examples; predictions of the same examples are paired
# and are 0 or 1. `evenkeel.runs.crossvalidation` has the same tests of one problem and pair.


FIVE_BY_TWO = 10  # runs of a cell
ONE_CROSS_VALIDATION = 10  # runs that are taken for the folds of one cross validation, at most


def single_difference_t(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Dietterich's t of ten differences (..., 10), replication by replication, and its p-value."""
    pairs = differences.reshape(*differences.shape[:-1], 5, 2)
    variances = np.square(pairs[..., 0] - pairs[..., 1]) / 2
    t = quotient(differences[..., 0], np.sqrt(variances.mean(axis=-1)))
    return t, t_pvalue(t, 5)


def combined_f(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Alpaydin's F of ten differences (..., 10), replication by replication, and its p-value."""
    pairs = differences.reshape(*differences.shape[:-1], 5, 2)
    spread = np.square(pairs[..., 0] - pairs[..., 1]).sum(axis=-1)  # 2 sum_i s_i^2
    f = quotient(np.square(differences).sum(axis=-1), spread)
    return f, f_sf(f, 10, 5)


def resampled_t(differences: FloatArray, ratio: float) -> tuple[FloatArray, FloatArray]:
    """Nadeau and Bengio's t of J differences (..., J), test over training size, and its p-value."""
    runs = differences.shape[-1]
    moments = moments_of(differences, np.full(differences.shape[:-1], runs))
    t = quotient(moments.mean, np.sqrt(1 / runs + ratio) * moments.sd)
    return t, t_pvalue(t, runs - 1)


def exact_mcnemar(only_first: IntArray | int, only_second: IntArray | int) -> FloatArray:
    """P-value of the binomial law, of counts of examples that only one classifies rightly."""
    differ = np.add(only_first, only_second)
    doubled = 2 * bdtr(np.minimum(only_first, only_second), np.maximum(differ, 1), 0.5)
    return np.where(differ > 0, np.minimum(doubled, 1.0), 1.0)


def mid_mcnemar(only_first: IntArray | int, only_second: IntArray | int) -> FloatArray:
    """Mid-p-value of the binomial law: what was seen weighs half, Fagerland et al. (2013).

    If both counts are equal it was seen at the middle, which both tails have: it is taken off once.
    """
    differ, few = np.add(only_first, only_second), np.minimum(only_first, only_second)
    below = np.where(few > 0, bdtr(np.maximum(few - 1, 0), np.maximum(differ, 1), 0.5), 0.0)
    upto = bdtr(few, np.maximum(differ, 1), 0.5)
    mid = np.where(2 * few == differ, 1 - (upto - below) / 2, upto + below)
    return np.where(differ > 0, mid, 1.0)


def five_by_two_t_of_runs(cells: Cells, family: Family) -> TwoSampleTests:
    """Dietterich's t of the ten differences, 5 degrees of freedom, see `five_by_two_t`."""
    _require_ten(cells)
    return _of_differences(cells, family, "t", single_difference_t, lambda d: d[..., 0])


def five_by_two_f_of_runs(cells: Cells, family: Family) -> TwoSampleTests:
    """Alpaydin's F of the ten differences, 10 and 5 degrees of freedom, see `five_by_two_f`."""
    _require_ten(cells)
    return _of_differences(cells, family, "F", combined_f, lambda d: d.mean(axis=-1))


def corrected_t_of_runs(cells: Cells, family: Family) -> TwoSampleTests:
    """Nadeau and Bengio's t, see `corrected_resampled_t`.

    The share of the test set is that of the cells. If it was not said, at most ten runs are taken
    for the folds of one cross validation, whose share is 1 / runs.
    """
    most = int(cells.count.max(initial=0))
    if cells.test_share is None and most > ONE_CROSS_VALIDATION:
        raise InputError(
            Message(
                f"a cell has {most} runs, which may be one cross validation or several; say the "
                "share of the examples that each run was tested on, for 10 folds with ",
                Option("test_share", 0.1),
            )
        )

    def test(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
        share = cells.test_share or 1 / differences.shape[-1]
        return resampled_t(differences, share / (1 - share))

    return _of_differences(cells, family, "t", test, lambda d: d.mean(axis=-1))


def mcnemar_of_runs(cells: Cells, family: Family) -> TwoSampleTests:
    """McNemar's exact test of 0/1 values, a run an example; the statistic is the smaller count."""
    odd = cells.values[~np.isnan(cells.values) & (cells.values != 0) & (cells.values != 1)]
    if odd.size:
        raise InputError(
            "McNemar's test needs a run for each test example with the value 0 or 1, wrong or "
            f"right, but there is {odd[0]:g}"
        )

    def test(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
        more, less = ((sign * differences > 0).sum(axis=-1) for sign in (1, -1))
        return np.minimum(more, less).astype(np.float64), exact_mcnemar(more, less)

    return _of_differences(cells, family, "exact", test, lambda d: d.mean(axis=-1))


def _of_differences(
    cells: Cells,
    family: Family,
    law: str,
    test: Callable[[FloatArray], tuple[FloatArray, FloatArray]],
    favours: Callable[[FloatArray], FloatArray],
) -> TwoSampleTests:
    """The test of the differences of each pair on each problem, and whom it speaks for."""
    shape = (len(cells.problems), family.m)
    statistic, pvalue = np.full(shape, np.nan), np.full(shape, np.nan)
    direction = np.zeros(shape, dtype=np.int8)
    for rows, differences in _paired_differences(cells, family):
        statistic[rows], pvalue[rows] = test(differences)
        sign = np.sign(favours(differences))
        direction[rows] = sign if cells.better == "higher" else -sign
    return TwoSampleTests(statistic, pvalue, direction, np.where(np.isnan(pvalue), "", law))


def _paired_differences(cells: Cells, family: Family) -> Iterator[tuple[IndexArray, FloatArray]]:
    """Problems with as many runs, and first minus second (problems, m, runs) on a small scale."""
    first, second = family.pairs.T
    for runs in np.unique(cells.count[:, 0]).tolist():
        if runs > 1:
            rows = np.flatnonzero(cells.count[:, 0] == runs)
            values = cells.values[rows, :, :runs]
            differences = rounded_differences(values[:, first], values[:, second])
            yield rows, by_largest(differences, axis=-1)[0]


def _require_ten(cells: Cells) -> None:
    other = np.argwhere(cells.count != FIVE_BY_TWO)
    if other.size:
        row, column = other[0]
        raise InputError(
            "5 x 2 cross validation has ten runs per cell, five replications of two folds in their "
            f"order, but {cells.algorithms[column]!r} on {cells.problems[row]!r} has "
            f"{cells.count[row, column]}"
        )


Test = Literal[
    "mann-whitney",
    "t",
    "welch",
    "wilcoxon",
    "paired-t",
    "tukey",
    "dunnett",
    "tamhane",
    "five-by-two-f",
    "five-by-two-t",
    "corrected-resampled-t",
    "mcnemar",
]
Design = Literal[
    "hold-out", "k-fold", "5x2", "independent-runs", "resampled", "shared-seeds", "predictions"
]
_INDEPENDENT = ("hold-out", "independent-runs")


@dataclass(frozen=True)
class DesignOfRuns:
    """How runs were made: what that says about their independence, and the test to take."""

    dependent: bool
    words: str
    test: Test


#: The designs, each with the test that is taken if none is named.
DESIGNS: dict[str, DesignOfRuns] = {
    "hold-out": DesignOfRuns(
        False,
        "Hold-out: no example is both trained on and tested, so that the documents take the runs "
        "as independent. That is about one partition; runs on many random partitions of the same "
        "examples are not.",
        "mann-whitney",
    ),
    "k-fold": DesignOfRuns(
        True,
        "k-fold cross validation: any two training sets share most of their examples, so that the "
        "runs of a cell are not independent, and tests that suppose it reject too often; "
        "corrected_resampled_t allows for the overlap.",
        "corrected-resampled-t",
    ),
    "5x2": DesignOfRuns(
        True,
        "5 x 2 cross validation: the two training sets of a replication are disjoint, but the "
        "five replications use the same examples, so that the ten runs of a cell are not "
        "independent; five_by_two_t and five_by_two_f allow for it.",
        "five-by-two-f",
    ),
    "independent-runs": DesignOfRuns(
        False,
        "Independent runs: they are independent if each had a random seed of its own and none "
        "continued another.",
        "mann-whitney",
    ),
    "resampled": DesignOfRuns(
        True,
        "Random splits of the same examples: any two training sets share examples, so that the "
        "runs of a cell are not independent; corrected_resampled_t allows for the overlap.",
        "corrected-resampled-t",
    ),
    "shared-seeds": DesignOfRuns(
        False,
        "Shared seeds: the runs of the same name share their seed or starting point. The runs of "
        "a cell are independent of each other, but those of two algorithms are paired.",
        "wilcoxon",
    ),
    "predictions": DesignOfRuns(
        False,
        "Predictions: each run is one test example, 1 if it was classified rightly, else 0. The "
        "examples are independent if they were drawn so; those of two algorithms are paired.",
        "mcnemar",
    ),
}


@dataclass(frozen=True)
class ProblemTest:
    """A test of two algorithms on one problem.

    `statistic` is its letter; `function` tests all problems and pairs at once; `k_sample` is the
    test of all algorithms that goes before, if there is one for such runs; `designs` are those for
    which it is valid; `paired` whether runs of the same name are paired; `joint` whether the
    p-values hold for all pairs of a problem together; `parametric` whether it supposes normality.
    """

    title: str
    statistic: str
    function: Callable[[Cells, Family], TwoSampleTests]
    k_sample: Callable[[Cells], KSampleTests] | None
    designs: tuple[str, ...] = _INDEPENDENT
    paired: bool = False
    joint: bool = False
    parametric: bool = True

    @property
    def dependent(self) -> bool:
        """Whether it is made for runs of a cell that are not independent."""
        return any(DESIGNS[design].dependent for design in self.designs)


_SEEDS = ("shared-seeds", *_INDEPENDENT)
#: The tests of single problems by their names.
PROBLEM_TESTS: dict[str, ProblemTest] = {
    "mann-whitney": ProblemTest(
        "Mann-Whitney U test", "U", rank_sum, kruskal_wallis, parametric=False
    ),
    "t": ProblemTest("Student's t-test", "t", student_t, anova),
    "welch": ProblemTest("Welch's t-test", "t", welch_t, welch),
    "wilcoxon": ProblemTest(
        "Wilcoxon's signed-rank test",
        "T",
        signed_ranks,
        friedman_on_runs,
        _SEEDS,
        paired=True,
        parametric=False,
    ),
    "paired-t": ProblemTest("paired t-test", "t", paired_t, repeated_measures, _SEEDS, paired=True),
    "tukey": ProblemTest("Tukey's test", "q", tukey, anova, joint=True),
    "dunnett": ProblemTest("Dunnett's test", "t", dunnett, anova, joint=True),
    "tamhane": ProblemTest("Tamhane's T2 test", "t", tamhane, welch, joint=True),
    "five-by-two-f": ProblemTest(
        "5x2cv combined F test", "F", five_by_two_f_of_runs, None, ("5x2",), paired=True
    ),
    "five-by-two-t": ProblemTest(
        "5x2cv paired t-test", "t", five_by_two_t_of_runs, None, ("5x2",), paired=True
    ),
    "corrected-resampled-t": ProblemTest(
        "corrected resampled t-test",
        "t",
        corrected_t_of_runs,
        None,
        ("k-fold", "resampled"),
        paired=True,
    ),
    "mcnemar": ProblemTest(
        "McNemar's test",
        "fewer",
        mcnemar_of_runs,
        cochran,
        ("predictions",),
        paired=True,
        parametric=False,
    ),
}


def valid_tests(design: str) -> tuple[str, ...]:
    """The names of the tests that are valid for a design."""
    return tuple(name for name, test in PROBLEM_TESTS.items() if design in test.designs)


def chosen_test(test: str | None, design: str | None) -> Test:
    """The test that was named, if it is valid for the design; else the one of the design."""
    if design is not None:
        choice(design, DESIGNS, "design")
    if test is None:
        return DESIGNS[design].test if design else "mann-whitney"
    name: Test = choice(test, PROBLEM_TESTS, "test")  # type: ignore[assignment]
    if design is not None and design not in PROBLEM_TESTS[name].designs:
        valid = " or ".join(map(repr, valid_tests(design)))
        raise InputError(
            Message(
                Option("test", test),
                f" is not valid for the design {design!r}; choose {valid}, or leave the option out",
            )
        )
    return name


def design_for(test: Test, design: Design | None) -> Design | None:
    """The design that was said, or that a test for dependent runs of one design alone implies."""
    entry = PROBLEM_TESTS[test]
    if design is None and entry.dependent and len(entry.designs) == 1:
        return entry.designs[0]  # type: ignore[return-value]
    return design


def share_for(given: float | None, test: Test, design: Design | None) -> float | None:
    """The share of the test set, if it was said or need not be."""
    if given is not None:
        return fraction(given, "test_share")
    if design == "resampled":
        raise InputError(
            Message(
                Option("test", test),
                " of random splits needs the share of the examples that each run was tested on, "
                "for example ",
                Option("test_share", 0.3),
            )
        )
    return None
