"""Page's test: whether the ranks follow a predicted order; Daniel's, which is that of one row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from evenkeel._calls import answering
from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, quoted
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.omnibus.permutation import (
    Pvalue,
    estimated_pvalue,
    sampled_totals,
    too_long,
    within_problems,
)
from evenkeel.omnibus.registry import OMNIBUS, RESAMPLES, OmnibusResult, OmnibusTest, carry_out
from evenkeel.ranks.kernels import rank_rows, whole_scores
from evenkeel.references import Reference
from evenkeel.result import TestResult, shown
from evenkeel.tables.results import Better, Results

_MOST_ALGORITHMS = 12  # the law of one problem looks at all 2^k sets of its ranks
_WORK = 200_000_000  # multiplications of the convolution: well under a second


@answering
def page_trend(
    results: Results | ArrayLike,
    *,
    order: Sequence[str] | None = None,
    ties: str = "corrected",
    method: str = "normal",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Page's test for a predicted order of k algorithms.

    Null hypothesis: within each problem every order of the algorithms is equally likely.
    Alternative: the algorithms tend to perform in the predicted order, the first best. The order
    must be chosen without looking at these results. With the steps of a run in place of the
    algorithms the test shows whether it goes on to converge.

    With the rank totals R_j of the algorithms, the j-th of which is predicted to take place j,
    the statistic is

        L = sum_j j R_j,

    with mean n k (k + 1)^2 / 4 and variance n k^2 (k + 1)^2 (k - 1) / 144 under the null
    hypothesis; p is the normal tail above it (one-sided).

    Ties share their average rank. They make the variance smaller than that formula has it; by
    default it is the variance given the ties, and ``ties="uncorrected"`` is conservative. If all
    values of all problems are tied the p-value is 1/2 by the normal law and 1 by the exact one.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    order : sequence of str, optional
        All algorithms, the one that is predicted to be the best first; by default the order of
        the table.
    ties : {"corrected", "uncorrected"}
        Whether the variance is corrected for ties. Exact p-values do not depend on it.
    method : {"normal", "exact", "permutation"}
        The normal approximation; the exact law of all permutations within problems, or an error
        if that takes too long; the exact law where it is feasible, else a random sample of
        permutations. The result says which.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.
    resamples, seed
        As in `friedman`.

    Returns
    -------
    OmnibusResult

    References
    ----------
    Page (1963), doi:10.1080/01621459.1963.10500843; on convergence Derrac, Garcia, Hui,
    Suganthan and Herrera (2014), doi:10.1016/j.ins.2014.06.009.

    Examples
    --------
    Three problems put four algorithms in the predicted order, which one of 24^3 tables does:

    >>> import evenkeel
    >>> same = [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]
    >>> result = evenkeel.page_trend(same, better="lower", method="exact")
    >>> result.statistic, round(1 / result.pvalue, 6)
    (90.0, 13824.0)
    """
    return carry_out(
        PAGE,
        results,
        better=better,
        ties=ties,
        method=method,
        resamples=resamples,
        seed=seed,
        order=order,
    )


def page_statistic(ranks: FloatArray, *, ties: str = "corrected") -> FloatArray:
    """L for Friedman ranks of tables (..., n, k) whose columns are in the predicted order."""
    trend: FloatArray = ranks.sum(axis=-2) @ np.arange(1.0, ranks.shape[-1] + 1)
    return trend


def page_tail(statistic: FloatArray, ranks: FloatArray, ties: str) -> FloatArray:
    """P-values of L by the normal distribution."""
    n, k = ranks.shape[-2:]
    within = within_problems(ranks) if ties == "corrected" else n * k * (k * k - 1) / 12
    error = np.sqrt(np.asarray(within * (k * (k + 1) / 12)))
    above = np.asarray(statistic) - n * k * (k + 1) ** 2 / 4
    z = np.divide(above, error, out=np.zeros(above.shape), where=error > 0)
    pvalue: FloatArray = ndtr(-z)
    return pvalue


def page_permutation(ranks: FloatArray, *, complete: bool, resamples: int, seed: Seed) -> Pvalue:
    """Probability that permuting within problems gives an L at least as large."""
    return page_tails(ranks, complete=complete, resamples=resamples, seed=seed)[0]


def page_tails(
    ranks: FloatArray, *, complete: bool, resamples: int, seed: Seed
) -> tuple[Pvalue, Pvalue]:
    """Probabilities that permuting within problems gives an L at least as large, and as small."""
    generator = checked_generator(resamples, seed)
    scores, _ = whole_scores(ranks)
    n, k = scores.shape
    places = np.arange(1, k + 1)
    observed = int((scores @ places).sum())
    law = _trend_law(scores) if k <= _MOST_ALGORITHMS else None
    if law is not None:
        parts = law[observed:], law[: observed + 1]
        above, below = (Pvalue(min(float(part.sum()), 1.0), "exact") for part in parts)
        return above, below
    if complete:
        raise too_long(n, k)
    drawn = sampled_totals(scores.astype(np.float64), resamples, generator)
    trends = np.concatenate([totals @ places for totals in drawn])
    hits = (int(np.count_nonzero(reached)) for reached in (trends >= observed, trends <= observed))
    above, below = (estimated_pvalue(count, resamples) for count in hits)
    return above, below


