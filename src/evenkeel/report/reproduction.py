"""The published tables, recomputed: every table with its counts, what is left, and the errata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenkeel.claims.printed import Agreement
from evenkeel.claims.reproduction.outcomes import Outcome, total
from evenkeel.claims.reproduction.registry import errata, unpublished
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Table

_COUNTED = (
    "A figure is rounded or cut off if the computed value, rounded (a half either way) or cut "
    "after the printed digits, is the printed one; a printed bound that holds counts as rounded. "
    "Rounded source: it agrees for some values that round to the printed ones it was computed "
    "from. Erratum: it differs, and the list of errata says why. A table that was recomputed from "
    "two sources has a line for each. The data are the bundled case studies, in which errata 14 to "
    "17 and 40 are mended."
)


def report_reproduction(outcomes: Sequence[Outcome]) -> Document:
    """The outcomes table by table, what cannot be recomputed, the errata, and the counts."""
    return Document("The published tables, recomputed", tuple(_blocks(outcomes)))


def _blocks(outcomes: Sequence[Outcome]) -> Iterator[Block]:
    yield _tables(outcomes)
    if not all(outcome.settled for outcome in outcomes):
        yield _open_table(outcomes)
    yield _unpublished_table()
    yield _errata_table(outcomes)
    yield Paragraph(summary(outcomes))


def summary(outcomes: Sequence[Outcome]) -> str:
    """One sentence with the counts of all tables, and one with what cannot be recomputed."""
    counts, missing = total(outcomes), unpublished()
    twice = counts.recomputed - counts.figures
    return (
        f"{counts.figures} printed figures of {counts.tables} tables were recomputed, {twice} of "
        f"them from two sources; of the {counts.recomputed} values {counts.rounded} agree by "
        f"rounding, {counts.cut} by cutting off, {counts.by_source} within the rounding of their "
        f"source, {counts.explained} differ by errata, {counts.unexplained} are unexplained. "
        f"{sum(table.figures for table in missing)} figures of {len(missing)} tables cannot be "
        "recomputed, because what they rest on is not printed."
    )


def _tables(outcomes: Sequence[Outcome]) -> Table:
    columns = (
        Column("Document"),
        Column("Table"),
        Column("Content"),
        Column("Recomputed from"),
        Column("Figures", "count"),
        Column("Rounded", "count"),
        Column("Cut off", "count"),
        Column("Rounded source", "count"),
        Column("Erratum", "count"),
        Column("Unexplained", "count"),
        Column("Errata"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            outcome.table.document,
            outcome.table.number,
            outcome.table.title,
            outcome.table.source,
            len(outcome.labels),
            *(outcome.agreeing.get(agreement, 0) for agreement in Agreement),
            len(outcome.explained),
            len(outcome.unexplained),
            ", ".join(map(str, outcome.errata)),
        )
        for outcome in outcomes
    )
    return Table("tables", "Figures of each table, counted", columns, rows, note=_COUNTED)


def _open_table(outcomes: Sequence[Outcome]) -> Table:
    """The figures that differ without a reason, and the errata that are named in vain."""
    columns = (Column("Document"), Column("Table"), Column("Figure"), Column("What is wrong"))
    rows = [
        (outcome.table.document, outcome.table.number, label, wrong)
        for outcome in outcomes
        for label, wrong in (
            *(
                (figure.label, f"printed {figure.printed or 'none'}, computed {figure.computed}")
                for figure in outcome.unexplained
            ),
            *((label, "an erratum is named but not needed") for label in outcome.stale),
        )
    ]
    return Table("unexplained", "Figures that nothing explains", columns, tuple(rows))


def _unpublished_table() -> Table:
    columns = (
        Column("Document"),
        Column("Table"),
        Column("Content"),
        Column("Figures", "count"),
        Column("Why"),
    )
    rows = tuple((t.document, t.number, t.title, t.figures, t.why) for t in unpublished())
    return Table("unpublished", "Figures that cannot be recomputed", columns, rows)


def _errata_table(outcomes: Sequence[Outcome]) -> Table:
    known = errata()
    met = sorted({number for outcome in outcomes for number in outcome.errata})
    columns = (Column("Erratum", "count"), Column("Where"), Column("Printed"), Column("Correct"))
    rows = tuple((n, known[n].where, known[n].printed, known[n].correct) for n in met)
    return Table("errata", "Errata that were met", columns, rows)
