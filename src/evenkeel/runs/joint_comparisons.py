"""Parametric comparisons of means that hold for all pairs of a problem together.

They follow the analysis of variance as the post-hoc procedures follow Friedman's test. The
p-values are adjusted for the pairs of their problem.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.special import expm1, log1p

from evenkeel._types import FloatArray
from evenkeel.errors import InputError
from evenkeel.families import Family
from evenkeel.numerics.studentised_tails import dunnett_sf, tukey_sf
from evenkeel.runs.run_cells import Cells
from evenkeel.runs.two_sample_tests import TwoSampleTests, pairs_of_moments, t_tests, welch_t


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
