"""The report of a comparison, of several measures, and its verdict on one screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from evenkeel.comparison.conclusions import describe_methods, references
from evenkeel.comparison.findings import MEASURED_PAIRS, Comparison
from evenkeel.comparison.storage import study_to_dict
from evenkeel.errors import Message, Option
from evenkeel.numerics.arrays import drawable
from evenkeel.ranks.named import compute_ranks
from evenkeel.references import Reference
from evenkeel.report import pair_tables, tables
from evenkeel.report.document import (
    Block,
    Column,
    Document,
    Facts,
    Heading,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.report.glance import (
    ROWS,
    Drawn,
    abridged,
    answer,
    diagram,
    headline,
    in_characters,
    verdict_table,
)
from evenkeel.report.posthoc_tables import (
    exhaustive_table,
    matrix_table,
    posthoc_notices,
    posthoc_tables,
    second_look_table,
)
from evenkeel.report.single import advice_notices
from evenkeel.report.tables import (
    left_out_tables,
    missing_blocks,
    notices_about,
    passed_over,
    read_in_words,
)
from evenkeel.text import format_number, joined, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.comparison._compare import MeasuresComparison
    from evenkeel.comparison._compare_runs import RunsComparison

# The report of a comparison: which blocks, in which order. No mathematics.


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
        headline=headline(comparison),
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
    """What every report begins with: the picture, a row for each algorithm, the answer."""
    if comparison.ranks:
        yield Picture(
            "ranks",
            _caption(comparison),
            lambda: _figure(comparison),
            lambda: in_characters(comparison),
        )
    elif drawable(comparison.results.values):
        yield Picture("scatter", "Each point is a problem.", lambda: _figure(comparison))
    else:
        yield Paragraph("There is no picture: an axis cannot show numbers beyond 1e300.")
    yield verdict_table(comparison)
    yield Facts(answer(comparison))


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
    if comparison.results.k == 2 and drawable(comparison.results.values):
        yield Picture(
            "confidence-curve",
            "The differences that Wilcoxon's test does not reject, at every level.",
            lambda: _curve(comparison),
        )
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
        return f"Average ranks, and which algorithms are shown to differ from {comparison.control}."
    return "Average ranks. A bar or a letter is shared where no difference is shown."


def _curve(comparison: Comparison) -> Figure:
    from evenkeel.plot import plot_confidence_curve

    return cast("Figure", plot_confidence_curve(comparison, alpha=comparison.alpha).figure)


def _figure(comparison: Comparison) -> Figure:
    return cast("Figure", comparison.plot().figure)


# The report of several measures: an overview, then the report of each.


def report_measures(found: MeasuresComparison, *, exhaustive: bool = False) -> Document:
    """An overview table, measures by algorithms, and a section for each measure."""
    blocks: list[Block] = [
        Paragraph(_level(found)),
        overview_table(found),
        *_picture(found),
    ]
    references: list[Reference] = []
    more: list[Table] = []
    for name, prefix in _prefixes(list(found.comparisons)).items():
        one = found.comparisons[name].report(exhaustive=exhaustive)
        blocks += [Heading(name), *_below(one.flow, name, prefix)]
        references += one.references
        more += [replace(table, name=f"{prefix}-{table.name}") for table in one.more]
    names = list(found.comparisons)
    return Document(
        f"Comparison by {len(names)} measures: {series(names)}",
        tuple(blocks),
        tuple(dict.fromkeys(references)),
        "overview",
        more=tuple(more),
    )


def _level(found: MeasuresComparison) -> str:
    """What holds for the measures together."""
    if found.joint_level is None:
        return (
            "Each measure is compared by itself: no p-value is adjusted for the number of measures."
        )
    count = len(found.comparisons)
    return (
        f"The level {found.joint_level:g} holds for all {count} measures together: each is tested "
        f"at {found.joint_level / count:.3g}."
    )


def overview_table(found: MeasuresComparison) -> Table:
    """Average ranks with letters, a row per measure and a column per algorithm."""
    algorithms = list(
        dict.fromkeys(a for one in found.comparisons.values() for a in one.results.algorithms)
    )
    rows, bold = [], set()
    for i, (name, one) in enumerate(found.comparisons.items()):
        ranks = compute_ranks(one.results, one.ranking)
        average = dict(zip(ranks.algorithms, ranks.average.tolist(), strict=True))
        marks = _marks(one)
        cells = [
            f"{format_number(average[a], 'rank')} {marks[a]}".strip() if a in average else None
            for a in algorithms
        ]
        best = min(average.values())
        bold |= {(i, j) for j, a in enumerate(algorithms, start=1) if average.get(a) == best}
        rows.append((name, *cells, "rejected" if one.rejected else "not rejected"))
    return Table(
        "overview",
        "Average ranks, 1 is the best",
        (Column("Measure"), *map(Column, algorithms), Column("First hypothesis")),
        tuple(rows),
        frozenset(bold),
        "In a row, algorithms that share a letter are not told apart; with a control, those that "
        "differ from it are marked so. Nothing marked: the hypotheses were not tested, or not "
        "rejected. The first hypothesis is the omnibus one, of two algorithms Wilcoxon's.",
        emphasis="the best of each measure",
    )


def _picture(found: MeasuresComparison) -> Iterator[Picture]:
    """The diagrams of all measures on one axis, if their ranks are of the same algorithms."""
    axes = {(one.ranking, frozenset(one.results.algorithms)) for one in found.comparisons.values()}
    if len(axes) == 1:
        caption = "Average ranks by each measure, all on the same axis."
        yield Picture("ranks", caption, lambda: cast("Figure", found.plot().figure))


def _marks(one: Comparison) -> dict[str, str]:
    """What stands beside the rank of each algorithm: letters, or a mark of a difference."""
    marks = dict.fromkeys(one.results.algorithms, "")
    if one.posthoc is None or one.shown is None:
        return marks
    if one.letters is not None:
        return marks | one.letters
    for pair, different in zip(one.posthoc.family.hypotheses, one.shown, strict=True):
        if different:
            marks |= {name: "differs" for name in pair if name != one.control}
    return marks


def _below(blocks: tuple[Block, ...], measure: str, prefix: str) -> Iterator[Block]:
    """The blocks of a report as those of a section; tables and pictures get names of their own."""
    for block in blocks:
        match block:
            case Heading(text):
                yield Heading(f"{measure}: {text}", 2)
            case Table(name) | Picture(name):
                yield replace(block, name=f"{prefix}-{name}")
            case _:
                yield block


def _prefixes(measures: list[str]) -> dict[str, str]:
    """A prefix for each measure that can stand in names of files, unique."""
    words = {name: re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") for name in measures}
    plain = len(set(words.values())) == len(words) and all(words.values())
    return {name: words[name] if plain else f"m{i}" for i, name in enumerate(measures, start=1)}


# The verdict on one screen: the answer at a glance, and a table with a row for each algorithm.


def verdict_of(comparison: Comparison, drawn: Drawn | None = None) -> Document:
    """The verdict of a comparison."""
    return _document(title(comparison), comparison, drawn)


def verdict_of_runs(found: RunsComparison, drawn: Drawn | None = None) -> Document:
    """The verdict of a comparison of runs."""
    heading = f"{title(found.comparison)}, from runs"
    of_runs = found.conclusions[len(found.comparison.conclusions) :]
    return _document(heading, found.comparison, drawn, (("Runs", joined(of_runs)),))


def verdict_of_measures(found: MeasuresComparison, drawn: Drawn | None = None) -> Document:
    """The overview of several measures, and the verdict of each."""
    names = series(list(found.comparisons))
    blocks: list[Block] = [overview_table(found)]
    for name, one in found.comparisons.items():
        blocks += [Heading(name), *verdict_of(one, drawn).blocks]
    return Document(f"Comparison by {len(found.comparisons)} measures: {names}", tuple(blocks))


def _document(
    heading: str,
    comparison: Comparison,
    drawn: Drawn | None,
    also: tuple[tuple[str, str], ...] = (),
) -> Document:
    facts = Facts((*answer(comparison), *(line for line in also if line[1])))
    if drawn:  # the best and the worst stand whole in the rows below
        names = comparison.results.algorithms
        facts = Facts(tuple((label, abridged(text, names, drawn)) for label, text in facts.lines))
    listed = drawn is not None and comparison.results.k <= ROWS  # in the rows below
    read = read_in_words(comparison.results, algorithms=not listed)
    if drawn and comparison.two is None:
        table = diagram(comparison, drawn.below(read, *(text for _, text in facts.lines)))
    else:
        table = verdict_table(comparison)
    heading = "" if drawn else heading  # a screen is short, and its first line says as much
    blocks = (*notices_about(comparison.results), facts, table)
    return Document(heading, blocks, read=read)
