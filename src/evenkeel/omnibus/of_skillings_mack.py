"""Skillings and Mack's test: Friedman's for tables with holes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from numpy.typing import ArrayLike

from evenkeel.numerics.randomness import Seed
from evenkeel.omnibus.carrying_out import RESAMPLES, OmnibusResult, carry_out
from evenkeel.omnibus.registry import OMNIBUS, OmnibusTest
from evenkeel.omnibus.with_holes import (
    chi_square_tail_with_holes,
    degrees_with_holes,
    permutation_with_holes,
    skillings_mack_statistic,
)
from evenkeel.tables.results import Better, Results
from evenkeel.words.references import REFERENCES


def skillings_mack(
    results: Results | ArrayLike,
    *,
    ties: str = "corrected",
    method: str = "chi-square",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Skillings and Mack's test of the hypothesis that k algorithms perform alike, with holes.

    Null hypothesis: within each problem every order of the algorithms that have a result there is
    equally likely. Alternative: at least two algorithms tend to different ranks.

    On problem i with k_i results r_ij is the rank of algorithm j among them. The weighted totals

        A_j = sum_i sqrt(12 / (k_i + 1)) (r_ij - (k_i + 1) / 2)

    over the problems that j has are 0 on average, with the covariance -L_jl for two algorithms
    that share L_jl problems, and the sum of these for A_j itself. With a generalised inverse S of
    that matrix the statistic is A' S A, approximately chi-square with its rank, k - 1, as the
    degrees of freedom. Without holes it is Friedman's, in a balanced design Durbin's.

    It supposes that results are missing at random: not because they would have been good or bad.
    If failed runs are missing, a failure is a result, and the holes are not at random.

    Algorithms that share no problem, directly or through others, cannot be compared; an error names
    the groups. A problem with one result tells nothing. Ties share their average rank. By default
    the covariance is that of the tied ranks; with ``ties="uncorrected"`` that of untied ones, as
    published, which is conservative. If all values of all problems are tied the statistic is 0 and
    the p-value 1.

    Parameters
    ----------
    results : Results or array_like
        The table, with ``missing="keep"`` if it has holes; a bare matrix needs `better` and has
        none.
    ties : {"corrected", "uncorrected"}
        Whether the statistic is corrected for ties.
    method : {"chi-square", "exact", "permutation"}
        The chi-square approximation; the exact law of all permutations within problems, for few
        problems, or an error; the exact law where it is feasible, else a random sample of
        permutations. The result says which.
    resamples : int, default 9999
        Number of random permutations. The p-value is (1 + hits) / (1 + resamples).
    seed : int, numpy Generator or None, default 0
        Seed of the random permutations; None for a fresh one.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    OmnibusResult
        Its average ranks are those estimated for a table without holes, see
        `evenkeel.ranks.skillings_mack_ranks`.

    References
    ----------
    Skillings and Mack (1981), Technometrics 23:171-177.

    Examples
    --------
    Speech with a metronome, of which one measurement is missing (Brady 1969, in Hollander and
    Wolfe 1999, Example 7.8):

    >>> import numpy as np
    >>> import evenkeel
    >>> speech = [[3, 5, 15], [1, 3, 18], [5, 4, 21], [2, np.nan, 6],
    ...           [0, 2, 17], [0, 2, 10], [0, 3, 8], [0, 2, 13]]
    >>> table = evenkeel.Results(speech, better="lower", missing="keep")
    >>> result = evenkeel.skillings_mack(table)
    >>> print(f"{result.statistic:.5f} {result.df} {result.pvalue:.6f}")
    13.28095 (2,) 0.001306
    """
    test = replace(SKILLINGS_MACK, permutation=partial(permutation_with_holes, ties=ties))
    return carry_out(
        test, results, better=better, ties=ties, method=method, resamples=resamples, seed=seed
    )


SKILLINGS_MACK = OMNIBUS.register(
    OmnibusTest(
        name="skillings-mack",
        title="Skillings-Mack test",
        meaning="Friedman's test for tables with holes, from the ranks among the algorithms that "
        "are present on each problem.",
        function=skillings_mack,
        ranking="skillings-mack",
        statistic=skillings_mack_statistic,
        symbol="chi-square",
        approximation="chi-square",
        tail=chi_square_tail_with_holes,
        permutation=partial(permutation_with_holes, ties="corrected"),
        reference=REFERENCES["skillings1981"],
        assumes="n > 10 problems and k > 5 algorithms",
        meant_for=lambda n, k: n > 10 and k > 5,
        decides=True,
        degrees=degrees_with_holes,
        holes=True,
    )
)
