"""What follows from printed numbers: tables with a column for each bound, and verdicts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.claims._audit import Outcome
from evenkeel.claims.bounds import NOT_REJECTED, REJECTED, TURNED, Bounds, verdicts
from evenkeel.claims.error_rates import INTERVAL_FORMS
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.references import REFERENCES
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.text import Kind, sentence, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.claims._audit import Audit
    from evenkeel.claims.average_ranks import RanksAnalysis
    from evenkeel.claims.error_rates import ErrorsAnalysis
    from evenkeel.claims.omnibus_statistics import StatisticAnalysis
    from evenkeel.claims.pvalues import CountsAnalysis, PvaluesAnalysis

_MOST_NAMED = 6  # hypotheses that a sentence names
_MOST_DRAWN = 40  # algorithms that a diagram can show


def report_ranks(analysis: RanksAnalysis) -> Document:
    """Ranks, tests and hypotheses, each between its bounds."""
    return Document(
        f"What follows from {len(analysis.algorithms)} printed average ranks",
        tuple(_of_ranks(analysis)),
        tuple(REFERENCES[key] for key in ("derrac2011", "brown2017")),
        main="verdicts",
    )


def report_pvalues(analysis: PvaluesAnalysis) -> Document:
    """Hypotheses with their p-values, each between its bounds."""
    title = f"What follows from {len(analysis.labels)} printed p-values"
    return Document(title, tuple(_of_pvalues(analysis)), main="verdicts")


def report_counts(analysis: CountsAnalysis) -> Document:
    """Counts with the p-values of sign tests."""
    counts = Table(
        "counts",
        "Wins, ties and losses of the first algorithm",
        (
            Column("Hypothesis"),
            Column("Wins", "count"),
            Column("Ties", "count"),
            Column("Losses", "count"),
            Column("p", "p", starred=False),
        ),
        tuple(
            (label, int(w), int(t), int(x), float(p))
            for label, w, t, x, p in zip(
                analysis.labels,
                analysis.wins,
                analysis.ties,
                analysis.losses,
                analysis.pvalue.value,
                strict=True,
            )
        ),
    )
    title = f"Sign tests of {len(analysis.labels)} printed counts"
    return Document(title, (counts, *_of_pvalues(analysis)), main="verdicts")


def report_errors(analysis: ErrorsAnalysis) -> Document:
    """Error rates with their intervals, and the differences of each two."""
    differ = analysis.differ
    rates = Table(
        "rates",
        f"Error rates; intervals with {analysis.confidence:.0%} confidence: "
        f"{INTERVAL_FORMS[analysis.method].title}",
        (
            Column("Algorithm"),
            Column("Examples", "count"),
            Column("Error rate", "value"),
            Column("Half width", "value"),
            Column("From", "value"),
            Column("To", "value"),
        ),
        tuple(
            (label, int(analysis.n[i]), value, float(analysis.half_width[i]), low, high)
            for i, label in enumerate(analysis.labels)
            for value, low, high in (_row(analysis.rate, i),)
        ),
    )
    differences = Table(
        "differences",
        "Differences of the error rates, first less second",
        (
            Column("Pair"),
            Column("Difference", "value"),
            Column("From", "value"),
            Column("To", "value"),
            Column("Verdict"),
        ),
        tuple(
            (" vs ".join(pair), *_row(analysis.difference, i), _TOLD_APART[differ[i]])
            for i, pair in enumerate(analysis.pairs)
        ),
        frozenset((i, 4) for i, each in enumerate(differ) if each),
        emphasis="0 lies outside the interval",
    )
    notes = (Paragraph(sentence(note)) for note in analysis.notes)
    return Document(
        "Error rates and their intervals",
        (rates, *((differences,) if analysis.pairs else ()), *notes),
        tuple(REFERENCES[key] for key in ("wilson1927", "newcombe1998")),
        main="rates",
    )


def report_statistic(analysis: StatisticAnalysis) -> Document:
    """The forms of Friedman's statistic and their p-values."""
    forms = (
        ("Friedman, chi-square", analysis.chi_square, analysis.chi_square_pvalue),
        ("Iman-Davenport, F", analysis.f, analysis.f_pvalue),
        ("Kendall's W", analysis.kendall_w, None),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(statistic or _NONE), *(pvalue or _NONE)) for name, statistic, pvalue in forms
    )
    table = Table(
        "statistic",
        f"Friedman's statistic in its forms, n = {analysis.n}, k = {analysis.k}",
        (Column("Form"), *_between("Statistic", "statistic"), *_between("p", "p")),
        rows,
    )
    title = f"What follows from the printed {analysis.name} statistic {analysis.printed}"
    notes = (Paragraph(sentence(note)) for note in analysis.notes)
    return Document(title, (_joined(table), *notes), (REFERENCES["derrac2011"],))


