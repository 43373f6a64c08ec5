"""Post-hoc statistics: which algorithms differ in their ranks, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenkeel.errors import choice
from evenkeel.families import Family
from evenkeel.omnibus.core import within_problems
from evenkeel.pairwise.pair import normal_pvalue
from evenkeel.pairwise.rank_law import DifferenceLaw, difference_law, untied_law
from evenkeel.ranks import Ranking, Ranks, compute_ranks
from evenkeel.results import Better, FloatArray, Results, as_results
from evenkeel.shown import Shown

PosthocMethod = Literal["normal", "calibrated", "exact"]
POSTHOC_METHODS: tuple[PosthocMethod, ...] = ("normal", "calibrated", "exact")


@dataclass(frozen=True, eq=False)
class PosthocStatistics(Shown):
    """Rank differences of a family of hypotheses, with z and raw p-values.

    Attributes
    ----------
    family : Family
        The hypotheses; all arrays are in its order.
    ranks : Ranks
        The ranks that were compared.
    method : {"normal", "calibrated", "exact"}
        How the p-values were computed.
    differences : ndarray, shape (m,)
        Average rank of the second algorithm of each pair less that of the first: positive where
        the first, or the control, is better.
    standard_error : float
        Of a difference under the null hypothesis: equations (12) to (14) for ``"normal"``, the
        exact one otherwise.
    z : ndarray, shape (m,)
        The differences over their standard error.
    pvalue : ndarray, shape (m,)
        Two-sided p-values, not adjusted.
    notes : tuple of str
        What the reader should know about these p-values.
    """

    family: Family
    ranks: Ranks = field(repr=False)
    method: PosthocMethod
    differences: FloatArray
    standard_error: float
    z: FloatArray
    pvalue: FloatArray
    notes: tuple[str, ...] = ()

    @property
    def ranking(self) -> Ranking:
        """The ranking: ``"friedman"``, ``"aligned"`` or ``"quade"``."""
        return self.ranks.ranking

    @property
    def n(self) -> int:
        """Number of problems."""
        return self.ranks.n

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return self.ranks.k


def posthoc_statistics(
    results: Results | ArrayLike,
    *,
    ranking: str = "friedman",
    control: str | None = None,
    method: str = "normal",
    better: Better | None = None,
) -> PosthocStatistics:
    """Compare the average ranks of all pairs of algorithms, or of a control with the rest.

    Null hypothesis of each pair: the two algorithms perform alike. Alternative: they do not.

    The statistic is z = (R_j - R_i) / SE, with the standard error SE of

        Friedman ranks: sqrt(k (k + 1) / (6 n)),
        aligned ranks: sqrt(k (k n + 1) / 6),
        Quade's ranks: sqrt(k (k + 1) (2 n + 1) (k - 1) / (18 n (n + 1))),

    and p is twice the normal tail beyond abs(z). These formulas are those of the documents
    (``method="normal"``), and not all of them are calibrated. Under permutations within the
    problems the variance of a difference of totals is exactly 2 / (k - 1) times the sum of the
    squared ranks about their problems' means (``method="calibrated"`` takes the normal tail with
    it), and its law is a convolution of one small law a problem (``method="exact"``):

    - Friedman ranks: the formula is exact without ties and conservative with them.
    - Aligned ranks: the formula is that of independent samples, and aligned ranks are not
      independent. In a null simulation with normal data, n = 20 and k = 4, it rejected 8.7% of
      single comparisons at a nominal 5%.
    - Quade's ranks: the formula has (k - 1) / 2 times the exact variance. It is conservative for
      k > 3 and liberal for k = 2.

    Ties are part of the exact law. If all values of every problem are equal, z is 0 and every p
    is 1. The law is that of the hypothesis that all k algorithms perform alike; p-values of single
    pairs need an adjustment for their number.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    ranking : {"friedman", "aligned", "quade"}
        Which ranks.
    control : str, optional
        The control: compare it with each of the others. Without it all pairs are compared.
    method : {"normal", "calibrated", "exact"}
        The normal approximation with the documents' standard error, or with the exact one, or
        the exact law. The exact law is refused, with an error, where it takes longer than a
        second or two (aligned ranks of more than some 100 problems by 20 algorithms).
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    PosthocStatistics

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), doi:10.1016/j.swevo.2011.02.002, equations (12) to
    (14); their (13) has lost a factor k under the root. Eisinga, Heskes, Pelzer and Te Grotenhuis
    (2017), doi:10.1186/s12859-017-1486-2, for the exact law of Friedman ranks.

    Examples
    --------
    Table 14 of Derrac et al. (2011):

    >>> import evenkeel
    >>> table = evenkeel.load("cec2005").select(["IPOP-CMA-ES", "CHC", "SS-BLX", "SaDE"])
    >>> result = evenkeel.posthoc_statistics(table, ranking="aligned", control="SaDE")
    >>> for (_, other), z, p in zip(result.family.hypotheses, result.z, result.pvalue):
    ...     print(f"{other:12} {z:.6f} {p:.6f}")
    IPOP-CMA-ES  1.993739 0.046181
    CHC          3.694997 0.000220
    SS-BLX       1.574517 0.115368
    """
    table = as_results(results, better)
    how = cast(PosthocMethod, choice(method, POSTHOC_METHODS, "method"))
    ranks = compute_ranks(table, ranking)
    family = Family(table.algorithms, control)
    differences = pair_differences(ranks.average, family.pairs)
    if how == "normal":
        error = standard_error(ranks.ranking, ranks.n, ranks.k)
    else:
        error = exact_standard_error(ranks)
    z = differences / error if error > 0 else np.zeros_like(differences)
    if how == "exact":
        totals = pair_differences(ranks.ranks.sum(axis=0), family.pairs)
        pvalue = exact_law(ranks).pvalue(totals)
    else:
        pvalue = normal_pvalue(z, "two-sided")
    notes = tuple(_notes(ranks)) if how == "normal" else ()
    return PosthocStatistics(family, ranks, how, differences, error, z, pvalue, notes)


def pair_differences(values: FloatArray, pairs: NDArray[np.intp]) -> FloatArray:
    """Second less first of each pair of positions: values (..., k) to differences (..., m)."""
    differences: FloatArray = values[..., pairs[:, 1]] - values[..., pairs[:, 0]]
    return differences


def standard_error(ranking: Ranking, n: int, k: int) -> float:
    """Standard error of a difference of average ranks by equations (12) to (14)."""
    if ranking == "friedman":
        variance = k * (k + 1) / (6 * n)
    elif ranking == "aligned":
        variance = k * (k * n + 1) / 6  # not k (n + 1) / 6 as printed
    else:
        variance = k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1))
    return float(np.sqrt(variance))


def exact_standard_error(ranks: Ranks) -> float:
    """Standard error of a difference of average ranks under permutations within problems."""
    return float(permutation_standard_error(ranks.ranks, ranks.weights))


def permutation_standard_error(ranks: FloatArray, weights: FloatArray) -> FloatArray:
    """The same for tables of ranks (..., n, k) with problem weights (..., n)."""
    variance = 2 * within_problems(ranks) / (ranks.shape[-1] - 1)
    error: FloatArray = np.sqrt(variance) / weights.sum(axis=-1)
    return error


def exact_law(ranks: Ranks) -> DifferenceLaw:
    """The exact null law of a difference of rank totals."""
    if ranks.ranking == "friedman" and not ranks.tied:
        return untied_law("friedman", ranks.n, ranks.k)
    if ranks.ranking == "quade" and not ranks.tied and np.unique(ranks.weights).size == ranks.n:
        return untied_law("quade", ranks.n, ranks.k)
    return difference_law(ranks.ranks)


def _notes(ranks: Ranks) -> Iterator[str]:
    remedy = 'method="exact" or method="calibrated" mends it'
    if ranks.ranking == "friedman" and ranks.tied:
        yield (
            f"{ranks.tied} of the {ranks.n * ranks.k} values are tied, which the standard error "
            f"of equation (12) leaves out: the p-values are somewhat too large; {remedy}"
        )
    if ranks.ranking == "aligned":
        yield f"the standard error of equation (13) is only roughly right; {remedy}"
    if ranks.ranking == "quade" and ranks.k != 3:
        size = "large" if ranks.k > 3 else "small"
        yield (
            "the variance of equation (14) is (k - 1) / 2 times the exact one: the p-values are "
            f"too {size}; {remedy}"
        )
