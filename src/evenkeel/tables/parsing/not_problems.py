"""Rows that are no problems: measures on one problem, runs, and sizes where rows were columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evenkeel.tables.parsing.not_algorithms import (
    ends_as_another_thing,
    names_another_thing,
    of_one_statistic,
    several_statistics,
)
from evenkeel.tables.parsing.roles import names_a_measure, number_runs
from evenkeel.words.sentences import series

_KEEP = "or keep every row as a problem with drop=[]"
_MOST = 100  # rows; nobody takes more measures


def not_problems(
    problems: Sequence[str], drop: Sequence[str] | None = None, *, turned: bool = False
) -> list[str]:
    """Say which rows are no problems by their names, unless it was said which rows are.

    `turned` says that the rows were the columns of the source.
    """
    if drop is not None or not 1 < len(problems) <= _MOST:
        return []
    if number_runs(problems) and all(name[:1].isalpha() for name in problems):  # numbers are names
        return [_fault(problems, "runs", f"name the problems in a column of their own, {_KEEP}")]
    if several := several_statistics(problems):
        shown = series([repr(name) for name in several[:4]])
        one = of_one_statistic(problems)
        others = [name for name in problems if name not in one]
        return [
            f"problems have several rows each, such as {shown}, and only one of a kind can be "
            f"compared; leave the others out with drop={others!r}, {_KEEP}"
        ]
    measures = [name for name in problems if _names_a_measure(name)]
    others = [name for name in problems if turned and _another_thing(name)]
    if not others and (len(measures) < 2 or 2 * len(measures) < len(problems)):
        return []  # a single one may be a problem
    found = [name for name in problems if name in measures or name in others]
    them = "them" if len(found) > 1 else "it"
    remedy = f"leave {them} out with drop={found!r}, {_KEEP}"
    if len(problems) - len(found) < 2:
        remedy = f"give one measure on several problems, {_KEEP}"
    what = "sizes, times or measures" if others else "measures, which must not be pooled"
    what = "a size, a time or a measure" if len(found) == 1 else what
    return [_fault(found, what, remedy)]


def _another_thing(name: str) -> bool:
    return names_another_thing(name) or ends_as_another_thing(name)


def _names_a_measure(name: str) -> bool:
    """Whether it does, and is not the first of the functions f1, f2, ...."""
    return names_a_measure(name) and not re.match(r"f1(?!.?score)", name.casefold())


def _fault(found: Sequence[str], what: str, remedy: str) -> str:
    listed = series(list(map(repr, found)))
    if len(found) == 1:
        return f"the row {listed} is by its name no problem but {what}; {remedy}"
    return f"the rows {listed} are by their names no problems but {what}; {remedy}"
