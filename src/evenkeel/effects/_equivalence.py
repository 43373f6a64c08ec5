"""equivalence(): which algorithms are shown to be close, which to differ, and which neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments import adjust as adjust_pvalues
from evenkeel.adjustments._adjust import serving
from evenkeel.adjustments.registry import ADJUSTMENTS, Adjustment, lookup
from evenkeel.effects.intervals import CENTRES, CentreTest, within
from evenkeel.effects.margins import (
    UNITS,
    EquivalenceTests,
    Margin,
    Measured,
    Unit,
    Verdict,
    as_margin,
    measured,
)
from evenkeel.errors import InputError, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.arrays import HALF_ULP, without_noise
from evenkeel.pairwise._wilcoxon_all import pairs_by_problems
from evenkeel.pairwise.pair import shared_by
from evenkeel.posthocs._posthoc import resolve_control
from evenkeel.tables.results import Better, Results, as_results

_BLOCK_CELLS = 1 << 20  # differences handled at a time


def equivalence(
    results: Results | ArrayLike,
    margin: Margin,
    *,
    unit: Unit = "value",
    test: CentreTest = "wilcoxon",
    control: str | None = None,
    adjust: str | None = None,
    alpha: float = 0.05,
    better: Better | None = None,
) -> EquivalenceTests:
    """Show that algorithms are close, by a margin that is chosen beforehand.

    A hypothesis that is not rejected is not shown to be true; to show that two algorithms are
    close, "they are not" must be rejected. With the centre c of the differences first minus second
    and the margins low < 0 < high, the null hypothesis of a pair is that c <= low or c >= high,
    the alternative that low < c < high. It is rejected if both of two one-sided tests reject, of
    c <= low by the differences less low, and of c >= high by those less high. So p is the larger
    of the two p-values, and nothing is to be adjusted for there being two (an intersection-union
    test). Beside it the hypothesis c = 0 is tested, two-sided. The verdict on a pair is

    - ``"equivalent"``: c is shown to lie within the margins;
    - ``"better"``: c is shown to be on the side of one algorithm (`EquivalenceTests.leaders`);
    - ``"better and equivalent"``: both; there is a difference, smaller than the margin;
    - ``"undecided"``: neither. That is no sign of equality: there may be too few problems.

    With ``test="wilcoxon"`` the p-values are those of the exact law of signed ranks, ties sharing
    their average rank (a saddle-point approximation to it above 1000 problems, or 100 if there are
    ties, see `wilcoxon_all`), and c is the centre about which the differences are symmetric. If
    they are not symmetric, c is the pseudo-median, and the test may claim equivalence more often
    than `alpha`, see docs/calibration.md. With
    ``test="sign"`` the law is binomial and exact for differences of any law, and c is their
    median. In both a difference that equals a margin, within the rounding errors of decimals,
    counts against equivalence. Differences of 0 need no care, but in the test of c = 0, where they
    are treated as in `wilcoxon`, or left out by the sign test.

    Without ties a raw p is at most `alpha` if and only if the interval of confidence 1 - 2 alpha
    lies within the margins: that of `hodges_lehmann`, or of order statistics about the median. If
    few problems cannot attain this confidence, no p can be so small: it takes 5 for 0.05.

    The adjusted p-values hold the probability of any false claim of equivalence in the family, and
    by themselves that of any false claim of a difference; with ``adjust="bonferroni"`` both
    together, since the two null hypotheses of a pair are never true at once. The logical procedures
    (Shaffer, Bergmann-Hommel) are refused. They count which hypotheses "alike" can be true
    together, and "alike" is transitive. "Not equivalent" is not: let the centres of A, B and C be
    0, 0.5 and 2 margins. Of three hypotheses one is false, A and B being close, and two are true,
    while Shaffer's procedure tests the second as if at most one could be. Indeed any number of
    pairs can be apart, so that a right count gives no more than Holm's procedure does.

    In per cent the margin is one of the ratio, so that the logarithms of the values are compared,
    which must be positive; c is the centre of the differences of logarithms. With a control a
    margin of 5 says that the other has between 95 and 105 per cent of the control's value.
    For all pairs neither of two is the measure of the other, and per cent are those of the
    smaller value: the larger is at most 105 per cent of the smaller, whichever comes first.

    In a table with holes each pair is compared on the problems that both algorithms have; what is
    missing as a failure has no difference, and is left out likewise.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    margin : float or (float, float)
        The margin on either side of 0, or the lowest and the highest difference first minus second
        that counts as equivalent; the latter only with a control, which is then the first, or for
        two algorithms. It must not be chosen by a look at the results.
    unit : {"value", "percent"}
        Whether the margin is in the units of the values or in per cent.
    test : {"wilcoxon", "sign"}
        The tests of the centre.
    control : str, optional
        Compare only this algorithm with each other one, or ``"best"``, the best by Friedman's
        ranks. Without it all pairs are compared.
    adjust : str, optional
        A procedure of adjustment that does not count which hypotheses can be true together; by
        default Holm's.
    alpha : float, default 0.05
        Level of significance, below 0.5.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    EquivalenceTests

    References
    ----------
    Schuirmann (1987), doi:10.1007/BF01068419, for two one-sided tests. Berger and Hsu (1996),
    doi:10.1214/ss/1032280304, for intersection-union tests and their intervals. Wellek (2010),
    Testing Statistical Hypotheses of Equivalence and Noninferiority, second edition, for signed
    ranks. Holm (1979), Scandinavian Journal of Statistics 6:65-70.

    Examples
    --------
    Tuning the leaf size of C4.5 (Demsar 2006) is shown to gain something, and less than 0.05 of
    AUC. That tuning the pruning changes anything is not shown; that it changes less than 0.05 is:

    >>> import evenkeel
    >>> tests = evenkeel.equivalence(evenkeel.load("demsar2006"), margin=0.05)
    >>> tests.verdict("C4.5", "C4.5m"), tests.verdict("C4.5", "C4.5cf")
    ('better and equivalent', 'equivalent')
    """
    choice(unit, UNITS, "unit")
    chosen = cast(CentreTest, choice(test, CENTRES, "test"))
    level = checked_alpha(alpha)
    table = as_results(results, better)
    family = Family(table.algorithms, resolve_control(table, control, "friedman"))
    procedure = fitting_procedure(adjust, family)
    bounds = as_margin(margin, family)
    scale = measured(table, bounds, unit, control=family.control is not None)
    raw = _tested(scale, family, chosen, 1 - 2 * level)
    pvalue = np.maximum(raw.pvalue_low, raw.pvalue_high)
    adjusted, apart = (
        adjust_pvalues(p, procedure.name, family=family) for p in (pvalue, raw.apart)
    )
    for array in (pvalue, adjusted, apart, *vars(raw).values()):
        array.flags.writeable = False
    return EquivalenceTests(
        family,
        margin=bounds,
        unit=unit,
        test=chosen,
        difference=raw.difference,
        low=raw.low,
        high=raw.high,
        confidence=1 - 2 * level,
        attained=raw.attained,
        pvalue_low=raw.pvalue_low,
        pvalue_high=raw.pvalue_high,
        pvalue=pvalue,
        adjusted=adjusted,
        difference_pvalue=raw.apart,
        difference_adjusted=apart,
        verdicts=tuple(map(_verdict, apart <= level, adjusted <= level)),
        leaders=_leaders(family, raw.side, table.better),
        method=tuple("exact" if used else "saddle-point" for used in raw.exact.tolist()),
        procedure=procedure.name,
        alpha=level,
        better=table.better,
        n=table.n,
        common=shared_by(table, family.pairs),
        notes=_notes(table, raw.attained, 1 - 2 * level, picked=family.control != control),
    )


def checked_alpha(alpha: float) -> float:
    """The level, if the interval of confidence 1 - 2 alpha exists."""
    level = fraction(alpha, "alpha")
    if level >= 0.5:
        raise InputError(
            f"alpha is {alpha!r}; tests of equivalence need one below 0.5, such as 0.05"
        )
    return level


def fitting_procedure(adjust: str | None, family: Family) -> Adjustment:
    """The procedure, if it needs p-values only and not which hypotheses can be true together."""
    procedure = serving(lookup(adjust or "holm"), family.kind)
    if not _fits(procedure):
        others = ", ".join(
            repr(each.name) for each in ADJUSTMENTS if family.kind in each.families and _fits(each)
        )
        raise InputError(
            f"{procedure.name!r} supposes that the hypotheses say 'alike', which is transitive, "
            f"and 'not equivalent' is not; for equivalence choose one of {others}"
        )
    return procedure


def _fits(procedure: Adjustment) -> bool:
    return procedure.kind not in ("logical", "closed") and procedure.assumes != "joint normality"


@dataclass(frozen=True, eq=False)
class _Raw:
    """What is found of each pair alone; `side` is the sign of the differences."""

    pvalue_low: FloatArray
    pvalue_high: FloatArray
    apart: FloatArray
    side: IntArray
    exact: BoolArray
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    attained: FloatArray

    @classmethod
    def nothing(cls, m: int) -> _Raw:
        """Of m pairs of which nothing is known."""
        ones, unknown = np.ones((3, m)), np.full((3, m), np.nan)
        return cls(
            pvalue_low=ones[0],
            pvalue_high=ones[1],
            apart=ones[2],
            side=np.zeros(m, dtype=np.int64),
            exact=np.ones(m, dtype=bool),
            difference=unknown[0],
            low=unknown[1],
            high=unknown[2],
            attained=np.zeros(m),
        )


def _tested(scale: Measured, family: Family, test: CentreTest, confidence: float) -> _Raw:
    """Each pair on the problems that both algorithms have, if these are two or more."""
    raw = _Raw.nothing(family.m)
    for group, problems in pairs_by_problems(scale.columns, family.pairs):
        step = max(1, _BLOCK_CELLS // max(problems.size, 1))
        for start in range(0, group.size if problems.size > 1 else 0, step):
            members = group[start : start + step]
            first, second = (np.ix_(problems, family.pairs[members, side]) for side in (0, 1))
            differences = np.ascontiguousarray((scale.columns[first] - scale.columns[second]).T)
            errors = (scale.errors[first] + scale.errors[second]).T
            errors = errors + HALF_ULP * np.abs(differences)
            raw.pvalue_low[members], raw.pvalue_high[members], exact = within(
                differences, errors, (scale.low, scale.high), scale.margin_error, test
            )
            rounded = without_noise(differences, errors)
            raw.apart[members], raw.side[members], exact_apart = CENTRES[test].apart(rounded)
            raw.exact[members] = exact & exact_apart
            *found, attained = CENTRES[test].interval(rounded, confidence)
            for place, values in zip(
                (raw.difference, raw.low, raw.high), scale.in_unit(np.array(found)), strict=True
            ):
                place[members] = values
            raw.attained[members] = attained
    return raw


def _verdict(different: bool, equivalent: bool) -> Verdict:
    if different:
        return "better and equivalent" if equivalent else "better"
    return "equivalent" if equivalent else "undecided"


def _leaders(family: Family, side: IntArray, better: Better) -> tuple[str, ...]:
    """Who of each pair the differences first minus second speak for."""
    turned = side if better == "higher" else -side
    return tuple(
        "" if sign == 0 else first if sign > 0 else second
        for (first, second), sign in zip(family.hypotheses, turned.tolist(), strict=True)
    )


def _notes(
    table: Results, attained: FloatArray, confidence: float, *, picked: bool
) -> tuple[str, ...]:
    notes = []
    if picked:
        notes.append(
            "the control was picked by the very data that the tests use, which the p-values do not "
            "know of; name the control beforehand, or compare all pairs"
        )
    if table.failures and table.has_missing:
        notes.append(
            "what is missing as a failure has no difference: each pair is compared on the problems "
            "that both algorithms solved, and failures speak for nobody"
        )
    lacking = int(np.count_nonzero(attained == 0))
    if lacking:
        pairs = "pair shares" if lacking == 1 else "pairs share"
        notes.append(f"{lacking} {pairs} fewer than two problems, and nothing can be shown of them")
    few = int(np.count_nonzero((attained > 0) & (attained < confidence - 1e-9)))
    if few:
        pairs = "one pair has" if few == 1 else f"{few} pairs have"
        notes.append(
            f"{pairs} too few problems for intervals of {confidence:.10g}; their p-values cannot "
            "be small enough to show equivalence"
        )
    return tuple(notes)
