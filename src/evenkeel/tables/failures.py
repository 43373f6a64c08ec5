"""Runs that have no value: what is left out of a table of runs if the reader says so."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from evenkeel.errors import Message, Option
from evenkeel.tables.parsing.cells import names_of


def without_failures(
    cells: Mapping[str, Any], value: str, algorithm: str, problem: str, missing: str
) -> tuple[dict[str, Any], dict[str, tuple[str, ...]]]:
    """Leave out what has no value in the columns of runs.

    ``missing="keep"`` leaves out the failed runs alone, so that their cells have fewer runs than
    others, which `Runs.checks` tells; ``"drop-problem"`` the problems on which a run failed; any
    other choice all runs of an algorithm on such a problem, so that the cell is empty and the
    choice is about it. Returned are also the problems left out, with the algorithms that failed.

    Examples
    --------
    >>> import numpy as np
    >>> runs = {"a": ["A", "A", "A"], "p": ["x", "x", "y"], "v": np.array([1.0, np.nan, 2.0])}
    >>> without_failures(runs, "v", "a", "p", "drop-problem")
    ({'a': ['A'], 'p': ['y'], 'v': array([2.])}, {'x': ('A',)})
    >>> without_failures(runs, "v", "a", "p", "keep")[0]["v"].tolist()
    [1.0, 2.0]
    """
    failed = np.isnan(cells[value])
    if missing == "error" or not failed.any():
        return dict(cells), {}
    algorithms, problems = names_of(cells[algorithm]), names_of(cells[problem])
    where = dict.fromkeys((problems[row], algorithms[row]) for row in np.flatnonzero(failed))
    gaps: dict[str, tuple[str, ...]] = {}
    if missing == "drop-problem":
        for name, culprit in where:
            gaps[name] = (*gaps.get(name, ()), culprit)
        failed = np.array([name in gaps for name in problems])
    elif missing != "keep":
        failed = np.array([cell in where for cell in zip(problems, algorithms, strict=True)])
    kept = np.flatnonzero(~failed).tolist()
    chosen = {
        name: column[kept] if isinstance(column, np.ndarray) else [column[row] for row in kept]
        for name, column in cells.items()
    }
    return chosen, gaps


def lost_names(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    algorithm: str,
    problem: str,
    dropped: Collection[str],
    algorithms: Collection[str] | None,
) -> list[Message]:
    """Algorithms and problems that lost all their runs, which nobody asked for, as faults.

    `dropped` are the problems that were left out as asked, `algorithms` those that are wanted.
    """
    gone: dict[str, list[str]] = {algorithm: [], problem: []}
    for column in gone if len(after[problem]) < len(before[problem]) else ():
        left = set(names_of(after[column]))
        gone[column] = [
            name for name in dict.fromkeys(names_of(before[column])) if name not in left
        ]
    return [
        Message(
            f"the algorithm {name!r} has no run with a value; leave it out by naming "
            "the others with ",
            Option("algorithms"),
        )
        for name in gone[algorithm]
        if algorithms is None or name in algorithms
    ] + [
        Message(
            f"the problem {name!r} has no run with a value; leave it out with ",
            Option("missing", "drop-problem"),
            ", or its rows out of the table",
        )
        for name in gone[problem]
        if name not in dropped
    ]
