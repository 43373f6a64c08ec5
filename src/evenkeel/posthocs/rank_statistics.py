"""Post-hoc statistics: which algorithms differ in their ranks, pair by pair."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IntArray
from evenkeel.families import Family
from evenkeel.pairwise.pair import shared_by
from evenkeel.posthocs.laws import law_for
from evenkeel.posthocs.paired_laws import mean_differences
from evenkeel.posthocs.pooled_laws import pair_differences
from evenkeel.ranks.named import Ranks, compute_ranks, fitting_ranking, tables_of
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Result, hidden, shown
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results


class PosthocStatistics(Result):
    """Rank differences of a family of hypotheses, with z and raw p-values.

    Attributes
    ----------
    family : Family
        The hypotheses; all arrays are in its order.
    ranks : Ranks
        The ranks that were compared.
    method : str
        How the p-values were computed: ``"normal"``, ``"calibrated"``, ``"exact"``.
    differences : ndarray, shape (m,)
        Average rank of the second algorithm of each pair less that of the first: positive where
        the first, or the control, is better. With holes, over the problems that both have.
    standard_error : ndarray, shape (m,), or None
        Of each difference under the null hypothesis: equations (12) to (14) for ``"normal"``, the
        exact one for the other laws of ranks.
    z : ndarray, shape (m,)
        Standardised differences.
    pvalue : ndarray, shape (m,)
        Two-sided p-values, not adjusted.
    notes : tuple of str
        What the reader should know about these p-values.
    common : ndarray of int, shape (m,), or None
        The problems that both algorithms of each pair have, on which they are compared; None if no
        result is missing.
    """

    _title: ClassVar[str] = "Differences of the average ranks"
    _note: ClassVar[str] = (
        "A positive difference speaks for the first algorithm of its pair. The p-values are not "
        "adjusted."
    )

    family: Family
    ranks: Ranks = hidden(repr=False)
    method: str
    differences: FloatArray = shown("rank", title="Difference")
    standard_error: FloatArray | None = shown("statistic")
    z: FloatArray = shown("statistic", title="z")
    pvalue: FloatArray = shown("p", title="p")
    notes: tuple[str, ...] = ()
    common: IntArray | None = shown("count", title="Common problems", default=None)

    def powerless(self, alpha: float = 0.05) -> tuple[str, ...]:
        """The pairs with too few common problems for any rejection at `alpha`.

        On n problems no two-sided p-value of a pair is below 2^(1 - n).
        """
        if self.common is None:
            return ()
        least = np.ldexp(1.0, 1 - np.maximum(self.common, 1))
        return tuple(np.array(self.family.labels, dtype=object)[least > alpha].tolist())

    @property
    def ranking(self) -> str:
        """The ranking that puts the algorithms in order."""
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
    method: str | None = None,
    better: Better | None = None,
) -> PosthocStatistics:
    """Compare the average ranks of all pairs of algorithms, or of a control with the rest.

    Null hypothesis of each pair: the two algorithms perform alike. Alternative: they do not.

    The statistic is z = (R_j - R_i) / SE, with the standard error SE of

        Friedman ranks: sqrt(k (k + 1) / (6 n)),
        aligned ranks: sqrt(k (k n + 1) / 6),
        Quade's ranks: sqrt(k (k + 1) (2 n + 1) (k - 1) / (18 n (n + 1))),

    and p is twice the normal tail beyond abs(z). These formulas are those of the documents
    (``method="normal"``), and not all of them are calibrated; none is corrected for ties. Under
    permutations within the problems the variance of a difference of totals, given the ties, is
    exactly 2 / (k - 1) times the sum of the squared ranks about their problems' means. The default,
    ``method="calibrated"``, takes the normal tail with it, and ``method="exact"`` its law, a
    convolution of one small law a problem:

    - Friedman ranks: the formula is exact without ties and conservative with them.
    - Aligned ranks: the formula is that of independent samples, and aligned ranks are not
      independent. In a null simulation with normal data, n = 20 and k = 4, it rejected 8.7% of
      single comparisons at a nominal 5%.
    - Quade's ranks: the formula has (k - 1) / 2 times the exact variance. It is conservative for
      k > 3 and liberal for k = 2.

    These three take the law from all k algorithms, under the hypothesis that all perform alike:
    the p-value of a pair then depends on what the others do, and errs if some of them win and lose
    by more than the pair does. ``method="paired"`` takes its law from the pair: the
    differences d_i of the pair's ranks, change sign independently with probability 1/2 if the two
    are exchangeable within each problem given the others, and p is the chance, over the signs e_i,
    that abs(sum(e_i abs(d_i))) >= abs(sum(d_i)). The ranks are still those among all algorithms:
    where the two are not exchangeable, the others can turn the verdict. ``"wilcoxon"`` and
    ``"sign"`` are the tests of the two columns alone, exact where theirs are, which no other
    algorithm moves; the ranking then only puts the algorithms in order.

    In a table with holes (``missing="keep"``) the laws of a pair compare it on the
    problems that both algorithms have, with ranks among those present; the others need complete
    problems and are refused. Which results are missing must not tell one algorithm of the pair
    from the other.

    Ties are part of the exact laws; the sign test leaves them out. If all values of every problem
    are equal, z is 0 and every p is 1. P-values of single pairs need an adjustment for their
    number.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    ranking : {"friedman", "aligned", "quade"}
        Which ranks. Of a table with holes Friedman's are those among the algorithms present
        (``"skillings-mack"``), and the others need complete problems.
    control : str, optional
        The control: compare it with each of the others. Without it all pairs are compared.
    method : {"calibrated", "normal", "exact", "paired", "wilcoxon", "sign", "conover"}, optional
        By default the first, and ``"paired"`` for a table with holes. The normal approximation with
        the exact standard error, given the ties, or with the documents', or the exact law; the laws
        of the pair. The exact law is refused, with an error, where it takes longer than a second or
        two (aligned ranks of more than some 100 problems by 20 algorithms).
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    PosthocStatistics

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), doi:10.1016/j.swevo.2011.02.002, equations (12) to
    (14); their (13) has lost a factor k under the root. Eisinga, Heskes, Pelzer and Te Grotenhuis
    (2017), doi:10.1186/s12859-017-1486-2, for the exact law of Friedman ranks. Benavoli, Corani
    and Mangili (2016), JMLR 17(5):1-10, on what is wrong with laws taken from all algorithms.

    Examples
    --------
    Table 14 of Derrac et al. (2011):

    >>> import evenkeel
    >>> table = evenkeel.load("cec2005").select(["IPOP-CMA-ES", "CHC", "SS-BLX", "SaDE"])
    >>> options = {"ranking": "aligned", "control": "SaDE", "method": "normal"}
    >>> result = evenkeel.posthoc_statistics(table, **options)
    >>> for (_, other), z, p in zip(result.family.hypotheses, result.z, result.pvalue):
    ...     print(f"{other:12} {z:.6f} {p:.6f}")
    IPOP-CMA-ES  1.993739 0.046181
    CHC          3.694997 0.000220
    SS-BLX       1.574517 0.115368
    """
    table = as_results(results, better)
    law = law_for(method, holes=table.has_holes)
    ranks = compute_ranks(table, fitting_ranking(table, ranking))
    family = Family(table.algorithms, control)
    tested = table if law.measured else failures_last(table)
    pvalues = law.holes if tested.has_missing and law.holes else law.pvalues
    raw = pvalues(tables_of(tested), family.pairs, ranks.ranking)
    entry = RANKINGS.lookup(ranks.ranking)
    notes = tuple(entry.caveats(ranks.n, ranks.k, ranks.tied)) if law.caveats else ()
    if set(raw.computed) - {"exact"}:
        notes = (f"how the p-values were computed: {' and '.join(raw.computed)}", *notes)
    error = raw.standard_error
    differences = pair_differences(ranks.average, family.pairs)
    if table.has_holes:
        differences = mean_differences(ranks.ranks, family.pairs)
    return PosthocStatistics(
        family,
        ranks,
        law.name,
        differences=differences,
        standard_error=None if error is None else np.broadcast_to(error, family.m),
        z=raw.z,
        pvalue=raw.pvalue,
        notes=notes,
        common=shared_by(tested, family.pairs),
    )


def standard_error(ranking: str, n: int, k: int) -> float:
    """Standard error of a difference of average ranks as the documents have it."""
    return RANKINGS.lookup(ranking).standard_error(n, k)
