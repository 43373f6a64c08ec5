"""Friedman's test and its refinement by Iman and Davenport."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.numerics.randomness import Seed
from evenkeel.omnibus.carrying_out import RESAMPLES, OmnibusResult, carry_out
from evenkeel.omnibus.permutation import squared_totals_pvalue
from evenkeel.omnibus.registry import OMNIBUS, OmnibusTest
from evenkeel.omnibus.sums import (
    between_totals,
    chi_square_statistic,
    chi_square_tail,
    f_statistic,
    f_tail,
    within_problems,
)
from evenkeel.tables.results import Better, Results
from evenkeel.words.references import REFERENCES


def friedman(
    results: Results | ArrayLike,
    *,
    ties: str = "corrected",
    method: str = "chi-square",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Friedman's test of the hypothesis that k algorithms perform alike.

    Null hypothesis: within each problem every order of the algorithms is equally likely.
    Alternative: at least two algorithms tend to different ranks.

    With the average ranks R_j over n problems the statistic is

        X = 12 n / (k (k + 1)) [sum_j R_j^2 - k (k + 1)^2 / 4],

    approximately chi-square with k - 1 degrees of freedom. Kendall's coefficient of concordance
    W, from 0 for no common order of the algorithms to 1 for the same ranks on all problems, is
    X / (n (k - 1)) with the X that is corrected for ties, whatever `ties` says.

    Ties share their average rank. By default X is corrected for them as R and scipy do, divided by
    1 - sum (t^3 - t) / (n k (k^2 - 1)) over the groups of t tied values; the documents leave X as
    it is (``ties="uncorrected"``), which is conservative. If all values of all problems are tied
    the statistic is 0 and the p-value 1. The approximation is meant for n > 10 and k > 5; for less,
    the exact law is quickly computed: with ties it is the law given these ties. With two algorithms
    the exact test is the sign test.

    Parameters
    ----------
    results : Results or array_like
        The table.
    ties : {"corrected", "uncorrected"}
        Whether the statistic is corrected for ties. Exact p-values do not depend on it.
    method : {"chi-square", "exact", "permutation"}
        The chi-square approximation; the exact law of all permutations within problems, or an
        error if that takes too long; the exact law where it is feasible, else a random sample of
        permutations. The result says which.
    resamples : int, default 9999
        Number of random permutations. The p-value is (1 + hits) / (1 + resamples).
    seed : int, numpy Generator or None, default 0
        Seed of the random permutations; None for a fresh one.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix, for its average ranks; by default lower. No p-value depends
        on it.

    Returns
    -------
    OmnibusResult

    References
    ----------
    Friedman (1937), doi:10.1080/01621459.1937.10503522; Derrac, Garcia, Molina and Herrera
    (2011), doi:10.1016/j.swevo.2011.02.002, equation (2).

    Examples
    --------
    Table 11 of Derrac et al. (2011):

    >>> import evenkeel
    >>> result = evenkeel.friedman(evenkeel.load("cec2005_ties"), ties="uncorrected")
    >>> print(f"{result.statistic:.5f} {result.pvalue:.6f}")
    35.99733 0.000018
    """
    return carry_out(
        FRIEDMAN, results, better=better, ties=ties, method=method, resamples=resamples, seed=seed
    )