def report_audit(audit: Audit) -> Document:
    """How many claims agree in which way, and the claims one by one; doubtful ones in bold."""
    counted = [(outcome, audit.count(outcome)) for outcome in Outcome]
    words = series([_counted(outcome, count) for outcome, count in counted if count])
    claims = "1 claim" if len(audit) == 1 else f"{len(audit)} claims"
    doubtful = set(audit.doubtful)
    table = Table(
        "claims",
        "Claims beside what follows from the others",
        (
            Column("Claim"),
            Column("Of"),
            Column("Claimed"),
            Column("Follows", "value"),
            Column("From", "value"),
            Column("To", "value"),
            Column("Rests on"),
            Column("Outcome"),
            Column("Remark"),
        ),
        tuple(
            (
                each.kind,
                each.name,
                each.claimed,
                each.value,
                each.low,
                each.high,
                each.source,
                each.outcome.value,
                each.why,
            )
            for each in audit
        ),
        frozenset((row, 7) for row, each in enumerate(audit) if each in doubtful),
        emphasis="differs or cannot be",
        note="From and to: what follows for all numbers that are printed so. Of a decision, the "
        f"adjusted p-value, which is compared with {audit.alpha:g}.",
    )
    notes = (Paragraph(sentence(note)) for note in audit.notes)
    return Document(
        "Claims of a paper, checked",
        (Paragraph(f"Of {claims}, {words}."), table, *notes),
        (REFERENCES["brown2017"],),
    )


_NONE = (None, None, None)
_TOLD_APART = {True: "they differ", False: "not told apart"}
_VERBS = {  # of one, of several
    Outcome.AGREES: ("agrees", "agree"),
    Outcome.ROUNDING: ("agrees by rounding", "agree by rounding"),
    Outcome.TIES: ("agrees if corrected for ties", "agree if corrected for ties"),
    Outcome.DIFFERS: ("differs", "differ"),
    Outcome.IMPOSSIBLE: ("cannot be", "cannot be"),
    Outcome.GIVEN: ("is taken as given", "are taken as given"),
    Outcome.UNCHECKED: ("could not be checked", "could not be checked"),
}


def _counted(outcome: Outcome, count: int) -> str:
    return f"{count} {_VERBS[outcome][count > 1]}"


def _of_ranks(analysis: RanksAnalysis) -> Iterator[Block]:
    labels = analysis.family.labels
    yield _conclusion(labels, analysis.adjusted, analysis.procedure, analysis.alpha)
    yield _joined(_ranks_table(analysis))
    if analysis.tests:
        yield _joined(_omnibus_table(analysis))
    signed = ("z", analysis.z)
    yield _joined(
        _verdicts_table(
            labels, analysis.pvalue, analysis.adjusted, analysis.procedure, analysis.alpha, signed
        )
    )
    yield _adjusted_table(labels, analysis.adjusted, analysis.alpha)
    if 2 < len(analysis.algorithms) <= _MOST_DRAWN:
        caption = "Average ranks as printed; bars join algorithms that are not told apart."
        yield Picture("critical-difference", caption, lambda: _diagram(analysis))
    yield from (Paragraph(sentence(note)) for note in analysis.notes)


def _of_pvalues(analysis: PvaluesAnalysis) -> Iterator[Block]:
    yield _conclusion(analysis.labels, analysis.adjusted, analysis.procedure, analysis.alpha)
    yield _joined(
        _verdicts_table(
            analysis.labels, analysis.pvalue, analysis.adjusted, analysis.procedure, analysis.alpha
        )
    )
    yield _adjusted_table(analysis.labels, analysis.adjusted, analysis.alpha)
    yield from (Paragraph(sentence(note)) for note in analysis.notes)


def _conclusion(
    labels: Sequence[str], adjusted: Mapping[str, Bounds], procedure: str, alpha: float
) -> Paragraph:
    """What is decided whatever the rounding, and what is not."""
    found = verdicts(adjusted[procedure], alpha)
    turned = [label for label, each in zip(labels, found, strict=True) if each == TURNED]
    named = f": {'; '.join(turned)}" if len(turned) <= _MOST_NAMED else ""
    rejected, kept = found.count(REJECTED), found.count(NOT_REJECTED)
    parts = [
        f"{rejected} of {len(labels)} hypotheses {'is' if rejected == 1 else 'are'} rejected "
        "whatever the rounding",
        *([f"{kept} {'is' if kept == 1 else 'are'} not rejected"] if kept else []),
        *([f"rounding could turn {len(turned)}{named}"] if turned else []),
    ]
    text = f"With {lookup(procedure).title} at {alpha:g}, {series(parts)}."
    if kept or turned:
        text += " Not rejected does not mean that two algorithms perform alike."
    return Paragraph(text)


