"""Leaving out one algorithm at a time: which rejections of two others fall with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.decisions.testing import MAIN_PROCEDURE, posthoc, resolve_control
from evenkeel.errors import InputError, fraction
from evenkeel.families import Family
from evenkeel.hypotheses.registry import LAWS
from evenkeel.result import Result, shown
from evenkeel.tables.results import Results

if TYPE_CHECKING:
    from evenkeel.report.document import Document


class LeaveOneOut(Result):
    """Adjusted p-values of a family when each algorithm in turn is not in the table.

    Attributes
    ----------
    family : Family
        The hypotheses of the whole table.
    adjusted : ndarray, shape (m,)
        Their adjusted p-values with all algorithms.
    without : ndarray, shape (k, m)
        The same without the algorithm of the row; NaN for hypotheses about it, and in the row of
        a control.
    procedure, method, ranking : str
        How they were computed.
    alpha : float
        The level of the decisions.
    """

    family: Family
    adjusted: FloatArray = shown("p")
    without: FloatArray = shown("p")
    procedure: str
    method: str
    ranking: str
    alpha: float = shown("value")

    @property
    def falls(self) -> BoolArray:
        """Which rejections are not made without the algorithm of the row, shape (k, m)."""
        return (self.adjusted <= self.alpha) & (self.without > self.alpha)

    @property
    def fallen(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The hypotheses that some algorithm must be there to have rejected, and which ones."""
        names = self.family.algorithms
        return {
            hypothesis: tuple(names[j] for j in np.flatnonzero(self.falls[:, i]).tolist())
            for i, hypothesis in enumerate(self.family.hypotheses)
            if self.falls[:, i].any()
        }

    def report(self) -> Document:
        """The adjusted p-values with all algorithms, and without each."""
        from evenkeel.report.posthoc_tables import report_leave_one_out

        return report_leave_one_out(self)


def leave_one_out(
    results: Results,
    *,
    ranking: str = "friedman",
    control: str | None = None,
    procedure: str | None = None,
    method: str = "normal",
    alpha: float = 0.05,
) -> LeaveOneOut:
    """Test the family again without each algorithm in turn.

    Null hypothesis of each pair: its two algorithms perform alike. By a law of average ranks that
    is taken from all algorithms the verdict on two of them can be turned by a third. A family
    without one algorithm has fewer hypotheses, so that a rejection can come about by that alone;
    one that falls, falls because the algorithm is missing. A control is never left out, and
    ``"best"`` is the best ranked of the whole table. By laws of the pair alone (``"paired"`` in
    part, ``"wilcoxon"``, ``"sign"``) the raw p-values stay as they are but for the ranks.

    Parameters
    ----------
    results : Results
        A table of three algorithms or more.
    ranking, control, method
        As for `posthoc`.
    procedure : str, optional
        The procedure, by default Holm's for a control and Shaffer's for all pairs.
    alpha : float
        The level of the decisions.

    Returns
    -------
    LeaveOneOut

    References
    ----------
    Benavoli, Corani and Mangili (2016), JMLR 17(5):1-10.

    Examples
    --------
    Without C4.5 the hypothesis that 1-NN and NaiveBayes perform alike is not rejected:

    >>> import evenkeel
    >>> from evenkeel.decisions import leave_one_out
    >>> leave_one_out(evenkeel.load("garcia2008")).fallen
    {('1-NN', 'NaiveBayes'): ('C4.5',)}
    """
    if results.k < 3:
        raise InputError(
            f"{results.k} algorithms leave none out of which two remain; give three or more"
        )
    level = fraction(alpha, "alpha")
    family = Family(results.algorithms, resolve_control(results, control, ranking))
    wish = procedure or MAIN_PROCEDURE[family.kind]

    def adjusted(table: Results) -> FloatArray:
        found = posthoc(table, ranking=ranking, control=family.control, adjust=wish, method=method)
        return found.adjusted[wish]

    without = np.full((family.k, family.m), np.nan)
    for j, name in enumerate(family.algorithms):
        if name != family.control:
            others = (family.pairs != j).all(axis=1)
            without[j, others] = adjusted(results.drop([name]))
    return LeaveOneOut(
        family,
        adjusted=adjusted(results),
        without=without,
        procedure=wish,
        method=LAWS.lookup(method).name,
        ranking=ranking,
        alpha=level,
    )
