"""The verdict: the conclusions, one table and the titles of the advice, on one screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from evenkeel.adjustments.registry import lookup
from evenkeel.hypotheses.registry import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.about_tables import notices_about
from evenkeel.report.comparing import title
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Table
from evenkeel.report.of_measures import overview_table
from evenkeel.report.pair_tables import two_algorithms_table
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from evenkeel.comparison.advice import Advice
    from evenkeel.comparison.comparing_measures import MeasuresComparison
    from evenkeel.comparison.comparing_runs import RunsComparison
    from evenkeel.comparison.findings import Comparison


def verdict_of(comparison: Comparison) -> Document:
    """The verdict of a comparison."""
    return _document(title(comparison), comparison, comparison.conclusions)


def verdict_of_runs(found: RunsComparison) -> Document:
    """The verdict of a comparison of runs."""
    return _document(f"{title(found.comparison)}, from runs", found.comparison, found.conclusions)


def verdict_of_measures(found: MeasuresComparison) -> Document:
    """The overview of several measures, and the conclusions of each."""
    names = series(list(found.comparisons))
    paragraphs = (
        Paragraph(f"{name}: {' '.join(one.conclusions)}") for name, one in found.comparisons.items()
    )
    return Document(
        f"Comparison by {len(found.comparisons)} measures: {names}",
        (overview_table(found), *paragraphs),
    )


def _document(heading: str, comparison: Comparison, conclusions: Iterable[str]) -> Document:
    blocks: tuple[Block, ...] = (
        *notices_about(comparison.results),
        Paragraph(" ".join(conclusions)),
        *_on_missing(comparison),
        verdict_table(comparison),
        *_advice_titles(comparison.advice),
    )
    return Document(heading, blocks)


def _on_missing(comparison: Comparison) -> Iterator[Block]:
    """How much is missing, and what was done about it."""
    if comparison.missing is not None:
        yield Paragraph(" ".join([comparison.missing.sentence, *comparison.missing_choices]))


def verdict_table(comparison: Comparison) -> Table:
    """Each algorithm, best first: its rank, where it may stand, and what tells it from others."""
    if comparison.two is not None:
        return two_algorithms_table(comparison.two)
    sets = comparison.rank_sets
    assert sets is not None  # there are several algorithms
    ranks = comparison.ranks[comparison.ranking]
    order = ranks.order.tolist()
    names = ranks.algorithms
    against = comparison.control or comparison.picked or names[order[0]]
    adjusted = _adjusted_against(comparison, against)
    letters = comparison.letters
    rows: list[tuple[Cell, ...]] = [
        (
            names[j],
            float(ranks.average[j]),
            f"{sets.lower[j]} to {sets.upper[j]}",
            *(() if letters is None else (letters[names[j]],)),
            *(() if adjusted is None else (adjusted.get(names[j]),)),
        )
        for j in order
    ]
    place = len(rows[0]) - 1
    shown = _shown_against(comparison, against)
    bold = {(row, place) for row, cells in enumerate(rows) if cells[0] in shown}
    against_title = f"Adjusted p against {against}"
    return Table(
        "verdict",
        f"Average ranks ({RANKINGS.lookup(comparison.ranking).title}), 1 is the best",
        (
            Column("Algorithm"),
            Column("Rank", "rank"),
            Column("Rank set"),
            *(() if letters is None else (Column("Group"),)),
            *(() if adjusted is None else (Column(against_title, "p"),)),
        ),
        tuple(rows),
        frozenset(bold),
        _note(comparison),
        emphasis=f"shown at {comparison.alpha:g}" if adjusted is not None else "",
    )


def _shown_against(comparison: Comparison, against: str) -> set[str]:
    """The algorithms that are shown to differ from one."""
    if comparison.posthoc is None or comparison.shown is None:
        return set()
    pairs = zip(comparison.posthoc.family.hypotheses, comparison.shown, strict=True)
    return {name for pair, shown in pairs if shown and against in pair for name in pair} - {against}


def _adjusted_against(comparison: Comparison, against: str) -> dict[str, float] | None:
    """Adjusted p-values of one algorithm with each other, by the procedure of the conclusions."""
    if comparison.posthoc is None:
        return None
    values = comparison.posthoc.adjusted[comparison.procedure].tolist()
    return {
        first if second == against else second: value
        for (first, second), value in zip(comparison.posthoc.family.hypotheses, values, strict=True)
        if against in (first, second)
    }


def _note(comparison: Comparison) -> str:
    if comparison.posthoc is None:
        return "The omnibus hypothesis was not rejected, so that no pairs were tested."
    test = "" if comparison.rank_sets is None else LAWS.lookup(comparison.rank_sets.test).title
    note = (
        f"p by the ranks, adjusted by {lookup(comparison.procedure).title}; rank sets by {test} "
        "of the two alone."
    )
    return note if comparison.control is not None else f"{note} A shared letter: not told apart."


def _advice_titles(advice: Iterable[Advice]) -> Iterator[Block]:
    """The titles of problems and cautions; notes are counted."""
    titles: dict[str, list[str]] = {}
    for each in advice:
        titles.setdefault(each.grade, []).append(each.title)
    notes = len(titles.pop("note", ()))
    words = [f"{grade.capitalize()}s: {'; '.join(named)}." for grade, named in titles.items()]
    if notes:
        words.append(f"{notes} note{'s' if notes > 1 else ''}.")
    if words:
        yield Paragraph(" ".join(words))
