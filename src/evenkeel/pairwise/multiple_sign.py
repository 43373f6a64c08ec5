"""The multiple sign test: many algorithms against a control, with the family-wise error kept."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.pairwise.pair import SIDES, Sides
from evenkeel.pairwise.sign_counts import (
    COLUMNS,
    DRAWS,
    TABLE_A21,
    familywise_level,
    node_count,
    sign_pvalues_of_counts,
    smallest_pvalue,
)
from evenkeel.result import Result
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results
from evenkeel.text import series

ControlAlternative = Literal["control-better", "control-worse", "two-sided"]
CONTROL_ALTERNATIVES: tuple[ControlAlternative, ...] = (
    "control-better",
    "control-worse",
    "two-sided",
)
Law = Literal["exact", "table"]
LAWS: tuple[Law, ...] = ("exact", "table")


class MultipleSignTest(Result):
    """The multiple sign test of m = k - 1 algorithms against a control.

    Attributes
    ----------
    control : str
        The control.
    algorithms : tuple of str
        The m others, in the order of the arrays below.
    plus, minus, ties : ndarray of int
        Signs of x_j - x_control over the problems, as the table has the values.
    counted : ndarray of int
        How many signs speak against the alternative, a tie counting one half, rounded up.
    critical : int or None
        H0 of an algorithm is rejected if `counted` <= `critical`; None if n is too small for any,
        and in a table with holes, where every algorithm has its own (`criticals`).
    rejected : ndarray of bool
        The decisions at level `alpha`.
    adjusted : ndarray of float
        Family-wise p-values by the exact law: the probability, if all algorithms are alike, that
        any of them has so few signs or fewer. It is <= `alpha` where the exact law rejects.
    bonferroni : ndarray of float
        Family-wise p-values that hold whatever the others do: m times those of the sign tests.
    alpha, alternative, law
        The options.
    method : {"exact", "quadrature", "monte-carlo"}
        Whether `adjusted` is exact or has the small error that very large tables make necessary,
        or that of random tables if many problems have holes.
    n : int
        Number of problems.
    common, criticals : ndarray of int, or None
        With holes: how many problems each algorithm shares with the control, and its critical
        value; -1 if there are too few for a rejection.
    notes : tuple of str
        Remarks for the reader.
    """

    control: str
    algorithms: tuple[str, ...]
    plus: IntArray
    minus: IntArray
    ties: IntArray
    counted: IntArray
    critical: int | None
    rejected: BoolArray
    adjusted: FloatArray
    bonferroni: FloatArray
    alpha: float
    alternative: ControlAlternative
    law: Law
    method: Literal["exact", "quadrature", "monte-carlo"]
    n: int
    notes: tuple[str, ...] = ()
    common: IntArray | None = None
    criticals: IntArray | None = None

    @property
    def r(self) -> IntArray:
        """The documents' r_j: how often the less frequent sign occurs."""
        return np.minimum(self.plus, self.minus)


