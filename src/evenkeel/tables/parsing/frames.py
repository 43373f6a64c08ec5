"""Data frames of any library that narwhals knows, and Parquet files."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evenkeel.errors import SourceError, first_line
from evenkeel.tables.forks import check_polars
from evenkeel.tables.parsing.cells import name_of
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.parsing.table import Column, Table
from evenkeel.tables.results import Origin

if TYPE_CHECKING:
    import narwhals as nw
    import pandas as pd

_Names = tuple[tuple[str, ...], tuple[str, ...]]  # of the columns, and of the levels they have
_LONGEST_TUPLE = 1000  # characters


def read_parquet(content: Content) -> Table:
    """Read a Parquet file."""
    import polars as pl

    check_polars("reading a Parquet file")
    try:
        frame = pl.read_parquet(content.path or content.whole(), glob=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise damaged_parquet(content.description, error) from None
    return read_frame(frame, content.description, "parquet")


def damaged_parquet(source: str, error: BaseException) -> SourceError:
    """Say that a Parquet file cannot be read, and why; polars panics over some of them."""
    return SourceError(
        f"{source}: the Parquet file cannot be read ({first_line(error)}); write it again"
    )


def read_frame(frame: Any, description: str = "data frame", kind: str = "frame") -> Table:
    """Read an eager or lazy frame; raise if narwhals does not know it."""
    import narwhals as nw

    named, native = _with_plain_names(frame)
    try:
        known = nw.from_native(native)
    except TypeError:
        raise SourceError(
            f"an object of type {type(frame).__name__!r} cannot be read; give a path, an open "
            "file, a data frame, an array, a list of rows or a dict of columns"
        ) from None
    if isinstance(known, nw.LazyFrame):
        check_polars("collecting a lazy frame")
    data = known.collect() if isinstance(known, nw.LazyFrame) else known
    columns = [_column(series) for series in data.iter_columns()]
    header, levels = named if named is not None else (tuple(data.columns), ())
    origin = Origin(description, kind, "wide")
    return Table(origin, header, columns, range(1, len(data) + 1), levels=levels)


def _column(series: nw.Series[Any]) -> Column:
    import narwhals as nw

    if series.dtype.is_numeric():
        return series.cast(nw.Float64).to_numpy()
    return series.to_list()


def _with_plain_names(frame: Any) -> tuple[_Names | None, Any]:
    """Return the names, and the frame under names that narwhals accepts: unique texts."""
    import narwhals.dependencies as libraries

    if libraries.is_pandas_series(frame) and frame.index.nlevels > 1:
        frame = frame.to_frame("value" if frame.name is None else frame.name)
    if libraries.is_pandas_dataframe(frame):
        return _from_pandas(frame)
    if libraries.is_pyarrow_table(frame):
        plain = frame.rename_columns(_plain(frame.num_columns))
        return (tuple(frame.column_names), ()), plain
    return None, frame


def _from_pandas(frame: pd.DataFrame) -> tuple[_Names, pd.DataFrame]:
    """Make the levels of the index the first columns, unless it merely numbers the rows.

    An index of integers without a name is taken for names only if no column can hold them. Columns
    of numbers that are merely counted get the names that the columns of a matrix have; several
    levels of columns are joined, "a / b".
    """
    import pandas as pd
    from pandas.api.types import is_integer_dtype, is_numeric_dtype

    index, columns = frame.index, frame.columns
    unnamed = index.nlevels == 1 and index.name is None and is_integer_dtype(index.dtype)
    numeric = all(map(is_numeric_dtype, frame.dtypes))
    spare = unnamed and (isinstance(index, pd.RangeIndex) or not numeric)
    levels = [] if spare else range(index.nlevels)
    bare = frame.reset_index(drop=True)
    parts = [index.get_level_values(level).to_frame(index=False) for level in levels]
    counted = isinstance(columns, pd.RangeIndex) and numeric
    labels = [
        *(_level_name(index.names[level], level, index.nlevels) for level in levels),
        *(f"A{j + 1}" if counted else _joined(label) for j, label in enumerate(columns)),
    ]
    joined = pd.concat([*parts, bare], axis=1)
    joined.columns = pd.Index(_plain(len(labels)))
    told = tuple(map(name_of, columns.names))
    return (tuple(labels), told if any(told) else ()), joined


def _level_name(name: Hashable, level: int, levels: int) -> str:
    return f"level_{level}" if name is None and levels > 1 else name_of(name)


def _joined(label: object) -> str:
    """The name of a column; that of several levels has a part for each that is filled in."""
    if not isinstance(label, tuple):
        return name_of(label)
    return " / ".join(dict.fromkeys(filter(None, map(name_of, label))))


def _plain(count: int) -> list[str]:
    return [str(position) for position in range(count)]


def without_tuples(table: Table) -> Table:
    """Give each part of names that are tuples, as pandas writes those of several levels, a place.

    A first column of texts such as ``('Pima', 0.0, 1)`` becomes several; headings such as
    ``('acc', 'mean')`` are joined.
    """
    header = table.header
    if header is not None and len(header) > 1:
        tuples = [_tuple_of(label) for label in header[1:]]
        if all(tuples):
            header = (header[0], *map(_joined, tuples))
    first = table.columns[0] if len(table.columns) else ()
    if header is None or isinstance(first, np.ndarray) or not len(first) or not _tuple_of(first[0]):
        return replace(table, header=header)
    found = [_tuple_of(cell) for cell in first]
    widths = {len(parts) for parts in found}
    if len(widths) > 1 or 0 in widths:
        return replace(table, header=header)
    (width,) = widths
    named = _tuple_of(header[0])
    labels = named if len(named) == width else [_level_name(None, i, width) for i in range(width)]
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
