"""Folders of folders: one an algorithm, with a file a problem, whose rows are runs; or the reverse.

Which level names the algorithms is not to be seen, so that it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import PurePosixPath

from evenkeel.errors import Message, Option, TableError
from evenkeel.tables.formats.building import Places, below, long_table
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.lexicon import role_of
from evenkeel.tables.origin import Origin
from evenkeel.tables.parsing.cells import names_of
from evenkeel.tables.parsing.table import Column, Table, only_table

FORCE = Message(Option("format", "algorithm-folders"), " or ", Option("format", "problem-folders"))
_OF_FILES = {"algorithm": "problem", "problem": "algorithm"}


def are_nested(members: Sequence[Member]) -> bool:
    """Whether files of the same names stand in several folders."""
    stems = [member.stem for member in members]
    folders = {_folder(member) for member in members}
    return len(folders) > 1 and "" not in folders and len(set(stems)) < len(stems)


def _folder(member: Member) -> str:
    return PurePosixPath(member.name).parent.name


def _read(given: Given, folder: str) -> Table:
    """Make a long table of them; each column of a file that is no run is a measure."""
    if not all(_folder(member) for member in given.members):
        raise TableError(
            given.description,
            [f"the files stand in no folders that name the {folder}s; give the folder above"],
        )
    assert given.ordinary is not None  # who finds the format says how to read the rest
    found: dict[str, list[Column]] = {}
    parts, faults, first = [], list[str](), None
    for member in given.followed():
        table = only_table(given.ordinary(member.content))
        first = first or table
        values = [j for j, label in enumerate(table.names) if not _names_runs(table, j)]
        runs = next((j for j in range(len(table.names)) if j not in values), None)
        count = len(table.rows)
        numbers = [str(i) for i in range(1, count + 1)]
        names = numbers if runs is None else names_of(table.columns[runs])
        columns: dict[str, Column] = {
            folder: [_folder(member)] * count * len(values),
            _OF_FILES[folder]: [member.stem] * count * len(values),
            "run": [*names] * len(values),
            "measure": [table.names[j] for j in values for _ in range(count)],
            "value": below([table.columns[j] for j in values]),
        }
        for name, column in columns.items():
            found.setdefault(name, []).append(column)
        parts.append((member.name, count * len(values), partial(_line, table, count)))
        faults += [f"{member.name}: {fault}" for fault in table.faults]
    assert first is not None  # a folder without files is refused before
    return long_table(
        Origin(given.description, f"{folder}-folders", "long"),
        {name: below(pieces) for name, pieces in found.items()},
        Places(parts),
        row_word=first.row_word,
        decimal=first.decimal,
        faults=faults,
    )


def _names_runs(table: Table, position: int) -> bool:
    """Whether a column names the runs: by its label, or a first one that counts them."""
    label = table.names[position]
    if role_of(label) == "run":
        return True
    numbers = tuple(str(i) for i in range(1, len(table.rows) + 1))
    return position == 0 and table.names_in(0) == numbers and len(table.names) > 1


def _line(table: Table, count: int, row: int) -> object:
    return table.rows[row % count]


for _key, _files in _OF_FILES.items():
    FORMATS.register(
        FileFormat(
            f"{_key}-folders",
            f"A folder {'an' if _key == 'algorithm' else 'a'} {_key}",
            "files",
            f"folders named after the {_key}s hold files named after the {_files}s",
            "the rows of a file are runs, its columns measures; a column that numbers the runs is "
            "known",
            partial(_read, folder=_key),
            asked=True,
        )
    )
