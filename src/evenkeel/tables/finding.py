"""From anything that was given to the tables of cells that it holds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenkeel.errors import InputError, Message, Option, SourceError, TableError, choice
from evenkeel.tables.faults import Origin
from evenkeel.tables.formats.folders import read_folder
from evenkeel.tables.formats.givens import PARQUET, Given, Member, given_of, listed
from evenkeel.tables.formats.registry import (
    AUTO,
    ORDINARY,
    ColumnFormat,
    FileFormat,
    column_formats,
    file_formats,
    lookup,
)
from evenkeel.tables.parsing.cells import Table, name_of
from evenkeel.tables.parsing.dialect import check_separator
from evenkeel.tables.parsing.objects import (
    holds_run_matrices,
    is_crossvalidated,
    joined,
    level_name,
    read_array,
    read_crossvalidated,
    read_frame,
    read_parquet,
    read_run_matrices,
)
from evenkeel.tables.parsing.records import (
    read_arff,
    read_json,
    read_json_lines,
    read_yaml,
    tables_in,
)
from evenkeel.tables.parsing.sources import Content, kind_of
from evenkeel.tables.parsing.text import read_text
from evenkeel.tables.parsing.workbook import read_workbook

_OWN_KINDS = (*PARQUET, ".xlsx")  # not opened to see whether they are others
_LONGEST_TUPLE = 1000  # characters
Reader = Callable[[Content], tuple[Table, ...]]


def find_tables(
    source: Any,
    *,
    separator: str = "auto",
    decimal: str = "auto",
    encoding: str = "auto",
    sheet: str | None = None,
    format: str = "auto",
    records: str | None = None,
    names: Sequence[str] = (),
    columns: bool = True,
) -> tuple[Table, ...]:
    """Open the source and read the cells of its tables, unless it is a table already.

    Parameters
    ----------
    source : path, folder, pattern, list of paths, open file, data frame, array, list or dict
        What was given.
    separator, decimal, encoding : str
        How a text table is written.
    sheet, records : str, optional
        The sheet of a workbook, and the path of a list of records in JSON or YAML, that is wanted.
    format : str
        A name in `FORMATS`, ``"auto"`` to find it out, or ``"table"`` for an ordinary table.
    names : sequence of str
        Columns that hold names, whatever their cells look like.
    columns : bool
        Whether a table whose columns have the names of a tool may be turned.
    """
    choice(decimal, ("auto", ".", ","), "decimal mark")
    check_separator(separator)
    _check_encoding(encoding)
    if isinstance(source, Table):
        return (source,)

    def ordinary(content: Content) -> tuple[Table, ...]:
        return _read_content(content, separator, decimal, encoding, sheet, records, names)

    tables = _find_formatted(source, format, ordinary)
    if tables is None:
        refuse("data in memory", separator=separator, encoding=encoding, sheet=sheet)
        tables = _read_memory(source, records)
    if decimal != "auto":
        tables = tuple(replace(table, decimal=decimal, sure=True) for table in tables)
    tables = tuple(map(_without_tuples, tables))
    own = format == "auto" and not columns  # columns were told: they are those of the file, or
    return tuple(  # those that a format has made
        table if own and {*names} <= {*table.names} else in_columns(table, format)
        for table in tables
    )


def _read_content(
    content: Content,
    separator: str,
    decimal: str,
    encoding: str,
    sheet: str | None,
    records: str | None,
    names: Sequence[str],
) -> tuple[Table, ...]:
    """Read the cells of a file that is of no format."""
    kind = kind_of(content)
    what = content.description
    if kind not in _RECORDS:
        refuse(f"{what}, which holds no records", records=records)
    if kind != "excel":
        refuse(f"{what}, which is no Excel file", sheet=sheet)
    if kind == "csv":
        return (
            read_text(
                content, separator=separator, decimal=decimal, encoding=encoding, names=names
            ),
        )
    refuse(f"{what}, which is no text table", separator=separator, encoding=encoding)
    if kind == "excel":
        return read_workbook(content, sheet)
    if kind == "parquet":
        return (read_parquet(content),)
    if kind == "arff":
        return (read_arff(content),)
    return _RECORDS[kind](content, records)


_RECORDS = {"json": read_json, "jsonl": read_json_lines, "yaml": read_yaml}


def _read_memory(source: Any, records: str | None) -> tuple[Table, ...]:
    if isinstance(source, Mapping) and is_crossvalidated(source):
        return (read_crossvalidated(source),)
    if isinstance(source, Mapping) and holds_run_matrices(source):
        return (read_run_matrices(source),)
    if isinstance(source, Mapping):
        return tables_in(source, Origin("dict", "frame", "wide"), records)
    if isinstance(source, (list, tuple)):
        return tables_in(source, Origin("list", "array", "wide"), records)
    refuse("this data", records=records)
    return (read_array(source) if isinstance(source, np.ndarray) else read_frame(source),)


def _check_encoding(encoding: str) -> None:
    try:
        if encoding != "auto":
            "a".encode(encoding)
    except (LookupError, UnicodeError, TypeError):
        raise InputError(
            f"unknown encoding {encoding!r}: give one that Python knows, such as 'utf-8', 'utf-16' "
            "or 'cp1252'"
        ) from None


def refuse(what: str, **options: object) -> None:
    """Raise if an option was given that says nothing about this kind of source."""
    for name, option in options.items():
        if option not in (None, "auto"):
            raise InputError(f"{name}={option!r} says nothing about {what}; leave it out")


# What tools write, and files that belong together: by content, by names, or as it was asked for


def _find_formatted(source: Any, format: str, ordinary: Reader) -> tuple[Table, ...] | None:
    """Read files of a format, a folder, a pattern or a list of files; None for data in memory."""
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
    return tuple(table.unread(*given.unread) for table in tables)


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


# Names that are tuples


def _without_tuples(table: Table) -> Table:
    """Give each part of names that are tuples, as pandas writes those of several levels, a place.

    A first column of texts such as ``('Pima', 0.0, 1)`` becomes several; headings such as
    ``('acc', 'mean')`` are joined.
    """
    header = table.header
    if header is not None and len(header) > 1:
        tuples = [_tuple_of(label) for label in header[1:]]
        if all(tuples):
            header = (header[0], *map(joined, tuples))
    first = table.columns[0] if len(table.columns) else ()
    if header is None or isinstance(first, np.ndarray) or not len(first) or not _tuple_of(first[0]):
        return replace(table, header=header)
    found = [_tuple_of(cell) for cell in first]
    widths = {len(parts) for parts in found}
    if len(widths) > 1 or 0 in widths:
        return replace(table, header=header)
    (width,) = widths
    named = _tuple_of(header[0])
    labels = named if len(named) == width else [level_name(None, i, width) for i in range(width)]
    others = table.columns[1:]
    places = table.places or [str(j + 1) for j in range(len(table.columns))]
    return replace(
        table,
        header=(*map(name_of, labels), *header[1:]),
        columns=[*map(list, zip(*(map(name_of, parts) for parts in found), strict=True)), *others],
        places=[*[places[0]] * width, *places[1:]],
        bold=frozenset((i, j + width - 1) for i, j in table.bold if j),
    )


def _tuple_of(cell: object) -> tuple[object, ...]:
    """The parts of a tuple, or of a text that writes one; nothing if it is none."""
    if isinstance(cell, str):
        if not (cell.startswith("(") and cell.endswith(")") and len(cell) < _LONGEST_TUPLE):
            return ()
        try:
            cell = ast.literal_eval(cell)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return ()
    if not isinstance(cell, tuple) or len(cell) < 2:
        return ()
    return cell if all(isinstance(part, (str, int, float)) for part in cell) else ()
