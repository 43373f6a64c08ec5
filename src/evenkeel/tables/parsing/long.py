"""Long tables: a row a result, with its algorithm, its problem and its value."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from evenkeel.tables.faults import MEND_MISSING, Cell
from evenkeel.tables.parsing.table import Table, Understood


def read_long(table: Table, roles: Mapping[str, int]) -> Understood:
    """Read a table with a row a result; `roles` tells the positions of its three columns.

    Problems and algorithms come in the order in which they first appear.
    """
    word, faults = table.row_word, list[str]()
    algorithms: dict[str, int] = {}
    problems: dict[str, int] = {}
    found: dict[Cell, list[int]] = {}
    cells = zip(*(table.names_in(roles[role]) for role in ("problem", "algorithm")), strict=True)
    for row, (problem, algorithm) in enumerate(cells):
        names = {"problem": problem, "algorithm": algorithm}
        unnamed = [role for role, name in names.items() if not name.strip()]
        for role in unnamed:
            faults.append(
                f"{word} {table.rows[row]}, column {table.place(roles[role])} "
                f"({table.names[roles[role]]!r}): the name of the {role} is empty; fill it in"
            )
        if not unnamed:
            cell = (
                problems.setdefault(problem, len(problems)),
                algorithms.setdefault(algorithm, len(algorithms)),
            )
            found.setdefault(cell, []).append(row)
    problem_names, algorithm_names = tuple(problems), tuple(algorithms)

    def title(i: int, j: int) -> str:
        return f"problem {problem_names[i]!r}, algorithm {algorithm_names[j]!r}"

    def where(i: int, j: int) -> str:
        if (i, j) not in found:
            return title(i, j)
        row = table.rows[found[i, j][0]]
        return f"{word} {row}, column {table.place(roles['value'])} ({title(i, j)})"

    column = table.numbers(roles["value"])
    values = np.full((len(problems), len(algorithms)), np.nan)
    wrong: dict[Cell, str] = {}
    absent: dict[Cell, str] = {}
    annotated: dict[Cell, str] = {}
    deviations: dict[Cell, float] = {}
    for (i, j), rows in found.items():
        row = rows[0]
        values[i, j] = column.values[row]
        if row in column.wrong:
            wrong[i, j] = column.wrong[row]
        elif row in column.absent:
            absent[i, j] = column.absent[row]
        if row in column.annotated:
            annotated[i, j] = column.annotated[row]
        if row in column.deviations:
            deviations[i, j] = column.deviations[row]
        if len(rows) > 1:
            first, second = table.rows[row], table.rows[rows[1]]
            faults.append(
                f"{title(i, j)}: {len(rows)} results, the first in {word}s {first} and {second}; "
                "keep one, or read repeated runs with evenkeel.read_runs"
            )
    for i, j in np.argwhere(np.isnan(values)).tolist():
        if (i, j) not in found:
            absent[i, j] = (
                f"there is no {word} for it; add it{MEND_MISSING.removeprefix('fill it in')}"
            )
    return Understood(
        "long",
        values,
        problem_names,
        algorithm_names,
        where,
        wrong=wrong,
        absent=absent,
        faults=tuple(faults),
        ignored=tuple(
            name for position, name in enumerate(table.names) if position not in roles.values()
        ),
        annotated=annotated,
        deviations=deviations,
    )
