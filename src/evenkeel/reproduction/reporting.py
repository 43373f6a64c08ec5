"""The report of a reproduction: a line for each published table, and the errata that were met."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.report.document import Column, Document, Paragraph, Table
from evenkeel.reproduction import companions, tutorial
from evenkeel.reproduction.figures import Outcome, PublishedTable, errata

TABLES: tuple[PublishedTable, ...] = (*tutorial.TABLES, *companions.TABLES)


def report_reproduction(outcomes: Sequence[Outcome]) -> Document:
    """The outcomes table by table, and the errata behind the differences."""
    rows = tuple(
        (o.table.document, o.table.number, o.table.title, o.agreeing, o.verdict) for o in outcomes
    )
    met = sorted({number for outcome in outcomes for number in outcome.errata})
    known = errata()
    explained = sum(outcome.explained for outcome in outcomes)
    return Document(
        "The published tables, recomputed",
        (
            Table(
                "tables",
                "A figure agrees if it rounds, or is cut off, to the printed digits",
                (
                    Column("Document"),
                    Column("Table"),
                    Column("Content"),
                    Column("Agreeing figures", "count"),
                    Column("Outcome"),
                ),
                rows,
            ),
            Table(
                "errata",
                "Misprints that were met",
                (
                    Column("Erratum", "count"),
                    Column("Where"),
                    Column("Printed"),
                    Column("Correct"),
                ),
                tuple(
                    (n, known[n]["where"], known[n]["printed"], known[n]["correct"]) for n in met
                ),
            ),
            Paragraph(f"{explained} of {len(outcomes)} tables agree or are explained by errata."),
        ),
    )
