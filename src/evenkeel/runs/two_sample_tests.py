"""The two-sample tests of one problem at a time, for all problems and pairs of algorithms at once.

Unpaired: Student's t, Welch's t, Mann and Whitney's U. Paired by the names of the runs: Student's
paired t, Wilcoxon's signed ranks. All are two-sided.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import FloatArray
from evenkeel.families import Family
from evenkeel.numerics.differences import rounded_differences
from evenkeel.numerics.equality import ByValue
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.quotients import quotient
from evenkeel.numerics.tails import t_pvalue
from evenkeel.pairwise.signed_rank_pairs import wilcoxon_all
from evenkeel.runs.mann_whitney import mann_whitney
from evenkeel.runs.run_cells import Cells
from evenkeel.tables.results import Results


@dataclass(frozen=True, eq=False)
class TwoSampleTests(ByValue):
    """One test of each problem (row) and pair of algorithms (column).

    `direction` is 1 where the statistic speaks for the first algorithm of the pair, -1 for the
    second, 0 for neither; `method` is the law of the p-value, such as ``"t"``, ``"exact"`` or
    ``"normal"``, and ``""`` where the test is not possible.
    """

    statistic: FloatArray
    pvalue: FloatArray
    direction: NDArray[np.int8]
    method: NDArray[np.str_]


def student_t(cells: Cells, family: Family) -> TwoSampleTests:
    """Student: t = (m1 - m2) / (s sqrt(1/n1 + 1/n2)), s pooled, n1 + n2 - 2 df."""
    n1, n2, difference, s1, s2 = pairs_of_moments(cells, family)
    df = n1 + n2 - 2
    pooled = np.hypot(s1 * np.sqrt(n1 - 1), s2 * np.sqrt(n2 - 1)) / np.sqrt(df)
    return t_tests(difference, pooled * np.sqrt(1 / n1 + 1 / n2), df, cells)


def welch_t(cells: Cells, family: Family) -> TwoSampleTests:
    """Welch: t = (m1 - m2) / sqrt(s1^2/n1 + s2^2/n2).

    With c = (s1^2/n1) / (s1^2/n1 + s2^2/n2) the degrees of freedom are
    1 / [c^2/(n1 - 1) + (1 - c)^2/(n2 - 1)].
    """
    n1, n2, difference, s1, s2 = pairs_of_moments(cells, family)
    error1, error2 = s1 / np.sqrt(n1), s2 / np.sqrt(n2)
    error = np.hypot(error1, error2)
    share = np.square(np.divide(error1, error, out=np.ones_like(error), where=error > 0))
    df = 1 / (np.square(share) / (n1 - 1) + np.square(1 - share) / (n2 - 1))
    return t_tests(difference, error, df, cells)


def paired_t(cells: Cells, family: Family) -> TwoSampleTests:
    """Student, paired: t = m sqrt(r) / s of the r differences, r - 1 degrees of freedom."""
    shape = (len(cells.problems), family.m)
    mean, error, df = (np.full(shape, np.nan) for _ in range(3))
    first, second = family.pairs.T
    for i, runs in enumerate(cells.count[:, 0].tolist()):
        if runs > 1:
            values = cells.values[i, :, :runs]
            differences = rounded_differences(values[first], values[second])
            moments = moments_of(differences, np.full(family.m, runs))
            mean[i], error[i], df[i] = moments.mean, moments.sd / np.sqrt(runs), runs - 1
    return t_tests(mean, error, df, cells)


def rank_sum(cells: Cells, family: Family) -> TwoSampleTests:
    """Mann and Whitney's U: in how many pairs of runs the first is better, ties counted half."""
    losses, count = cells.losses, cells.count
    shape = (len(cells.problems), family.m)
    statistic, pvalue = np.full(shape, np.nan), np.full(shape, np.nan)
    direction, method = np.zeros(shape, dtype=np.int8), np.full(shape, "", dtype="<U6")
    for pair, (a, b) in enumerate(family.pairs.tolist()):
        possible = (count[:, a] > 1) & (count[:, b] > 1)
        n1, n2 = count[possible, a], count[possible, b]
        tests = mann_whitney(losses[possible, a], losses[possible, b], n1, n2)
        statistic[possible, pair], pvalue[possible, pair] = tests.wins, tests.pvalue
        direction[possible, pair] = np.sign(tests.wins - n1 * n2 / 2)
        method[possible, pair] = np.where(tests.exact, "exact", "normal")
    return TwoSampleTests(statistic, pvalue, direction, method)


def signed_ranks(cells: Cells, family: Family) -> TwoSampleTests:
    """Wilcoxon's T = min(R+, R-) of the differences of the paired runs."""
    shape = (len(cells.problems), family.m)
    statistic, pvalue = np.full(shape, np.nan), np.full(shape, np.nan)
    direction, method = np.zeros(shape, dtype=np.int8), np.full(shape, "", dtype="<U6")
    for i, runs in enumerate(cells.count[:, 0].tolist()):
        if runs > 1:
            table = Results(
                cells.values[i, :, :runs].T, algorithms=cells.algorithms, better=cells.better
            )
            tests = wilcoxon_all(table, control=family.control)
            statistic[i], pvalue[i], method[i] = tests.statistic, tests.pvalue, tests.method
            direction[i] = np.sign(tests.r_plus - tests.r_minus)
    return TwoSampleTests(statistic, pvalue, direction, method)


def pairs_of_moments(cells: Cells, family: Family) -> tuple[FloatArray, ...]:
    """Runs, difference of the means and standard deviations of each pair; NaN below two runs."""
    moments = cells.moments
    runs = np.where(moments.count > 1, moments.count, np.nan)
    a, b = family.pairs.T
    difference = moments.differences(a[None], b[None])
    return runs[:, a], runs[:, b], difference, moments.sd[:, a], moments.sd[:, b]


def t_tests(
    difference: FloatArray, error: FloatArray, df: FloatArray, cells: Cells
) -> TwoSampleTests:
    """Two-sided t-tests; without any spread t is 0 (equal means) or infinite (p-value 0)."""
    t = quotient(difference, error)
    for_first = t if cells.better == "higher" else -t
    return TwoSampleTests(
        t,
        t_pvalue(t, df),
        np.sign(np.nan_to_num(for_first)).astype(np.int8),
        np.where(np.isnan(t), "", "t"),
    )
