"""Reading runs: text tables, Parquet files and frames of any size, without loading them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from evenkeel.errors import EvenkeelError, InputError, TableError, choice
from evenkeel.tables.faults import direction_faults
from evenkeel.tables.forks import check_polars
from evenkeel.tables.formats.finding import read_as_a_whole
from evenkeel.tables.formats.givens import given_of, is_packed
from evenkeel.tables.parsing.dialect import check_separator
from evenkeel.tables.parsing.keys import key_fault
from evenkeel.tables.parsing.roles import role_in_runs
from evenkeel.tables.parsing.selecting import Rows, listed
from evenkeel.tables.parsing.sources import Content, kind_of, path_of
from evenkeel.tables.parsing.summary_rows import named_as_summary, summary_fault
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.reading import find_table, refuse, told_direction
from evenkeel.tables.reading_options import MISSING, Missing
from evenkeel.tables.recognising import holds_runs, open_cells
from evenkeel.tables.results import Better
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.checking import check
from evenkeel.tables.scanning.columns import Asked
from evenkeel.tables.scanning.engines import ENGINES, Engine, collect
from evenkeel.tables.scanning.files import Files, find_files
from evenkeel.tables.scanning.keys import keys_of_rows, no_rows_fault
from evenkeel.tables.scanning.scans import Opened, open_frame, open_parquet
from evenkeel.tables.scanning.texts import header_of, open_text


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
    measure: str | None = None,
    where: Mapping[str, Any] | None = None,
    algorithms: Sequence[str] | None = None,
    not_algorithms: Sequence[str] | None = None,
    drop: Sequence[str] | None = None,
    missing: Missing = "error",
    cells: Literal["number", "mean"] = "number",
    format: str = "auto",
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
    source : path, list of paths, frame or open file
        A text table (CSV, TSV; UTF-8), a Parquet file, a directory of either, a pattern such as
        ``"runs/*.parquet"``; or a frame that narwhals knows. A lazy frame of polars, DuckDB or
        Dask is evaluated by its own engine, an eager frame (pandas, polars, pyarrow, ...) by
        polars. Parts of a path such as ``problem=F1`` are columns, as Hive writes them. All else
        is read once and held in memory: an open file, a pipe, an Excel or JSON file, a packed
        file, a wide table, whose rows of a problem are its runs (folds), what benchmarks and
        toolkits write (``evenkeel formats`` lists them), files that are named after their
        algorithm or problem, lists of records, and what scikit-learn returns:
        ``{problem: {algorithm: cross_validate(...)}}`` and ``{problem: search.cv_results_}``,
        whose folds are runs; and ``{algorithm: matrix}`` with a row a run and a column a problem,
        as rliable takes scores.
    better : {"lower", "higher"}
        Which values are good. There is no default, unless the source tells it: a wrong guess
        would turn conclusions round.
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
    measure : str, optional
        The measure to read, where a column (``measure``, ``metric``, ``indicator``) says what each
        row holds, or where several columns hold values. Measures are never pooled.
    where : mapping, optional
        The rows to read, by what stands in their columns: ``{"group": "x", "budget": 100}``. A
        column that tells results apart, and is neither run nor step, is refused without it.
    algorithms, not_algorithms : sequence of str, optional
        The algorithms to keep, in the order given, or to leave out; in a wide table the columns.
    drop : sequence of str, optional
        Names of problems to leave out, such as ``["Mean"]``, which is refused as a problem; an
        empty list keeps all.
    missing : {"error", "drop-problem", "drop-algorithm", "worst", "keep"}
        Whether a run without a value is a fault, leaves out its problem, or is left out itself
        (``"keep"``), so that its cell has fewer runs. ``"drop-algorithm"`` and ``"worst"``, which
        `Runs.aggregate` takes as well, leave out all runs of such a cell. The table is then read
        whole.
    cells : {"number", "mean"}
        What the values are: numbers, or numbers and more, such as ``0.81 ± 0.02`` or ``0.81†``, of
        which the first is read. The table is then read whole.
    format : str, default "auto"
        Which format it is, as `read` takes it.

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
    check_separator(separator, by_polars=True)
    choice(missing, MISSING, "treatment of missing values")
    choice(cells, ("number", "mean"), "content of cells")
    check_polars("a table of runs")
    wanted = Rows(measure, where, algorithms, not_algorithms)
    first = cells == "mean"
    opened = _open(
        source, better, asked, engine, separator, decimal, wanted, format, missing, first
    )
    description = opened.origin.description
    if opened.better is not None:
        better, faults = told_direction(better, opened.better)
        if faults:
            raise TableError(description, faults)
    none = [role for role in ("run", "step") if asked[role] is False]
    if pooled := _pooled(opened, none):
        raise TableError(description, [*direction_faults(better), *pooled])
    checked = check(
        opened.frame.select(*opened.columns.names),
        opened.columns.roles(),
        better,
        description,
        explain=opened.explain,
        guessed_step=opened.columns.guessed,
    )
    ignored = opened.origin.ignored
    if checked.no_step is not None:
        ignored = (*ignored, checked.no_step)
    runs = Runs(
        checked.frame,
        checked.facts,
        cast("Better", better),
        checked.columns,
        replace(opened.origin, ignored=ignored),
        (*opened.notes, *checked.notes),
    )
    if opened.origin.shape == "long" and (algorithms or not_algorithms):
        runs = _only_algorithms(runs, listed(algorithms), listed(not_algorithms))
    return _only_problems(runs, drop)


def as_runs(data: Any, better: Better | None = None) -> Runs:
    """Return `data` itself if it is a `Runs`, else read it."""
    if not isinstance(data, Runs):
        return read_runs(data, better=better)
    if better not in (None, data.better):
        raise InputError(
            f"better={better!r} was given, but the runs say {data.better!r} is better; leave the "
            "option out"
        )
    return data


def _pooled(opened: Opened, none: list[str]) -> list[str]:
    """What would be pooled, or why no row was chosen; columns of `none` of the roles are none."""
    source, named = opened.origin.description, list(opened.columns.run)
    if opened.all_rows is not None and not len(collect(opened.frame.head(1), source)):
        fault = no_rows_fault(opened.all_rows, opened.where, source)
        return [] if fault is None else [fault]
    faults = []
    spare = {at: name for at, name in opened.spare.items() if role_in_runs(name) not in none}
    for key in keys_of_rows(opened.frame, spare, source):
        together = [*named, key.name] if named else key.name
        counts = key.numeric and not opened.columns.step
        step = f", or step={key.name!r} if it counts steps" * counts
        faults.append(key_fault(key, f", or say run={together!r} if it tells runs apart{step}"))
    return faults


def _only_algorithms(runs: Runs, asked: list[str], gone: list[str]) -> Runs:
    for name in gone:
        choice(name, runs.algorithms, "algorithm")
    return runs.select(asked or [name for name in runs.algorithms if name not in gone])


def _only_problems(runs: Runs, drop: Sequence[str] | None) -> Runs:
    """Leave out the problems to `drop`; a name such as "Mean" is none."""
    left = listed(drop)
    for name in left:
        choice(name, runs.problems, "row")
    if left:
        runs = runs.select(problems=[name for name in runs.problems if name not in left])
    named = [name for name in runs.problems if named_as_summary(name)]
    if named and (drop is None or left):
        raise TableError(runs.origin.description, [summary_fault(named)])
    return runs


def _open(
    source: Any,
    better: Better | None,
    asked: dict[str, Asked],
    engine: Engine | None,
    separator: str,
    decimal: str,
    wanted: Rows,
    format: str,
    missing: str,
    first: bool,
) -> Opened:
    written = {"separator": separator, "decimal": decimal}
    named = any(asked.values())

    whole = missing != "error" or first

    def cells(source: Any, what: str) -> Opened:
        refuse(what, engine=engine)
        table = find_table(source, separator, decimal, format=format, columns=not named)
        return open_cells(replace(table, first_numbers=first), better, asked, wanted, missing)

    if isinstance(source, Table) or hasattr(source, "read"):
        return cells(source, "an open file")
    given = given_of(source)
    if given is None:
        if format != "auto" or whole:
            return cells(source, "what is read whole")
        if isinstance(source, (Mapping, list, tuple)):
            refuse("data in memory", engine=engine, **written)
            return open_cells(find_table(source), better, asked, wanted)
        refuse("a data frame", engine=engine, **written)
        wide = _wide_frame(source, asked)
        if wide is not None:
            return open_cells(wide, better, asked, wanted)
        return open_frame(source, asked, wanted)
    if (
        whole
        or not isinstance(source, (str, os.PathLike))
        or given.members[0].path is None
        or read_as_a_whole(
            given, format, lambda content: _names(content, separator, decimal), columns=not named
        )
    ):
        return cells(given, f"{given.description}, which is read whole")
    member = given.members[0]
    alone = member.path == path_of(source) or is_packed(member)
    paths = [each.path for each in given.members if each.path is not None]
    files = find_files(given.description, paths, member.content if alone else None, given.unread)
    content = source if files.held is None else files.open(files.paths[0])
    if files.kind in ("excel", "json"):
        return cells(content, f"{files.description}, which is read whole")
    if files.kind == "parquet":
        refuse(f"{files.description}, a Parquet file", **written)
        return open_parquet(files, asked, engine or "polars", wanted)
    if engine not in (None, "polars"):
        raise InputError(
            f"{files.description}: text tables are evaluated by polars; to use {engine!r}, open "
            "the table with it and give the lazy frame, or leave engine= out"
        )
    if not (asked["algorithm"] or asked["value"]) and _may_be_wide(files, separator, decimal):
        table = find_table(content, separator, decimal)
        if holds_runs(table, asked):
            return open_cells(table, better, asked, wanted)
    return open_text(files, asked, separator, decimal, wanted)


def _names(content: Content, separator: str, decimal: str) -> Sequence[str]:
    """Names of the columns of a text table; none if it cannot be read, which others explain."""
    try:
        return header_of(content, separator, decimal) if kind_of(content) == "csv" else ()
    except EvenkeelError:
        return ()


def _wide_frame(source: Any, asked: dict[str, Asked]) -> Table | None:
    """The table of a frame in memory whose rows of a problem are its runs, if it is one."""
    import narwhals.dependencies as libraries

    if any(asked.values()) or not libraries.is_into_dataframe(source):
        return None
    labels = [*getattr(source, "column_names", source.columns)]
    labels += getattr(getattr(source, "index", None), "names", [])
    if "algorithm" in (role_in_runs(label) for label in labels if isinstance(label, str)):
        return None
    table = find_table(source)
    return table if holds_runs(table) else None


def _may_be_wide(files: Files, separator: str, decimal: str) -> bool:
    """Whether no column of a text table is named as that of the algorithms: each may be one."""
    if len(files.paths) > 1:
        return False
    header = header_of(files.open(files.paths[0]), separator, decimal)
    return "algorithm" not in map(role_in_runs, header)
