"""From data frames and Parquet files to a lazy frame with the columns of `canonical`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenkeel.errors import InputError, SourceError, TableError, visible
from evenkeel.tables.faults import HALF_A_PAIR
from evenkeel.tables.parsing.cells import absence, name_of, numbers, quote
from evenkeel.tables.parsing.frames import damaged_parquet
from evenkeel.tables.parsing.selecting import Rows, Where, chosen_in_words
from evenkeel.tables.results import Origin
from evenkeel.tables.scanning.columns import Asked, Columns, canonical, check_types, find_columns
from evenkeel.tables.scanning.engines import Engine, engine_of, failures, load_engine
from evenkeel.tables.scanning.faults import MEND_MISSING
from evenkeel.tables.scanning.files import Files
from evenkeel.tables.scanning.keys import holds_words, spare_names, wanted_rows

if TYPE_CHECKING:
    from evenkeel.tables.scanning.engines import Frame


@dataclass(frozen=True)
class Opened:
    """A lazy frame with canonical columns, where it came from, and who explains its bad rows.

    `spare` tells the columns without a role that the frame has as well, and what they are called.
    If rows were chosen by `where`, `all_rows` has the columns that it names in all rows.
    `better` is the direction if the source tells it. `notes` are what a reader should know of it.
    """

    frame: Frame
    columns: Columns
    origin: Origin
    explain: Callable[[bool], list[str]] | None = None
    spare: Mapping[str, str] = field(default_factory=dict)
    where: Where = field(default_factory=dict)
    all_rows: Frame | None = None
    better: object = None
    notes: tuple[str, ...] = ()


def open_frame(native: Any, asked: Mapping[str, Asked], wanted: Rows) -> Opened:
    """Take any frame that narwhals knows: a lazy one stays so, an eager one goes to polars."""
    import narwhals as nw

    source = "data frame"
    try:
        frame = nw.from_native(_with_plain_names(native, source))
    except TypeError:
        raise SourceError(
            f"an object of type {type(native).__name__!r} cannot be read; give the path of a file "
            "or directory, a pattern, an open file, or a data frame"
        ) from None
    if isinstance(frame, nw.LazyFrame):
        engine_of(frame)
    schema = frame.collect_schema()
    where, asked = wanted.resolve(tuple(schema), asked, source)
    columns = find_columns(tuple(schema), asked, source, where)
    spare = _spare(columns.ignored, schema)
    every = frame
    if where:
        frame = frame.filter(*wanted_rows(where, schema))
    if isinstance(frame, nw.DataFrame):
        _check_cells(frame, columns.value, source)
    check_types(schema, columns, source)
    origin = Origin(source, "frame", "long", ignored=columns.ignored, chosen=chosen_in_words(where))
    if isinstance(frame, nw.DataFrame):
        frame = _to_polars(frame.select(*columns.used, *spare.values()), source)
        every = _to_polars(every.select(*where), source)
        schema = frame.collect_schema()
    return Opened(
        canonical(frame, columns, schema, spare=spare),
        columns,
        origin,
        spare=spare,
        where=where,
        all_rows=every if where else None,
    )


def open_parquet(files: Files, asked: Mapping[str, Asked], engine: Engine, wanted: Rows) -> Opened:
    """Scan Parquet files; those whose columns have other types are scanned apart and cast."""
    import narwhals as nw

    if files.held is not None and engine != "polars":
        raise InputError(
            f"{files.description}: what comes from a stream is evaluated by polars; to use "
            f"{engine!r}, save it to a file and give that, or leave engine= out"
        )
    schemas = {path: _parquet_schema(files, path) for path in files.paths}
    header = (*schemas[files.paths[0]], *files.keys)
    where, asked = wanted.resolve(header, asked, files.description)
    columns = find_columns(header, asked, files.description, where)
    needed = (*columns.used, *where)
    groups: dict[tuple[Any, ...], list[Path]] = {}
    for path, schema in schemas.items():
        lacking = [n for n in needed if n not in schema and n not in files.keys]
        if lacking:
            raise TableError(
                visible(path),
                [
                    f"there is no column {name!r}, which {visible(files.paths[0].name)} has; "
                    "read only files with the same columns together"
                    for name in lacking
                ],
            )
        groups.setdefault(tuple(schema.get(name) for name in needed), []).append(path)
    alike = [
        name
        for name in columns.ignored
        if name in files.keys or len({schema.get(name) for schema in schemas.values()}) == 1
    ]
    scan = _parquet_scanner(files, engine)
    frames, every, spare = [], [], dict[str, str]()
    for paths in groups.values():
        source = files.description if len(groups) == 1 else visible(paths[0])
        try:
            frame = scan(paths)
            known = frame.collect_schema()
        except failures(engine) as error:
            raise damaged_parquet(source, error) from None
        check_types(known, columns, source)
        if where:
            every.append(frame.select(*(nw.col(name).cast(nw.String) for name in where)))
            frame = frame.filter(*wanted_rows(where, known))
        spare = _spare(alike, known)
        as_text = len(groups) > 1
        frames.append(canonical(frame, columns, known, run_as_text=as_text, spare=spare))
    origin = Origin(
        files.description,
        "parquet",
        "long",
        ignored=columns.ignored,
        chosen=chosen_in_words(where),
        unread=files.unread,
    )
    return Opened(
        nw.concat(frames, how="vertical"),
        columns,
        origin,
        spare=spare,
        where=where,
        all_rows=nw.concat(every, how="vertical") if every else None,
    )


def _spare(names: Sequence[str], schema: Mapping[str, Any]) -> dict[str, str]:
    """The columns without a role that may hold measures or groups, under names of their own."""
    return spare_names([n for n in names if n in schema and holds_words(schema[n])])


def _parquet_schema(files: Files, path: Path) -> dict[str, Any]:
    import polars as pl

    source = files.source(path)
    try:
        return dict(pl.read_parquet_schema(source if isinstance(source, Path) else BytesIO(source)))
    except failures("polars") as error:
        name = files.description if files.held is not None else visible(path)
        raise damaged_parquet(name, error) from None


def _parquet_scanner(files: Files, engine: Engine) -> Callable[[list[Path]], Frame]:
    """Return what makes a lazy frame of files; DuckDB joins only frames of one connection."""
    import narwhals as nw

    module, hive = load_engine(engine), bool(files.keys)
    connection = module.connect() if engine == "duckdb" else None

    def scan(paths: list[Path]) -> Frame:
        names = [str(path) for path in paths]
        if engine == "polars":
            source = files.held if files.held is not None else names
            native = module.scan_parquet(source, hive_partitioning=hive, glob=False)
        elif connection is not None:
            native = connection.read_parquet(names, hive_partitioning=hive)
        else:
            native = module.read_parquet(names)
        frame: Frame = nw.from_native(native)
        return frame

    return scan


def _with_plain_names(native: Any, source: str) -> Any:
    """Make the named levels of a pandas index columns, and all names unique texts."""
    import narwhals.dependencies as libraries

    if libraries.is_pyarrow_table(native):
        _check_unique(native.column_names, source)
    if not libraries.is_pandas_dataframe(native):
        return native
    named = any(name is not None for name in native.index.names)
    labels = [*(native.index.names if named else ()), *native.columns]
    names = [name_of(label) for label in labels]
    _check_unique(names, source)
    frame = native.reset_index() if named else native
    return frame.set_axis(names, axis=1)


def _check_unique(names: Sequence[str], source: str) -> None:
    faults = [
        f"{count} columns are called {name!r}; give them different names"
        for name, count in Counter(names).items()
        if count > 1
    ]
    if faults:
        raise TableError(source, faults)


def _check_cells(frame: Any, name: str, source: str) -> None:
    """Raise if a column of texts or mixed types holds cells that are no numbers, and say which."""
    if frame[name].dtype.is_numeric():
        return
    cells = frame[name].to_list()
    found = numbers(cells, ".")
    told = found.wrong or {row: absence(cells[row], MEND_MISSING) for row in found.absent}
    if told:
        faults = [f"row {row + 1}, column {name!r}: {why}" for row, why in told.items()]
        raise TableError(source, faults)


def _to_polars(frame: Any, source: str) -> Frame:
    """Copy an eager frame to polars, by way of arrays and lists so that no bridge is needed."""
    if frame.implementation.is_polars():
        lazy: Frame = frame.lazy()
        return lazy
    with only_unicode(source):
        return frame_of({series.name: _plain_cells(series) for series in frame.iter_columns()})


def frame_of(cells: Mapping[str, Any]) -> Frame:
    """A lazy frame of columns in memory."""
    import narwhals as nw
    import polars as pl

    return nw.from_native(pl.DataFrame(cells).lazy())


@contextmanager
def only_unicode(source: str) -> Iterator[None]:
    """Refuse names that hold half of a surrogate pair, which no frame takes."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise TableError(source, [f"the name {quote(error.object)} {HALF_A_PAIR}"]) from None


def _plain_cells(series: Any) -> Any:
    import narwhals as nw

    if series.dtype.is_integer() and not series.is_null().any():
        return series.to_numpy()
    if series.dtype.is_numeric():
        return series.cast(nw.Float64).to_numpy()
    missing = series.is_null().to_list()
    cells = zip(missing, series.cast(nw.String).to_list(), strict=True)
    return [None if gap else cell for gap, cell in cells]
