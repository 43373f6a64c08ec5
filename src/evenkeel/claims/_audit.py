"""audit(): the claims of a paper beside what follows from its other claims."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar

from evenkeel.claims.bounds import NOT_REJECTED, REJECTED, Bounds, verdicts
from evenkeel.claims.consequences import Followed, Following
from evenkeel.claims.paper import Claim, Paper, Text, read_paper
from evenkeel.claims.printed import Figure, Printed, printed_number
from evenkeel.errors import InputError, TableError
from evenkeel.result import ResultList


class Outcome(StrEnum):
    """What becomes of a claim."""

    AGREES = "agrees"
    ROUNDING = "agrees by rounding"
    TIES = "agrees if corrected for ties"
    DIFFERS = "differs"
    IMPOSSIBLE = "cannot be"
    GIVEN = "taken as given"
    UNCHECKED = "not checked"


@dataclass(frozen=True)
class Finding:
    """A claim with what follows from the other claims.

    Attributes
    ----------
    kind, name, claimed : str
        The claim.
    value, low, high : float or None
        What follows from the others, between its bounds; None if nothing does.
    source : str
        From what it follows: ``"printed ranks"``, ``"printed p"`` ...
    outcome : Outcome
        Agrees, agrees by rounding, agrees if corrected for ties, differs, cannot be, taken as
        given, or not checked.
    why : str
        The reason, if one is needed.
    """

    kind: str
    name: str
    claimed: str
    value: float | None
    low: float | None
    high: float | None
    source: str
    outcome: Outcome
    why: str = ""


class Audit(ResultList[Finding]):
    """The claims of a paper, each with what became of it; it reads as a tuple of findings.

    Attributes
    ----------
    items : tuple of Finding
        The claims in their order.
    alpha : float
        The level of claimed decisions.
    notes : tuple of str
        What printed numbers cannot say.
    """

    _printed: ClassVar[tuple[str, ...]] = ("claims",)

    alpha: float
    notes: tuple[str, ...]

    @property
    def doubtful(self) -> tuple[Finding, ...]:
        """The claims that differ from what follows, or cannot be."""
        return tuple(each for each in self if each.outcome in (Outcome.DIFFERS, Outcome.IMPOSSIBLE))

    def count(self, outcome: Any) -> int:
        """How many claims had that outcome."""
        return sum(each.outcome == outcome for each in self)


def audit(paper: Text | Iterable[tuple[Any, Any, Any]]) -> Audit:
    """Compare what a paper claims with what follows from the other numbers that it prints.

    A claim is a line ``kind,name,value``. Of the whole study are said, once each::

        n,,30                             the number of problems
        k,,5                              algorithms, if not all ranks are printed
        ranking,,friedman                 or aligned, quade
        control,,A                        a control with the rest, not all pairs
        alpha,,0.05
        ties,,none                        if nothing is tied

    and the claims are, as printed::

        rank,A,2.10
        statistic,friedman,12.4           or iman-davenport, kendall, quade
        p,friedman,0.015
        z,A vs B,2.31
        p,A vs B,0.021                    also <0.001 and 0,021
        adjusted,holm: A vs B,0.042       any procedure
        rejected,holm: A vs B,yes         at alpha
        counts,A vs B,12/2/6              wins, ties and losses
        critical-difference,nemenyi,1.17  or bonferroni-dunn

    Each is compared with what follows from those it rests on: adjusted p-values from printed
    p-values if the whole family is printed, else from ranks; p from z, ranks or counts; statistics
    from ranks or from one another; a rank from the others, since their sum is known. It *agrees* if
    what follows from the printed numbers is, rounded or cut off, what is claimed; it *agrees by
    rounding* if some numbers that are printed so give it, whether they were rounded or cut off; it
    *cannot be* if no results give it: average ranks are multiples of 1/n (1/(2n) with ties) and
    add to k (k + 1) / 2; else it *differs*. What nothing else checks is taken as given.

    Ties are not printed. They take a share of the variance of the ranks, in known steps, by which
    scipy and R divide Friedman's statistic. A claim *agrees if corrected for ties* if such a share
    explains it: one for all statistics that do not agree otherwise, and the same for all z,
    p-values and adjusted ones of pairs that rest on the ranks. Kendall's W may be corrected beside
    a Friedman statistic that is not.

    Parameters
    ----------
    paper : str, path, open file or iterable of (kind, name, value)
        The claims; in a file they may be separated by semicolons or tabs as well.

    Returns
    -------
    Audit

    References
    ----------
    Brown and Heathers (2017), doi:10.1177/1948550616673876, on averages that cannot be.

    Examples
    --------
    Table 8 of Derrac et al. (2011), four algorithms on four problems, has a misprint:

    >>> import evenkeel
    >>> table = '''n,,4
    ... rank,A,2.375
    ... rank,B,4.000
    ... rank,C,1.250
    ... rank,D,1.875'''
    >>> result = evenkeel.claims.audit(table)
    >>> print(result[2].outcome, "-", result[2].why)
    cannot be - all together add to 9.5, and must add to 10
    >>> result[2].value  # if the others are right
    1.75
    """
    read = read_paper(paper)
    follow = Following(read)
    findings, faults = [], []
    for claim in read.claims:
        try:
            findings.append(_finding(claim, follow, read))
        except InputError as error:
            faults.append(f"{claim.place}: {error}")
    if faults:
        raise TableError("the claims", faults)
    return Audit(_with_ties(read.claims, findings, follow), read.alpha, follow.notes)


def _with_ties(
    claims: Sequence[Claim], findings: Sequence[Finding], follow: Following
) -> tuple[Finding, ...]:
    """The findings, with claims that agree if corrected for ties."""
    statistics = [i for i, each in enumerate(findings) if each.kind == "statistic" and each.source]
    ranks = [i for i, each in enumerate(findings) if each.source == "printed ranks"]
    resting = sorted({*statistics, *ranks})
    omnibus = [i for i in resting if follow.is_omnibus(claims[i])]
    pairs = [i for i in resting if i not in omnibus]
    found = list(findings)
    for group, one_for in ((omnibus, ()), (pairs, resting)):
        differing = [i for i in group if findings[i].outcome == Outcome.DIFFERS]
        steps = range(1, follow.tie_steps) if differing else range(0)
        for i in one_for or differing:
            side = partial(_side, claims[i], follow)
            steps = steps[bisect_left(steps, 0, key=side) : bisect_right(steps, 0, key=side)]
        for i in differing if steps else ():
            least, most = (f"{follow.taken_by_ties(steps[end]):.2%}" for end in (0, -1))
            share = least if least == most else f"between {least} and {most}"
            why = f"if ties take {share} of the variance of the ranks"
            found[i] = replace(findings[i], outcome=Outcome.TIES, why=why)
    return tuple(found)


def _side(claim: Claim, follow: Following, step: int) -> int:
    """Whether ties that take so many steps are too few for a claim (-1), too many (1), or neither.

    The more they take, the larger are statistics and the smaller p-values.
    """
    followed = follow.about(claim, 1 - follow.taken_by_ties(step))
    assert followed is not None
    if _outcome(claim, followed, follow.paper.alpha) != Outcome.DIFFERS:
        return 0
    if claim.kind == "rejected":
        return -1 if claim.rejected else 1
    above = abs(printed_number(claim.value).number) > followed.numbers[0]
    return -1 if above == (claim.kind in ("statistic", "z")) else 1


def _finding(claim: Claim, follow: Following, paper: Paper) -> Finding:
    followed = follow.about(claim)
    why = follow.impossible(claim)
    if why:
        return _of(claim, followed, Outcome.IMPOSSIBLE, why)
    if followed is None:
        given = follow.is_source(claim)
        outcome = Outcome.GIVEN if given else Outcome.UNCHECKED
        return _of(claim, None, outcome, follow.remark(claim) if given else follow.lacking(claim))
    remark = "" if claim.kind == "rejected" else follow.remark(claim)
    return _of(claim, followed, _outcome(claim, followed, paper.alpha), remark)


def _outcome(claim: Claim, followed: Followed, alpha: float) -> Outcome:
    if claim.kind == "rejected":
        return _decided(claim.rejected, followed.bounds, alpha)
    printed = printed_number(claim.value)
    if claim.kind == "z":
        printed = printed_number(printed.text.replace("-", ""))
    return agreement(printed, *followed.numbers)


def agreement(printed: Printed, value: float, low: float, high: float) -> Outcome:
    """How a printed number agrees with one that follows, or with some between its bounds."""
    if Figure("", printed.text, value).agreement is not None:
        return Outcome.AGREES
    nearest = min(max(float(printed.number), low), high)
    if printed.bound:
        nearest = low if printed.bound == "<" else high
    agrees = Figure("", printed.text, nearest).agreement is not None
    return Outcome.ROUNDING if agrees else Outcome.DIFFERS


def _decided(claimed: bool, pvalue: Bounds, alpha: float) -> Outcome:
    (verdict,) = verdicts(pvalue, alpha)
    if verdict == (REJECTED if claimed else NOT_REJECTED):
        return Outcome.AGREES
    return Outcome.DIFFERS if verdict in (REJECTED, NOT_REJECTED) else Outcome.ROUNDING


def _of(claim: Claim, followed: Followed | None, outcome: Outcome, why: str = "") -> Finding:
    value, low, high = (None, None, None) if followed is None else followed.numbers
    source = "" if followed is None else followed.source
    return Finding(claim.kind, claim.name, claim.value, value, low, high, source, outcome, why)
