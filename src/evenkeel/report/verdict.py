"""The verdict on one screen: the answer at a glance, and a table with a row for each algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evenkeel.report.about_tables import notices_about, read_in_words
from evenkeel.report.comparing import title
from evenkeel.report.document import Block, Document, Facts, Heading
from evenkeel.report.glance import Drawn, answer, diagram, verdict_table
from evenkeel.report.of_measures import overview_table
from evenkeel.words.sentences import joined, series

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
    read = read_in_words(comparison.results)
    if drawn and comparison.two is None:
        table = diagram(comparison, drawn.below(read, *(text for _, text in facts.lines)))
    else:
        table = verdict_table(comparison)
    heading = "" if drawn else heading  # a screen is short, and its first line says as much
    blocks = (*notices_about(comparison.results), facts, table)
    return Document(heading, blocks, read=read)
