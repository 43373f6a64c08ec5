"""Tests of single problems whose runs are not independent, for all problems and pairs at once.

The folds or splits of one data set share examples; predictions of the same examples are paired
and are 0 or 1. `evenkeel.runs.crossvalidation` has the same tests of one problem and pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy.special import bdtr

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.families import Family
from evenkeel.numerics.differences import rounded_differences
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.quotients import quotient
from evenkeel.numerics.scaling import by_largest
from evenkeel.numerics.tails import f_sf, t_pvalue
from evenkeel.runs.run_cells import Cells
from evenkeel.runs.two_sample_tests import TwoSampleTests

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
    """Mid-p-value of the binomial law: the observed count weighs half, Fagerland et al. (2013)."""
    differ, few = np.add(only_first, only_second), np.minimum(only_first, only_second)
    below = np.where(few > 0, bdtr(np.maximum(few - 1, 0), np.maximum(differ, 1), 0.5), 0.0)
    mid = below + bdtr(few, np.maximum(differ, 1), 0.5)
    return np.where(differ > 0, np.minimum(mid, 1.0), 1.0)


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
            "5 x 2 cross validation has ten runs a cell, five replications of two folds in their "
            f"order, but {cells.algorithms[column]!r} on {cells.problems[row]!r} has "
            f"{cells.count[row, column]}"
        )
