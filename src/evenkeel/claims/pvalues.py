"""from_pvalues() and from_counts(): verdicts from printed p-values, or from wins and losses."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from evenkeel._types import IntArray
from evenkeel.claims.bounds import Bounds, Labelled, Verdict, chosen_procedure, labelled, verdicts
from evenkeel.claims.paper import Lines, Source, read_lines
from evenkeel.claims.printed import PRINTED, Printed, printed_number
from evenkeel.errors import InputError, Message, Option, choice, fraction, quoted
from evenkeel.families import Family
from evenkeel.pairwise.sign import TIE_TREATMENTS, TieTreatment, sign_pvalues
from evenkeel.result import Result

# from_pvalues(): adjusted p-values and verdicts from p-values as papers print them.


class PvaluesAnalysis(Result):
    """What follows from printed p-values, for all p-values that are printed so.

    Attributes
    ----------
    labels : tuple of str
        The hypotheses, in the order in which they were given.
    printed : tuple of str
        What is printed for each: ``"0.012"``, ``"<0.001"``.
    family : Family or None
        All pairs, or a control with the rest, if the labels make one.
    pvalue : Bounds
        The p-values; `value` of a bound such as ``"<0.001"`` is its larger end.
    adjusted : mapping of str to Bounds
        Adjusted p-values by the name of the procedure.
    alpha : float
        The level of the verdicts.
    notes : tuple of str
        What bounds imply, and what was left out.
    """

    _printed: ClassVar[tuple[str, ...]] = ("verdicts",)

    labels: tuple[str, ...]
    printed: tuple[str, ...]
    family: Family | None
    pvalue: Bounds
    adjusted: Mapping[str, Bounds]
    alpha: float
    notes: tuple[str, ...]

    @property
    def procedure(self) -> str:
        """The procedure of the verdicts, unless another is asked for."""
        return chosen_procedure(self.adjusted, self.family, None)

    def verdicts(self, procedure: str | None = None) -> tuple[Verdict, ...]:
        """Of each hypothesis: rejected, not rejected, or rounding could turn it."""
        chosen = chosen_procedure(self.adjusted, self.family, procedure)
        return verdicts(self.adjusted[chosen], self.alpha)


def from_pvalues(
    pvalues: Source,
    *,
    control: str | None = None,
    alpha: float = 0.05,
    adjust: str | Iterable[str] | None = None,
) -> PvaluesAnalysis:
    """Adjust p-values that a paper prints, with their rounding and bounds carried through.

    A printed p-value stands for all numbers that are rounded so: 0.012 for those from 0.0115 to
    0.0125, 0.000 for those up to 0.0005, <0.001 for those up to 0.001, >0.2 for those from 0.2 to
    1. Adjusted p-values never fall when raw ones rise, so the lowest and highest p-values give the
    lowest and highest adjusted ones, and these bounds are reached. A hypothesis is "rejected" or
    "not rejected" if all p-values that are printed so say it, else "rounding could turn it".

    Parameters
    ----------
    pvalues : mapping, str, path or open file
        P-values by labels such as ``"A vs B"``, as text or numbers; or lines such as
        ``A vs B, 0.012`` (also ``A;B;0,012``, ``B <0.001``, a Markdown table), or a file of them.
        Lines before the first p-value are headings.
    control : str, optional
        The control, if labels name only the other algorithm.
    alpha : float, default 0.05
        Level of the verdicts.
    adjust : str or iterable of str, optional
        Procedures, see `evenkeel.procedures`. By default those that Derrac et al. (2011) list: if
        the labels are all pairs of some algorithms the logical ones too, except Nemenyi's by the
        studentised range, which must be asked for.

    Returns
    -------
    PvaluesAnalysis

    References
    ----------
    Wright (1992), doi:10.2307/2532694, on adjusted p-values.

    Examples
    --------
    >>> import evenkeel
    >>> paper = '''Comparison, p
    ... A vs B, <0.001
    ... A vs C, 0.03
    ... B vs C, 0,3'''
    >>> result = evenkeel.claims.from_pvalues(paper, adjust=["holm", "shaffer"])
    >>> for label, verdict in zip(result.labels, result.verdicts("holm")):
    ...     print(label, verdict)
    A vs B rejected
    A vs C rounding could turn it
    B vs C not rejected
    >>> result.verdicts("shaffer")
    ('rejected', 'rejected', 'not rejected')
    """
    lines = read_pvalues(pvalues)
    names = [label for label, _ in lines.entries]
    printed = [printed_number(given, f"the p-value of {label}") for label, given in lines.entries]
    hypotheses = labelled(names, control)
    found = pvalue_bounds(hypotheses.labels, printed)
    procedures, notes = hypotheses.procedures(adjust)
    return PvaluesAnalysis(
        labels=hypotheses.labels,
        printed=tuple(each.text for each in printed),
        family=hypotheses.family,
        pvalue=found,
        adjusted=hypotheses.adjusted(found, procedures),
        alpha=fraction(alpha, "alpha"),
        notes=(*lines.notes, *_implied(hypotheses, printed), *notes, _NOT_TOLD),
    )


_NOT_TOLD = (
    "no adjustment makes good a p-value that is wrong by itself; whether these are valid for their "
    "hypotheses cannot be told without the table"
)


def read_pvalues(source: Source) -> Lines:
    """Labels and printed p-values."""
    return read_lines(source, PRINTED, "a label and its p-value, 'A vs B, 0.012'", _is_pvalue)


def pvalue_bounds(labels: Sequence[str], printed: Sequence[Printed]) -> Bounds:
    """Between which bounds printed p-values lie; the value of a bound is its larger end."""
    ends = [
        each.within(0, 1, f"the p-value of {label}")
        for label, each in zip(labels, printed, strict=True)
    ]
    low, high = (np.array([float(end[side]) for end in ends]) for side in (0, 1))
    exact = np.array([float(min(max(each.number, Fraction(0)), Fraction(1))) for each in printed])
    bounded = np.array([bool(each.bound) or each.number == 0 for each in printed])
    return Bounds(np.where(bounded, high, exact), low, high)


def _is_pvalue(text: str) -> bool:
    printed = printed_number(text)
    return 0 <= printed.number <= 1


def _implied(hypotheses: Labelled, printed: Sequence[Printed]) -> Iterator[str]:
    """What bounds and zeros say, and what they leave open."""
    m = len(printed)
    for label, each in zip(hypotheses.labels, printed, strict=True):
        if each.bound == "<" and each.high is not None:
            yield (
                f"{label} is printed as {each.text}: p lies between 0 and {float(each.high):g}, "
                f"and multiplied by all {m} hypotheses it is at most "
                f"{min(1.0, float(each.high) * m):g}"
            )
        elif each.bound == ">":
            yield f"{label} is printed as {each.text}: p lies between {each.text[1:]} and 1"
        elif each.number == 0 and each.high is not None:
            yield (
                f"{label} is printed as {each.text}, which no p-value is: it is below "
                f"{float(each.high):g}, and that is taken where one number is needed"
            )


# from_counts(): sign tests from printed wins, ties and losses.


_MOST = 1_000_000  # problems
COUNTS = r"\d{1,9}\s*[/:-]\s*\d{1,9}\s*[/:-]\s*\d{1,9}"


class CountsAnalysis(PvaluesAnalysis):
    """Sign tests of printed counts; the p-values have no rounding, so their bounds meet.

    Attributes
    ----------
    wins, ties, losses : ndarray of int, shape (m,)
        Problems on which the first algorithm of each pair is better, equal, worse.
    tie_treatment : {"drop", "split"}
        What became of the ties.
    """

    _printed: ClassVar[tuple[str, ...]] = ("verdicts",)

    wins: IntArray
    ties: IntArray
    losses: IntArray
    tie_treatment: TieTreatment


def from_counts(
    counts: Source,
    *,
    ties: TieTreatment = "drop",
    control: str | None = None,
    alpha: float = 0.05,
    adjust: str | Iterable[str] | None = None,
) -> CountsAnalysis:
    """Run the sign test on wins, ties and losses that a paper prints.

    Null hypothesis of each pair: the first algorithm is as likely to win on a problem as to lose.
    The two-sided p-values are binomial and, with the ties left out, exact given the ties.

    Parameters
    ----------
    counts : mapping, str, path or open file
        Wins, ties and losses of the first algorithm by labels such as ``"A vs B"``: ``(12, 2, 6)``
        or ``"12/2/6"``; or lines such as ``A vs B, 12/2/6``, or a file of them.
    ties : {"drop", "split"}
        Ties left out, or half of them to each algorithm as in the source documents, which is
        not exact, see `evenkeel.sign_test`.
    control, alpha, adjust
        As for `from_pvalues`.

    Returns
    -------
    CountsAnalysis

    References
    ----------
    Dixon and Mood (1946), doi:10.1080/01621459.1946.10501898.

    Examples
    --------
    SaDE against PSO and CHC, Table 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> result = evenkeel.claims.from_counts({"SaDE vs PSO": (20, 0, 5), "SaDE vs CHC": "20/0/5"})
    >>> result.pvalue.value.round(4).tolist()
    [0.0041, 0.0041]
    """
    treatment: TieTreatment = "split" if choice(ties, TIE_TREATMENTS, "ties") == "split" else "drop"
    lines = read_lines(counts, COUNTS, "a label and wins/ties/losses, 'A vs B, 12/2/6'", bool)
    hypotheses = labelled([label for label, _ in lines.entries], control)
    table = np.array([_counts(given, label) for label, given in lines.entries])
    wins, tied, losses = table.T
    pvalue = sign_pvalues(wins, losses, table.sum(axis=1), "two-sided", treatment)
    found = Bounds(pvalue, pvalue, pvalue)
    procedures, notes = hypotheses.procedures(adjust, "sign")
    return CountsAnalysis(
        labels=hypotheses.labels,
        printed=tuple("/".join(map(str, row)) for row in table.tolist()),
        family=hypotheses.family,
        pvalue=found,
        adjusted=hypotheses.adjusted(found, procedures),
        alpha=fraction(alpha, "alpha"),
        notes=(*lines.notes, *_notes(hypotheses.labels, table, treatment), *notes),
        wins=wins,
        ties=tied,
        losses=losses,
        tie_treatment=treatment,
    )


def _counts(given: object, label: str) -> tuple[int, int, int]:
    parts: Any = re.split(r"\s*[/:-]\s*", given.strip()) if isinstance(given, str) else given
    try:
        wins, ties, losses = (operator.index(int(x) if isinstance(x, str) else x) for x in parts)
    except (TypeError, ValueError):
        wins = ties = losses = -1
    if min(wins, ties, losses) < 0 or not 0 < wins + ties + losses <= _MOST:
        raise InputError(
            f"the counts of {label} are {quoted(given)}; give wins, ties and losses of the first, "
            f"such as 12/2/6, of at most {_MOST:,} problems"
        )
    return wins, ties, losses


def _notes(labels: Sequence[str], table: IntArray, treatment: TieTreatment) -> Iterator[str]:
    sizes = table.sum(axis=1)
    if (sizes != sizes[0]).any():
        other = int(np.argmax(sizes != sizes[0]))
        yield (
            f"the counts do not add to the same number of problems: {sizes[0]} for {labels[0]}, "
            f"{sizes[other]} for {labels[other]}"
        )
    if table[:, 1].any():
        yield (
            "ties are left out, and the p-values are exact given the ties"
            if treatment == "drop"
            else Message(
                "ties are split evenly, so that the p-values are not exact; ",
                Option("ties", "drop"),
                " leaves them out",
            )
        )
    yield (
        "counts show who wins, not by how much; Wilcoxon's test and tests of ranks need the table"
    )