def multiple_sign_test(
    results: Results | ArrayLike,
    *,
    control: str,
    alternative: ControlAlternative = "control-better",
    alpha: float = 0.05,
    law: Law = "exact",
    better: Better | None = None,
) -> MultipleSignTest:
    """Compare m algorithms with a control by the signs of their differences.

    H0 of each algorithm: it does as well as the control. H1: the control is better
    (``"control-better"``), or worse (``"control-worse"``), or either (``"two-sided"``). If all
    algorithms are alike, the probability of any false rejection is at most `alpha`. If only some
    are like the control it can be more, for counts of specialists hang together less than the law
    supposes: 0.071 was measured (54 problems, 99 algorithms). What holds in any case is the
    inequality of Bonferroni, whose p-values stand beside them (`bonferroni`).

    For ``"control-better"`` the problems are counted on which the algorithm beats the control: few
    of them speak for the control, and H0 is rejected if there are not more than the critical
    value. For ``"control-worse"`` those are counted on which the control wins, and for
    ``"two-sided"`` the less frequent of the two. Which sign of x_j - x_control is counted
    therefore depends on the direction of the table; the documents contradict each other there.

    The critical value comes from the exact law of the m counts, which are dependent through the
    control (see `multiple_sign_critical`), or, with ``law="table"``, from the printed table.

    Ties. The documents count a tie with the control for neither side and keep n, so that equal
    algorithms would be called different. Here half the ties of an algorithm, rounded up, are added
    to the signs that speak against the alternative. Without ties nothing changes. Equal
    algorithms are never told apart; with few problems `critical` is None and nothing is rejected.

    Holes. An algorithm is compared with the control on the problems that both have, and as the
    counts are then out of different numbers, the p-values of their sign tests are compared: H0 is
    rejected where the probability, if all are alike, that any of them is so small is at most
    `alpha`. That law is exact for few problems and algorithms, else from random tables; `method`
    says so.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    control : str
        The control algorithm.
    alternative : {"control-better", "control-worse", "two-sided"}
        What is to be shown.
    alpha : float
        Family-wise level of significance. This test decides, so it needs one.
    law : {"exact", "table"}
        Where the critical value comes from. The table has 0.05 and 0.1, one-sided.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    MultipleSignTest

    References
    ----------
    Steel (1959), doi:10.1080/01621459.1959.11683596. Rhyne and Steel (1965), Technometrics
    7:293-306. Derrac, Garcia, Molina and Herrera (2011), Section 4.1 and Table A.21,
    doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    Example 3 of Derrac et al. (2011): SaDE is better than PSO and CHC. The exact critical value is
    6, the printed one 5; no algorithm has 6 signs.

    >>> import evenkeel
    >>> test = evenkeel.multiple_sign_test(evenkeel.load("cec2005"), control="SaDE")
    >>> [name for name, rejected in zip(test.algorithms, test.rejected) if rejected]
    ['PSO', 'CHC']
    >>> test.critical, test.counted.tolist()
    (6, [5, 10, 5, 7, 9, 8, 12, 16])
    """
    choice(alternative, CONTROL_ALTERNATIVES, "alternative")
    table = failures_last(as_results(results, better))
    if control == "best" and control not in table.algorithms:
        raise InputError(
            "the multiple sign test errs far more often than its level says if the best ranked is "
            "its control; name a control that was chosen before the results were seen"
        )
    position = table.index(control)
    sides: Sides = "two-sided" if alternative == "two-sided" else "one-sided"
    if table.has_missing:
        return _with_holes(table, position, sides, alternative, alpha, law)
    critical = multiple_sign_critical(table.n, table.k - 1, alpha, alternative=sides, law=law)
    plus, minus = signs_of_differences(table.values, position)
    ties = table.n - plus - minus
    counted = signs_against(alternative, table.better, plus, minus, table.n)
    adjusted = familywise_level(table.n, table.k - 1, counted.tolist(), sides)
    alone = familywise_level(table.n, 1, counted.tolist(), sides)
    bonferroni = np.minimum((table.k - 1) * alone, 1.0)
    rejected = counted <= (-1 if critical is None else critical)
    for array in (plus, minus, ties, counted, rejected, adjusted, bonferroni):
        array.flags.writeable = False
    return MultipleSignTest(
        control,
        tuple(name for name in table.algorithms if name != control),
        plus=plus,
        minus=minus,
        ties=ties,
        counted=counted,
        critical=critical,
        rejected=rejected,
        adjusted=adjusted,
        bonferroni=bonferroni,
        alpha=float(alpha),
        alternative=alternative,
        law=law,
        method="exact" if node_count(table.n, table.k - 1)[1] else "quadrature",
        n=table.n,
        notes=_notes(critical, ties),
    )


def _with_holes(
    table: Results,
    position: int,
    sides: Sides,
    alternative: ControlAlternative,
    alpha: float,
    law: Law,
) -> MultipleSignTest:
    if choice(law, LAWS, "law") == "table":
        raise InputError(
            Message(
                "Table A.21 has one critical value for all algorithms, and here some "
                "cells are missing; use ",
                Option("law", "exact"),
            )
        )
    level = fraction(alpha, "alpha")
    present = ~np.isnan(table.values)
    rows = present[:, position]
    others = np.delete(present[rows], position, axis=1)
    common = others.sum(axis=0)
    plus, minus = signs_of_differences(table.values, position)
    counted = signs_against(alternative, table.better, plus, minus, common)
    found = smallest_pvalue(others, sides)
    alone = sign_pvalues_of_counts(counted, common, sides)
    adjusted, bonferroni = found.level(alone), np.minimum((table.k - 1) * alone, 1.0)
    criticals = found.critical(common, sides, level)
    ties = common - plus - minus
    for array in (plus, minus, ties, counted, adjusted, bonferroni, common, criticals):
        array.flags.writeable = False
    control = table.algorithms[position]
    algorithms = tuple(name for name in table.algorithms if name != control)
    few = [name for name, most in zip(algorithms, criticals, strict=True) if most < 0]
    notes = _notes(0, ties)
    if few:
        notes = (f"too few problems shared with the control for a rejection: {series(few)}", *notes)
    if found.method == "monte-carlo":
        notes = (*notes, f"the family-wise p-values come from {DRAWS:,} random tables")
    return MultipleSignTest(
        control,
        algorithms,
        plus=plus,
        minus=minus,
        ties=ties,
        counted=counted,
        critical=None,
        rejected=adjusted <= level,
        adjusted=adjusted,
        bonferroni=bonferroni,
        alpha=level,
        alternative=alternative,
        law=law,
        method=found.method,
        n=table.n,
        notes=notes,
        common=common,
        criticals=criticals,
    )


