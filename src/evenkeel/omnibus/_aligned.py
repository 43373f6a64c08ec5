"""Friedman's test on aligned ranks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.permutation import (
    between_totals,
    chi_square_statistic,
    chi_square_tail,
    squared_totals_pvalue,
    within_problems,
)
from evenkeel.omnibus.registry import OMNIBUS, RESAMPLES, OmnibusResult, OmnibusTest, carry_out
from evenkeel.references import REFERENCES
from evenkeel.tables.results import Better, Results


def friedman_aligned(
    results: Results | ArrayLike,
    *,
    ties: str = "corrected",
    method: str = "chi-square",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Friedman's aligned ranks test: Friedman's test that also compares between problems.

    Null hypothesis: within each problem the k values are exchangeable among the algorithms.
    Alternative: at least two algorithms tend to different values.

    The differences of all values from their problem's mean are ranked together from 1 to k n.
    With the rank totals R_j of the algorithms and R_i of the problems the statistic is

        (k - 1) [sum_j R_j^2 - (k n^2 / 4) (k n + 1)^2]
        / {k n (k n + 1) (2 k n + 1) / 6 - (1 / k) sum_i R_i^2},

    approximately chi-square with k - 1 degrees of freedom.

    Ties share their average rank. The first term of the denominator is that of ranks without ties;
    by default it is the actual sum of the squared ranks, which ties make smaller. If all values of
    each problem are equal the statistic is 0 and the p-value 1. The test assumes that the problems'
    values are on comparable scales.

    Parameters
    ----------
    method : {"chi-square", "exact", "permutation"}
        The chi-square approximation; the exact law of all permutations of the aligned ranks
        within problems, or an error if that takes too long; the exact law where it is feasible,
        else a random sample of permutations. The result says which.
    results, ties, resamples, seed, better
        As in `friedman`.

    Returns
    -------
    OmnibusResult

    References
    ----------
    Hodges and Lehmann (1962), doi:10.1214/aoms/1177704575; Derrac, Garcia, Molina and Herrera
    (2011), doi:10.1016/j.swevo.2011.02.002, equation (4). The 21.31479 of their Table 11 and the
    18.837 of the 24 x 4 study come from a program that divided the first sum by k, not the second.

    Examples
    --------
    The 24 x 4 study, whose printed sums give 22.290, from its data with three decimals:

    >>> import evenkeel
    >>> result = evenkeel.friedman_aligned(evenkeel.load("garcia2010"), ties="uncorrected")
    >>> print(f"{result.statistic:.3f} {result.pvalue:.1e}")
    22.267 5.7e-05
    """
    return carry_out(
        ALIGNED, results, better=better, ties=ties, method=method, resamples=resamples, seed=seed
    )


def aligned_statistic(ranks: FloatArray, *, ties: str = "corrected") -> FloatArray:
    """Equation (4) for aligned ranks of tables (..., n, k), its sums taken about their means."""
    n, k = ranks.shape[-2:]
    if ties == "corrected":
        within = within_problems(ranks)
    else:
        size = float(n * k)
        problems = ranks.sum(axis=-1) - k * (size + 1) / 2
        within = size * (size * size - 1) / 12 - np.square(problems).sum(axis=-1) / k
    return chi_square_statistic(between_totals(ranks.sum(axis=-2)), within, k)


ALIGNED = OMNIBUS.register(
    OmnibusTest(
        name="aligned",
        title="Friedman aligned ranks test",
        meaning="Friedman's idea on ranks of the whole table, after each problem's mean is taken "
        "off. Useful with few algorithms whose results are on comparable scales.",
        function=friedman_aligned,
        ranking="aligned",
        statistic=aligned_statistic,
        symbol="chi-square",
        approximation="chi-square",
        tail=chi_square_tail,
        permutation=squared_totals_pvalue,
        reference=REFERENCES["hodges1962"],
        assumes="n > 10 problems and k > 5 algorithms",
        meant_for=lambda n, k: n > 10 and k > 5,
        decides=True,
    )
)
