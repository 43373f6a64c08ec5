"""The sign test of all pairs of algorithms, or a control with the rest, at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenkeel.errors import choice
from evenkeel.families import Family
from evenkeel.pairwise.pair import ALTERNATIVES, Alternative
from evenkeel.pairwise.sign import sign_pvalues
from evenkeel.pairwise.wins import win_tie_loss
from evenkeel.results import Better, FloatArray, Results, as_results
from evenkeel.shown import Shown


@dataclass(frozen=True, eq=False)
class SignTests(Shown):
    """The sign test of each hypothesis of a family, in the order of the family.

    Attributes
    ----------
    family : Family
        The hypotheses; everything below speaks for the first algorithm of each pair.
    wins, losses, ties : ndarray of int, shape (m,)
        Problems on which the first is better than, worse than, equal to the second.
    pvalue : ndarray, shape (m,)
        Exact binomial p-values. They are raw: adjust them before they are read together.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm of each pair.
    n : int
        Number of problems.
    """

    family: Family
    wins: NDArray[np.int64]
    losses: NDArray[np.int64]
    ties: NDArray[np.int64]
    pvalue: FloatArray
    alternative: Alternative
    n: int


def sign_all(
    results: Results | ArrayLike,
    *,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    better: Better | None = None,
) -> SignTests:
    """Run the sign test on all pairs of algorithms, or on a control with the rest.

    H0 and H1 of each pair, the treatment of ties and the p-values are those of `sign_test`, which
    gives the same numbers pair by pair. No error rate of the family is controlled.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    control : str, optional
        Compare only this algorithm with each other one; it is then the first of every pair.
    alternative, better
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
    >>> tests = evenkeel.sign_all(evenkeel.load("cec2005"), control="SaDE")
    >>> tests.wins.tolist()
    [20, 15, 20, 18, 16, 17, 13, 9]
    """
    choice(alternative, ALTERNATIVES, "alternative")
    table = as_results(results, better)
    family = Family(table.algorithms, control)
    counts = win_tie_loss(table)
    first, second = family.pairs.T
    wins, losses, ties = (c[first, second] for c in (counts.wins, counts.losses, counts.ties))
    pvalue = sign_pvalues(wins, losses, table.n, alternative)
    return SignTests(family, wins, losses, ties, pvalue, alternative, table.n)
