"""Recognising runs: a long table with several rows a cell, or a wide one with several a problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import TableError
from evenkeel.tables.failures import lost_names, without_failures
from evenkeel.tables.faults import direction_faults, name_faults
from evenkeel.tables.origin import left_out
from evenkeel.tables.parsing.cells import absence, is_missing
from evenkeel.tables.parsing.keys import key_of_wide_fault, keys_of_wide
from evenkeel.tables.parsing.not_algorithms import choose_columns, doubted_columns
from evenkeel.tables.parsing.notation import first_numbers_notes, more_than_a_number
from evenkeel.tables.parsing.roles import role_in_runs
from evenkeel.tables.parsing.selecting import Rows, select_rows
from evenkeel.tables.parsing.shapes import long_roles
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.parsing.wide import (
    column_fault,
    is_systematic,
    is_text,
    names_column,
    spare_columns,
    text_example,
)
from evenkeel.tables.scanning.columns import Asked, Columns, canonical, find_columns
from evenkeel.tables.scanning.faults import MEND_MISSING
from evenkeel.tables.scanning.keys import spare_names
from evenkeel.tables.scanning.scans import Opened, frame_of, only_unicode

_OF_RUNS = ("run", "step")
_ROLES = ("algorithm", "problem", "value", *_OF_RUNS)
_NOTHING_ASKED: Mapping[str, Asked] = dict.fromkeys(_ROLES)
_ALL_ROWS = Rows()
_MOST = 1000  # faults that are described; more are counted


def holds_runs(table: Table, asked: Mapping[str, Asked] = _NOTHING_ASKED) -> bool:
    """Whether a table has several results of an algorithm on a problem, and they must be runs.

    They are runs if a column names the runs or the steps of their curves. Without one they are if
    every cell has several: a result given twice is a slip. Nor may a column of a long table be
    left over, which may hold measures; and a wide table must have two problems. The columns that
    were `asked` for are taken by their names.
    """
    about_runs = _about_runs(table, asked)
    try:
        roles = long_roles(table, _given(asked))
        if about_runs and roles is not None and _more_rows_than_cells(table, roles):
            return True
        key = _key_of_cells(table, roles, asked)
    except TableError:  # which columns are meant is not clear; reading says why
        return False
    if not table.recurs(*key):
        return False
    if about_runs:
        return True
    rows = Counter(table.rows_by(*key))
    unmistakable = len(rows) > 1 if roles is None else len(roles) == len(table.names)
    return unmistakable and min(rows.values()) > 1


def runs_fault(table: Table, asked: Mapping[str, Asked] = _NOTHING_ASKED) -> str:
    """What to say where one result a cell is wanted and the table holds runs."""
    key = _key_of_cells(table, long_roles(table, _given(asked)), asked)
    cell, most = Counter(table.rows_by(*key)).most_common(1)[0]
    what = (
        f"problem {cell!r} has {most} rows"
        if isinstance(cell, str)
        else f"{cell[0]!r} has {most} results on {cell[1]!r}"
    )
    return (
        f"the table holds runs, for {what}; read it with evenkeel.read_runs and compare it with "
        "evenkeel.compare_runs, or keep one result a cell"
    )


def open_cells(
    table: Table,
    better: object,
    asked: Mapping[str, Asked] = _NOTHING_ASKED,
    wanted: Rows = _ALL_ROWS,
    missing: str = "error",
) -> Opened:
    """Open the runs of a table that was read whole; a wide one is turned into a long one.

    `missing` says whether runs without a value are faults, as in `without_failures`.

    Raises
    ------
    TableError
        If its columns are not known, or cells hold no finite number.
    """
    source = table.origin.description
    where, asked = wanted.resolve(table.names, asked, source)
    table = select_rows(table, where)
    faults = list(table.faults)
    roles: Mapping[str, int] | None = {}
    if holds_runs(table, asked):
        roles = long_roles(table, _given(asked))
    if roles is None:
        shape, (columns, cells) = "wide", _from_wide(table, asked, wanted, faults, missing)
    else:
        shape, (columns, cells) = "long", _from_long(table, asked, roles, faults, missing)
    if faults:
        raise TableError(source, [*direction_faults(better or table.better), *faults])
    by_role = (columns.value, columns.algorithm, columns.problem)
    left, gaps = without_failures(cells, *by_role, missing)
    if lost := lost_names(cells, left, columns.algorithm, columns.problem, gaps, wanted.algorithms):
        raise TableError(source, lost)
    cells = left
    with only_unicode(source):
        frame = frame_of(cells)
    ignored = (*table.origin.ignored, *columns.ignored)
    origin = left_out(replace(table.origin, shape=shape, ignored=ignored), gaps)
    spare = spare_names([name for name in columns.ignored if name in cells])
    rows = canonical(frame, columns, frame.collect_schema(), spare=spare)
    notes = first_numbers_notes(table)
    return Opened(rows, columns, origin, spare=spare, better=table.better, notes=notes)


def _more_rows_than_cells(table: Table, roles: Mapping[str, int]) -> bool:
    """Whether a cell must have several rows; quick to say, unlike which cells have."""
    kinds = [len(set(table.columns[roles[role]])) for role in ("algorithm", "problem")]
    return kinds[0] * kinds[1] < len(table.rows)


def _given(asked: Mapping[str, Asked]) -> dict[str, str | None]:
    """The columns of a long table that were asked for."""
    named = {role: asked.get(role) for role in ("algorithm", "problem", "value")}
    return {role: name if isinstance(name, str) else None for role, name in named.items()}


def _about_runs(table: Table, asked: Mapping[str, Asked]) -> dict[int, str]:
    """The columns that name runs or hold steps, with their roles."""
    told = {
        name: role
        for role, names in asked.items()
        if isinstance(names, Sequence)
        for name in ([names] if isinstance(names, str) else names)
    }
    roles = {j: told.get(name, role_in_runs(name)) for j, name in enumerate(table.names)}
    return {
        j: role
        for j, role in roles.items()
        if role in _OF_RUNS and (asked.get(role) is None or table.names[j] in told)
    }


def _key_of_cells(
    table: Table, roles: Mapping[str, int] | None, asked: Mapping[str, Asked]
) -> tuple[int, ...]:
    """The columns that name a row's algorithm and problem; in a wide table, its problem alone."""
    if roles is not None:
        return roles["algorithm"], roles["problem"]
    position = names_column(table, _given(asked)["problem"])
    return () if position is None else (position,)


