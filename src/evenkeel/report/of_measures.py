"""The report of several measures: an overview, then the report of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from evenkeel.ranks.named import compute_ranks
from evenkeel.report.document import Block, Column, Document, Heading, Paragraph, Picture, Table
from evenkeel.words.numbers import format_number
from evenkeel.words.references import Reference
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.comparison.comparing_measures import MeasuresComparison
    from evenkeel.comparison.findings import Comparison


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
    """Average ranks with letters, a row a measure and a column an algorithm."""
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
