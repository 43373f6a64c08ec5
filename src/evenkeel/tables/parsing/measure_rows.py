"""Rows that are measures, as in a table of accuracy, precision and recall on one problem."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.tables.parsing.roles import names_a_measure
from evenkeel.words.sentences import series

_MOST = 100  # rows; nobody takes more measures


def measures_fault(problems: Sequence[str], drop: Sequence[str] | None = None) -> list[str]:
    """Say which rows are measures by their names, unless it was said which rows are problems.

    A single one may be a problem, and f1 is the first of the functions f1, f2, ....
    """
    if drop is not None or len(problems) > _MOST:
        return []
    measures = [name for name in problems if names_a_measure(name) and name.casefold() != "f1"]
    if len(measures) < 2:
        return []
    remedy = f"leave them out with drop={measures!r}"
    if len(problems) - len(measures) < 2:
        remedy = "give one measure on several problems"
    return [
        f"the rows {series(list(map(repr, measures)))} are measures by their names, not problems, "
        f"and measures must not be pooled; {remedy}, or keep every row as a problem with drop=[]"
    ]
