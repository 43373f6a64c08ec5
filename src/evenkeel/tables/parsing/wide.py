"""Wide tables: a row a problem, a column an algorithm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import TableError
from evenkeel.tables.faults import Cell
from evenkeel.tables.parsing.cells import Numbers, is_missing, is_number, quote
from evenkeel.tables.parsing.roles import names_problems, role_of
from evenkeel.tables.parsing.table import Table, Understood

_SYSTEMATIC = 5  # a column of at least so many cells, all of them wrong, is one fault


def read_wide(table: Table, problem: str | None) -> Understood:
    """Read a table whose columns are algorithms; `problem` is the column of names, if given."""
    names = names_column(table, problem)
    positions = [j for j in range(len(table.columns)) if j != names]
    n, k = len(table.rows), len(positions)
    header = table.header
    problems = () if names is None else table.names_in(names)
    algorithms = () if header is None else tuple(header[j] for j in positions)

    def where(i: int, j: int) -> str:
        place = f"{table.row_word} {table.rows[i]}, column {table.place(positions[j])}"
        known = [f"problem {problems[i]!r}"] if problems else []
        known += [f"algorithm {algorithms[j]!r}"] if algorithms else []
        return f"{place} ({', '.join(known)})" if known else place

    faults: list[str] = []
    wrong: dict[Cell, str] = {}
    absent: dict[Cell, str] = {}
    annotated: dict[Cell, str] = {}
    deviations: dict[Cell, float] = {}
    whole = _whole_matrix(table, positions)
    values = np.empty((n, k)) if whole is None else whole
    for j, position in enumerate(positions if whole is None else ()):
        column = table.numbers(position)
        values[:, j] = column.values
        if is_systematic(column):
            faults.append(column_fault(table, position, column))
            values[:, j] = 0.0
            continue
        wrong |= {(i, j): why for i, why in column.wrong.items()}
        absent |= {(i, j): why for i, why in column.absent.items()}
        annotated |= {(i, j): text for i, text in column.annotated.items()}
        deviations |= {(i, j): deviation for i, deviation in column.deviations.items()}
    if header is not None and names is None and k > 1 and not faults:
        _check_first_column(table, values)
    values.flags.writeable = False
    return Understood(
        "wide",
        values,
        problems,
        algorithms,
        where,
        table.rows,
        [table.place(position) for position in positions],
        wrong,
        absent,
        tuple(faults),
        annotated=annotated,
        deviations=deviations,
    )


def _whole_matrix(table: Table, positions: Sequence[int]) -> FloatArray | None:
    """Return the matrix of the table if it consists of just these columns."""
    numeric = [j for j, column in enumerate(table.columns) if isinstance(column, np.ndarray)]
    return table.matrix if numeric == list(positions) else None


def names_column(table: Table, problem: str | None) -> int | None:
    """Find the column with the names of the problems; None if there is none.

    It is the first column if its label says so or if it holds no number; else a column with the
    label "problem", "data set" or the like.
    """
    return table.once(("names column", problem), lambda: _find_names_column(table, problem))


def _find_names_column(table: Table, problem: str | None) -> int | None:
    header = table.header
    if not header:
        return None
    if problem is not None:
        return header.index(problem)
    if names_problems(header[0]):
        return 0
    first = table.columns[0]
    if not isinstance(first, np.ndarray):
        numeric = [is_number(cell, table.decimal) for cell in first]
        texts = [i for i, cell in enumerate(first) if not numeric[i] and not is_missing(cell)]
        if texts and not any(numeric):
            if role_of(header[0]) == "algorithm":
                raise TableError(table.origin.description, [_turned(table)])
            return 0
        if texts:
            raise TableError(table.origin.description, [_mixed(table, texts[0])])
    labelled = [j for j, label in enumerate(header) if role_of(label) == "problem"]
    return labelled[0] if len(labelled) == 1 else None


def _turned(table: Table) -> str:
    label = table.names[0]
    return (
        f"column {table.place(0)} ({label!r}) says that each {table.row_word} is an algorithm, but "
        "a wide table has a row a problem and a column an algorithm; transpose the table, or give "
        f"problem={label!r} if the column holds the names of the problems"
    )


def _mixed(table: Table, row: int) -> str:
    label, found = table.names[0], quote(table.columns[0][row])
    return (
        f"column {table.place(0)} ({label!r}) holds numbers and text, such as {found} in "
        f"{table.row_word} {table.rows[row]}; if it holds the names of the problems, call it "
        f"'problem' or give problem={label!r}; if it holds results, mend what is not a number"
    )


def _check_first_column(table: Table, values: FloatArray) -> None:
    """Raise if the first algorithm may rather be the numbers of the problems.

    They may be if they count 0, 1, 2, ... or 1, 2, 3, ..., or if they are different integers
    and the other columns are not integers.
    """
    first, label = values[:, 0], table.names[0]
    n = len(first)
    if n < 2 or not np.array_equal(first, np.rint(first)) or len(np.unique(first)) < n:
        return
    counts = np.array_equal(first, np.arange(n)) or np.array_equal(first, np.arange(1, n + 1))
    rest = values[:, 1:]
    if counts or not np.array_equal(rest, np.rint(rest), equal_nan=True):
        raise TableError(
            table.origin.description,
            [
                f"column {table.place(0)} ({label!r}) may hold results or the numbers of the "
                f"problems: {first[0]:g}, {first[1]:g}, ...; if they are numbers of problems, "
                f"call it 'problem' or give problem={label!r}; if they are results, put a column "
                "with the names of the problems before it"
            ],
        )


def is_systematic(column: Numbers) -> bool:
    """Whether no cell at all is a number, which is one fault and not one a cell."""
    n = len(column.values)
    return len(column.wrong) == n >= _SYSTEMATIC and len(column.annotated) < n


def column_fault(table: Table, position: int, column: Numbers) -> str:
    """Describe a column in which no cell at all is a number."""
    first, word = str(table.columns[position][0]), table.row_word
    fault = (
        f"column {table.place(position)} ({table.names[position]!r}) holds no number; "
        f"{word} {table.rows[0]}: {column.wrong[0]}"
    )
    if first[:1].isalpha():
        fault += (
            f"; if each {word} is one result, name the columns with algorithm=, problem= and value="
        )
    return fault
