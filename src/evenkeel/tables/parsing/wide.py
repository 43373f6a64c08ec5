"""Wide tables: a row a problem, a column an algorithm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import TableError
from evenkeel.tables.faults import Cell
from evenkeel.tables.parsing.annotated import first_number
from evenkeel.tables.parsing.cells import Numbers, is_missing, is_number, quote
from evenkeel.tables.parsing.roles import heads_columns, is_corner, names_problems, role_of
from evenkeel.tables.parsing.table import Column, Table, Understood

_WORDS = 3  # cells of a column of words, or more; of fewer each is a slip
_SYSTEMATIC = 5  # a column of at least so many cells, all of them wrong, is one fault


def read_wide(table: Table, problem: str | None) -> Understood:
    """Read a table whose columns are algorithms; `problem` is the column of names, if given."""
    names = names_column(table, problem)
    spare = spare_columns(table, names)
    positions = [j for j in range(len(table.columns)) if j != names and j not in spare]
    n, k = len(table.rows), len(positions)
    header = table.header
    problems = () if names is None else table.names_in(names)
    algorithms = () if header is None else tuple(header[j] for j in positions)

    def where(i: int, j: int) -> str:
        place = f"{table.row_word} {table.rows[i]}, {table.column(positions[j])}"
        known = [f"problem {problems[i]!r}"] if problems else []
        known += [f"algorithm {algorithms[j]!r}"] if algorithms else []
        return f"{place} ({', '.join(known)})" if known else place

    faults: list[str] = []
    texts: dict[str, str] = {}
    wrong: dict[Cell, str] = {}
    absent: dict[Cell, str] = {}
    annotated: dict[Cell, str] = {}
    deviations: dict[Cell, float] = {}
    whole = _whole_matrix(table, positions)
    values = np.empty((n, k)) if whole is None else whole
    for j, position in enumerate(positions if whole is None else ()):
        column = table.numbers(position)
        values[:, j] = column.values
        if column.wrong and header is not None and is_text(table, position):
            texts[header[position]] = text_example(table, position)
            values[:, j] = 0.0  # one fault is enough
            continue
        if is_systematic(column):
            faults.append(column_fault(table, position, column))
            values[:, j] = 0.0
            continue
        wrong |= {(i, j): why for i, why in column.wrong.items()}
        absent |= {(i, j): why for i, why in column.absent.items()}
        annotated |= {(i, j): text for i, text in column.annotated.items()}
        deviations |= {(i, j): deviation for i, deviation in column.deviations.items()}
    if header is not None and names is None and k > 1 and not (faults or texts):
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
        texts=texts,
        ignored=tuple(f"{table.names[j]!r} in {table.column(j)}" for j in spare),
    )


def spare_columns(table: Table, names: int | None) -> list[int]:
    """The columns that hold no results: unnamed ones without a cell, and numbers of the rows.

    These are the first column, if another one holds the names of the problems.
    """
    numbers = [0] if names not in (None, 0) and _counts_rows(table) else []
    return numbers + [
        j
        for j, label in enumerate(table.header or ())
        if not label.strip() and j != names and _is_empty(table.columns[j])
    ]


def _counts_rows(table: Table) -> bool:
    """Whether the first column has no name of its own and holds 0, 1, 2, ... or 1, 2, 3, ...."""
    if not names_problems(table.names[0]):
        return False
    first, n = table.names_in(0), len(table.rows)
    return first in (tuple(map(str, range(n))), tuple(map(str, range(1, n + 1))))


def _is_empty(column: Column) -> bool:
    if isinstance(column, np.ndarray):
        return bool(np.isnan(column).all())
    return all((isinstance(cell, str) and not cell.strip()) or cell is None for cell in column)


def _whole_matrix(table: Table, positions: Sequence[int]) -> FloatArray | None:
    """Return the matrix of the table if it consists of just these columns."""
    numeric = [j for j, column in enumerate(table.columns) if isinstance(column, np.ndarray)]
    return table.matrix if numeric == list(positions) else None


def names_column(table: Table, problem: str | None) -> int | None:
    """Find the column with the names of the problems; None if there is none.

    It is the first column if its label says so or if it holds no number; else a column with the
    label "problem", "data set" or the like. Such a column also goes before a first one that merely
    counts the rows, or whose words recur as those of a group do.
    """
    return table.once(("names column", problem), lambda: _find_names_column(table, problem))


def _find_names_column(table: Table, problem: str | None) -> int | None:
    header = table.header
    if not header:
        return None
    if problem is not None:
        return header.index(problem)
    if is_corner(header[0]):
        return 0
    labelled = [j for j, label in enumerate(header) if role_of(label) == "problem"]
    if len(labelled) == 1 and labelled[0] > 0 and _yields(table, labelled[0]):
        return labelled[0]
    if names_problems(header[0]):
        return 0
    first = table.columns[0]
    if not isinstance(first, np.ndarray):
        numeric = [is_number(cell, table.decimal) for cell in first]
        texts = [i for i, cell in enumerate(first) if not numeric[i] and not is_missing(cell)]
        if texts and not any(numeric):
            if role_of(header[0]) == "algorithm" and not heads_columns(header[0]):
                raise TableError(table.origin.description, [_turned(table)])
            return 0
        if texts:
            raise TableError(table.origin.description, [_mixed(table, texts[0])])
    return labelled[0] if len(labelled) == 1 else None


def _yields(table: Table, labelled: int) -> bool:
    """Whether a column with the label of problems goes before the first.

    Raises
    ------
    TableError
        If either may hold the problems: the first names each row, the other groups of rows.
    """
    gaps = [any(map(is_missing, table.columns[j])) for j in (0, labelled)]
    if _counts_rows(table) or gaps == [True, False]:  # the first of a group alone has its name
        return True
    if not is_text(table, 0) or not is_text(table, labelled) or table.recurs(0):
        return is_text(table, 0)
    if not table.recurs(labelled):
        return True
    raise TableError(
        table.origin.description,
        [
            f"{table.column(0)} ({table.names[0]!r}) and {table.column(labelled)} "
            f"({table.names[labelled]!r}) may both name the problems; say which does with "
            f"problem={table.names[0]!r} or problem={table.names[labelled]!r}"
        ],
    )


def is_text(table: Table, position: int) -> bool:
    """Whether a column holds words, some of them, and no number nor anything like one."""
    column = table.columns[position]
    if isinstance(column, np.ndarray):
        return False
    words = [cell for cell in column if not is_missing(cell)]
    return (
        (len(words) >= _WORDS or 1 < len(words) < len(column))
        and 2 * sum(isinstance(cell, str) and cell[:1].isalpha() for cell in words) > len(words)
        and not any(is_number(cell, table.decimal) for cell in words)
        and not any(isinstance(cell, str) and first_number(cell, table.decimal) for cell in words)
    )


def text_example(table: Table, position: int) -> str:
    """A word of a column of words, and where it stands."""
    column = table.columns[position]
    row = next(i for i, cell in enumerate(column) if not is_missing(cell))
    return f"{quote(column[row])} in {table.row_word} {table.rows[row]}"


def _turned(table: Table) -> str:
    label = table.names[0]
    if table.recurs(0):
        return (
            f"{table.column(0)} ({label!r}) names algorithms, each several times, but no column "
            "was recognised as the problem; name the columns with problem= and value="
        )
    return (
        f"{table.column(0)} ({label!r}) says that each {table.row_word} is an algorithm, but a "
        "wide table has a row a problem and a column an algorithm; read it with "
        'shape="transposed", or '
        f"give problem={label!r} if the column holds the names of the problems"
    )


def _mixed(table: Table, row: int) -> str:
    label, found = table.names[0], quote(table.columns[0][row])
    return (
        f"{table.column(0)} ({label!r}) holds numbers and text, such as {found} in "
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
                f"{table.column(0)} ({label!r}) may hold results or the numbers of the "
                f"problems: {first[0]:g}, {first[1]:g}, ...; if they are numbers of problems, "
                f"call it 'problem' or give problem={label!r}; if they are results, put a column "
                "with the names of the problems before it"
            ],
        )


def is_systematic(column: Numbers) -> bool:
    """Whether no cell at all is a number, which is one fault and not one a cell."""
    n = len(column.values)
    return len(column.wrong) == n >= _SYSTEMATIC and not column.annotated


def column_fault(table: Table, position: int, column: Numbers) -> str:
    """Describe a column in which no cell at all is a number."""
    return (
        f"{table.column(position)} ({table.names[position]!r}) holds no number; "
        f"{table.row_word} {table.rows[0]}: {column.wrong[0]}"
    )
