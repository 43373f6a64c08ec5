"""The two-sample tests of single problems, pair by pair and joint, for all at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.special import expm1, log1p, ndtr

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.families import Family
from evenkeel.numerics.arrays import ByValue, quotient, rounded_differences
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.studentised_range import dunnett_sf, tukey_sf
from evenkeel.numerics.tails import t_pvalue
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.ranks.kernels import rank_rows
from evenkeel.runs.cells import Cells
from evenkeel.tables.results import Results

# Mann and Whitney's test for many pairs of samples at once.


#: Without ties the p-value is exact if both samples have fewer runs than this, as in R.
EXACT_BELOW = 50


@dataclass(frozen=True)
class RankSums:
    """Mann and Whitney's test of each row.

    `wins` is U: in how many pairs of runs the first sample has the lower loss, ties counted half.
    `exact` says where the p-value is exact; elsewhere it is the normal approximation with the
    corrections for ties and continuity.
    """

    wins: FloatArray
    pvalue: FloatArray
    exact: BoolArray


def mann_whitney(
    first: FloatArray, second: FloatArray, n_first: IntArray, n_second: IntArray
) -> RankSums:
    """Two-sided test of samples (rows, runs) that are filled up with NaN at the end.

    H0: both samples come from one distribution. H1: one tends to lower losses. With the ranks r
    of all N = n1 + n2 runs of a row and the rank sum R1 of the first sample, ::

        U = n1 n2 - (R1 - n1 (n1 + 1) / 2),
        z = (|U - n1 n2 / 2| - 1/2) / sqrt(n1 n2 / (N (N - 1)) sum (r - (N + 1) / 2)^2).

    The sum of squares holds the correction for ties. If all runs of a row are equal the p-value
    is 1; if a sample is empty it is NaN.

    References
    ----------
    Mann and Whitney (1947), doi:10.1214/aoms/1177730491.
    """
    pooled = np.concatenate([first, second], axis=1)
    held = ~np.isnan(pooled)
    ranks = rank_rows(np.where(held, pooled, np.inf))  # the filling ranks last and is left out
    total = (n_first + n_second).astype(np.float64)
    pairs = (n_first * n_second).astype(np.float64)
    width = first.shape[1]
    rank_sum = np.where(held[:, :width], ranks[:, :width], 0.0).sum(axis=1)
    wins = pairs - (rank_sum - n_first * (n_first + 1) / 2)
    squares = np.square(np.where(held, ranks - (total[:, None] + 1) / 2, 0.0)).sum(axis=1)
    variance = pairs / np.maximum(total * (total - 1), 1) * squares
    distance = np.abs(wins - pairs / 2)
    z = np.divide(distance - 0.5, np.sqrt(variance), out=np.zeros_like(wins), where=variance > 0)
    pvalue = np.minimum(2 * ndtr(-z), 1.0)
    untied = squares > total * (total**2 - 1) / 12 - 0.25  # a tie costs at least 1/2
    exact = untied & (np.maximum(n_first, n_second) < EXACT_BELOW) & (pairs > 0)
    for n1, n2 in np.unique(np.column_stack([n_first, n_second])[exact], axis=0).tolist():
        rows = exact & (n_first == n1) & (n_second == n2)
        fewest = np.rint(pairs[rows] / 2 - distance[rows]).astype(np.intp)
        pvalue[rows] = np.minimum(2 * untied_law(min(n1, n2), max(n1, n2))[fewest], 1.0)
    return RankSums(wins, np.where(pairs > 0, pvalue, np.nan), exact)


@lru_cache(maxsize=64)
def untied_law(n1: int, n2: int) -> FloatArray:
    """P(U <= u) without ties, u = 0 ... n1 n2.

    The number of arrangements with U = u: the last in order is of the first sample and beats all
    n2 others, or it is of the second, f(n1, n2, u) = f(n1 - 1, n2, u - n2) + f(n1, n2 - 1, u).
    Only positive numbers are added, so that the smallest probabilities are as precise as the rest.
    """
    size = n1 * n2 + 1
    one = np.zeros(size)
    one[0] = 1.0
    row = [one] * (n2 + 1)
    for _ in range(n1):
        new = [one]
        for j in range(1, n2 + 1):
            counts = new[j - 1].copy()
            counts[j:] += row[j][: size - j]
            new.append(counts)
        row = new
    law = np.cumsum(row[n2] / comb(n1 + n2, n1))
    law.flags.writeable = False
    return law


# The two-sample tests of one problem at a time, for all problems and pairs of algorithms at once.
#
# Unpaired: Student's t, Welch's t, Mann and Whitney's U. Paired by the names of the runs: Student's
# paired t, Wilcoxon's signed ranks. All are two-sided.


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


# Parametric comparisons of means that hold for all pairs of a problem together.
#
# They follow the analysis of variance as the post-hoc procedures follow Friedman's test. The
# p-values are adjusted for the pairs of their problem.


def tukey(cells: Cells, family: Family) -> TwoSampleTests:
    """Tukey and Kramer: q = |m1 - m2| / sqrt(MSE (1/n1 + 1/n2) / 2), studentised range of k means.

    MSE = sum (n_j - 1) s_j^2 / (N - k) pools the variances of all k algorithms. For runs of equal
    number q is Tukey's, for others Kramer's, which is conservative.

    References
    ----------
    Tukey (1949), doi:10.2307/3001913. Kramer (1956), doi:10.2307/3001469.
    """
    tests, df = _pooled(cells, family)
    q = np.sqrt(2) * np.abs(tests.statistic)
    pvalue = np.full(q.shape, np.nan)
    for i in np.flatnonzero(~np.isnan(df)):
        pvalue[i] = tukey_sf(q[i], family.k, int(df[i]))
    return replace(tests, statistic=q, pvalue=pvalue, method=_named(pvalue, "range"))


def dunnett(cells: Cells, family: Family) -> TwoSampleTests:
    """Dunnett: t = (m0 - m_j) / sqrt(MSE (1/n0 + 1/n_j)), the law of the largest of k - 1 |t|.

    Two t have the correlation l_i l_j with l_j^2 = n_j / (n0 + n_j), 1/2 for equal numbers of
    runs. MSE is that of `tukey`. It needs a control.

    References
    ----------
    Dunnett (1955), doi:10.1080/01621459.1955.10501294.
    """
    if family.control is None:
        raise InputError(
            "Dunnett's test compares a control with each other algorithm; name a control, or "
            "choose 'tukey' for all pairs"
        )
    tests, df = _pooled(cells, family)
    own, others = (cells.count[:, column].astype(np.float64) for column in family.pairs.T)
    pvalue = np.full(tests.statistic.shape, np.nan)
    for i in np.flatnonzero(~np.isnan(df)):
        loads = np.sqrt(others[i] / (own[i] + others[i]))
        pvalue[i] = dunnett_sf(np.abs(tests.statistic[i]), loads, int(df[i]))
    return replace(tests, pvalue=pvalue, method=_named(pvalue, "largest t"))


def tamhane(cells: Cells, family: Family) -> TwoSampleTests:
    """Tamhane's T2: Welch's t of each pair, p adjusted by Sidak: 1 - (1 - p)^m for m pairs.

    It does not suppose equal variances, and is conservative.

    References
    ----------
    Tamhane (1979), doi:10.1080/01621459.1979.10482541. Sidak (1967),
    doi:10.1080/01621459.1967.10482935.
    """
    tests = welch_t(cells, family)
    with np.errstate(divide="ignore"):  # p = 1 stays 1
        return replace(tests, pvalue=-expm1(family.m * log1p(-tests.pvalue)))


def _pooled(cells: Cells, family: Family) -> tuple[TwoSampleTests, FloatArray]:
    """T-tests with the pooled variance of all algorithms of the problem, and N - k df, (n,)."""
    moments = cells.moments
    count = np.where(moments.count > 1, moments.count, np.nan)
    df = count.sum(axis=1) - family.k
    # hypot: the squares of extreme deviations would leave the range of doubles
    error = np.hypot.reduce(moments.sd * np.sqrt(count - 1), axis=1) / np.sqrt(df)
    n1, n2, difference, _, _ = pairs_of_moments(cells, family)
    each = error[:, None] * np.sqrt(1 / n1 + 1 / n2)
    return t_tests(difference, each, df[:, None], cells), df


def _named(pvalue: FloatArray, law: str) -> np.ndarray[tuple[int, ...], np.dtype[np.str_]]:
    return np.where(np.isnan(pvalue), "", law)
