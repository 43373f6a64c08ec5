"""Folders, patterns and lists of ordinary tables: a file per algorithm, problem or part.

What the files are is decided by the columns that they have:

- a column of algorithms and one of problems: parts of one long table;
- no column of algorithms, but problems and one value, or values numbered as runs or named as
  measures: a file per algorithm, which the name of the file gives; of algorithms the same;
- a wide table with other problems in each file: parts of one wide table.

What the records of a file lack is taken from its name. Columns that only some files have are left
out if the others are a whole table. All else is refused, and ``format=`` says what is meant: also
that the folders are named after the algorithms and hold a file per problem, or the reverse, for
which level names the algorithms is not to be seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from typing import Literal

import numpy as np

from evenkeel.errors import Message, Option, TableError, few
from evenkeel.tables.formats.building import Places, below, long_table
from evenkeel.tables.formats.givens import Given, Member, names_of_files
from evenkeel.tables.formats.registry import FORMATS, FileFormat, column_formats
from evenkeel.tables.lexicon import (
    is_corner,
    means,
    names_a_measure,
    names_problems,
    names_runs,
    role_of,
)
from evenkeel.tables.parsing.cells import (
    Column,
    Table,
    is_missing,
    is_number,
    names_of,
    occurrences,
)

Key = Literal["algorithm", "problem"]
_OTHER: dict[Key, Key] = {"algorithm": "problem", "problem": "algorithm"}
_FOLDERS = Message(
    Option("format", "algorithm-folders"), " or ", Option("format", "problem-folders")
)
_FORCE = Message(
    Option("format", "algorithm-files"),
    ", ",
    Option("format", "problem-files"),
    " or ",
    Option("format", "part-files"),
)


def read_folder(given: Given) -> Table:
    """Read ordinary tables together, as their columns say that they belong together."""
    tables = _tables(given)
    ways = {_way(table) for table in tables}
    if len(ways) > 1:
        first = next(at for at, table in enumerate(tables) if _way(table) != _way(tables[0]))
        raise TableError(
            given.description,
            f"{given.members[0].name} has the columns {_listed(tables[0].names)}, but "
            f"{given.members[first].name} has {_listed(tables[first].names)}; read only files "
            "that are alike together",
        )
    (way,) = ways
    if way == "long":
        return _parts(given, tables)
    if way in _OTHER:
        return _by_file(given, tables, way)
    if way == "wide" and _differ(tables):
        return _parts(given, tables)
    raise TableError(given.description, _undecided(tables[0], _are_nested(given.members)))


def name_one_key_by_file(given: Given, header: Sequence[str]) -> bool:
    """Whether files with this header are no parts of a long table, but named after a key."""
    keys = [part.partition("=")[0] for part in given.members[0].name.split("/")[:-1] if "=" in part]
    roles = {role_of(name) for name in (*header, *keys)}
    return not {"algorithm", "problem"} <= roles and bool({"value", "problem"} & roles)


def _tables(given: Given) -> list[Table]:
    return [given.table_of(member) for member in given.followed()]


def _way(table: Table) -> str:
    """What one table of several is: long, wide, a file per algorithm or problem, or not known."""
    roles = {role_of(name) for name in table.names}
    if not table.header or is_corner(table.names[0]):
        return "wide" if table.header else "unknown"
    if {"algorithm", "problem"} <= roles or _of_a_tool(table.names):
        return "long"
    for key, other in _OTHER.items():
        if key not in roles and other in roles and _one_meaning(table, other):
            return key
    return "wide" if _names_at(table, "problem") is not None else "unknown"


def _of_a_tool(header: Sequence[str]) -> bool:
    """Whether the columns have the names of a tool, which will be understood when all are read."""
    return any(not entry.lacking(header) for entry in column_formats())


def _one_meaning(table: Table, named: Key) -> bool:
    """Whether what stands beside the names can only be values: one column, runs or measures."""
    labels = [table.names[j] for j in _values_at(table, _names_at(table, named))]
    return (
        (len(labels) == 1 and role_of(labels[0]) == "value")
        or names_runs(labels)
        or (len(labels) > 1 and all(names_a_measure(x) for x in labels))
    )


def _names_at(table: Table, key: Key) -> int | None:
    """The column that names the problems or the algorithms; a first column of words may too."""
    labelled = [j for j, name in enumerate(table.names) if role_of(name) == key]
    if labelled or not table.columns:
        return labelled[0] if labelled else None
    first = table.columns[0]
    if (key == "problem" and names_problems(table.names[0])) or (
        not isinstance(first, np.ndarray)
        and role_of(table.names[0]) is None
        and len(first) > 0
        and not any(is_number(cell, table.decimal) or is_missing(cell) for cell in first)
    ):
        return 0
    return None


def _values_at(table: Table, names: int | None) -> list[int]:
    about_runs = ("run", "step")
    return [
        j for j, label in enumerate(table.names) if j != names and role_of(label) not in about_runs
    ]


def _differ(tables: Sequence[Table]) -> bool:
    """Whether wide tables have the same algorithms and no problem in common."""
    problems = [table.names_in(_names_at(table, "problem") or 0) for table in tables]
    every = [name for names in problems for name in dict.fromkeys(names)]
    return len({table.names for table in tables}) == 1 and len(set(every)) == len(every)


def _undecided(table: Table, nested: bool) -> str:
    return Message(
        f"it is not clear what the files are: their columns {_listed(table.names)} may be "
        "algorithms, problems or measures, and a file per algorithm, problem or part of the "
        "table; say it with ",
        _FORCE,
        *((", or ", _FOLDERS) if nested else ()),
    )


def _parts(given: Given, tables: Sequence[Table]) -> Table:
    """Put tables below each other; columns that only some have are left out if they can be."""
    first = tables[0]
    common = [name for name in first.names if all(name in table.names for table in tables)]
    extra = dict.fromkeys(n for table in tables for n in table.names if n not in common)
    spare = _is_whole(common) and not any(map(_tells_apart, extra))
    for member, table in zip(given.members, tables, strict=True):
        alike = spare or sorted(table.names) == sorted(first.names)
        if table.header is None or not alike:
            raise TableError(
                given.description,
                f"{member.name} has the columns {_listed(table.names)}, but "
                f"{given.members[0].name} has {_listed(first.names)}; read only files with the "
                "same columns together",
            )
    columns = [
        below([table.columns[table.names.index(name)] for table in tables]) for name in common
    ]
    return replace(
        first,
        origin=replace(first.origin, description=given.description, ignored=tuple(extra)),
        header=tuple(common),
        columns=columns,
        rows=Places(
            [
                (member.name, len(table.rows), table.rows.__getitem__)
                for member, table in zip(given.members, tables, strict=True)
            ]
        ),
        faults=_faults(given.members, tables),
        places=(),
        matrix=None,
    )


def _is_whole(header: Sequence[str]) -> bool:
    """Whether columns are all that a long table needs."""
    return _of_a_tool(header) or {"algorithm", "problem", "value"} <= {*map(role_of, header)}


def _tells_apart(label: str) -> bool:
    """Whether a column may tell results of a cell apart."""
    return role_of(label) in ("run", "step") or means(label, "measures")


def _by_file(given: Given, tables: Sequence[Table], key: Key) -> Table:
    """Make a long table of files that are named after their algorithm or problem."""
    columns = []
    for name, table in zip(names_of_files(given.members), tables, strict=True):
        found = _unfolded(table, _OTHER[key])
        columns.append({key: [name] * len(found["value"]), **found})
    return _gathered(given, tables, columns, f"{key}-files")


def _gathered(
    given: Given, tables: Sequence[Table], columns: Sequence[dict[str, Column]], format: str
) -> Table:
    """Put the columns that were made of each file below each other."""
    found: dict[str, list[Column]] = {}
    for name, cells in (each for made in columns for each in made.items()):
        found.setdefault(name, []).append(cells)
    uneven = [name for name, pieces in found.items() if len(pieces) != len(tables)]
    if uneven:
        raise TableError(
            given.description,
            f"only some of the files have a {uneven[0]}; read only files that are alike together",
        )
    parts = [
        (member.name, len(made["value"]), partial(_line, table))
        for member, table, made in zip(given.members, tables, columns, strict=True)
    ]
    return long_table(
        replace(tables[0].origin, description=given.description, format=format),
        {name: below(pieces) for name, pieces in found.items()},
        Places(parts),
        row_word=tables[0].row_word,
        decimal=tables[0].decimal,
        faults=_faults(given.members, tables),
    )


def _unfolded(table: Table, named: Key) -> dict[str, Column]:
    """The columns of one file, with a row per value."""
    at = _names_at(table, named)
    at = _only_words(table) if at is None else at
    positions = _values_at(table, at)
    labels = [table.names[j] for j in positions]
    count, repeats = len(table.rows), len(positions)
    columns: dict[str, Column] = {
        role: [*(table.names_in(j) if role == "run" else table.columns[j])] * repeats
        for j, label in enumerate(table.names)
        if j not in positions and j != at and (role := role_of(label))
    }
    across = [label for label in labels for _ in range(count)]
    if at is None:  # the columns are named, and the rows are runs
        columns[named] = across
        columns.setdefault("run", _counted(count) * repeats)
    else:
        columns[named] = table.names_in(at) * repeats
        if names_runs(labels):
            columns["run"] = across
        else:
            columns["measure"] = across
    if "step" in columns and "run" not in columns:
        columns |= _curves(columns)
    columns["value"] = below([table.columns[j] for j in positions])
    return columns


def _only_words(table: Table) -> int | None:
    """The column of words, if there is only one."""
    found = [
        j
        for j, column in enumerate(table.columns)
        if len(column) > 0
        and not isinstance(column, np.ndarray)
        and not any(is_number(cell, table.decimal) or is_missing(cell) for cell in column)
    ]
    return found[0] if len(found) == 1 else None


def _curves(columns: dict[str, Column]) -> dict[str, Column]:
    """Number the runs of curves that are not named, if every step is there for each of them."""
    keys = list(zip(*(names_of(column) for column in columns.values()), strict=True))
    if len(set(Counter(keys).values())) != 1:
        return {}
    return {"run": list(map(str, occurrences(keys)))}


def _line(table: Table, row: int) -> object:
    return table.rows[row % len(table.rows)]


def _by_folder(given: Given, folder: Key) -> Table:
    """Folders of files: the rows of a file are runs, and each column that names none a measure."""
    if not all(_folder(member) for member in given.members):
        raise TableError(
            given.description,
            f"the files stand in no folders that name the {folder}s; give the folder above",
        )
    tables, columns = _tables(given), list[dict[str, Column]]()
    for member, table in zip(given.members, tables, strict=True):
        values = [j for j in range(len(table.names)) if not _names_runs(table, j)]
        runs = next((j for j in range(len(table.names)) if j not in values), None)
        count = len(table.rows)
        names = _counted(count) if runs is None else table.names_in(runs)
        columns.append(
            {
                folder: [_folder(member)] * count * len(values),
                _OTHER[folder]: [member.stem] * count * len(values),
                "run": names * len(values),
                "measure": [table.names[j] for j in values for _ in range(count)],
                "value": below([table.columns[j] for j in values]),
            }
        )
    return _gathered(given, tables, columns, f"{folder}-folders")


def _are_nested(members: Sequence[Member]) -> bool:
    """Whether files of the same names stand in several folders."""
    stems, folders = [member.stem for member in members], {_folder(member) for member in members}
    return len(folders) > 1 and "" not in folders and len(set(stems)) < len(stems)


def _folder(member: Member) -> str:
    return PurePosixPath(member.name).parent.name


def _names_runs(table: Table, position: int) -> bool:
    """Whether a column names the runs: by its label, or a first one that counts them."""
    if role_of(table.names[position]) == "run":
        return True
    counted = position == 0 and table.names_in(0) == _counted(len(table.rows))
    return counted and len(table.names) > 1


def _counted(count: int) -> tuple[str, ...]:
    return tuple(str(i) for i in range(1, count + 1))


def _faults(members: Sequence[Member], tables: Sequence[Table]) -> tuple[str, ...]:
    return tuple(
        f"{member.name}: {fault}"
        for member, table in zip(members, tables, strict=True)
        for fault in table.faults
    )


def _listed(names: Sequence[str], most: int = 6) -> str:
    return few(map(repr, names), most)


for _key, _of_file in _OTHER.items():
    _article = "an" if _key == "algorithm" else "a"
    FORMATS.register(
        FileFormat(
            f"{_key}-files",
            f"A file {_article} {_key}",
            "files",
            f"the {_key}s are the names of the files, which have no column for them",
            f"a column of {_of_file}s beside values, runs or measures; or columns named after the "
            f"{_of_file}s, whose rows are runs",
            lambda given, key=_key: _by_file(given, _tables(given), key),  # type: ignore[misc]
            asked=True,
        )
    )
    FORMATS.register(
        FileFormat(
            f"{_key}-folders",
            f"A folder {_article} {_key}",
            "files",
            f"folders named after the {_key}s hold files named after the {_of_file}s",
            "the rows of a file are runs, its columns measures; a column that numbers the runs is "
            "known",
            partial(_by_folder, folder=_key),
            asked=True,
        )
    )
FORMATS.register(
    FileFormat(
        "part-files",
        "Parts of one table",
        "files",
        "files with the same columns",
        "their rows below each other",
        lambda given: _parts(given, _tables(given)),
        asked=True,
    )
)