def _trend_law(scores: IntArray) -> FloatArray | None:
    """Probabilities of L = 0, 1, 2, ... for whole scores (n, k); None if it takes too long."""
    problems, repeats = np.unique(np.sort(scores, axis=1), axis=0, return_counts=True)
    law, work = np.ones(1), 0
    for problem, repeat in zip(problems.tolist(), repeats.tolist(), strict=True):
        one = _trend_of_one(tuple(problem))
        for _ in range(repeat):
            work += law.size * one.size
            if work > _WORK:
                return None
            law = np.convolve(law, one)
    return law


@lru_cache(maxsize=256)
def _trend_of_one(problem: tuple[int, ...]) -> FloatArray:
    """Law of sum_j j s_j over all arrangements of one problem's scores.

    Places 1, 2, ... are filled in turn; for each set of the scores that are used up, the ways to
    each sum are counted.
    """
    k = len(problem)
    width = sum((j + 1) * score for j, score in enumerate(problem)) + 1  # sorted: the largest sum
    ways = np.zeros((1 << k, width))
    ways[0, 0] = 1.0
    for used in range(1 << k):
        place = used.bit_count() + 1
        for score, bit in zip(problem, (1 << j for j in range(k)), strict=True):
            if not used & bit:
                shift = place * score
                ways[used | bit, shift:] += ways[used, : width - shift]
    law: FloatArray = ways[-1] / ways[-1].sum()
    return law


class TrendTest(TestResult):
    """Daniel's test: whether a sequence rises or falls.

    Attributes
    ----------
    n : int
        How many values.
    statistic : float
        Spearman's correlation of the values with their places.
    pvalue, rising, falling : float
        Two-sided, and of the alternatives that it rises, that it falls.
    method : str
        ``"exact"``, or ``"monte-carlo"`` for random orders.
    """

    _title: ClassVar[str] = "Daniel's trend test"

    n: int
    statistic: float = shown("statistic", title="Spearman's correlation")
    pvalue: float = shown("p", title="p")
    rising: float = shown("p", title="p, rising")
    falling: float = shown("p", title="p, falling")
    method: str


def daniel_trend(values: ArrayLike, *, resamples: int = RESAMPLES, seed: Seed = 0) -> TrendTest:
    """Daniel's test of the hypothesis that a sequence has no trend.

    Null hypothesis: every order of the values is equally likely, as of independent ones with the
    same law. Alternative: they tend to rise, or to fall. Steps of one run hang together, so that
    the hypothesis is false without any trend: of runs take one value per step from each of many.

    It is Spearman's correlation of the values with their places, and the same test as Page's with
    the sequence as the only problem. The p-value is exact for up to 12 values, else of random
    orders; two-sided it is twice the smaller tail. Ties share their average rank; if all values
    are tied the correlation is 0 and p is 1.

    Parameters
    ----------
    values : array_like
        Three numbers or more, in order.
    resamples, seed
        Random orders, if the exact law takes too long.

    Returns
    -------
    TrendTest

    References
    ----------
    Daniel (1950), Rank correlation and population models, Journal of the Royal Statistical Society
    B 12:171-191. Conover (1999), Section 5.4.

    Examples
    --------
    >>> import evenkeel
    >>> test = evenkeel.omnibus.daniel_trend([1.1, 1.4, 1.3, 1.8, 2.0])
    >>> round(test.statistic, 3), round(test.pvalue, 4)
    (0.9, 0.0833)
    """
    course = np.asarray(values, dtype=np.float64)
    if course.ndim != 1 or course.size < 3 or not np.isfinite(course).all():
        raise InputError(
            f"a trend was asked of {quoted(values)}; give three finite numbers or more, in order"
        )
    ranks = rank_rows(course[None])
    rising, falling = page_tails(ranks, complete=False, resamples=resamples, seed=seed)
    places = np.arange(1.0, course.size + 1)
    spread = float(np.sqrt(within_problems(ranks) * within_problems(places[None])))
    above = float(page_statistic(ranks)) - places.sum() ** 2 / course.size
    return TrendTest(
        course.size,
        float(above / spread) if spread > 0 else 0.0,
        min(1.0, 2 * min(rising.value, falling.value)),
        rising.value,
        falling.value,
        rising.method,
    )


PAGE = OMNIBUS.register(
    OmnibusTest(
        name="page",
        title="Page trend test",
        meaning="Tests whether the algorithms perform in an order that was predicted before the "
        "results were seen.",
        function=page_trend,
        ranking="friedman",
        statistic=page_statistic,
        symbol="L",
        approximation="normal",
        tail=page_tail,
        permutation=page_permutation,
        reference=Reference(
            "page1963",
            "Page, E. B.",
            1963,
            "Ordered hypotheses for multiple treatments: a significance test for linear ranks",
            "Journal of the American Statistical Association",
            volume="58",
            pages="216-230",
            doi="10.1080/01621459.1963.10500843",
        ),
        assumes="n > 20 problems, or n > 12 with k > 3 algorithms",
        meant_for=lambda n, k: n > 20 or (n > 12 and k > 3),
        options=("order", "ties", "method", "resamples", "seed"),
        alternative="ordered",
    )
)
