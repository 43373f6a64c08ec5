"""The engines that answer: collect a lazy frame, and put a small table beside it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import NDArray

from evenkeel.errors import InputError, MissingPackageError, SourceError, first_line
from evenkeel.tables.forks import check_polars

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl

    Frame = nw.LazyFrame[Any]

Engine = Literal["polars", "duckdb", "dask"]
ENGINES: tuple[Engine, ...] = ("polars", "duckdb", "dask")

#: Rows that are held in memory at once, whatever the size of the table: some 100 MB.
HELD = 1 << 22


def engine_of(frame: Frame) -> Engine:
    """Name the engine that evaluates the frame."""
    name = frame.implementation.value
    for engine in ENGINES:
        if name == engine:
            return engine
    raise InputError(
        f"a lazy frame of {name!r} cannot be read; give one of polars, DuckDB or Dask, or collect "
        "it first"
    )


def load_engine(engine: Engine) -> Any:
    """Import the package of an engine."""
    module = "dask.dataframe" if engine == "dask" else engine
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingPackageError(engine, f"the engine {engine!r}", engine) from None


def failures(engine: Engine) -> tuple[type[BaseException], ...]:
    """What an engine raises over rows that cannot be read; polars panics over some files."""
    import polars as pl
    from narwhals.exceptions import NarwhalsError

    every = (pl.exceptions.PolarsError, pl.exceptions.PanicException, NarwhalsError, OSError)
    if engine == "duckdb":
        return (*every, load_engine("duckdb").Error)
    if engine == "dask":
        return (*every, importlib.import_module("pyarrow").ArrowException)
    return every


def collect(frame: Frame, source: str) -> pl.DataFrame:
    """Evaluate a frame whose answer is small; polars streams, the others do it by themselves."""
    check_polars("a table of runs")
    engine = engine_of(frame)
    options = {"engine": "streaming"} if engine == "polars" else {}
    try:
        answer: pl.DataFrame = frame.collect("polars", **options).to_native()
    except failures(engine) as error:
        raise SourceError(
            f"{source}: the rows cannot be read ({first_line(error)}); make sure that the source "
            "is whole and still in its place"
        ) from None
    return answer


def arrays(frame: Frame, source: str) -> dict[str, NDArray[Any]]:
    """Evaluate a frame of numbers: its columns as arrays."""
    return {series.name: series.to_numpy() for series in collect(frame, source)}


def beside(frame: Frame, small: pl.DataFrame) -> Frame:
    """Put a small table where the engine of `frame` can join it."""
    import narwhals as nw

    engine = engine_of(frame)
    if engine == "duckdb":
        # A relation can only be joined with one of its own connection, which `query` uses. It
        # finds the table by the name of the variable.
        relation: Frame = nw.from_native(frame.to_native().query("_", "SELECT * FROM small"))
        return relation
    return nw.from_native(small).lazy(engine)
