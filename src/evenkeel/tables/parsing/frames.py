"""Data frames of any library that narwhals knows, and Parquet files."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from evenkeel.errors import SourceError, first_line
from evenkeel.tables.forks import check_polars
from evenkeel.tables.parsing.cells import name_of
from evenkeel.tables.parsing.levels import without_levels
from evenkeel.tables.parsing.roles import role_of
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.parsing.table import Column, Table
from evenkeel.tables.results import Origin

if TYPE_CHECKING:
    import narwhals as nw
    import pandas as pd


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

    header, native = _with_plain_names(frame, description)
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
    names = header if header is not None else tuple(data.columns)
    return Table(Origin(description, kind, "wide"), names, columns, range(1, len(data) + 1))


def _column(series: nw.Series[Any]) -> Column:
    import narwhals as nw

    if series.dtype.is_numeric():
        return series.cast(nw.Float64).to_numpy()
    return series.to_list()


def _with_plain_names(frame: Any, source: str) -> tuple[tuple[str, ...] | None, Any]:
    """Return the names, and the frame under names that narwhals accepts: unique texts."""
    import narwhals.dependencies as libraries

    if libraries.is_pandas_series(frame) and frame.index.nlevels > 1:
        frame = frame.to_frame("value" if frame.name is None else frame.name)
    if libraries.is_pandas_dataframe(frame):
        return _from_pandas(without_levels(frame, source))
    if libraries.is_pyarrow_table(frame):
        return tuple(frame.column_names), frame.rename_columns(_plain(frame.num_columns))
    return None, frame


def _from_pandas(frame: pd.DataFrame) -> tuple[tuple[str, ...], pd.DataFrame]:
    """Make the index the first column, unless it merely numbers the rows.

    An index of integers without a name is taken for names only if no column can hold them. Columns
    of numbers that are merely counted get the names that the columns of a matrix have.
    """
    import pandas as pd
    from pandas.api.types import is_integer_dtype, is_numeric_dtype

    index = frame.index
    unnamed = index.nlevels == 1 and index.name is None and is_integer_dtype(index.dtype)
    numeric = all(map(is_numeric_dtype, frame.dtypes))
    spare = unnamed and (isinstance(index, pd.RangeIndex) or not numeric)
    levels = [] if spare else range(index.nlevels)
    bare = frame.reset_index(drop=True)
    parts = [index.get_level_values(level).to_frame(index=False) for level in levels]
    counted = isinstance(frame.columns, pd.RangeIndex) and numeric
    columns = [f"A{j + 1}" for j in range(frame.shape[1])] if counted else frame.columns
    labels = [*(index.names[level] for level in levels), *columns]
    if len(levels) == 1 and index.name is None and _says_problem(frame.columns.name):
        labels[0] = "algorithm"  # each column is a problem, so each row is an algorithm
    joined = pd.concat([*parts, bare], axis=1)
    joined.columns = pd.Index(_plain(len(labels)))
    return tuple(map(name_of, labels)), joined


def _says_problem(name: Hashable) -> bool:
    return name is not None and role_of(name_of(name)) == "problem"


def _plain(count: int) -> list[str]:
    return [str(position) for position in range(count)]
