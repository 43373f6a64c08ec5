"""One fault for all cells of a table that hold more than a number, with the way to read them."""

from __future__ import annotations

from dataclasses import replace

from evenkeel.tables.parsing.cells import quote
from evenkeel.tables.parsing.table import Understood

_LEAST = 2  # cells; a single one is explained as any other that is no number


def notation_faults(found: Understood) -> tuple[Understood, list[str]]:
    """Make one fault of all cells that hold more than a number and were not read."""
    unread = [cell for cell in found.annotated if cell in found.wrong]
    if len(unread) < _LEAST:
        return found, []
    first = min(unread)
    fault = (
        f"{len(unread)} cells hold more than a number, such as {quote(found.annotated[first])} in "
        f'{found.where(*first)}; take the first number of each with cells="mean", or write numbers '
        "alone"
    )
    values = found.values.copy()
    for cell in unread:
        values[cell] = 0.0  # one fault is enough
    values.flags.writeable = False
    wrong = {cell: why for cell, why in found.wrong.items() if cell not in found.annotated}
    return replace(found, values=values, wrong=wrong), [fault]
