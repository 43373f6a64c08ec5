"""Reading runs: text tables, Parquet files and frames of any size, without loading them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, cast

from evenkeel._runs.checking import check
from evenkeel._runs.columns import Asked
from evenkeel._runs.engines import ENGINES, Engine
from evenkeel._runs.files import find_files
from evenkeel._runs.scans import Opened, open_frame, open_parquet
from evenkeel._runs.texts import open_text
from evenkeel.errors import InputError, choice
from evenkeel.results import Better
from evenkeel.runs import Runs


def read_runs(
    source: Any,
    *,
    better: Better | None = None,
    algorithm: str | None = None,
    problem: str | None = None,
    value: str | None = None,
    run: str | Sequence[str] | Literal[False] | None = None,
    step: str | Literal[False] | None = None,
    engine: Engine | None = None,
    separator: str = "auto",
    decimal: Literal["auto", ".", ","] = "auto",
) -> Runs:
    """Read many runs of each algorithm on each problem from a long table of any size.

    The table has a row a run, with columns for the algorithm, the problem and the value, and
    mostly one for the run (a number, a fold, a seed). A column of steps (budgets, iterations,
    epochs) makes curves of the runs, of which `Runs.at_step` chooses a point. Columns are found
    by their usual names unless given; ambiguity is an error that names the choices.

    The rows are passed over once, to find the cells and their faults, and stay where they are. In
    a table of up to some four million rows a second pass looks for runs that occur twice, which
    are refused; `Runs.duplicates` does so in larger ones. Missing and infinite values are refused,
    with how many there are and where; cells without runs and unequal numbers of runs are told by
    `Runs.checks`.

    Parameters
    ----------
    source : path or frame
        A text table (CSV, TSV; UTF-8), a Parquet file, a directory of either, a pattern such as
        ``"runs/*.parquet"``; or a frame that narwhals knows. A lazy frame of polars, DuckDB or
        Dask is evaluated by its own engine, an eager frame (pandas, polars, pyarrow, ...) by
        polars. Parts of a path such as ``problem=F1`` are columns, as Hive writes them.
    better : {"lower", "higher"}
        Which values are good. There is no default: a wrong guess would turn conclusions round.
    algorithm, problem, value : str, optional
        The columns that hold them, where their names do not say so.
    run : str or sequence of str or False, optional
        The column that names the runs, or several that do so together, as the repetition and
        the fold do. False: there is none.
    step : str or False, optional
        The column of the steps; it holds numbers. False: there is none. A column that was only
        recognised by its name is no step if each run has one row.
    engine : {"polars", "duckdb", "dask"}, optional
        What evaluates Parquet files, by default polars. With Dask the active client is used.
    separator, decimal : str, default "auto"
        How a text table is written.

    Returns
    -------
    Runs

    Examples
    --------
    >>> import io
    >>> import evenkeel
    >>> import polars as pl
    >>> table = pl.read_csv(io.StringIO('''algorithm,function,seed,error
    ... new,F1,1,0.25
    ... new,F1,2,0.75
    ... old,F1,1,1.5
    ... old,F1,2,2.5
    ... new,F2,1,3.0
    ... old,F2,1,5.0
    ... '''))
    >>> runs = evenkeel.read_runs(table, better="lower")
    >>> runs
    Runs: 2 problems x 2 algorithms, 1 to 2 runs a cell, lower is better
    >>> runs.checks()
    ("the cells have from 1 to 2 runs; the fewest has 'new' on 'F2'",)
    >>> runs.aggregate("mean")
    Results: 2 problems x 2 algorithms, lower is better
        new  old
    F1  0.5    2
    F2    3    5
    """
    asked: dict[str, Asked] = {
        "algorithm": algorithm,
        "problem": problem,
        "value": value,
        "run": run,
        "step": step,
    }
    if engine is not None:
        choice(engine, ENGINES, "engine")
    choice(decimal, ("auto", ".", ","), "decimal mark")
    opened = _open(source, asked, engine, separator, decimal)
    description = opened.origin.description
    checked = check(
        opened.frame,
        opened.columns.roles(),
        better,
        description,
        explain=opened.explain,
        guessed_step=opened.columns.guessed,
    )
    ignored = opened.columns.ignored
    if checked.no_step is not None:
        ignored = (*ignored, checked.no_step)
    return Runs(
        checked.frame,
        checked.facts,
        cast("Better", better),
        checked.columns,
        replace(opened.origin, ignored=ignored),
        checked.notes,
    )


def _open(
    source: Any, asked: dict[str, Asked], engine: Engine | None, separator: str, decimal: str
) -> Opened:
    written = {"separator": separator, "decimal": decimal}
    if not isinstance(source, (str, os.PathLike)):
        _refuse("a data frame", engine=engine, **written)
        return open_frame(source, asked)
    files = find_files(Path(source))
    if files.kind == "parquet":
        _refuse(f"{files.description}, a Parquet file", **written)
        return open_parquet(files, asked, engine or "polars")
    if engine not in (None, "polars"):
        raise InputError(
            f"{files.description}: text tables are evaluated by polars; to use {engine!r}, open "
            "the table with it and give the lazy frame, or leave engine= out"
        )
    return open_text(files, asked, separator, decimal)


def _refuse(what: str, **options: str | None) -> None:
    """Raise if an option was given that says nothing about this kind of source."""
    for name, option in options.items():
        if option not in (None, "auto"):
            raise InputError(f"{name}={option!r} says nothing about {what}; leave it out")
