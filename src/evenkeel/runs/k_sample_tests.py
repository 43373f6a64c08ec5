"""The k-sample tests of one problem at a time, for all problems at once.

Each belongs to a two-sample test and asks first whether the algorithms differ at all on the
problem. H0: all k algorithms perform alike on it. H1: at least two differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import chdtrc

from evenkeel._types import FloatArray
from evenkeel.numerics.equality import ByValue
from evenkeel.numerics.quotients import quotient
from evenkeel.numerics.scaling import by_largest
from evenkeel.numerics.tails import f_sf
from evenkeel.omnibus.of_friedman import friedman_statistic
from evenkeel.ranks.kernels import rank_rows
from evenkeel.runs.run_cells import Cells
from evenkeel.runs.variance_ratios import RatioTests, one_way_anova, welch_anova


@dataclass(frozen=True, eq=False)
class KSampleTests(ByValue):
    """One test of each problem; `df_within` is NaN for the chi-square statistics."""

    title: str
    statistic: FloatArray
    df_between: FloatArray
    df_within: FloatArray
    pvalue: FloatArray


def anova(cells: Cells) -> KSampleTests:
    """Analysis of variance, F with k - 1 and N - k degrees of freedom."""
    return _of_ratios("Analysis of variance", one_way_anova(cells.moments))


def welch(cells: Cells) -> KSampleTests:
    """Welch's analysis of variance, without the supposition of equal variances."""
    return _of_ratios("Welch's analysis of variance", welch_anova(cells.moments))


def kruskal_wallis(cells: Cells) -> KSampleTests:
    """H = (N - 1) sum n_j (mean rank_j - (N + 1) / 2)^2 / sum (rank - (N + 1) / 2)^2.

    This form holds the correction for ties; chi-square with k - 1 degrees of freedom. If all runs
    of a problem are equal, H is 0 and the p-value 1.

    References
    ----------
    Kruskal and Wallis (1952), doi:10.1080/01621459.1952.10483441.
    """
    n, k, most = cells.values.shape
    held = ~np.isnan(cells.values)
    pooled = np.where(held, cells.losses, np.inf).reshape(n, k * most)  # the filling ranks last
    runs = cells.count.sum(axis=1)
    middle = (runs[:, None, None] + 1) / 2
    deviations = np.where(held, rank_rows(pooled).reshape(n, k, most) - middle, 0.0)
    sums = np.square(deviations.sum(axis=2)) / np.maximum(cells.count, 1)
    statistic = (runs - 1) * quotient(sums.sum(axis=1), np.square(deviations).sum(axis=(1, 2)))
    statistic = np.where((cells.count > 1).all(axis=1), statistic, np.nan)
    return _of_chi_square("Kruskal-Wallis test", statistic, k)


def friedman_on_runs(cells: Cells) -> KSampleTests:
    """Friedman's test with the paired runs as blocks, corrected for ties."""
    n, k, _ = cells.values.shape
    statistic = np.full(n, np.nan)
    for runs in np.unique(cells.count[:, 0]).tolist():
        if runs > 1:
            rows = cells.count[:, 0] == runs
            ranks = rank_rows(np.ascontiguousarray(cells.losses[rows, :, :runs].swapaxes(1, 2)))
            statistic[rows] = friedman_statistic(ranks, ties="corrected")
    return _of_chi_square("Friedman's test on the paired runs", statistic, k)


def cochran(cells: Cells) -> KSampleTests:
    """Cochran's Q of 0/1 values: Friedman's statistic with the correction for ties.

    References
    ----------
    Cochran (1950), doi:10.1093/biomet/37.3-4.256.
    """
    return replace(friedman_on_runs(cells), title="Cochran's Q test on the test examples")


def repeated_measures(cells: Cells) -> KSampleTests:
    """Repeated-measures analysis of variance with the paired runs as subjects, uncorrected."""
    n, k, _ = cells.values.shape
    statistic, df = np.full(n, np.nan), np.full(n, np.nan)
    for runs in np.unique(cells.count[:, 0]).tolist():
        if runs > 1:
            rows = cells.count[:, 0] == runs
            between, error = sums_of_squares(cells.values[rows, :, :runs].swapaxes(1, 2))
            df[rows] = (runs - 1) * (k - 1)
            statistic[rows] = quotient(between / (k - 1), error / ((runs - 1) * (k - 1)))
    return _of_ratios(
        "Repeated-measures analysis of variance on the paired runs",
        RatioTests(statistic, np.full(n, k - 1.0), df, f_sf(statistic, k - 1.0, df)),
    )


def sums_of_squares(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Between the columns, and of the residuals, of tables (..., n, k), on a scale of their own.

    With the means m_i of the rows, m_j of the columns and m of all, n sum_j (m_j - m)^2 and
    sum_ij (x_ij - m_i - m_j + m)^2.
    """
    within, _ = by_largest(values - values[..., :1], axis=(-2, -1))
    within -= within.mean(axis=-1, keepdims=True)
    column = within.mean(axis=-2, keepdims=True)
    between = values.shape[-2] * np.square(column).sum(axis=(-2, -1))
    return between, np.square(within - column).sum(axis=(-2, -1))


def _of_ratios(title: str, tests: RatioTests) -> KSampleTests:
    return KSampleTests(title, tests.statistic, tests.df_between, tests.df_within, tests.pvalue)


def _of_chi_square(title: str, statistic: FloatArray, k: int) -> KSampleTests:
    undefined = np.full(statistic.shape, np.nan)
    pvalue = np.where(np.isnan(statistic), np.nan, chdtrc(k - 1, statistic))
    return KSampleTests(title, statistic, np.full(statistic.shape, k - 1.0), undefined, pvalue)
