"""From anything that was given to the tables of cells that it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenkeel.errors import InputError, choice
from evenkeel.tables.formats.finding import find_formatted, in_columns
from evenkeel.tables.origin import Origin
from evenkeel.tables.parsing.dialect import check_separator
from evenkeel.tables.parsing.frames import read_frame, read_parquet, without_tuples
from evenkeel.tables.parsing.objects import (
    holds_run_matrices,
    is_crossvalidated,
    read_array,
    read_crossvalidated,
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
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.parsing.text import read_text
from evenkeel.tables.parsing.workbook import read_workbook


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

    tables = find_formatted(source, format, ordinary)
    if tables is None:
        refuse("data in memory", separator=separator, encoding=encoding, sheet=sheet)
        tables = _read_memory(source, records)
    if decimal != "auto":
        tables = tuple(replace(table, decimal=decimal, sure=True) for table in tables)
    tables = tuple(map(without_tuples, tables))
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
