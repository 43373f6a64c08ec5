"""What a reader should know about the cells of a table of runs, each remark in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from evenkeel.errors import Message
from evenkeel.tables.faults import ANY_CHOICE
from evenkeel.tables.remarks import names_alike, rounded_integers
from evenkeel.tables.scanning.survey import Survey

MEND_CELL = Message("add the runs, or say ", ANY_CHOICE)


def remarks(facts: Survey, columns: Mapping[str, str]) -> Iterator[str]:
    """Cells without runs, unequal numbers of runs, curves, runs without names; names alike."""
    yield from names_alike("algorithm", facts.algorithms)
    yield from names_alike("problem", facts.problems)
    sizes = np.fmax(np.abs(facts.minimum), np.abs(facts.maximum))
    yield from rounded_integers("cell", sizes, facts.algorithms, facts.problems)
    if not facts.present.all():
        yield missing_cells(facts)
    if "step" in columns:
        yield (
            f"the runs are curves over the steps in column {columns['step']!r}; choose one step "
            "with at_step()"
        )
        return
    counts = facts.counts[facts.present]
    fewest, most = int(counts.min()), int(counts.max())
    if fewest < most:
        where = _cell(facts, *np.argwhere(facts.counts == fewest)[0])
        yield f"the cells have from {fewest} to {most} runs; the fewest has {where}"
    elif most == 1:
        yield "every cell has one run, so nothing is known about the spread of the runs"
    if "run" not in columns:
        yield (
            "no column names the runs, so they cannot be paired, and a run that occurs twice would "
            "not be noticed"
        )


def runs_in_words(facts: Survey) -> str:
    """How many runs the cells have that have any: ``30 runs``, ``1 run`` or ``1 to 2 runs``."""
    counts = facts.counts[facts.present]
    fewest, most = int(counts.min()), int(counts.max())
    return f"{fewest if fewest == most else f'{fewest} to {most}'} run{'s' * (most > 1)}"


def missing_cells(facts: Survey) -> str:
    """Say how many cells have no run, and which is the first."""
    lacking = ~facts.present
    count = int(lacking.sum())
    where = _cell(facts, *np.argwhere(lacking)[0])
    have = "has" if count == 1 else "have"
    return f"{count} of {lacking.size} cells {have} no run, the first that of {where}"


def lost_statistic(facts: Survey, statistic: str, row: int, column: int) -> str:
    """Say why the statistic of a cell with runs is no finite number."""
    where = _cell(facts, row, column)
    if statistic == "std" and facts.counts[row, column] == 1:
        return (
            f"a standard deviation needs two runs or more, but {where} has one; aggregate by "
            "'mean', 'median', 'min' or 'max'"
        )
    largest = max(abs(facts.minimum[row, column]), abs(facts.maximum[row, column]))
    return (
        f"the {statistic} of {where} is beyond the largest number, for its values reach "
        f"{largest:g}; rescale the values"
    )


def _cell(facts: Survey, row: int, column: int) -> str:
    return f"{facts.algorithms[column]!r} on {facts.problems[row]!r}"
