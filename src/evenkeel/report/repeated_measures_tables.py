"""The parametric and the nonparametric answer side by side, as tables of a report."""

from __future__ import annotations

import math

from evenkeel.report.document import Cell, Column, Document, Paragraph, Table
from evenkeel.runs.repeated_measures import MeanComparisons, RepeatedMeasures
from evenkeel.words.numbers import p_in_words
from evenkeel.words.sentences import sentence


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