def multiple_sign_critical(
    n: int,
    m: int,
    alpha: float = 0.05,
    *,
    alternative: Sides = "one-sided",
    law: Law = "exact",
) -> int | None:
    """Critical value of the multiple sign test of m algorithms against a control on n problems.

    The largest c such that, if all m + 1 algorithms are alike, the probability that any of the m
    counts of signs is <= c does not exceed `alpha`; None if not even c = 0 qualifies.

    The law. Given the quantile U_i of the control on problem i, each of the m others beats it there
    with probability U_i, independently; the U_i are uniform. So with F(c | U) the distribution
    function of the count given U, the probability is 1 - E[(1 - F(c | U))^m], an n-fold integral
    that Gauss-Legendre quadrature gives without error (for very large m or n, with a relative error
    below 3e-4). No simulation is involved.

    Parameters
    ----------
    n : int
        Number of problems.
    m : int
        Number of algorithms beside the control.
    alpha : float
        Family-wise level of significance.
    alternative : {"one-sided", "two-sided"}
        Whether one sign is counted, or the less frequent one.
    law : {"exact", "table"}
        ``"table"`` looks up Table A.21, computed from a normal approximation; thirty of its cells
        are one below the exact value.

    Returns
    -------
    int or None

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), Table A.21, doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    >>> import evenkeel
    >>> evenkeel.critical.multiple_sign_critical(25, 8)
    6
    >>> evenkeel.critical.multiple_sign_critical(25, 8, law="table")
    5
    """
    choice(alternative, SIDES, "alternative")
    choice(law, LAWS, "law")
    fraction(alpha, "alpha")
    if n < 1 or m < 1:
        raise InputError(f"n is {n} and m is {m}; give at least one problem and one algorithm")
    if law == "table":
        return _tabulated(n, m, alpha, alternative)
    # One sign count is the least of what all can reach, m times its chance the most (Bonferroni).
    of_one = familywise_level(n, 1, range(n), alternative)
    largest = int(np.count_nonzero(of_one <= alpha / m)) - 1
    beyond = int(np.count_nonzero(of_one <= alpha))
    while beyond - largest > 1:
        middle = (largest + beyond) // 2
        if familywise_level(n, m, [middle], alternative)[0] <= alpha:
            largest = middle
        else:
            beyond = middle
    return largest if largest >= 0 else None


def _tabulated(n: int, m: int, alpha: float, alternative: Sides) -> int | None:
    row = TABLE_A21.get(n, {}).get(alpha)
    if row is None or m not in COLUMNS or alternative == "two-sided":
        raise InputError(
            Message(
                f"Table A.21 has no {alternative} critical value for n = {n}, m = {m} and "
                f"alpha = {alpha:g}: it holds one-sided values for n = 5 to 25, 30, 35, "
                "40, 45 and 50, m = 2 to 9, alpha 0.05 and 0.1; use ",
                Option("law", "exact"),
            )
        )
    return row[COLUMNS.index(m)]


def signs_of_differences(values: FloatArray, control: int) -> tuple[IntArray, IntArray]:
    """How often x_j - x_control is positive and negative, tables (..., n, k) to counts (..., m)."""
    others, own = np.delete(values, control, axis=-1), values[..., [control]]
    return np.count_nonzero(others > own, axis=-2), np.count_nonzero(others < own, axis=-2)


def signs_against(
    alternative: ControlAlternative,
    better: Better,
    plus: IntArray,
    minus: IntArray,
    n: int | IntArray,
) -> IntArray:
    """The signs that speak against the alternative, with half of the ties, rounded up."""
    for_algorithm, for_control = (plus, minus) if better == "higher" else (minus, plus)
    against: IntArray = (n - plus - minus + 1) // 2
    if alternative == "two-sided":
        against += np.minimum(plus, minus)
    else:
        against += for_algorithm if alternative == "control-better" else for_control
    return against


def _notes(critical: int | None, ties: IntArray) -> tuple[str, ...]:
    notes = []
    if critical is None:
        notes.append("there are too few problems for any rejection at this level")
    if ties.any():
        notes.append(
            f"{int(ties.sum())} values equal that of the control; half of an algorithm's ties "
            "count against the alternative"
        )
    return tuple(notes)