def _ranks_table(analysis: RanksAnalysis) -> Table:
    averages = analysis.averages
    order = np.argsort(averages.value, kind="stable").tolist()
    return Table(
        "ranks",
        f"Average ranks by the {analysis.ranking} ranking on {analysis.n} problems",
        (Column("Algorithm"), Column("Printed"), *_between("Rank", "rank")),
        tuple((analysis.algorithms[j], analysis.printed[j], *_row(averages, j)) for j in order),
        digits=max(3, analysis.decimals + 1),
        note="From and to: the ranks that are possible with this n and k and are printed so.",
    )


def _omnibus_table(analysis: RanksAnalysis) -> Table:
    decided = verdicts(analysis.omnibus_pvalue, analysis.alpha)
    return Table(
        "omnibus",
        "Do all algorithms perform alike?",
        (
            Column("Test"),
            *_between("Statistic", "statistic"),
            *_between("p", "p"),
            Column("Verdict"),
        ),
        tuple(
            (
                OMNIBUS.lookup(test).title,
                *_row(analysis.statistic, i),
                *_row(analysis.omnibus_pvalue, i),
                decided[i],
            )
            for i, test in enumerate(analysis.tests)
        ),
    )


def _verdicts_table(
    labels: Sequence[str],
    pvalue: Bounds,
    adjusted: Mapping[str, Bounds],
    procedure: str,
    alpha: float,
    *also: tuple[str, Bounds],
) -> Table:
    """Hypotheses by their p-values, with the verdict of one procedure; `also` are more columns."""
    main = adjusted[procedure]
    found = verdicts(main, alpha)
    rows: list[tuple[Cell, ...]] = [
        (
            labels[i],
            *(float(bounds.value[i]) for _, bounds in also),
            *_row(pvalue, i),
            *_row(main, i),
            found[i],
        )
        for i in np.argsort(pvalue.value, kind="stable").tolist()
    ]
    verdict = len(rows[0]) - 1
    return Table(
        "verdicts",
        f"Verdicts by {lookup(procedure).title} at {alpha:g}",
        (
            Column("Hypothesis"),
            *(Column(name, "statistic") for name, _ in also),
            *_between("p", "p", starred=False),
            *_between("Adjusted p", "p"),
            Column("Verdict"),
        ),
        tuple(rows),
        frozenset((i, verdict) for i, row in enumerate(rows) if row[verdict] == REJECTED),
        emphasis="rejected whatever the rounding",
        note="From and to: the lowest and highest for all numbers that are printed so.",
    )


def _adjusted_table(labels: Sequence[str], adjusted: Mapping[str, Bounds], alpha: float) -> Table:
    """The bounds of the adjusted p-values by every procedure."""
    columns = [Column("Hypothesis")]
    for name in adjusted:
        columns += [Column(f"{lookup(name).title} {end}", "p") for end in ("from", "to")]
    ends = [end for bounds in adjusted.values() for end in (bounds.low, bounds.high)]
    return Table(
        "adjusted",
        "Adjusted p-values between their bounds",
        tuple(columns),
        tuple((label, *(float(end[i]) for end in ends)) for i, label in enumerate(labels)),
        frozenset(
            (i, column)
            for column, end in enumerate(ends, start=1)
            for i in np.flatnonzero(end <= alpha).tolist()
        ),
        emphasis=f"at most {alpha:g}",
    )


def _agree(low: Cell, high: Cell) -> bool:
    """Whether two bounds are one number, but for the last bits of it."""
    if isinstance(low, float) and isinstance(high, float):
        return math.isclose(low, high, rel_tol=1e-9)
    return low == high


def _joined(table: Table) -> Table:
    """The table with one column where "from" and "to" agree in every row, and a note if not."""
    titles = [column.title for column in table.columns]
    gone: set[int] = set()
    for title in titles:
        ends = [titles.index(end) for end in (f"{title} from", f"{title} to") if end in titles]
        if len(ends) == 2 and all(_agree(row[ends[0]], row[ends[1]]) for row in table.rows):
            gone.update(ends)
    kept = table.with_columns([c for c in range(len(titles)) if c not in gone])
    apart = any(column.title.endswith(" from") for column in kept.columns)
    return kept if apart else replace(kept, note="")


def _between(title: str, kind: Kind, *, starred: bool = True) -> tuple[Column, Column, Column]:
    return (
        Column(title, kind, starred),
        Column(f"{title} from", kind, starred),
        Column(f"{title} to", kind, starred),
    )


def _row(bounds: Bounds, i: int) -> tuple[float, float, float]:
    return float(bounds.value[i]), float(bounds.low[i]), float(bounds.high[i])


def _diagram(analysis: RanksAnalysis) -> Figure:
    return cast("Figure", analysis.plot().figure)
