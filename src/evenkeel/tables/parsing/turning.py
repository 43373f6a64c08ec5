"""Tables with a row an algorithm and a column a problem, turned into wide ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evenkeel.tables.parsing.cells import is_missing, is_number
from evenkeel.tables.parsing.roles import role_of
from evenkeel.tables.parsing.table import Column, Table

TURNED = "transposed"  # the shape that is asked for
_PROBLEMS = "problem"


def transposed(table: Table) -> Table:
    """Make the rows of a table its columns; places still tell where a cell stands in the source."""
    names = _algorithms_at(table)
    others = [j for j in range(len(table.columns)) if j != names]
    cells = [table.columns[j] for j in others]
    columns: list[Column]
    if cells and all(isinstance(column, np.ndarray) for column in cells):
        columns = list(np.array(cells).T)
    else:
        columns = [[column[i] for column in cells] for i in range(len(table.rows))]
    places, rows = [str(row) for row in table.rows], [table.place(j) for j in others]
    header: tuple[str, ...] | None = None
    if table.header is not None:
        algorithms = (
            tuple(f"A{i}" for i in range(1, len(columns) + 1))
            if names is None
            else table.names_in(names)
        )
        header = (_PROBLEMS, *algorithms)
        columns = [[table.names[j] for j in others], *columns]
        places = ["1", *places]
    return replace(
        table,
        header=header,
        columns=columns,
        rows=rows,
        row_word="column",
        column_word=table.row_word,
        places=places,
        matrix=None,
    )


def _algorithms_at(table: Table) -> int | None:
    """The column that names the algorithms: by its label, or the first if it holds no number."""
    if table.header is None:
        return None
    labelled = [j for j, label in enumerate(table.names) if role_of(label) == "algorithm"]
    if len(labelled) == 1:
        return labelled[0]
    first = table.columns[0]
    if isinstance(first, np.ndarray):
        return None
    return None if any(is_number(c, table.decimal) or is_missing(c) for c in first) else 0
