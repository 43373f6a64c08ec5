"""from_counts(): sign tests from printed wins, ties and losses."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from evenkeel._types import IntArray
from evenkeel.claims.bounds import Bounds
from evenkeel.claims.from_printed_pvalues import PvaluesAnalysis
from evenkeel.claims.labelled import labelled
from evenkeel.claims.lines import Source, read_lines
from evenkeel.errors import InputError, Message, Option, choice, fraction, quoted
from evenkeel.pairwise.sign import TIE_TREATMENTS, TieTreatment, sign_pvalues

if TYPE_CHECKING:
    from evenkeel.report.document import Document

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

    def report(self) -> Document:
        """The counts with their p-values, and the adjusted ones."""
        from evenkeel.report.claims_tables import report_counts

        return report_counts(self)


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
        "counts tell who wins, not by how much; Wilcoxon's test and tests of ranks need the table"
    )
