"""What is missing from a table: counts, whether it goes with bad results, and the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.report.document import Block, Column, Document, Paragraph, Picture, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.tables.missing import MissingPattern


def report_missing(pattern: MissingPattern) -> Document:
    """The pattern by itself."""
    return Document("Missing results", tuple(missing_blocks(pattern)), main="missing")


def missing_blocks(pattern: MissingPattern) -> Iterator[Block]:
    """Sentences, the counts by algorithm and by problem, and the picture."""
    yield Paragraph(pattern.sentence)
    yield Paragraph(pattern.association)
    yield by_algorithm_table(pattern)
    if pattern.count:
        yield Paragraph(pattern.cost)
        yield by_problem_table(pattern)
        yield Picture("missing", "Dark cells are missing.", lambda: _figure(pattern))


def by_algorithm_table(pattern: MissingPattern) -> Table:
    """How many results of each algorithm are missing, most first, and how it does otherwise."""
    missing = pattern.by_algorithm
    order = np.argsort(-missing, kind="stable").tolist()
    return Table(
        "missing",
        "Missing results by algorithm",
        (
            Column("Algorithm"),
            Column("Missing", "count"),
            Column("Present", "count"),
            Column("Rivals beaten"),
        ),
        tuple(
            (
                pattern.algorithms[j],
                int(missing[j]),
                len(pattern.problems) - int(missing[j]),
                None if np.isnan(pattern.standing[j]) else f"{pattern.standing[j]:.1%}",
            )
            for j in order
        ),
        note="Rivals beaten: of the results of others on the same problems, ties counted half.",
    )


def by_problem_table(pattern: MissingPattern) -> Table:
    """The problems on which results are missing, most first."""
    missing, k = pattern.by_problem, len(pattern.algorithms)
    order = [i for i in np.argsort(-missing, kind="stable").tolist() if missing[i]]
    return Table(
        "missing-by-problem",
        "Missing results by problem",
        (Column("Problem"), Column("Missing", "count"), Column("Present", "count")),
        tuple((pattern.problems[i], int(missing[i]), k - int(missing[i])) for i in order),
        note="Problems on which nothing is missing are not listed.",
    )


def _figure(pattern: MissingPattern) -> Figure:
    from evenkeel.plot.missing import draw_pattern

    return cast("Figure", draw_pattern(pattern).figure)
