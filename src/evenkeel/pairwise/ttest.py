"""Student's t-test of paired samples, to set beside the nonparametric tests."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr, stdtrit

from evenkeel._types import FloatArray
from evenkeel.errors import fraction
from evenkeel.numerics.arrays import quotient, unscaled
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.tails import Alternative, check_alternative, t_pvalue
from evenkeel.pairwise.pair import pick_pair
from evenkeel.result import TestResult, shown
from evenkeel.tables.results import Better, Results


class PairedTTest(TestResult):
    """Paired t-test of two algorithms.

    `mean_difference`, `low` and `high` are of first minus second, in the units of the table;
    `statistic` has their sign. `notes` are remarks for the reader.
    """

    _title: ClassVar[str] = "Paired t-test"
    _note: ClassVar[str] = (
        "Differences are of first minus second, in the units of the table. The test supposes that "
        "they are normal."
    )

    first: str
    second: str
    statistic: float = shown("statistic", title="t")
    df: int = shown("count", title="Degrees of freedom")
    pvalue: float = shown("p", title="p")
    alternative: Alternative
    mean_difference: float = shown("value")
    low: float = shown("value")
    high: float = shown("value")
    confidence: float = shown("value")
    n: int
    notes: tuple[str, ...] = ()


def t_test(
    results: Results | ArrayLike,
    first: str | ArrayLike | None = None,
    second: str | None = None,
    *,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    better: Better | None = None,
) -> PairedTTest:
    """Compare the means of two algorithms over n problems by the paired t-test.

    H0: the mean of the differences is zero. H1: it is not (``"two-sided"``), or it speaks for the
    first algorithm (``"better"``), or for the second (``"worse"``).

    With the differences d = first - second, their mean m and their standard deviation s::

        t = m / (s / sqrt(n)),   n - 1 degrees of freedom

    The test supposes that the differences are commensurable over the problems and normally
    distributed, which tables of results seldom are; Wilcoxon's test supposes neither.

    The statistic and the mean difference are in the units of the table and are not turned by its
    direction: where lower is better, negative values speak for the first algorithm.

    Degenerate data. If all differences are equal, s = 0: t is 0 and the p-value 1 if they are
    zero; else t is infinite, and the two-sided p-value is 0.

    Parameters
    ----------
    results : Results or array_like
        The table; or a sequence of values, with a second one as `first`, as scipy takes them.
    first, second : str, optional
        The two algorithms. They may be left out if the table has just two columns.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm.
    confidence : float
        Level of the two-sided confidence interval of the mean difference.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix or of two sequences; needed for a one-sided alternative only.

    Returns
    -------
    PairedTTest

    References
    ----------
    Student (1908), doi:10.1093/biomet/6.1.1. Demsar (2006), JMLR 7:1-30, Section 3.1.2.

    Examples
    --------
    C4.5 without and with a tuned leaf size (Demsar 2006, Table 6); higher is better:

    >>> import evenkeel
    >>> test = evenkeel.pairwise.t_test(evenkeel.load("demsar2006"), "C4.5", "C4.5m")
    >>> round(test.statistic, 3), test.df, round(test.pvalue, 4), round(test.mean_difference, 4)
    (-2.846, 13, 0.0138, -0.0155)
    """
    check_alternative(alternative)
    level = fraction(confidence, "confidence")
    pair = pick_pair(
        results,
        first,
        second,
        better,
        "the t-test",
        directed=alternative != "two-sided",
    )
    mean, error, statistic = t_statistics(pair.differences)
    df = pair.n - 1
    margin = -stdtrit(df, (1 - level) / 2) * error
    mean_difference, low, high = unscaled(
        np.array([mean, mean - margin, mean + margin]), pair.power
    ).tolist()
    return PairedTTest(
        pair.first,
        pair.second,
        statistic=float(statistic),
        df=df,
        pvalue=_pvalue(float(statistic), df, alternative, pair.better),
        alternative=alternative,
        mean_difference=mean_difference,
        low=low,
        high=high,
        confidence=level,
        n=pair.n,
        notes=() if error else ("all differences are equal: their spread cannot be estimated",),
    )


def t_statistics(differences: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Mean, its standard error and t of differences (..., n), along the last axis.

    If all differences are equal the error is 0 and t is 0 or, unless they are zero, infinite.
    """
    n = differences.shape[-1]
    moments = moments_of(differences, np.full(differences.shape[:-1], n))
    mean, error = moments.mean, moments.sd / math.sqrt(n)
    return mean, error, quotient(mean, error)


def _pvalue(statistic: float, df: int, alternative: Alternative, better: Better) -> float:
    if alternative == "two-sided":
        return float(t_pvalue(statistic, df))
    # A positive difference speaks for the first algorithm where higher is better.
    for_first = statistic if better == "higher" else -statistic
    return float(stdtr(df, -for_first if alternative == "better" else for_first))
