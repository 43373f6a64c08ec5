"""Which format was given, and the table of it: by content, by names, or as it was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from evenkeel.errors import InputError, Message, Option, SourceError, TableError
from evenkeel.tables.formats.folders import read_folder
from evenkeel.tables.formats.givens import Given, Member, given_of, listed
from evenkeel.tables.formats.registry import (
    AUTO,
    ORDINARY,
    ColumnFormat,
    FileFormat,
    column_formats,
    file_formats,
    lookup,
)
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.scanning.files import PARQUET

_OWN_KINDS = (*PARQUET, ".xlsx")  # not opened to see whether they are others
Reader = Callable[[Content], tuple[Table, ...]]


def find_formatted(source: Any, format: str, ordinary: Reader) -> tuple[Table, ...] | None:
    """Read files of a format, a folder, a pattern or a list of files; None for data in memory.

    Parameters
    ----------
    source : path, list of paths, open file, Given or anything else
        What was given.
    format : str
        A name in `FORMATS`, ``"auto"`` to find it out, or ``"table"`` for an ordinary table.
    ordinary : callable
        Reads the content of a file that is of no format.

    Raises
    ------
    SourceError
        If files fit several formats, or only some of them fit one.
    """
    asked = lookup(format)
    given = given_of(source)
    if given is None:
        return None
    given = replace(given, ordinary=ordinary)
    found = asked if isinstance(asked, FileFormat) else None
    if found is None and format == AUTO:
        found = _recognised(given)
    if found is not None:
        read = found.read(_of_format(given, found))
        tables = read if isinstance(read, tuple) else (read,)
    else:
        only = given.members[0].content
        tables = (read_folder(given),) if given.several else ordinary(only)
    return tuple(_with_unread(table, given.unread) for table in tables)


def _with_unread(table: Table, unread: tuple[str, ...]) -> Table:
    told = replace(table.origin, unread=(*unread, *table.origin.unread))
    return replace(table, origin=told) if unread else table


def in_columns(table: Table, format: str = AUTO) -> Table:
    """Turn a table whose columns are named as a tool names them; any other stays as it is.

    Raises
    ------
    InputError
        If the format that was asked for has columns that the table lacks.
    TableError
        If the columns fit several formats.
    """
    if format == ORDINARY or table.header is None:
        return table
    asked = lookup(format)
    if isinstance(asked, FileFormat):
        return table
    if asked is None:
        asked = _by_columns(table.names, table.origin.description)
        return table if asked is None else _turned(table, asked)
    missing = asked.lacking(table.names)
    if missing:
        raise InputError(
            Message(
                f"{table.origin.description}: ",
                Option("format", format),
                f" was given, but the table has no column {', '.join(map(repr, missing))}; "
                "leave the format out, or give the right one",
            )
        )
    return _turned(table, asked)


def _turned(table: Table, format: ColumnFormat) -> Table:
    found = format.turn(table)
    return replace(found, origin=replace(found.origin, format=format.name))


def _of_format(given: Given, format: FileFormat) -> Given:
    """The files that are read, and beside them those that only belong to them."""
    beside = [m for m in given.members if format.goes_with(m) and not format.fits(m)]
    members = tuple(member for member in given.members if member not in beside)
    if not members:
        raise SourceError(
            f"{given.description}: there is no file of the format {format.name!r}, only "
            f"{listed(beside)}; give the folder that holds {format.known_by}"
        )
    return replace(given, members=members, others=tuple(beside))


def _recognised(given: Given) -> FileFormat | None:
    """The format that all files have; None if none of them has any."""
    found: dict[str, list[Member]] = {}
    formats = {entry.name: entry for entry in file_formats()}
    plain = []
    for member in given.members:
        sniffed = {} if member.ending in _OWN_KINDS else formats
        fitting = [name for name, entry in sniffed.items() if entry.fits(member)]
        if len(fitting) > 1:
            raise SourceError(
                Message(
                    f"{_name(given, member)} may be of several formats: "
                    f"{' or '.join(fitting)}; say which with ",
                    Option("format", fitting[0]),
                    " or ",
                    Option("format", fitting[1]),
                )
            )
        if fitting:
            found.setdefault(fitting[0], []).append(member)
        else:
            plain.append(member)
    if not found:
        return None
    if len(found) > 1:
        (first, ones), (second, others) = list(found.items())[:2]
        raise SourceError(
            f"{given.description}: files are of several formats: {listed(ones)} of {first!r}, "
            f"{listed(others)} of {second!r}; give those of one with a pattern such as '*.csv', or "
            "as a list"
        )
    (name,) = found
    strange = [member for member in plain if not formats[name].goes_with(member)]
    if strange:
        raise SourceError(
            f"{given.description}: {listed(found[name])} have the format {name!r}, but "
            f"{listed(strange)} do{'es' * (len(strange) == 1)} not; give only files of one format, "
            "with a pattern such as '*.csv' or as a list"
        )
    return formats[name]


def _by_columns(header: Sequence[str], source: str) -> ColumnFormat | None:
    fitting = [entry for entry in column_formats() if not entry.lacking(header)]
    if len(fitting) > 1:
        raise TableError(
            source,
            [
                Message(
                    "the columns fit several formats: "
                    f"{' or '.join(f.name for f in fitting)}; say which with ",
                    Option("format", fitting[0].name),
                    " or ",
                    Option("format", fitting[1].name),
                )
            ],
        )
    return fitting[0] if fitting else None


def _name(given: Given, member: Member) -> str:
    return f"{given.description}: {member.name!r}" if given.several else given.description
