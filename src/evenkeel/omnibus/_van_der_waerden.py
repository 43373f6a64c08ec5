"""Van der Waerden's test: Friedman's idea on normal scores instead of ranks."""

from __future__ import annotations

from numpy.typing import ArrayLike
from scipy.special import ndtri

from evenkeel._types import FloatArray
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.permutation import (
    Pvalue,
    between_totals,
    chi_square_statistic,
    chi_square_tail,
    squared_totals_pvalue,
    within_problems,
)
from evenkeel.omnibus.registry import OMNIBUS, RESAMPLES, OmnibusResult, OmnibusTest, carry_out
from evenkeel.references import Reference
from evenkeel.tables.results import Better, Results


def van_der_waerden(
    results: Results | ArrayLike,
    *,
    method: str = "chi-square",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Van der Waerden's normal scores test of the hypothesis that k algorithms perform alike.

    Null hypothesis: within each problem every order of the algorithms is equally likely.
    Alternative: at least two algorithms tend to different ranks.

    Each rank r_ij within its problem becomes the normal quantile A_ij at r_ij / (k + 1), so that
    the first and the last places count for more than those between. With the column totals A_j
    the statistic is

        T = (k - 1) sum_j A_j^2 / sum_ij A_ij^2,

    approximately chi-square with k - 1 degrees of freedom.

    Ties share the score of their average rank; both sums are taken about the means of the
    problems, which corrects the statistic for ties. If all values of all problems are tied it is
    0 and the p-value 1.

    Parameters
    ----------
    method : {"chi-square", "exact", "permutation"}
        The chi-square approximation; the exact law of all permutations within problems, or an
        error if they are more than some two million (the scores are on no lattice); the exact
        law where it is feasible, else a random sample of permutations. The result says which.
    results, resamples, seed, better
        As in `friedman`.

    Returns
    -------
    OmnibusResult

    References
    ----------
    Van der Waerden (1952), Indagationes Mathematicae 14:453-458; for blocks Conover (1999),
    Practical Nonparametric Statistics, Section 5.10.

    Examples
    --------
    Each of three problems puts three algorithms in the same order: the largest statistic there
    is, 3 x 2, which one of 36 tables reaches.

    >>> import evenkeel
    >>> same = [[1, 2, 3], [1, 2, 3], [1, 2, 3]]
    >>> result = evenkeel.van_der_waerden(same, better="lower", method="exact")
    >>> round(result.statistic, 9), round(1 / result.pvalue, 9)
    (6.0, 36.0)
    """
    return carry_out(
        VAN_DER_WAERDEN,
        results,
        better=better,
        ties="corrected",
        method=method,
        resamples=resamples,
        seed=seed,
    )


def normal_scores(ranks: FloatArray) -> FloatArray:
    """Normal quantiles at r / (k + 1) of ranks (..., n, k) within problems."""
    scores: FloatArray = ndtri(ranks / (ranks.shape[-1] + 1))
    return scores


def van_der_waerden_statistic(ranks: FloatArray, *, ties: str = "corrected") -> FloatArray:
    """The statistic for Friedman ranks of tables (..., n, k); the scores hold the ties."""
    scores = normal_scores(ranks)
    between = between_totals(scores.sum(axis=-2))
    return chi_square_statistic(between, within_problems(scores), ranks.shape[-1])


def _permutation(ranks: FloatArray, *, complete: bool, resamples: int, seed: Seed) -> Pvalue:
    scores = normal_scores(ranks)
    scores -= scores.mean(axis=1, keepdims=True)
    return squared_totals_pvalue(scores, complete=complete, resamples=resamples, seed=seed)


VAN_DER_WAERDEN = OMNIBUS.register(
    OmnibusTest(
        name="van-der-waerden",
        title="Van der Waerden test",
        meaning="Friedman's test on normal scores: the first and the last places count for more "
        "than those between.",
        function=van_der_waerden,
        ranking="friedman",
        statistic=van_der_waerden_statistic,
        symbol="chi-square",
        approximation="chi-square",
        tail=chi_square_tail,
        permutation=_permutation,
        reference=Reference(
            "vanderwaerden1952",
            "van der Waerden, B. L.",
            1952,
            "Order tests for the two-sample problem and their power",
            "Indagationes Mathematicae",
            volume="14",
            pages="453-458",
        ),
        assumes="n > 10 problems and k > 5 algorithms",
        meant_for=lambda n, k: n > 10 and k > 5,
        options=("method", "resamples", "seed"),
        aliases=("normal-scores",),
    )
)
