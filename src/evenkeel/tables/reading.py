"""The way in: any file, frame, array or Python object -> Results or Runs.

    source -> find_tables (cells) -> profile -> understand (a Reading) -> settle: go, ask or refuse

What a tool writes is recognised first. Tables of runs that are larger than memory go the same way:
their first rows are understood, and an engine passes over all of them by the roles of the reading.

Long because the documentation of every option stands here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any, Literal, cast

from evenkeel.errors import InputError, Message, Option, ReadingQuestion, TableError, choice
from evenkeel.numerics.progress import DELAY, expecting
from evenkeel.tables.choices import Statistic
from evenkeel.tables.drafts import listed
from evenkeel.tables.faults import direction_faults
from evenkeel.tables.finding import find_tables
from evenkeel.tables.options import MISSING, READING, SHAPES, Missing
from evenkeel.tables.parsing.cells import Table
from evenkeel.tables.profile import profile
from evenkeel.tables.readings import Reading
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs, aggregated
from evenkeel.tables.scanning.survey import ENGINES, Engine
from evenkeel.tables.settling import settle
from evenkeel.tables.understanding import measures_of

_READING = "reading the file"
_PARSED = 12e6  # bytes of text that are parsed in a second, or more
_PASSED = 40e6  # and those of a file that an engine passes over
_NAMES = 10  # how much longer than parsing a column of names takes to be understood
_WRITTEN = ("separator", "decimal", "encoding", "sheet", "format", "records")
_COLUMNS = ("algorithm", "problem", "value", "run", "step")


def read(
    source: Any,
    *,
    better: Better | None = None,
    shape: Literal["auto", "wide", "long", "transposed"] = "auto",
    transpose: bool = False,
    separator: str = "auto",
    decimal: Literal["auto", ".", ","] = "auto",
    encoding: str = "auto",
    missing: Missing = "error",
    algorithm: str | Sequence[str] | None = None,
    problem: str | Sequence[str] | None = None,
    value: str | None = None,
    sheet: str | None = None,
    measure: str | None = None,
    where: Mapping[str, Any] | None = None,
    algorithms: Sequence[str] | None = None,
    not_algorithms: Sequence[str] | None = None,
    drop: Sequence[str] | None = None,
    pick: str | int | None = None,
    records: str | None = None,
    format: str = "auto",
) -> Results:
    """Read a table of results from a file, a data frame, an array or Python lists.

    The whole table is understood first: where the problems and the algorithms are, in rows, in
    columns or in columns of a long table; which rows and columns are no results, such as sizes,
    averages and counters; how the cells are written. `Results.origin.reading` says what every row
    and column was taken for, and why. Names and values are weighed together: a name alone never
    leaves anything out.

    If anything is in doubt nothing is read: `ReadingQuestion` shows the readings that are possible,
    the likeliest first, with the options that make each of them explicit. An option that is given
    settles its question. What is wrong with the cells is told all together, each kind of fault once
    with its first place.

    Parameters
    ----------
    source : path, folder, pattern, list of paths, open file, data frame, array, list or dict
        A file is known by its content: a text table (CSV, TSV, separated by semicolons, bars or
        blanks), Excel (.xlsx), Parquet, JSON, JSON Lines, YAML or ARFF; what benchmarks and
        toolkits write, and tables as papers show them (``evenkeel formats`` lists them); each of
        these also packed by gzip, bzip2, Zstandard or zip. The files of a folder, of a pattern
        such as ``"runs/*.csv"`` or of a list are read together: parts of one table, or a file for
        each algorithm or problem, named after it. A frame may be of any library that narwhals
        knows. A dict may hold columns, or what scikit-learn returns from cross validation. A
        matrix of numbers gets the names P1, P2, ... and A1, A2, ....
    better : {"lower", "higher"}
        Which values are good. It may be left out only where the source says it.
    shape : {"auto", "wide", "long", "transposed"}
        Wide: a row for each problem and a column for each algorithm. Transposed: a row for each
        algorithm. Long: a row for each result.
    transpose : bool
        Each row is an algorithm and each column a problem: the same as ``shape="transposed"``.
    separator, decimal, encoding : str
        How a text table is written. ``separator=" "`` stands for any run of blanks and tabs.
    missing : {"error", "drop-problem", "drop-algorithm", "worst", "keep"}
        What becomes of missing results: they are asked about, leave out their problem or their
        algorithm, are failures that rank last on their problem, or are kept as NaN; see
        `evenkeel.tables.choose`.
    algorithm, problem : str or sequence of str, optional
        The columns that name the algorithms and the problems; several name them together.
    value : str, optional
        The column of a long table that holds the values.
    sheet : str, optional
        The sheet of an Excel file.
    measure : str, optional
        The measure to read, where a column (``measure``, ``metric``, ``indicator``) says what each
        row of the table holds, or where several columns hold values.
    where : mapping, optional
        The rows to read, by what stands in their columns: ``{"group": "x", "budget": 100}``.
    algorithms, not_algorithms : sequence of str, optional
        The names of the algorithms to read, in the order given; or those of columns (rows, if
        transposed) that are no algorithms. An empty list of `not_algorithms` keeps all.
    drop : sequence of str, optional
        Names of rows (columns, if transposed) that are no problems, such as ``["Mean"]``; an empty
        list keeps all.
    pick : str or int, optional
        Which of several tables of a file is meant: its name, or its number from 1.
    records : str, optional
        Where the records are in a JSON or YAML file: ``"runs.results"``.
    format : str, default "auto"
        Which of the formats that ``evenkeel formats`` lists it is; ``"table"`` for an ordinary
        table, whatever its columns are called.

    Returns
    -------
    Results

    Raises
    ------
    ReadingQuestion
        If the table can be read in several ways.
    TableError
        If there is nothing to compare, or cells have faults; the exception lists all of them.
    SourceError
        If the source cannot be opened, or is no table of any known kind.

    Examples
    --------
    >>> import io
    >>> import evenkeel
    >>> text = '''dataset;#samples;PDFC;NNEP
    ... adult;48842;0,752;0,773
    ... breast;286;0,727;0,748
    ... iris;150;0,941;0,962
    ... '''
    >>> results = evenkeel.read(io.StringIO(text), better="higher")
    >>> results
    Results: 3 problems x 2 algorithms, higher is better
             PDFC   NNEP
    adult   0.752  0.773
    breast  0.727  0.748
    iris    0.941  0.962
    >>> print(results.origin.reading)
    Read: 3 problems (adult, breast, iris), 2 algorithms (PDFC, NNEP), higher is better; left out: \
