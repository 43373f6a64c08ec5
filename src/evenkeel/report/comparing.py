"""The report of a comparison: which blocks, in which order. No mathematics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from evenkeel.conclusions import describe_methods, reference_keys
from evenkeel.references import REFERENCES
from evenkeel.report import pair_tables, tables
from evenkeel.report.document import Block, Document, Heading, Notice, Paragraph, Picture
from evenkeel.report.posthoc_tables import exhaustive_table, posthoc_tables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.comparison import Comparison


def report_comparison(comparison: Comparison, *, exhaustive: bool = False) -> Document:
    """Build the report of a comparison; `exhaustive` lists the exhaustive sets as well."""
    results = comparison.results
    title = f"Comparison of {results.k} algorithms on {results.n} problems"
    if comparison.control:
        title += f", {comparison.control} as the control"
    return Document(
        title,
        tuple(_blocks(comparison, exhaustive=exhaustive)),
        tuple(REFERENCES[key] for key in reference_keys(comparison)),
    )


def _blocks(comparison: Comparison, *, exhaustive: bool) -> Iterator[Block]:
    yield Heading("Conclusions")
    yield from (Paragraph(sentence) for sentence in comparison.conclusions)
    if comparison.advice:
        yield Heading("Advice")
        yield from (Notice(a.grade, a.title, a.text) for a in comparison.advice)
    yield Heading("Data")
    yield Paragraph(_data_sentence(comparison))
    yield tables.description_table(comparison)
    if comparison.ranks:
        yield Heading("Ranks")
        yield tables.ranks_table(comparison)
        yield Picture("ranks", _caption(comparison), lambda: _figure(comparison))
        yield Heading("Omnibus tests")
        yield Paragraph("The null hypothesis of each test is that all algorithms perform alike.")
        yield tables.omnibus_table(comparison.omnibus, comparison.alpha)
    if comparison.posthoc is not None:
        yield Heading("Post-hoc hypotheses")
        yield from posthoc_tables(comparison.posthoc, comparison.alpha, comparison.procedure)
        if exhaustive:
            yield exhaustive_table(comparison.posthoc)
    yield Heading("Contrast estimation")
    yield tables.contrast_table(comparison.contrast)
    yield Heading("Pairwise tests")
    if comparison.results.k > 2:
        yield Paragraph(
            "These tests look at each pair by itself and do not control the family-wise error: "
            "they are not a basis for conclusions about several algorithms."
        )
    if comparison.two is not None:
        yield Picture("scatter", "Each point is a problem.", lambda: _figure(comparison))
        yield pair_tables.two_algorithms_table(comparison.two)
    yield pair_tables.sign_table(comparison.signs)
    yield pair_tables.wilcoxon_table(comparison.wilcoxon)
    if comparison.multiple_sign is not None:
        yield pair_tables.multiple_sign_table(comparison.multiple_sign)
    yield Heading("Methods")
    yield Paragraph(describe_methods(comparison))


def _data_sentence(comparison: Comparison) -> str:
    results = comparison.results
    origin = f" from {results.origin.description}" if results.origin else ""
    return (
        f"{results.n} problems and {results.k} algorithms{origin}; {results.better} values are "
        "better."
    )


def _caption(comparison: Comparison) -> str:
    if comparison.posthoc is None:
        return "Average ranks; the omnibus hypothesis was not rejected."
    if comparison.control:
        return f"Average ranks, and which algorithms differ from the control {comparison.control}."
    return "Average ranks. Bars join algorithms among which no hypothesis is rejected."


def _figure(comparison: Comparison) -> Figure:
    return cast("Figure", comparison.plot().figure)
