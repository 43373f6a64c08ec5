"""Tables of aggregates, of performance profiles and of repeated measures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.references import REFERENCES
from evenkeel.report.document import Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.runs._aggregates import Aggregates
from evenkeel.runs._profiles import Profiles
from evenkeel.runs.aggregate_intervals import AGGREGATES
from evenkeel.runs.repeated_measures import MeanComparisons, RepeatedMeasures
from evenkeel.text import p_in_words, percent, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Aggregates of runs as tables of a report.


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
    from evenkeel.plot.aggregates import plot_aggregates

    return cast("Figure", plot_aggregates(found).figure)


# Performance profiles as tables of a report.


_SHOWN = 11  # places of the table; the result and the picture have all


def report_profiles(found: Profiles) -> Document:
    """The picture, the curves at some places, and their bounds."""
    chosen = np.unique(np.linspace(0, found.places.size - 1, _SHOWN).round().astype(int)).tolist()
    key = "dolan2002" if found.kind == "ratio" else "agarwal2021"
    return Document(
        f"Performance profiles of {len(found.algorithms)} algorithms on {found.n} problems",
        (
            Picture("profiles", meaning(found), lambda: _profiles_figure(found)),
            shares_table(found, chosen),
            bounds_table(found, chosen),
            *(Paragraph(sentence(note)) for note in found.notes),
        ),
        references=(REFERENCES[key],),
    )


def meaning(found: Profiles) -> str:
    """What the height of a curve is."""
    if found.kind == "ratio":
        of = "" if found.statistic is None else f"{found.statistic} "
        return f"Share of the problems with a {of}cost of at most so many times the lowest."
    unit = "runs" if found.resampled == "runs" else "problems"
    if found.better == "lower":
        return f"Share of the {unit} with a value below."
    what = "value" if found.zero is None else "score"
    return f"Share of the {unit} with a {what} above."


def shares_table(found: Profiles, chosen: list[int]) -> Table:
    """The curves at some places, and what is solved at all."""
    rows = tuple((float(found.places[place]), *found.share[:, place].tolist()) for place in chosen)
    solved = [f"{share:.3f}" for share in found.solved.tolist()]
    unsolved = (
        ""
        if (found.solved == 1).all()
        else f" Share of the problems with a result, in the same order: {', '.join(solved)}."
    )
    scale = "" if found.zero is None else f" Scores: 0 is {found.zero}, 1 is {found.one}."
    return Table(
        "profiles",
        "Performance profiles",
        (_place_column(found), *(Column(name, "rank") for name in found.algorithms)),
        rows,
        note=f"{meaning(found)} Higher is better.{scale}{unsolved}",
    )


def bounds_table(found: Profiles, chosen: list[int]) -> Table:
    """The bounds at each place by itself, and those of the whole curve."""
    bounds = (found.share, found.lower, found.upper, found.band_lower, found.band_upper)
    titles = ("Share", "Lower", "Upper", "Curve lower", "Curve upper")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, float(found.places[place]), *(float(bound[row, place]) for bound in bounds))
        for row, name in enumerate(found.algorithms)
        for place in chosen
    )
    return Table(
        "bounds",
        "Bounds of the profiles",
        (
            Column("Algorithm"),
            _place_column(found),
            *(Column(title, "rank") for title in titles),
        ),
        rows,
        note=f"Bounds: {percent(found.confidence)}, at each place by itself and for the whole "
        f"curve, bootstrap of the {found.resampled} with {found.resamples} resamples.",
    )


def _place_column(found: Profiles) -> Column:
    title = "Ratio" if found.kind == "ratio" else "Score" if found.zero is not None else "Value"
    return Column(title, "value")


def _profiles_figure(found: Profiles) -> Figure:
    from evenkeel.plot.aggregates import plot_profiles

    return cast("Figure", plot_profiles(found).figure)


# The parametric and the nonparametric answer side by side, as tables of a report.


def report_repeated_measures(answer: RepeatedMeasures) -> Document:
    """The omnibus tests side by side, and the comparisons of means."""
    comparisons = [each for each in (answer.tukey, answer.dunnett) if each is not None]
    return Document(
        f"Repeated-measures analysis of variance of {answer.k} algorithms on {answer.n} problems",
        (
            omnibus_table(answer),
            *map(comparison_table, comparisons),
            *(Paragraph(sentence(note)) for note in answer.notes),
        ),
    )


def report_comparisons(comparisons: MeanComparisons) -> Document:
    """Tukey's or Dunnett's comparisons of means."""
    return Document("Comparisons of means", (comparison_table(comparisons),))


def omnibus_table(answer: RepeatedMeasures) -> Table:
    """F with its corrections, Mauchly's test, and Friedman's and Iman and Davenport's tests."""
    df1, df2 = answer.df
    sphericity = answer.sphericity
    rows: list[tuple[Cell, ...]] = [
        ("Repeated-measures ANOVA", answer.statistic, df1, df2, answer.pvalue)
    ]
    for name, epsilon, pvalue in (
        ("Greenhouse-Geisser", sphericity.greenhouse_geisser, answer.pvalue_greenhouse_geisser),
        ("Huynh-Feldt", sphericity.huynh_feldt, answer.pvalue_huynh_feldt),
    ):
        title = f"ANOVA, corrected by {name}"
        rows.append((title, answer.statistic, epsilon * df1, epsilon * df2, pvalue))
    for test in (answer.friedman, answer.iman_davenport):
        second = test.df[1] if len(test.df) > 1 else None
        rows.append((test.title, test.statistic, test.df[0], second, test.pvalue))
    mauchly = (
        ""
        if math.isnan(sphericity.pvalue)
        else f" Mauchly's test of sphericity: W = {sphericity.mauchly_w:.4f}, "
        f"{p_in_words(sphericity.pvalue)}."
    )
    return Table(
        name="repeated-measures",
        title="All algorithms together: parametric and nonparametric tests",
        columns=(
            Column("Test"),
            Column("Statistic", "statistic"),
            Column("df", "value"),
            Column("df error", "value"),
            Column("p", "p"),
        ),
        rows=tuple(rows),
        note=f"The corrections multiply both degrees of freedom by an epsilon.{mauchly}",
    )


def comparison_table(comparisons: MeanComparisons) -> Table:
    """Tukey's or Dunnett's comparisons of means."""
    letter = "q" if comparisons.procedure == "Tukey" else "t"
    rows = tuple(
        (first, second, float(difference), float(statistic), float(adjusted))
        for (first, second), difference, statistic, adjusted in zip(
            comparisons.family.hypotheses,
            comparisons.difference,
            comparisons.statistic,
            comparisons.adjusted,
            strict=True,
        )
    )
    return Table(
        name=f"repeated-measures-{comparisons.procedure.lower()}",
        title=f"{comparisons.procedure}'s comparisons of the means",
        columns=(
            Column("First"),
            Column("Second"),
            Column("Difference of means", "value"),
            Column(letter, "statistic"),
            Column("adjusted p", "p"),
        ),
        rows=rows,
        note="They suppose normal residuals and sphericity.",
    )
