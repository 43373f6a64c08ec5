"""What the omnibus tests share: two sums of squares, two statistics, one result.

Every test of this package holds the squared column totals of the ranks ("between" the algorithms)
against the squared ranks ("within" the problems), both about their means.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, chdtrc

from evenkeel.errors import choice
from evenkeel.omnibus.permutation import (
    Pvalue,
    Seed,
    arrangement_count,
    permutation_pvalue,
)
from evenkeel.ranks import Ranking, Ranks, whole_scores
from evenkeel.results import FloatArray
from evenkeel.shown import Shown

Ties = Literal["uncorrected", "corrected"]
Approximation = Literal["chi-square", "f"]

RESAMPLES = 9_999  # so that a Monte Carlo p-value is a multiple of 1 / 10000


@dataclass(frozen=True, eq=False)
class OmnibusResult(Shown):
    """Outcome of a test of the hypothesis that all algorithms perform alike.

    Attributes
    ----------
    test : str
        Name of the test.
    statistic, pvalue : float
        The statistic and its p-value.
    method : {"chi-square", "f", "exact", "monte-carlo"}
        Where the p-value comes from: an approximating distribution, all permutations within the
        problems, or a random sample of them.
    df : tuple of int
        Degrees of freedom of the chi-square or F distribution that approximates the statistic.
    ties : {"uncorrected", "corrected"}
        Whether the statistic is corrected for ties.
    ranks : Ranks
        The ranks that were tested.
    kendall_w : float, optional
        Kendall's coefficient of concordance, from 0 to 1 (Friedman and Iman-Davenport).
    standard_error, resamples : float and int, optional
        Standard error of a Monte Carlo p-value and the number of random permutations behind it.
    notes : tuple of str
        What the reader should know about this p-value.
    """

    test: str
    statistic: float
    pvalue: float
    method: Literal["chi-square", "f", "exact", "monte-carlo"]
    df: tuple[int, ...]
    ties: Ties
    ranks: Ranks = field(repr=False)
    kendall_w: float | None = None
    standard_error: float | None = None
    resamples: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """Number of problems."""
        return self.ranks.n

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return self.ranks.k

    @property
    def ranking(self) -> Ranking:
        """The ranking: ``"friedman"``, ``"aligned"`` or ``"quade"``."""
        return self.ranks.ranking

    @property
    def average_ranks(self) -> FloatArray:
        """Average rank of each algorithm."""
        return self.ranks.average

    @property
    def tied(self) -> int:
        """How many values share their rank with another one."""
        return self.ranks.tied


def between_totals(totals: FloatArray) -> FloatArray:
    """Sum of the squared deviations of column totals (..., k) from their mean."""
    between: FloatArray = np.square(totals - totals.mean(axis=-1, keepdims=True)).sum(axis=-1)
    return between


def within_problems(ranks: FloatArray) -> FloatArray:
    """Sum of the squared deviations of ranks (..., n, k) from their problem's mean."""
    squares = np.einsum("...ij,...ij->...", ranks, ranks)
    within: FloatArray = squares - np.square(ranks.sum(axis=-1)).sum(axis=-1) / ranks.shape[-1]
    return within


def chi_square_statistic(between: FloatArray, within: ArrayLike, k: int) -> FloatArray:
    """(k - 1) between / within; 0 if all values are tied, when both sums are 0."""
    return (k - 1) * _ratio(between, np.asarray(within, dtype=np.float64))


def f_statistic(between: FloatArray, within: ArrayLike, n: int) -> FloatArray:
    """(n - 1) between / (n within - between); infinite if all problems rank alike."""
    return (n - 1) * _ratio(between, n * np.asarray(within, dtype=np.float64) - between)


def chi_square_sf(statistic: ArrayLike, df: int) -> FloatArray:
    """Probability that a chi-square variable exceeds `statistic`."""
    return np.asarray(chdtrc(df, statistic), dtype=np.float64)


