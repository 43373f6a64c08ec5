"""The report of a comparison: which blocks, in which order. No mathematics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, cast

from evenkeel.comparison.conclusions import describe_methods, references
from evenkeel.comparison.findings import MEASURED_PAIRS, Comparison
from evenkeel.comparison.storing import study_to_dict
from evenkeel.errors import Message, Option
from evenkeel.numerics.scaling import drawable
from evenkeel.report import pair_tables, tables
from evenkeel.report.about_tables import left_out_tables, notices_about, passed_over, read_in_words
from evenkeel.report.document import Block, Document, Facts, Heading, Paragraph, Picture, Table
from evenkeel.report.glance import answer, verdict_table
from evenkeel.report.missing_tables import missing_blocks
from evenkeel.report.posthoc_tables import (
    exhaustive_table,
    matrix_table,
    posthoc_notices,
    posthoc_tables,
    second_look_table,
)
from evenkeel.report.single import advice_notices

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def report_comparison(comparison: Comparison, *, exhaustive: bool = False) -> Document:
    """Build the report of a comparison; `exhaustive` lists the exhaustive sets as well."""
    return Document(
        title(comparison),
        (
            *notices_about(comparison.results),
            *glance(comparison),
            *passed_over(comparison.results),
            *body(comparison, exhaustive=exhaustive),
            *conclusions(comparison.conclusions),
            *methods(comparison),
        ),
        references(comparison),
        main_table(comparison),
        study_to_dict(comparison),
        matrices(comparison),
        read_in_words(comparison.results),
    )


def matrices(comparison: Comparison) -> tuple[Table, ...]:
    """The square of adjusted p-values by which all pairs are decided, if they were tested."""
    if comparison.posthoc is None or comparison.control is not None:
        return ()
    return (matrix_table(comparison.posthoc, comparison.alpha, comparison.procedure),)


def main_table(comparison: Comparison) -> str:
    """The name of the table that holds the decisions, or the ranks if there are none."""
    if not comparison.ranks:
        return "wilcoxon"
    return "ranks" if comparison.posthoc is None else "adjusted"


def title(comparison: Comparison) -> str:
    """What was compared, and with what control."""
    results = comparison.results
    against = f", {comparison.control} as the control" if comparison.control else ""
    return f"Comparison of {results.k} algorithms on {results.n} problems{against}"


def glance(comparison: Comparison) -> Iterator[Block]:
    """What every report begins with: the answer, the picture, a row for each algorithm."""
    yield Facts(answer(comparison))
    if comparison.ranks:
        yield Picture("ranks", _caption(comparison), lambda: _figure(comparison))
    elif drawable(comparison.results.values):
        yield Picture("scatter", "Each point is a problem.", lambda: _figure(comparison))
    else:
        yield Paragraph("There is no picture: an axis cannot show numbers beyond 1e300.")
    yield verdict_table(comparison)


def conclusions(sentences: Iterable[str]) -> Iterator[Block]:
    """The answer in sentences that can stand in a paper."""
    yield Heading("Conclusions in sentences")
    yield from (Paragraph(sentence) for sentence in sentences)


def body(comparison: Comparison, *, exhaustive: bool) -> Iterator[Block]:
    """The sections between the answer and its sentences: pairs, sizes, all algorithms, data."""
    if comparison.missing is not None:
        yield Heading("Missing results")
        yield from missing_blocks(comparison.missing)
        yield from map(Paragraph, comparison.missing_choices)
    if comparison.posthoc is not None:
        yield Heading("Post-hoc hypotheses")
        yield from posthoc_notices(comparison.posthoc, comparison.alpha)
        yield from posthoc_tables(comparison.posthoc, comparison.alpha, comparison.procedure)
        if comparison.second_look is not None:
            yield second_look_table(comparison.second_look)
        if exhaustive:
            yield exhaustive_table(comparison.posthoc, comparison.alpha)
    yield Heading("Contrast estimation")
    yield tables.contrast_table(comparison.contrast)
    yield Heading("Pairwise tests")
    if comparison.results.k > 2:
        yield Paragraph(
            "These tests look at each pair by itself and do not control the family-wise error: "
            "they are not a basis for conclusions about several algorithms."
        )
    yield pair_tables.sign_table(comparison.signs)
    yield pair_tables.wilcoxon_table(comparison.wilcoxon, comparison.effects)
    if comparison.effects is None:
        yield Paragraph(
            Message(
                "The sizes of the differences are left out: a comparison measures up to "
                f"{MEASURED_PAIRS:,} pairs, and these are {comparison.wilcoxon.family.m:,}. The "
                "analysis of effect sizes (",
                Option("effect", call="evenkeel.effect_sizes"),
                ") measures any number.",
            )
        )
    if comparison.multiple_sign is not None:
        yield pair_tables.multiple_sign_table(comparison.multiple_sign)
    if comparison.ranks:
        yield Heading("Omnibus tests")
        yield Paragraph("The null hypothesis of each test is that all algorithms perform alike.")
        yield tables.omnibus_table(comparison.omnibus, comparison.alpha)
        yield Heading("Ranks")
        yield tables.ranks_table(comparison)
    yield Heading("Data")
    yield Paragraph(_data_sentence(comparison))
    yield from left_out_tables(comparison.results)
    yield tables.description_table(comparison.description)
    if comparison.advice:
        yield Heading("Advice")
        yield from advice_notices(comparison.advice)


def methods(comparison: Comparison) -> Iterator[Block]:
    """The paragraph for the methods section."""
    yield Heading("Methods")
    yield Paragraph(describe_methods(comparison))


def _data_sentence(comparison: Comparison) -> str:
    results = comparison.results
    origin = f" from {results.origin.description}" if results.origin else ""
    made = results.origin and results.origin.aggregated
    chosen = results.origin and ", ".join(results.origin.chosen)
    return (
        f"{results.n} problems and {results.k} algorithms{origin}; {results.better} values are "
        f"better.{f' Each value is the {made}.' if made else ''}"
        f"{f' Rows were chosen by {chosen}.' if chosen else ''}"
    )


def _caption(comparison: Comparison) -> str:
    if comparison.posthoc is None:
        return "Average ranks; the omnibus hypothesis was not rejected."
    if comparison.control:
        return (
            f"Average ranks, and which algorithms differ from the control {comparison.control} by "
            "these ranks."
        )
    return "Average ranks. A bar or a letter is shared where these ranks reject no hypothesis."


def _figure(comparison: Comparison) -> Figure:
    return cast("Figure", comparison.plot().figure)