def _from_long(
    table: Table,
    asked: Mapping[str, Asked],
    roles: Mapping[str, int],
    faults: list[str],
    missing: str,
) -> tuple[Columns, dict[str, Any]]:
    found = {role: table.names[position] for role, position in roles.items()}
    columns = find_columns(table.names, {**asked, **found}, table.origin.description)
    cells: dict[str, Any] = {}
    for name in columns.used:
        position = table.names.index(name)
        if name in (columns.value, columns.step):
            may_lack = name == columns.value and missing != "error"
            cells[name] = _numbers(table, position, faults, may_lack)
        else:
            cells[name] = table.names_in(position)
    counts = Counter(table.names)
    for name in columns.ignored:
        if counts[name] == 1:
            cells[name] = table.names_in(table.names.index(name))
    return columns, cells


def _from_wide(
    table: Table, asked: Mapping[str, Asked], wanted: Rows, faults: list[str], missing: str
) -> tuple[Columns, dict[str, Any]]:
    """Put the columns of the algorithms below each other; the rows of a problem are its runs."""
    names = names_column(table, _given(asked)["problem"])
    assert names is not None  # the table has problems that are named several times
    label_of_names = table.names[names]
    if keys := keys_of_wide(table, names):
        raise TableError(table.origin.description, list(map(key_of_wide_fault, keys)))
    keep = (names, *_about_runs(table, asked))
    table = choose_columns(table, keep, wanted.algorithms, wanted.not_algorithms)
    names = table.names.index(label_of_names)
    header = table.names
    about_runs = _about_runs(table, asked)
    passed = {names, *about_runs, *spare_columns(table, names)}
    positions = [j for j in range(len(header)) if j not in passed]
    algorithms = [header[j] for j in positions]
    texts = {header[j]: text_example(table, j) for j in positions if is_text(table, j)}
    given = (wanted.algorithms, wanted.not_algorithms)
    faults += doubted_columns(algorithms, texts, *given, runs=True)
    faults += name_faults("algorithm", algorithms, "column", [table.place(j) for j in positions])
    problems = table.names_in(names)
    cells: dict[str, Any] = {
        "algorithm": [name for name in algorithms for _ in problems],
        "problem": problems * len(algorithms),
        "value": np.concatenate(
            [
                np.zeros(len(problems))  # told already
                if header[j] in texts
                else _numbers(table, j, faults, missing != "error")
                for j in positions
            ]
        ),
    }
    if "run" not in about_runs.values():
        cells["run"] = _numbered(problems) * len(algorithms)
    for j, role in about_runs.items():
        column = _numbers(table, j, faults) if role == "step" else table.names_in(j)
        cells[header[j]] = [*column] * len(algorithms)
    columns: dict[str, Asked] = {role: role for role in ("algorithm", "problem", "value")}
    columns |= {role: asked[role] for role in _OF_RUNS}
    return find_columns(tuple(cells), columns, table.origin.description), cells


def _numbered(names: Sequence[str]) -> list[int]:
    """Which occurrence of its name each is, from 1."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(seen[name])
    return numbered


def _numbers(table: Table, position: int, faults: list[str], may_lack: bool = False) -> FloatArray:
    """The numbers of a column; cells without a finite one are added to the faults.

    `may_lack` says that cells may be empty.
    """
    column = table.columns[position]
    found = table.numbers(position)
    unread = [row for row in found.annotated if row in found.wrong]
    if len(unread) > 1:
        where = f"{table.row_word} {table.rows[unread[0]]}, column {table.place(position)}"
        faults.append(more_than_a_number(len(unread), found.annotated[unread[0]], where))
        return found.values
    if is_systematic(found):
        faults.append(column_fault(table, position, found))
        return found.values
    place = f"column {table.place(position)} ({table.names[position]!r})"
    bad = np.flatnonzero(~np.isfinite(found.values)).tolist()
    if may_lack:
        bad = [row for row in bad if row in found.wrong or not np.isnan(found.values[row])]
    for row in bad[:_MOST]:
        why = found.wrong.get(row) or _why_not(column[row])
        faults.append(f"{table.row_word} {table.rows[row]}, {place}: {why}")
    if len(bad) > _MOST:
        faults.append(f"{place}: {len(bad) - _MOST} more cells hold no finite number")
    return found.values


def _why_not(cell: object) -> str:
    if not is_missing(cell):
        return "the value is infinite; replace it by a finite number"
    return absence(cell, MEND_MISSING)
