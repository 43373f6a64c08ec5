"""Data frames of any library that narwhals knows, and Parquet files."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

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
        *(level_name(index.names[level], level, index.nlevels) for level in levels),
        *(f"A{j + 1}" if counted else joined(label) for j, label in enumerate(columns)),
    ]
    whole = pd.concat([*parts, bare], axis=1)
    whole.columns = pd.Index(_plain(len(labels)))
    told = tuple(map(name_of, columns.names))
    return (tuple(labels), told if any(told) else ()), whole


def level_name(name: Hashable, level: int, levels: int) -> str:
    """The name of a level of the index, which may have none."""
    return f"level_{level}" if name is None and levels > 1 else name_of(name)


def joined(label: object) -> str:
    """The name of a column; that of several levels has a part for each that is filled in."""
    if not isinstance(label, tuple):
        return name_of(label)
    return " / ".join(dict.fromkeys(filter(None, map(name_of, label))))


def _plain(count: int) -> list[str]:
    return [str(position) for position in range(count)]
