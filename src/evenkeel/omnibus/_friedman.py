"""Friedman's test, Iman and Davenport's refinement, and the exact null law.

Long because the test, its refinement, the exact law and its critical values share one statistic.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from numbers import Real
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtri

from evenkeel._calls import answering
from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice, fraction, quoted
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.permutation import (
    between_totals,
    chi_square_statistic,
    chi_square_tail,
    f_statistic,
    f_tail,
    squared_totals_pvalue,
    squares_of_totals,
    totals_law,
    within_problems,
)
from evenkeel.omnibus.registry import OMNIBUS, RESAMPLES, OmnibusResult, OmnibusTest, carry_out
from evenkeel.references import REFERENCES
from evenkeel.result import Result, shown
from evenkeel.tables.results import Better, Results

# Friedman's test and its refinement by Iman and Davenport.


@answering
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
    ties : {"corrected", "uncorrected"}
        Whether Friedman's statistic is corrected for ties. Exact p-values do not depend on it.
    method : {"f", "exact", "permutation"}
        The F approximation, or the law of all permutations within problems, as for `friedman`.
    results, resamples, seed, better
        As in `friedman`.

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


# The exact null law of Friedman's statistic without ties, and its critical values.


@dataclass(frozen=True, eq=False)
class FriedmanLaw:
    """Exact law of Friedman's statistic for n problems and k algorithms without ties.

    Attributes
    ----------
    n, k : int
        Numbers of problems and algorithms.
    statistic : ndarray
        The values that the statistic can take, increasing.
    survival : ndarray
        The probability of each value or a larger one.
    """

    n: int
    k: int
    statistic: FloatArray
    survival: FloatArray

    def sf(self, statistic: ArrayLike) -> FloatArray:
        """Probability of `statistic` or a larger value, elementwise."""
        # Two attainable values differ by at least 24 / (n k (k + 1)); a quarter of it absorbs
        # the rounding of a statistic that was computed elsewhere.
        slack = 6 / (self.n * self.k * (self.k + 1))
        at = np.searchsorted(self.statistic, np.asarray(statistic, dtype=np.float64) - slack)
        return np.append(self.survival, 0.0)[at]


class CriticalValue(Result):
    """A critical value of Friedman's statistic: reject if the statistic reaches it.

    `attained` is the probability of a rejection under the null hypothesis: exact if `method` is
    ``"exact"``, else nominal. An infinite `value` says that no outcome is extreme enough.
    """

    _title: ClassVar[str] = "Critical value of Friedman's statistic"

    value: float = shown("statistic", title="Critical value")
    attained: float = shown("value", title="Attained level")
    alpha: float = shown("value")
    n: int
    k: int
    method: Literal["exact", "chi-square"]


@lru_cache(maxsize=64)
def friedman_law(n: int, k: int) -> FriedmanLaw:
    """Exact null law of Friedman's statistic without ties.

    The law of the rank totals is built problem by problem, up to the order of the columns.

    Examples
    --------
    Friedman (1937), Table V: three rankings of three objects agree wholly once in 36 times.

    >>> from evenkeel.omnibus._friedman import friedman_law
    >>> law = friedman_law(3, 3)
    >>> law.statistic.round(3).tolist()
    [0.0, 0.667, 2.0, 2.667, 4.667, 6.0]
    >>> round(float(1 / law.sf(6.0)), 9)
    36.0
    """
    n, k = checked_sizes(n, k)
    ranks = np.tile(np.arange(k), (n, 1))
    law = totals_law(ranks)
    if law is None:
        raise InputError(
            Message(
                f"the exact law of Friedman's statistic for n = {n} problems and k = {k} "
                "algorithms takes too long to compute; use ",
                Option("method", "chi-square"),
            )
        )
    probability = np.zeros(n * n * k * (k - 1) * (2 * k - 1) // 6 + 1)  # up to full agreement
    for squares, weight in squares_of_totals(law):
        weights = np.broadcast_to(weight[:, None], squares.shape)
        probability += np.bincount(
            squares.astype(np.int64).ravel(), weights.ravel(), probability.size
        )
    attainable = np.flatnonzero(probability)
    # The totals are of ranks 0 to k - 1, whose mean is (k - 1) / 2.
    between = attainable - n * n * k * (k - 1) ** 2 / 4
    survival = probability[attainable][::-1].cumsum()[::-1] / math.factorial(k)
    return FriedmanLaw(n, k, 12 * between / (n * k * (k + 1)), np.minimum(survival, 1.0))


def friedman_critical(
    n: int, k: int, alpha: float = 0.05, *, method: str = "exact"
) -> CriticalValue:
    """Critical value of Friedman's statistic at level `alpha`.

    Null hypothesis: the k algorithms perform alike. Alternative: at least two of them differ.
    The exact critical value is the smallest attainable c with P(X >= c) <= alpha, for data
    without ties; if even full agreement is likelier than `alpha`, it is infinite. The chi-square
    one is the upper alpha quantile with k - 1 degrees of freedom, which the documents trust for
    n > 10 and k > 5.

    Parameters
    ----------
    n, k : int
        Numbers of problems and algorithms, at least 2.
    alpha : float, default 0.05
        The level of significance.
    method : {"exact", "chi-square"}
        Which law. The exact one is computed in about two seconds at most (k = 3: n <= 200;
        k = 4: n <= 36; k = 5: n <= 13; k = 6: n <= 6; k = 7: n <= 4) and refused beyond.

    Returns
    -------
    CriticalValue

    References
    ----------
    Friedman (1937), doi:10.1080/01621459.1937.10503522, Tables V and VI; Derrac et al. (2011),
    doi:10.1016/j.swevo.2011.02.002, below equation (2).

    Examples
    --------
    >>> import evenkeel
    >>> critical = evenkeel.critical.friedman_critical(4, 3)
    >>> critical.value, round(critical.attained, 4)
    (6.5, 0.0417)
    >>> round(evenkeel.critical.friedman_critical(30, 5, method="chi-square").value, 3)
    9.488
    """
    n, k = checked_sizes(n, k)
    alpha = fraction(alpha, "alpha")
    if choice(method, ("exact", "chi-square"), "method") == "chi-square":
        return CriticalValue(float(chdtri(k - 1, alpha)), alpha, alpha, n, k, "chi-square")
    law = friedman_law(n, k)
    first = int(np.searchsorted(-law.survival, -alpha * (1 + 1e-12)))
    if first == law.survival.size:
        return CriticalValue(np.inf, 0.0, alpha, n, k, "exact")
    value, attained = float(law.statistic[first]), float(law.survival[first])
    return CriticalValue(value, attained, alpha, n, k, "exact")


#: Problems and algorithms of which the formulas, all in doubles, are asked.
_MOST = 10**9


def checked_sizes(n: int, k: int) -> tuple[int, int]:
    """Return the numbers of problems and algorithms if both are whole, from 2 to a billion."""
    for size, name, what in ((n, "n", "problems"), (k, "k", "algorithms")):
        if not isinstance(size, Real) or not 2 <= size <= _MOST or size != int(size):
            raise InputError(
                f"{name} is {quoted(size)}; give a whole number of {what}, from 2 to {_MOST:,}"
            )
    return int(n), int(k)