def iman_davenport(
    results: Results | ArrayLike,
    *,
    ties: str = "corrected",
    method: str = "f",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Iman and Davenport's test: Friedman's statistic turned into a less conservative one.

    Null hypothesis: within each problem every order of the algorithms is equally likely.
    Alternative: at least two algorithms tend to different ranks.

    With Friedman's statistic X the statistic is

        F = (n - 1) X / (n (k - 1) - X),

    approximately F with k - 1 and (k - 1) (n - 1) degrees of freedom.

    By default X is the tie-corrected one. If all problems rank the algorithms
    alike, F is infinite; the p-value is then the exact probability of that, (1 / k!)^(n - 1), or,
    if ties leave a problem only m distinct orders, (1 / m)^(n - 1). If all values of all problems
    are tied the statistic is 0 and the p-value 1. F grows with X, so its exact p-value is that of
    `friedman`.

    Parameters
    ----------
    results : Results or array_like
        The table.
    ties : {"corrected", "uncorrected"}
        Whether Friedman's statistic is corrected for ties. Exact p-values do not depend on it.
    method : {"f", "exact", "permutation"}
        The F approximation, or the law of all permutations within problems, as for `friedman`.
    resamples : int, default 9999
        Number of random permutations. The p-value is (1 + hits) / (1 + resamples).
    seed : int, numpy Generator or None, default 0
        Seed of the random permutations; None for a fresh one.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix, for its average ranks; by default lower. No p-value depends
        on it.

    Returns
    -------
    OmnibusResult

    References
    ----------
    Iman and Davenport (1980), doi:10.1080/03610928008827904; Derrac, Garcia, Molina and Herrera
    (2011), doi:10.1016/j.swevo.2011.02.002, equation (3).

    Examples
    --------
    Example 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> result = evenkeel.iman_davenport(evenkeel.load("cec2005_ties"), ties="uncorrected")
    >>> print(f"{result.statistic:.6f} {result.pvalue:.6f} {result.df}")
    5.267817 0.000006 (8, 192)
    """
    return carry_out(
        IMAN_DAVENPORT,
        results,
        better=better,
        ties=ties,
        method=method,
        resamples=resamples,
        seed=seed,
    )


def friedman_statistic(ranks: FloatArray, *, ties: str = "corrected") -> FloatArray:
    """Equation (2) for Friedman ranks of tables (..., n, k)."""
    between, within = _sums_of_squares(ranks, ties)
    return chi_square_statistic(between, within, ranks.shape[-1])


def iman_davenport_statistic(ranks: FloatArray, *, ties: str = "corrected") -> FloatArray:
    """Equation (3) for Friedman ranks of tables (..., n, k)."""
    between, within = _sums_of_squares(ranks, ties)
    return f_statistic(between, within, ranks.shape[-2])


def friedman_from_averages(average_ranks: ArrayLike, n: int) -> tuple[FloatArray, FloatArray]:
    """Equations (2) and (3) from published average ranks (..., k) over n problems."""
    average = np.asarray(average_ranks, dtype=np.float64)
    k = average.shape[-1]
    between, within = between_totals(n * average), n * k * (k * k - 1) / 12
    return chi_square_statistic(between, within, k), f_statistic(between, within, n)


def _sums_of_squares(ranks: FloatArray, ties: str) -> tuple[FloatArray, FloatArray | float]:
    """Squares of the rank totals and of the ranks, about their means.

    Equation (2) is (k - 1) between / within with the `within` of untied ranks, n k (k^2 - 1) / 12;
    the actual one gives the correction for ties.
    """
    n, k = ranks.shape[-2:]
    within = within_problems(ranks) if ties == "corrected" else n * k * (k * k - 1) / 12
    return between_totals(ranks.sum(axis=-2)), within


def _concordance(ranks: FloatArray) -> FloatArray:
    """Kendall's W: Friedman's statistic, corrected for ties, over its largest value n (k - 1).

    With the squares S of the rank totals about their mean and the sizes t of the ties, it is
    12 S / (n^2 (k^3 - k) - n sum (t^3 - t)); 0 if nothing but ties is there.
    """
    n, k = ranks.shape[-2:]
    concordance: FloatArray = friedman_statistic(ranks, ties="corrected") / (n * (k - 1))
    return concordance


FRIEDMAN = OMNIBUS.register(
    OmnibusTest(
        name="friedman",
        title="Friedman test",
        meaning="Tests whether all algorithms perform alike, from the ranks within each problem.",
        function=friedman,
        ranking="friedman",
        statistic=friedman_statistic,
        symbol="chi-square",
        approximation="chi-square",
        tail=chi_square_tail,
        permutation=squared_totals_pvalue,
        reference=REFERENCES["friedman1937"],
        assumes="n > 10 problems and k > 5 algorithms",
        meant_for=lambda n, k: n > 10 and k > 5,
        concordance=_concordance,
    )
)
IMAN_DAVENPORT = OMNIBUS.register(
    OmnibusTest(
        name="iman-davenport",
        title="Iman-Davenport test",
        meaning="A less conservative form of Friedman's test, with an F distribution.",
        function=iman_davenport,
        ranking="friedman",
        statistic=iman_davenport_statistic,
        symbol="F",
        approximation="f",
        tail=f_tail,
        permutation=squared_totals_pvalue,
        reference=REFERENCES["iman1980"],
        decides=True,
        concordance=_concordance,
    )
)
