"""One fault for all cells of a table that hold more than a number, with the way to read them.

Or one note, if their first numbers were read.
"""

from __future__ import annotations

from dataclasses import replace

from evenkeel.tables.parsing.cells import quote
from evenkeel.tables.parsing.table import Table, Understood

_LEAST = 2  # cells; a single one is explained as any other that is no number


def notation_faults(found: Understood) -> tuple[Understood, list[str]]:
    """Make one fault of all cells that hold more than a number and were not read."""
    unread = [cell for cell in found.annotated if cell in found.wrong]
    if len(unread) < _LEAST:
        return found, []
    first = min(unread)
    fault = more_than_a_number(len(unread), found.annotated[first], found.where(*first))
    values = found.values.copy()
    for cell in unread:
        values[cell] = 0.0  # one fault is enough
    values.flags.writeable = False
    wrong = {cell: why for cell, why in found.wrong.items() if cell not in found.annotated}
    return replace(found, values=values, wrong=wrong), [fault]


def more_than_a_number(count: int, example: str, where: str) -> str:
    """The fault of cells that hold more than a number, of which one is shown."""
    return (
        f"{count} cells hold more than a number, such as {quote(example)} in {where}; take the "
        'first number of each with cells="mean", or write numbers alone'
    )


def first_numbers_notes(table: Table) -> tuple[str, ...]:
    """What a table of runs lost where the first numbers of its cells were read."""
    if not table.first_numbers:
        return ()
    columns = (table.numbers(position) for position in range(len(table.columns)))
    deviations = sum(len(column.deviations) for column in columns)
    if not deviations:
        return ()
    return (f"{deviations} cells hold a deviation beside their number, which is not used",)