#samples (size).
    """
    told = _told(
        better=better,
        shape=shape,
        transpose=transpose,
        missing=missing,
        algorithm=algorithm,
        problem=problem,
        value=value,
        measure=measure,
        where=where,
        algorithms=algorithms,
        not_algorithms=not_algorithms,
        drop=drop,
        pick=pick,
    )
    written = {
        "separator": separator,
        "decimal": decimal,
        "encoding": encoding,
        "sheet": sheet,
        "records": records,
        "format": format,
    }
    return cast(Results, _read_whole(source, told, written, runs=False))


def read_any(
    source: Any,
    *,
    better: Better | None = None,
    **options: Any,
) -> Results | Runs:
    """Read results, or runs if the cells of the table have several values.

    Parameters
    ----------
    source, better
        As `read` takes them.
    **options
        Any option of `read` and of `read_runs`; ``shape="runs"`` takes each value for a run.

    Returns
    -------
    Results or Runs

    Examples
    --------
    >>> import io
    >>> from evenkeel.tables.reading import read_any
    >>> folds = '''dataset,fold,new,old
    ... iris,1,0.95,0.93
    ... iris,2,0.97,0.95
    ... wine,1,0.98,0.97
    ... wine,2,0.96,0.97
    ... '''
    >>> read_any(io.StringIO(folds), better="higher")
    Runs: 2 problems x 2 algorithms, 2 runs per cell, higher is better
    """
    for name in options:
        choice(name, [*READING, "engine"], "option")
    written = {name: options.pop(name) for name in _WRITTEN if options.get(name) is not None}
    for name in _WRITTEN:
        options.pop(name, None)
    engine = options.pop("engine", None)
    told = _told(better=better, **options)
    if engine is not None or told.get("shape") == "runs" or _is_large(source):
        large = _scanned(source, told, engine, written)
        if large is not None:
            return large
    return _read_whole(source, told, written, runs=True if told.get("shape") == "runs" else None)


def read_runs(
    source: Any,
    *,
    better: Better | None = None,
    algorithm: str | Sequence[str] | None = None,
    problem: str | Sequence[str] | None = None,
    value: str | None = None,
    run: str | Sequence[str] | Literal[False] | None = None,
    step: str | Literal[False] | None = None,
    engine: Engine | None = None,
    missing: Missing = "error",
    **options: Any,
) -> Runs:
    """Read many runs of each algorithm on each problem from a table of any size.

    The table has a row for each run, with columns for the algorithm, the problem and the value,
    and mostly one for the run (a number, a fold, a seed); or a row for each problem and run, with
    a column for each algorithm. A column of steps (budgets, iterations, epochs) makes curves of the
    runs, of which `Runs.at_step` chooses a point. What is in doubt is asked, as `read` does.

    Parquet files, lazy frames and large text tables stay where they are: their rows are passed over
    once, to find the cells and their faults. In a table of up to some four million rows a second
    pass looks for runs that occur twice, which are refused; `Runs.duplicates` does so in larger
    ones. Cells without runs and unequal numbers of runs are reported by `Runs.checks`.

    Parameters
    ----------
    source : path, list of paths, frame or open file
        As `read` takes it. A lazy frame of polars, DuckDB or Dask is evaluated by its own engine.
        Parts of a path such as ``problem=F1`` are columns, as Hive writes them. What scikit-learn
        returns is read as well: ``{problem: {algorithm: cross_validate(...)}}`` and ``{problem:
        search.cv_results_}``, whose folds are runs; and ``{algorithm: matrix}`` with a row for
        each run and a column for each problem, as rliable takes scores.
    better : {"lower", "higher"}
        Which values are good. There is no default, unless the source says it: a wrong guess
        would turn conclusions round.
    algorithm, problem, value : str, optional
        The columns that hold them.
    run : str or sequence of str or False, optional
        The column that names the runs, or several that do so together, as the repetition and
        the fold do. False: there is none.
    step : str or False, optional
        The column of the steps; it holds numbers. False: there is none.
    engine : {"polars", "duckdb", "dask"}, optional
        What evaluates Parquet files, by default polars. With Dask the active client is used.
    missing : {"error", "drop-problem", "drop-algorithm", "worst", "keep"}
        What becomes of a run without a value: it is asked about, leaves out its problem, or is left
        out itself (``"keep"``), so that its cell has fewer runs. ``"drop-algorithm"`` and
        ``"worst"``, which `Runs.aggregate` takes as well, leave out all runs of such a cell.
    **options
        The other options of `read`.

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
    Runs: 2 problems x 2 algorithms, 1 to 2 runs per cell, lower is better
    >>> runs.checks()
    ("the cells have from 1 to 2 runs; the fewest has 'new' on 'F2'",)
    >>> runs.aggregate("mean")
    Results: 2 problems x 2 algorithms, lower is better
        new  old
    F1  0.5    2
    F2    3    5
    """
    if engine is not None:
        choice(engine, ENGINES, "engine")
    for name in options:
        choice(name, READING, "option")
    written = {name: options.pop(name) for name in _WRITTEN if options.get(name) is not None}
    told = _told(
        better=better,
        algorithm=algorithm,
        problem=problem,
        value=value,
        run=run,
        step=step,
        missing=missing,
        **options,
    )
    if not isinstance(source, Table):
        large = _scanned(source, told, engine, written)
        if large is not None:
            return large
    if engine is not None:
        raise InputError(
            Message(
                Option("engine", engine),
                " says nothing about what is read whole; leave it out, or give a Parquet "
                "file or a lazy frame",
            )
        )
    return cast(Runs, _read_whole(source, told, written, runs=True))


def read_measures(
    source: Any,
    *,
    better: Better | Mapping[str, Better] | None = None,
    each: str | None = None,
    measures: Sequence[str] | None = None,
    where: Mapping[str, Any] | None = None,
    aggregate: Statistic | float = "mean",
    **options: Any,
) -> dict[str, Results]:
    """Read a table of results for each measure, or each group, that one source holds.

    The measures are the values of a column that says what each row holds (``measure``, ``metric``,
    ``indicator``), or else the columns of a long table that hold values. Of runs one value in each
    cell is made.

    Parameters
    ----------
    source
        As `read` takes it; it is held in memory.
    better : {"lower", "higher"} or mapping
        Which values are good: for all, or for each measure, ``{"HV": "higher", "IGD": "lower"}``.
    each : str, optional
        The column whose values are read each, such as that of a group or a budget.
    measures : sequence of str, optional
        Only these of its values, in this order.
    where : mapping, optional
        Rows to choose before, see `read`.
    aggregate : str or float, default "mean"
        The statistic of the runs of each cell, see `Runs.aggregate`.
    **options
        Other options of `read` (of `read_runs` if the table holds runs), for every table.

    Returns
    -------
    dict of str to Results
        In the order in which the measures first appear.

    Examples
    --------
    >>> import io
    >>> import evenkeel
    >>> text = '''algorithm,problem,indicator,value
    ... new,F1,HV,0.9
    ... old,F1,HV,0.8
    ... new,F2,HV,0.7
    ... old,F2,HV,0.6
    ... new,F1,IGD,0.1
    ... old,F1,IGD,0.3
    ... new,F2,IGD,0.2
    ... old,F2,IGD,0.4
    ... '''
    >>> better = {"HV": "higher", "IGD": "lower"}
    >>> tables = evenkeel.read_measures(io.StringIO(text), better=better)
    >>> tables["IGD"]
    Results: 2 problems x 2 algorithms, lower is better
        new  old
    F1  0.1  0.3
    F2  0.2  0.4
    """
    written = {name: options.pop(name) for name in _WRITTEN if options.get(name) is not None}
    told = _told(where=where, **options)
    tables, told = _tables(source, told, written)
    table = tables[0]
    if len(tables) > 1 or told.get("pick") is not None:
        from evenkeel.tables.settling import picked

        table = picked(tables, told.pop("pick", None) or 1)
    column, found = measures_of(profile(table), told, each)
    chosen = found if measures is None else [choice(m, found, "measure") for m in listed(measures)]
    directions = _directions(better, chosen, table)
    made = {}
    for name in chosen:
        part = dict(told, better=directions[name])
        if column is None:
            part["measure"] = name
        else:
            part["where"] = {**(where or {}), column: name}
        try:
            one = settle((table,), _told(**part))
        except TableError as error:
            at = f"{error.source} ({column or 'measure'} = {name})"
            if not isinstance(error, ReadingQuestion):
                raise TableError(at, error.faults) from None
            readings = [_of_all(reading, told, better) for reading in error.readings]
            raise ReadingQuestion(at, error.why, readings) from None
        missing = told.get("missing", "error")
        made[name] = (
            one if isinstance(one, Results) else aggregated(one, aggregate, missing=missing)
        )
    return made


def _of_all(reading: Reading, told: Mapping[str, Any], better: object) -> Reading:
    """The reading of one measure, with the options that hold for all of them."""
    own = {"better": better, "where": told.get("where"), "measure": told.get("measure")}
    options = {**reading.told, **own}
    return replace(reading, told={name: each for name, each in options.items() if each is not None})


def as_runs(data: Any, better: Better | None = None, missing: Missing = "error") -> Runs:
    """Return `data` itself if it is a `Runs`, else read it."""
    if not isinstance(data, Runs):
        return read_runs(data, better=better, missing=missing)
    if better not in (None, data.better):
        raise InputError(
            Message(
                Option("better", better),
                f" was given, but the runs say {data.better!r} is better; leave the option out",
            )
        )
    return data


def _told(**options: Any) -> dict[str, Any]:
    """The options that say something about a table, checked."""
    choice(options.get("shape", "auto"), SHAPES, "shape")
    choice(options.get("missing", "error"), MISSING, "treatment of missing cells")
    better = options.get("better")
    if better is not None and better not in ("lower", "higher"):
        raise InputError(next(iter(direction_faults(better))))
    if options.get("algorithms") is not None and options.get("not_algorithms"):
        raise InputError(
            Message(
                "give ",
                Option("algorithms"),
                " or ",
                Option("not_algorithms"),
                ", not both; either says what is meant",
            )
        )
    defaults = {"shape": "auto", "missing": "error", "transpose": False}
    return {
        name: value
        for name, value in options.items()
        if value is not None and value != defaults.get(name)
    }


def _read_whole(
    source: Any, told: Mapping[str, Any], written: Mapping[str, Any], *, runs: bool | None
) -> Results | Runs:
    """Read a source that fits into memory, with the time left of a large one."""
    start = time.monotonic()
    with _expecting(_READING, _size(source) / _PARSED):
        tables, told = _tables(source, told, written)
    spent = time.monotonic() - start
    columns = [column for table in tables for column in table.columns]
    words = sum(isinstance(column, list) for column in columns) / max(len(columns), 1)
    with _expecting("understanding the table", spent * (1 + _NAMES * words)):
        return settle(tables, told, runs=runs)


def _expecting(words: str, seconds: float) -> AbstractContextManager[None]:
    """What shows the time left, of what takes long enough."""
    return expecting(words, seconds) if seconds >= DELAY else nullcontext()


def _size(source: Any) -> int:
    """The bytes of a file; 0 of anything else."""
    is_file = isinstance(source, str | os.PathLike) and os.path.isfile(source)
    return os.path.getsize(source) if is_file else 0


def _tables(
    source: Any, told: Mapping[str, Any], written: Mapping[str, Any]
) -> tuple[tuple[Table, ...], dict[str, Any]]:
    """The tables of cells of a source, and all that was told.

    What the caller says to hold names is read as text.
    """
    names = [name for role in ("algorithm", "problem") for name in listed(told.get(role))]
    named = any(told.get(role) for role in _COLUMNS)
    tables = find_tables(source, names=names, columns=not named, **written)
    for table in tables:
        if table.better is not None and told.get("better") not in (None, table.better):
            raise TableError(
                table.origin.description,
                [
                    Message(
                        Option("better", told["better"]),
                        " was given, but the file says ",
                        Option("better", table.better),
                        "; leave the option out, or mend the file",
                    )
                ],
            )
    said = {name: value for name, value in written.items() if value not in (None, "auto")}
    return tables, {**told, **said}


def _directions(
    better: Better | Mapping[str, Better] | None, measures: Sequence[str], table: Table
) -> dict[str, Better | None]:
    source = table.origin.description
    if better is None and table.better is None:
        better = {}
    if not isinstance(better, Mapping):
        return dict.fromkeys(measures, better)
    unknown = [name for name in better if name not in measures]
    if unknown:
        choice(unknown[0], measures, f"measure of {source}")
    lacking = [name for name in measures if name not in better]
    if lacking:
        listing = ", ".join(map(repr, lacking))
        raise InputError(
            Message(
                f"{source}: it is not said which values of {listing} are good; add them to ",
                Option("better"),
            )
        )
    return {name: better[name] for name in measures}


def _is_large(source: Any) -> bool:
    """Whether a source is a file that had better stay where it is."""
    from evenkeel.tables.scanning.opening import LARGE

    if not isinstance(source, (str, os.PathLike)):
        return False
    try:
        return os.path.getsize(source) >= LARGE
    except (OSError, ValueError):
        return False


def _scanned(
    source: Any, told: Mapping[str, Any], engine: Engine | None, written: Mapping[str, Any]
) -> Runs | None:
    """The runs of a source that stays where it is; None if it is to be read whole."""
    from evenkeel.tables.scanning.opening import scan

    with _expecting(_READING, _size(source) / _PASSED):
        return scan(source, told, engine, written)
