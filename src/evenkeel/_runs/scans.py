"""From data frames and Parquet files to a lazy frame with the columns of `canonical`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenkeel._runs.columns import Asked, Columns, canonical, check_types, find_columns
from evenkeel._runs.engines import Engine, engine_of, load_engine
from evenkeel._runs.files import Files
from evenkeel._tables.cells import numbers
from evenkeel.errors import SourceError, TableError
from evenkeel.results import Origin

if TYPE_CHECKING:
    from evenkeel._runs.engines import Frame


@dataclass(frozen=True)
class Opened:
    """A lazy frame with canonical columns, where it came from, and who explains its bad rows."""

    frame: Frame
    columns: Columns
    origin: Origin
    explain: Callable[[bool], list[str]] | None = None


def open_frame(native: Any, asked: Mapping[str, Asked]) -> Opened:
    """Take any frame that narwhals knows: a lazy one stays so, an eager one goes to polars."""
    import narwhals as nw

    try:
        frame = nw.from_native(_with_index(native))
    except TypeError:
        raise SourceError(
            f"an object of type {type(native).__name__!r} cannot be read; give the path of a file "
            "or directory, a pattern, or a data frame"
        ) from None
    source = "data frame"
    if isinstance(frame, nw.LazyFrame):
        engine_of(frame)
    schema = frame.collect_schema()
    columns = find_columns(tuple(schema), asked, source)
    if isinstance(frame, nw.DataFrame):
        _check_cells(frame, columns.value, source)
    check_types(schema, columns, source)
    origin = Origin(source, "frame", "long", ignored=columns.ignored)
    if isinstance(frame, nw.DataFrame):
        frame = _to_polars(frame.select(*columns.used))
        schema = frame.collect_schema()
    return Opened(canonical(frame, columns, schema), columns, origin)


def open_parquet(files: Files, asked: Mapping[str, Asked], engine: Engine) -> Opened:
    """Scan Parquet files; those whose columns have other types are scanned apart and cast."""
    import narwhals as nw

    schemas = {path: _parquet_schema(path) for path in files.paths}
    header = (*schemas[files.paths[0]], *files.keys)
    columns = find_columns(header, asked, files.description)
    groups: dict[tuple[Any, ...], list[Path]] = {}
    for path, schema in schemas.items():
        lacking = [n for n in columns.used if n not in schema and n not in files.keys]
        if lacking:
            raise TableError(
                str(path),
                [
                    f"there is no column {name!r}, which {files.paths[0].name} has; read only "
                    "files with the same columns together"
                    for name in lacking
                ],
            )
        groups.setdefault(tuple(schema.get(name) for name in columns.used), []).append(path)
    scan = _parquet_scanner(engine, hive=bool(files.keys))
    frames = []
    for paths in groups.values():
        frame = scan(paths)
        known = frame.collect_schema()
        source = files.description if len(groups) == 1 else str(paths[0])
        check_types(known, columns, source)
        frames.append(canonical(frame, columns, known, run_as_text=len(groups) > 1))
    origin = Origin(files.description, "parquet", "long", ignored=columns.ignored)
    return Opened(nw.concat(frames, how="vertical"), columns, origin)


def _parquet_schema(path: Path) -> dict[str, Any]:
    import polars as pl

    try:
        return dict(pl.read_parquet_schema(path))
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).strip().splitlines()[0]
        raise SourceError(
            f"{path}: the Parquet file cannot be read ({reason}); write it again"
        ) from None


def _parquet_scanner(engine: Engine, *, hive: bool) -> Callable[[list[Path]], Frame]:
    """Return what makes a lazy frame of files; DuckDB joins only frames of one connection."""
    import narwhals as nw

    module = load_engine(engine)
    connection = module.connect() if engine == "duckdb" else None

    def scan(paths: list[Path]) -> Frame:
        names = [str(path) for path in paths]
        if engine == "polars":
            native = module.scan_parquet(names, hive_partitioning=hive, glob=False)
        elif connection is not None:
            native = connection.read_parquet(names, hive_partitioning=hive)
        else:
            native = module.read_parquet(names)
        frame: Frame = nw.from_native(native)
        return frame

    return scan


def _with_index(native: Any) -> Any:
    """Make the named levels of a pandas index columns."""
    import narwhals.dependencies as libraries

    if libraries.is_pandas_dataframe(native) and any(
        name is not None for name in native.index.names
    ):
        return native.reset_index()
    return native


def _check_cells(frame: Any, name: str, source: str) -> None:
    """Raise if a column of texts or mixed types holds cells that are no numbers, and say which."""
    if frame[name].dtype.is_numeric():
        return
    wrong = numbers(frame[name].to_list(), ".").wrong
    if wrong:
        faults = [f"row {row + 1}, column {name!r}: {why}" for row, why in wrong.items()]
        raise TableError(source, faults)


def _to_polars(frame: Any) -> Frame:
    """Copy an eager frame to polars, by way of arrays and lists so that no bridge is needed."""
    import narwhals as nw
    import polars as pl

    if frame.implementation.is_polars():
        lazy: Frame = frame.lazy()
        return lazy
    columns: dict[str, Any] = {}
    for series in frame.iter_columns():
        if series.dtype.is_integer() and not series.is_null().any():
            columns[series.name] = series.to_numpy()
        elif series.dtype.is_numeric():
            columns[series.name] = series.cast(nw.Float64).to_numpy()
        else:
            missing = series.is_null().to_list()
            cells = zip(missing, series.cast(nw.String).to_list(), strict=True)
            columns[series.name] = [None if gap else cell for gap, cell in cells]
    return nw.from_native(pl.DataFrame(columns).lazy())
