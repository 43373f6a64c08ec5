"""The sign test of all pairs of algorithms, or a control with the rest, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import choice
from evenkeel.families import Family
from evenkeel.numerics.tails import ALTERNATIVES, Alternative
from evenkeel.pairwise.sign import (
    TIE_TREATMENTS,
    SignMethod,
    TieTreatment,
    sign_method,
    sign_pvalues,
)
from evenkeel.pairwise.wins import shared_by, win_tie_loss
from evenkeel.result import Result
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results

if TYPE_CHECKING:
    from evenkeel.report.document import Document


class SignTests(Result):
    """The sign test of each hypothesis of a family, in the order of the family.

    Attributes
    ----------
    family : Family
        The hypotheses; everything below speaks for the first algorithm of each pair.
    wins, losses, ties : ndarray of int, shape (m,)
        Problems on which the first is better than, worse than, equal to the second.
    pvalue : ndarray, shape (m,)
        Binomial p-values. They are raw: adjust them before they are read together.
    method : tuple of {"exact", "ties split"}
        Whether the p-value is exact, for each pair; with two split ties or more it is not.
    tie_treatment : {"split", "drop"}
        Whether ties were split, as in the documents, or left out.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm of each pair.
    n : int
        Number of problems.
    common : ndarray of int, shape (m,), or None
        The problems that both algorithms of each pair have; None if no result is missing.
    """

    family: Family
    wins: IntArray
    losses: IntArray
    ties: IntArray
    pvalue: FloatArray
    method: tuple[SignMethod, ...]
    tie_treatment: TieTreatment
    alternative: Alternative
    n: int
    common: IntArray | None = None

    def report(self) -> Document:
        """The tests as a table."""
        from evenkeel.report.pair_tables import report_signs

        return report_signs(self)


def sign_all(
    results: Results | ArrayLike,
    *,
    control: str | None = None,
    ties: TieTreatment = "split",
    alternative: Alternative = "two-sided",
    better: Better | None = None,
) -> SignTests:
    """Run the sign test on all pairs of algorithms, or on a control with the rest.

    H0 and H1 of each pair, the treatment of ties and the p-values are those of `sign_test`, which
    gives the same numbers pair by pair. No error rate of the family is controlled. In a table with
    holes each pair is compared on the problems that both algorithms have.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    control : str, optional
        Compare only this algorithm with each other one; it is then the first of every pair.
    ties, alternative, better
        As in `sign_test`.

    Returns
    -------
    SignTests

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), Section 3.1, doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    SaDE against the rest, Table 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> tests = evenkeel.pairwise.sign_all(evenkeel.load("cec2005"), control="SaDE")
    >>> tests.wins.tolist()
    [20, 15, 20, 18, 16, 17, 13, 9]
    """
    choice(ties, TIE_TREATMENTS, "treatment of ties")
    choice(alternative, ALTERNATIVES, "alternative")
    table = failures_last(as_results(results, better))
    family = Family(table.algorithms, control)
    counts = win_tie_loss(table)
    first, second = family.pairs.T
    wins, losses, tied = (c[first, second] for c in (counts.wins, counts.losses, counts.ties))
    return SignTests(
        family,
        wins=wins,
        losses=losses,
        ties=tied,
        pvalue=sign_pvalues(wins, losses, wins + losses + tied, alternative, ties),
        method=tuple(sign_method(count, ties) for count in tied.tolist()),
        tie_treatment=ties,
        alternative=alternative,
        n=table.n,
        common=shared_by(table, family.pairs),
    )
