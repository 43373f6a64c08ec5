"""The k-sample tests of single problems, of means and of variances, for all at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy.special import chdtrc

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.numerics.arrays import ByValue, by_largest, quotient
from evenkeel.numerics.moments import Moments, centred, moments_of
from evenkeel.numerics.tails import f_sf
from evenkeel.omnibus._friedman import friedman_statistic
from evenkeel.ranks.kernels import rank_rows
from evenkeel.runs.cells import Cells

# One-way analysis of variance from moments, and Levene's test, for many problems at once.


Centre = Literal["mean", "median"]


@dataclass(frozen=True)
class RatioTests:
    """An F test of each problem: statistic, degrees of freedom and p-value, NaN where undefined."""

    statistic: FloatArray
    df_between: FloatArray
    df_within: FloatArray
    pvalue: FloatArray


def one_way_anova(moments: Moments) -> RatioTests:
    """F = [sum n_j (m_j - m)^2 / (k - 1)] / [sum (n_j - 1) s_j^2 / (N - k)] of each problem.

    `moments` are (n, k), two runs per cell or more; a problem with fewer has NaN. If no cell varies
    at all, F is 0 (p-value 1) where all means agree, else infinite (p-value 0).
    """
    count, mean, sd = moments.count, *_on_a_common_scale(moments)
    k, runs = count.shape[-1], count.sum(axis=-1)
    grand = (count * mean).sum(axis=-1, keepdims=True) / np.maximum(runs, 1)[..., None]
    between = (count * np.square(mean - grand)).sum(axis=-1)
    within = ((count - 1) * np.square(sd)).sum(axis=-1)
    # Equal means differ from their weighted mean by rounding alone.
    between = np.where(np.ptp(mean, axis=-1) == 0, 0.0, between)
    df = runs - k
    possible = np.asarray((count > 1).all(axis=-1))
    ratio = quotient(between / (k - 1), within / np.maximum(df, 1))
    return _concluded(ratio, np.full(df.shape, k - 1.0), df.astype(np.float64), possible)


def welch_anova(moments: Moments) -> RatioTests:
    """Welch's analysis of variance, which does not suppose equal variances.

    With w_j = n_j / s_j^2, their sum w and the weighted mean m, ::

        F = [sum w_j (m_j - m)^2 / (k - 1)] / [1 + 2 (k - 2) L / (k^2 - 1)],
        L = sum (1 - w_j / w)^2 / (n_j - 1),

    with k - 1 and (k^2 - 1) / (3 L) degrees of freedom. NaN if a cell is constant.

    References
    ----------
    Welch (1951), doi:10.1093/biomet/38.3-4.330.
    """
    count, mean, sd = moments.count, *_on_a_common_scale(moments)
    k = count.shape[-1]
    possible = np.asarray(((count > 1) & (sd > 0)).all(axis=-1))
    # The weights are taken relative to the smallest spread, so that they cannot overflow.
    spread = np.where(possible[..., None], sd, 1.0)
    least = spread.min(axis=-1, keepdims=True)
    weight = count * np.square(least / spread)
    share = weight / np.maximum(weight.sum(axis=-1, keepdims=True), np.finfo(float).tiny)
    centre = (share * mean).sum(axis=-1, keepdims=True)
    with np.errstate(over="ignore"):  # infinitely far, by any measure
        between = (weight * np.square((mean - centre) / least)).sum(axis=-1) / (k - 1)
    lack = (np.square(1 - share) / np.maximum(count - 1, 1)).sum(axis=-1)
    ratio = between / (1 + 2 * (k - 2) * lack / (k * k - 1))
    df = (k * k - 1) / (3 * np.where(possible, lack, 1.0))
    return _concluded(ratio, np.full(df.shape, k - 1.0), df, possible)


def levene(cells: Cells, centre: Centre) -> RatioTests:
    """Levene's test of equal variances: the analysis of variance of |run - centre of its cell|.

    With ``"mean"`` it is Levene's own, as in the documents; with ``"median"`` Brown and
    Forsythe's, which holds its level better for skewed runs. It needs 3 runs per cell: of two, both
    are equally far from their centre. If no cell varies at all, or there is one algorithm alone,
    there is nothing to compare: NaN.

    References
    ----------
    Levene (1960), in Contributions to probability and statistics, 278-292. Brown and Forsythe
    (1974), doi:10.1080/01621459.1974.10482955.
    """
    n, k = cells.count.shape
    if k < 2:
        return RatioTests(*np.full((4, n), np.nan))
    deviations, exponent = centred(cells.values)
    if centre == "mean":
        total = np.nansum(deviations, axis=-1, keepdims=True)
        middle = total / np.maximum(cells.count, 1)[..., None]
    else:
        middle = _medians(deviations, cells.count)
    # The cells of a problem go back to one scale; a cell of far smaller spread may vanish on it.
    exponent = exponent - exponent.max(axis=1, keepdims=True)
    distances = np.ldexp(np.abs(deviations - middle), exponent)
    tests = one_way_anova(moments_of(distances, cells.count))
    possible = (cells.count > 2).all(axis=1) & (np.nan_to_num(distances) > 0).any(axis=(1, 2))
    return RatioTests(
        np.where(possible, tests.statistic, np.nan),
        tests.df_between,
        tests.df_within,
        np.where(possible, tests.pvalue, np.nan),
    )


def _on_a_common_scale(moments: Moments) -> tuple[FloatArray, FloatArray]:
    """Means, less that of the least spread of their problem, and standard deviations.

    Both over one power of two for each problem. Small differences from the least spread weigh
    most with Welch, so that these keep all their digits.
    """
    least = np.argmin(np.where(moments.sd >= 0, moments.sd, np.inf), axis=-1, keepdims=True)
    every = np.broadcast_to(np.arange(moments.count.shape[-1]), moments.count.shape)
    both = np.stack([moments.differences(every, least), moments.sd])
    mean, sd = by_largest(both, axis=(0, -1))[0]
    return mean, sd


def _medians(deviations: FloatArray, count: IntArray) -> FloatArray:
    """Medians along the last axis, of which the first `count` hold numbers."""
    ordered = np.sort(deviations, axis=-1)  # NaN last
    low = np.maximum(count - 1, 0) // 2
    high = np.maximum(count, 1) // 2
    pair = [np.take_along_axis(ordered, place[..., None], axis=-1) for place in (low, high)]
    return (pair[0] + pair[1]) / 2


def _concluded(
    ratio: FloatArray, df_between: FloatArray, df_within: FloatArray, possible: BoolArray
) -> RatioTests:
    ratio = np.where(possible, ratio, np.nan)
    df_within = np.where(possible, df_within, np.nan)
    return RatioTests(ratio, df_between, df_within, f_sf(ratio, df_between, df_within))


# The k-sample tests of one problem at a time, for all problems at once.
#
# Each belongs to a two-sample test and asks first whether the algorithms differ at all on the
# problem. H0: all k algorithms perform alike on it. H1: at least two differ.


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
