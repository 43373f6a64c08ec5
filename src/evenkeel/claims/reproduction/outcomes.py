"""What came of recomputing the tables: how many figures agree in which way, and which do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evenkeel.claims.printed import Agreement, Figure
from evenkeel.claims.reproduction.registry import PublishedTable, explanations
from evenkeel.errors import InputError


@dataclass(frozen=True)
class Outcome:
    """The figures of one table, sorted.

    Attributes
    ----------
    table : PublishedTable
        The table, as recomputed from one source.
    agreeing : dict of Agreement to int
        How many figures agree, by the way in which they do.
    explained : tuple of (Figure, int)
        Figures that differ, each with the number of its erratum.
    unexplained : tuple of Figure
        Figures that differ, nobody knows why.
    stale : tuple of str
        Labels that an erratum is said to explain, although they agree or do not exist.
    labels : tuple of str
        The labels of all figures.
    """

    table: PublishedTable
    agreeing: dict[Agreement, int]
    explained: tuple[tuple[Figure, int], ...]
    unexplained: tuple[Figure, ...]
    stale: tuple[str, ...]
    labels: tuple[str, ...]

    @property
    def errata(self) -> tuple[int, ...]:
        """The numbers of the errata that explain differences, each once."""
        return tuple(sorted({number for _, number in self.explained}))

    @property
    def settled(self) -> bool:
        """Whether every figure agrees or has its erratum, and no erratum is named in vain."""
        return not self.unexplained and not self.stale


@dataclass(frozen=True)
class Totals:
    """Counts over many tables.

    `figures` counts what is printed; `recomputed` counts a figure once for each source that it
    was recomputed from, and so do the counts after it.
    """

    tables: int
    figures: int
    recomputed: int
    rounded: int
    cut: int
    by_source: int
    explained: int
    unexplained: int


def reproduce_table(table: PublishedTable) -> Outcome:
    """Recompute a table and sort its figures."""
    figures = list(table.recompute())
    if not figures:
        raise InputError(f"{table.document}, {table.number}: no figure was computed")
    labels = tuple(figure.label for figure in figures)
    if len(set(labels)) < len(labels):
        raise InputError(f"{table.document}, {table.number}: two figures have the same label")
    known = explanations(table.document, table.number, table.source)
    differing = [figure for figure in figures if figure.agreement is None]
    return Outcome(
        table,
        dict(Counter(figure.agreement for figure in figures if figure.agreement is not None)),
        tuple((figure, known[figure.label]) for figure in differing if figure.label in known),
        tuple(figure for figure in differing if figure.label not in known),
        tuple(sorted(set(known) - {figure.label for figure in differing})),
        labels,
    )


def total(outcomes: Sequence[Outcome]) -> Totals:
    """Count over all tables."""
    agreeing: Counter[Agreement] = Counter()
    for outcome in outcomes:
        agreeing.update(outcome.agreeing)
    places = [(outcome.table.document, outcome.table.number) for outcome in outcomes]
    figures = {
        (*place, label)
        for place, outcome in zip(places, outcomes, strict=True)
        for label in outcome.labels
    }
    return Totals(
        tables=len(set(places)),
        figures=len(figures),
        recomputed=sum(len(outcome.labels) for outcome in outcomes),
        rounded=agreeing[Agreement.ROUNDED],
        cut=agreeing[Agreement.CUT],
        by_source=agreeing[Agreement.SOURCE],
        explained=sum(len(outcome.explained) for outcome in outcomes),
        unexplained=sum(len(outcome.unexplained) for outcome in outcomes),
    )
