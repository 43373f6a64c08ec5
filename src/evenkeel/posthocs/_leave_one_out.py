"""Leaving out one algorithm at a time: which rejections of two others fall with it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments.registry import lookup
from evenkeel.errors import InputError, fraction
from evenkeel.families import Family
from evenkeel.posthocs._posthoc import adjusted_of_tables, main_procedure, posthoc, resolve_control
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import Tables
from evenkeel.result import Result, shown
from evenkeel.tables.results import Results

_CELLS = 1 << 20  # cells of tables that are tested at a time


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
        names, hypotheses, falls = self.family.algorithms, self.family.hypotheses, self.falls
        return {
            hypotheses[i]: tuple(names[j] for j in np.flatnonzero(falls[:, i]).tolist())
            for i in np.flatnonzero(falls.any(axis=0)).tolist()
        }


def leave_one_out(
    results: Results,
    *,
    ranking: str = "friedman",
    control: str | None = None,
    procedure: str | None = None,
    method: str = "calibrated",
    alpha: float = 0.05,
) -> LeaveOneOut:
    """Test the family again without each algorithm in turn.

    Null hypothesis of each pair: its two algorithms perform alike. By a law of average ranks that
    is taken from all algorithms the verdict on two of them can be turned by a third. A family
    without one algorithm has fewer hypotheses, so that a rejection can come about by that alone;
    one that falls, falls because the algorithm is missing. A control is never left out, and
    ``"best"`` is the best ranked of the whole table. By Wilcoxon's test and the sign test the
    raw p-values stay as they are; those of paired ranks can change, for the ranks do.

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
    >>> from evenkeel.posthocs import leave_one_out
    >>> leave_one_out(evenkeel.load("garcia2008")).fallen
    {('1-NN', 'NaiveBayes'): ('C4.5',)}
    """
    if results.k < 3:
        raise InputError(
            f"{results.k} algorithms leave none out of which two remain; give three or more"
        )
    level = fraction(alpha, "alpha")
    family = Family(results.algorithms, resolve_control(results, control, ranking))
    wish = procedure or main_procedure(family, method)

    whole = _adjusted(results, family, ranking, wish, method)
    without = np.full((family.k, family.m), np.nan)
    left_out = [j for j in range(family.k) if family.algorithms[j] != family.control]
    found = _adjusted_without(results, left_out, family, ranking, wish, method)
    for j, values in zip(left_out, found, strict=True):
        without[j, (family.pairs != j).all(axis=1)] = values
    return LeaveOneOut(
        family,
        adjusted=whole,
        without=without,
        procedure=wish,
        method=LAWS.lookup(method).name,
        ranking=ranking,
        alpha=level,
    )


def _adjusted(
    table: Results, family: Family, ranking: str, procedure: str, method: str
) -> FloatArray:
    found = posthoc(table, ranking=ranking, control=family.control, adjust=procedure, method=method)
    return found.adjusted[procedure]


def _adjusted_without(
    results: Results, left_out: list[int], family: Family, ranking: str, procedure: str, method: str
) -> Iterator[FloatArray]:
    """Adjusted p-values without each of these algorithms, those of many tables at once.

    One table at a time is tested by what takes long, and with holes, which can leave two
    algorithms without a common problem.
    """
    law, adjustment = LAWS.lookup(method), lookup(procedure)
    if results.has_missing or adjustment.kind == "closed" or not law.quick:
        for j in left_out:
            table = results.drop([family.algorithms[j]])
            yield _adjusted(table, family, ranking, procedure, method)
        return
    columns, fewer = np.arange(family.k), Family.of_size(family.k - 1)
    if family.control is not None:  # it comes first, wherever it stands in the table
        columns = np.append(family.pairs[0, 0], family.pairs[:, 1])
        fewer = Family(fewer.algorithms, control=fewer.algorithms[0])
    step = max(1, _CELLS // results.values.size)
    for first in range(0, len(left_out), step):
        kept = np.array([columns[columns != j] for j in left_out[first : first + step]])
        tables = Tables(np.ascontiguousarray(results.losses[:, kept].swapaxes(0, 1)))
        yield from adjusted_of_tables(tables, fewer, ranking, law, adjustment)
