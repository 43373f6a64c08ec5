"""The verdict on one screen: the answer at a glance, and a table with a row for each algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evenkeel.adjustments.registry import lookup
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.about_tables import notices_about
from evenkeel.report.comparing import title
from evenkeel.report.document import Block, Cell, Column, Document, Facts, Heading, Table
from evenkeel.report.glance import (
    Drawn,
    adjusted_against,
    answer,
    diagram,
    shown_against,
)
from evenkeel.report.of_measures import overview_table
from evenkeel.report.pair_tables import two_algorithms_table
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from evenkeel.comparison.comparing_measures import MeasuresComparison
    from evenkeel.comparison.comparing_runs import RunsComparison
    from evenkeel.comparison.findings import Comparison


def verdict_of(comparison: Comparison, drawn: Drawn | None = None) -> Document:
    """The verdict of a comparison."""
    return _document(title(comparison), comparison, drawn)


def verdict_of_runs(found: RunsComparison, drawn: Drawn | None = None) -> Document:
    """The verdict of a comparison of runs."""
    heading = f"{title(found.comparison)}, from runs"
    of_runs = found.conclusions[len(found.comparison.conclusions) :]
    return _document(heading, found.comparison, drawn, (("Runs", " ".join(of_runs)),))


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
    several = comparison.two is None
    table = diagram(comparison, drawn) if drawn and several else verdict_table(comparison)
    facts = Facts((*answer(comparison), *(line for line in also if line[1])))
    heading = "" if drawn else heading  # a screen is short, and its first line says as much
    return Document(heading, (*notices_about(comparison.results), facts, table))


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
    adjusted = adjusted_against(comparison, against)
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
    shown = shown_against(comparison, against)
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


def _note(comparison: Comparison) -> str:
    if comparison.posthoc is None:
        return "The omnibus hypothesis was not rejected, so that no pairs were tested."
    test = "" if comparison.rank_sets is None else comparison.rank_sets.test
    note = (
        f"p by the ranks, adjusted by {lookup(comparison.procedure).title}; rank sets by {test} "
        "tests of the two alone."
    )
    return note if comparison.control is not None else f"{note} A shared letter: not told apart."