def f_sf(statistic: ArrayLike, n: int, k: int) -> FloatArray:
    """Probability that an F variable with k - 1, (k - 1) (n - 1) degrees exceeds `statistic`."""
    share = (n - 1) / (n - 1 + np.asarray(statistic, dtype=np.float64))
    return np.asarray(betainc((k - 1) * (n - 1) / 2, (k - 1) / 2, share), dtype=np.float64)


def approximate_pvalues(
    statistic: FloatArray, ranks: FloatArray, approximation: Approximation
) -> FloatArray:
    """P-values of statistics (...) of ranks (..., n, k) by the approximating distribution.

    An infinite statistic, whose problems all rank alike, has the exact probability of that.
    """
    n, k = ranks.shape[-2:]
    if approximation == "chi-square":
        pvalue = chi_square_sf(statistic, k - 1)
    else:
        pvalue = f_sf(statistic, n, k)
    for where in np.argwhere(np.isinf(statistic)):
        pvalue[tuple(where)] = _chance_of_identical_problems(ranks[tuple(where)])
    return pvalue


def checked_options(ties: str, method: str, approximation: Approximation) -> tuple[Ties, str]:
    """Return the options of an omnibus test if they are known ones, else raise."""
    ties = choice(ties, ("uncorrected", "corrected"), "treatment of ties")
    return cast(Ties, ties), choice(method, (approximation, "exact", "permutation"), "method")


def conclude(
    test: str,
    ranks: Ranks,
    statistic: float,
    *,
    ties: Ties,
    approximation: Approximation,
    method: str,
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    kendall_w: float | None = None,
) -> OmnibusResult:
    """Find the p-value of a statistic by the method asked for, and say what was done."""
    n, k = ranks.n, ranks.k
    if method != approximation:
        found = permutation_pvalue(
            ranks.ranks, complete=method == "exact", resamples=resamples, seed=seed
        )
    else:
        value = float(approximate_pvalues(np.asarray(statistic), ranks.ranks, approximation))
        found = Pvalue(value, "exact" if np.isinf(statistic) else approximation)
    return OmnibusResult(
        test=test,
        statistic=statistic,
        pvalue=found.value,
        method=found.method,
        df=(k - 1,) if approximation == "chi-square" else (k - 1, (k - 1) * (n - 1)),
        ties=ties,
        ranks=ranks,
        kendall_w=kendall_w,
        standard_error=found.standard_error,
        resamples=found.resamples,
        notes=tuple(_notes(ranks, statistic, ties, found.method)),
    )


def _chance_of_identical_problems(ranks: FloatArray) -> float:
    """Probability that all problems rank like the first: (1 / k!)^(n - 1) without ties."""
    arrangements = arrangement_count(whole_scores(ranks[:1])[0][0])
    return math.exp(-(len(ranks) - 1) * math.log(arrangements))


def _notes(ranks: Ranks, statistic: float, ties: Ties, method: str) -> Iterator[str]:
    n, k = ranks.n, ranks.k
    if ranks.tied == n * k and not np.ptp(ranks.ranks, axis=1).any():
        yield "on every problem all algorithms are equal: the statistic is 0 and the p-value 1"
        return
    if ranks.tied and ties == "uncorrected" and method in ("chi-square", "f"):
        yield (
            f"{ranks.tied} of the {n * k} values are tied and the statistic is not corrected for "
            'ties; ties="corrected" does that'
        )
    if np.isinf(statistic):
        yield (
            "all problems rank the algorithms alike: the statistic is infinite, and the p-value "
            "is the exact probability of that"
        )
    if method == "chi-square" and (n <= 10 or k <= 5):
        yield (
            "the chi-square approximation is meant for n > 10 problems and k > 5 algorithms, "
            f'here n = {n} and k = {k}; method="permutation" needs no approximation'
        )


def _ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Quotient of two sums of squares: 0 / 0 is 0, anything else over 0 infinite."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = numerator / np.maximum(denominator, 0.0)
    return np.where(numerator > 0, ratio, 0.0)
