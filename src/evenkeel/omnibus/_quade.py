"""Quade's test: Friedman's, with each problem weighted by the range of its values."""

from __future__ import annotations

from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.permutation import (
    between_totals,
    f_statistic,
    f_tail,
    squared_totals_pvalue,
    within_problems,
)
from evenkeel.omnibus.registry import OMNIBUS, RESAMPLES, OmnibusResult, OmnibusTest, carry_out
from evenkeel.references import REFERENCES
from evenkeel.tables.results import Better, Results


def quade(
    results: Results | ArrayLike,
    *,
    ties: str = "corrected",
    method: str = "f",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Quade's test: problems on which the algorithms differ more count more.

    Null hypothesis: within each problem every order of the algorithms is equally likely.
    Alternative: at least two algorithms tend to different ranks.

    With Friedman ranks r_ij, ranks Q_i of the problems' ranges, S_ij = Q_i (r_ij - (k + 1) / 2)
    and S_j = sum_i S_ij the statistic is

        F = (n - 1) B / (A - B),  A = n (n + 1) (2 n + 1) k (k + 1) (k - 1) / 72,
        B = sum_j S_j^2 / n,

    approximately F with k - 1 and (k - 1) (n - 1) degrees of freedom.

    Ties share their average rank, within a problem and among the ranges. By default A is
    corrected for them: the actual sum of S_ij^2, as in R. If A = B all problems have the
    same S and F is infinite; the p-value is then the exact probability of that, (1 / k!)^(n - 1),
    or, if ties leave a problem only m distinct orders, (1 / m)^(n - 1). If all values of each
    problem are equal the statistic is 0 and the p-value 1. The test assumes that the problems'
    ranges are comparable.

    Parameters
    ----------
    method : {"f", "exact", "permutation"}
        The F approximation; the exact law of all permutations of the ranks within problems, or
        an error if that takes too long; the exact law where it is feasible, else a random sample
        of permutations. The result says which.
    results, ties, resamples, seed, better
        As in `friedman`.

    Returns
    -------
    OmnibusResult

    References
    ----------
    Quade (1979), doi:10.1080/01621459.1979.10481670; Derrac, Garcia, Molina and Herrera (2011),
    doi:10.1016/j.swevo.2011.02.002, equations (5) to (11); the factor k in their equation (10)
    is a misprint.

    Examples
    --------
    Table 11 of Derrac et al. (2011):

    >>> import evenkeel
    >>> result = evenkeel.quade(evenkeel.load("cec2005_ties"), ties="uncorrected")
    >>> print(f"{result.statistic:.5f} {result.pvalue:.5e}")
    6.63067 1.20327e-07
    """
    return carry_out(
        QUADE, results, better=better, ties=ties, method=method, resamples=resamples, seed=seed
    )


def quade_statistic(weighted: FloatArray, *, ties: str = "corrected") -> FloatArray:
    """Equation (11) for weighted ranks W of tables (..., n, k).

    The means of W are those of Q_i (k + 1) / 2, so sums about means of W are sums of S.
    """
    n, k = weighted.shape[-2:]
    if ties == "corrected":
        within = within_problems(weighted)
    else:
        within = n * (n + 1) * (2 * n + 1) * k * (k + 1) * (k - 1) / 72  # equation (9)
    return f_statistic(between_totals(weighted.sum(axis=-2)), within, n)


QUADE = OMNIBUS.register(
    OmnibusTest(
        name="quade",
        title="Quade test",
        meaning="Like Friedman's test, but a problem weighs more the more the algorithms differ "
        "on it.",
        function=quade,
        ranking="quade",
        statistic=quade_statistic,
        symbol="F",
        approximation="f",
        tail=f_tail,
        permutation=squared_totals_pvalue,
        reference=REFERENCES["quade1979"],
        decides=True,
    )
)
