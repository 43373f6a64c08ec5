"""Aggregates of runs as tables of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from evenkeel.report.document import Column, Document, Paragraph, Picture, Table
from evenkeel.runs.aggregate_statistics import AGGREGATES
from evenkeel.runs.run_aggregates import Aggregates
from evenkeel.words.numbers import percent
from evenkeel.words.references import REFERENCES
from evenkeel.words.sentences import sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def report_aggregates(found: Aggregates) -> Document:
    """The aggregates, the probabilities of improvement and the differences."""
    return Document(
        f"Aggregates of the runs of {len(found.algorithms)} algorithms on {found.n} problems",
        (
            Picture(
                "aggregates",
                f"Intervals of each aggregate, {percent(found.confidence)}, with the estimate.",
                lambda: _figure(found),
            ),
            aggregates_table(found),
            improvement_table(found),
            differences_table(found),
            *(Paragraph(sentence(note)) for note in found.notes),
        ),
        references=(REFERENCES["agarwal2021"],),
    )


def aggregates_table(found: Aggregates) -> Table:
    """Each aggregate of each algorithm."""
    rows = tuple(
        (AGGREGATES[name].title, algorithm, *_bounds(found, "", row, column))
        for row, name in enumerate(found.statistics)
        for column, algorithm in enumerate(found.algorithms)
    )
    scale = "" if found.zero is None else f" Scores: 0 is {found.zero}, 1 is {found.one}."
    gap = (
        f" The optimality gap is to {found.threshold:g}; lower is better."
        if "optimality-gap" in found.statistics
        else ""
    )
    return Table(
        "aggregates",
        "Aggregates of all runs",
        (Column("Aggregate"), Column("Algorithm"), *_interval_columns("Value")),
        rows,
        note=f"{found.better.capitalize()} is better.{gap}{scale} {_intervals(found)}",
    )


def improvement_table(found: Aggregates) -> Table:
    """How probably a run of the first is better than one of the second."""
    rows = tuple(
        (
            first,
            second,
            float(found.improvement[row]),
            float(found.improvement_lower[row]),
            float(found.improvement_upper[row]),
        )
        for row, (first, second) in enumerate(found.family.hypotheses)
    )
    return Table(
        "improvement",
        "Probability that a run of the first is better than one of the second",
        (
            Column("First"),
            Column("Second"),
            Column("Probability", "rank"),
            Column("Lower", "rank"),
            Column("Upper", "rank"),
        ),
        rows,
        note="Averaged over the problems, equal runs counted half.",
    )


def differences_table(found: Aggregates) -> Table:
    """By how much the first is better than the second, in each aggregate."""
    rows = tuple(
        (AGGREGATES[name].title, first, second, *_bounds(found, "difference", row, column))
        for row, name in enumerate(found.statistics)
        for column, (first, second) in enumerate(found.family.hypotheses)
    )
    return Table(
        "differences",
        "Differences of the aggregates",
        (Column("Aggregate"), Column("First"), Column("Second"), *_interval_columns("Difference")),
        rows,
        note="Above 0 the first is better, below 0 the second, whichever direction is good.",
    )


def _interval_columns(title: str) -> tuple[Column, ...]:
    return tuple(Column(each, "value") for each in (title, "Lower", "Upper"))


def _bounds(found: Aggregates, of: str, row: int, column: int) -> tuple[float, float, float]:
    """The estimate and its bounds."""
    names = (of, f"{of}_lower", f"{of}_upper") if of else ("value", "lower", "upper")
    value, low, high = (float(getattr(found, name)[row, column]) for name in names)
    return value, low, high


def _intervals(found: Aggregates) -> str:
    kind = "expanded percentile" if found.interval == "expanded" else "percentile"
    return (
        f"Intervals: {percent(found.confidence)}, {kind}, stratified bootstrap with "
        f"{found.resamples} resamples."
    )


def _figure(found: Aggregates) -> Figure:
    from evenkeel.plot.run_aggregates import plot_aggregates

    return cast("Figure", plot_aggregates(found).figure)
