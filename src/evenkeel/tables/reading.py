"""Reading tables of results: any usual file, frame or array, wide or long."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

import numpy as np

from evenkeel.errors import InputError, TableError, choice
from evenkeel.tables.choices import choose
from evenkeel.tables.choosing import choose_algorithm_columns, choose_rows, pooling_faults
from evenkeel.tables.faults import cell_faults, direction_faults, name_faults, size_faults
from evenkeel.tables.formats.finding import find_formatted, in_columns
from evenkeel.tables.origin import Origin
from evenkeel.tables.parsing.crossvalidated import is_crossvalidated, read_crossvalidated
from evenkeel.tables.parsing.dialect import check_separator
from evenkeel.tables.parsing.frames import read_frame, read_parquet
from evenkeel.tables.parsing.not_algorithms import choose_algorithms, doubted_columns
from evenkeel.tables.parsing.not_problems import not_problems
from evenkeel.tables.parsing.notation import notation_faults
from evenkeel.tables.parsing.objects import read_array, read_json, read_object
from evenkeel.tables.parsing.odd_rows import only_results
from evenkeel.tables.parsing.run_matrices import holds_run_matrices, read_run_matrices
from evenkeel.tables.parsing.selecting import listed
from evenkeel.tables.parsing.shapes import understand
from evenkeel.tables.parsing.sheets import read_sheet
from evenkeel.tables.parsing.sources import Content, kind_of
from evenkeel.tables.parsing.summary_rows import only_problems
from evenkeel.tables.parsing.table import Table, Understood, is_own
from evenkeel.tables.parsing.text import read_text
from evenkeel.tables.parsing.turning import TURNED, transposed
from evenkeel.tables.reading_options import MISSING, Missing
from evenkeel.tables.recognising import holds_runs, runs_fault
from evenkeel.tables.results import Better, Results, names_or_default


def read(
    source: Any,
    *,
    better: Better | None = None,
    shape: Literal["auto", "wide", "long", "transposed"] = "auto",
    separator: str = "auto",
    decimal: Literal["auto", ".", ","] = "auto",
    encoding: str = "auto",
    missing: Missing = "error",
    algorithm: str | None = None,
    problem: str | None = None,
    value: str | None = None,
    sheet: str | None = None,
    measure: str | None = None,
    where: Mapping[str, Any] | None = None,
    algorithms: Sequence[str] | None = None,
    not_algorithms: Sequence[str] | None = None,
    drop: Sequence[str] | None = None,
    cells: Literal["number", "mean"] = "number",
    format: str = "auto",
) -> Results:
    """Read a table of results from a file, a data frame, an array or Python lists.

    A **wide** table has a row a problem and a column an algorithm; its first column holds the
    names of the problems. A **long** table has a row a result, with columns for the algorithm,
    the problem and the value, in any order and under any of their usual names (``method``,
    ``data set``, ``accuracy``, ...). The shape, the separator, the decimal mark and the encoding
    are detected unless given; `Results.origin` tells what was found.

    Nothing is guessed where a guess could change a conclusion, and nothing is dropped silently.
    All faults of a table are reported together, each with its row, its column and the remedy:

    - a first row of numbers is never taken for a header, unless the cell before them is empty or
      reads ``problem`` (or ``data set``, ``function``, ...);
    - a first column of numbers holds names if its label is empty or reads ``problem`` or the
      like, and results otherwise; if it counts 1, 2, 3, ... or holds the only integers of the
      table, that is asked;
    - rows such as ``Mean``, ``Average rank`` or ``W/T/L``, by their names or because their values
      are means, medians, sums, deviations, ranks or wins of the rows above, are no problems; see
      `drop`;
    - columns of a wide table such as ``Size``, ``Seed``, ``Time (s)``, ``accuracy`` or ``DE std``
      are no algorithms by their names, nor are ``0, 1, 2, ...``, which may be runs, ``F1, F2,
      ...``, which may be problems, or columns of words; see `algorithms`, `not_algorithms` and
      `shape`. `Results.checks` and reports remark on columns that only look so;
    - rows such as ``accuracy`` and ``recall`` are measures, not problems, and are not pooled;
    - a column of a long table that tells results of a cell apart, such as one of measures or
      groups, is a fault that lists its values; see `measure` and `where`. A column with one value
      in each cell, such as the dimension of the problem, is passed over;
    - text in a cell, a number of more than 2000 characters, an infinite value, a row with too few
      or too many cells, a name used twice, and in a long table a result given twice or not at all,
      are faults;
    - an empty cell and the texts ``NA``, ``N/A``, ``n.a.``, ``#N/A``, ``nan``, ``None``, ``null``,
      ``-``, ``--``, dashes and ``?`` stand for a missing value, whatever their case, words such as
      ``timeout``, ``failed``, ``OOM`` or ``DNF`` for a run that failed; both are faults unless
      `missing` allows them;
    - blank lines, empty cells at the right end, and lines that begin with ``#`` and have neither
      the width of the table nor a number, hold no results and are passed over.

    Parameters
    ----------
    source : path, folder, pattern, list of paths, open file, data frame, array, list or dict
        A file is known by its content: a text table (CSV, TSV, separated by semicolons, bars or
        blanks; UTF-8, UTF-16 with a mark, or Windows-1252), Excel (.xlsx), Parquet or JSON (what
        `Results.save` writes, records, or columns); what benchmarks and toolkits write, and tables
        as papers show them (``evenkeel formats`` lists them); each of these also packed by gzip,
        bzip2, Zstandard or zip. The files of a folder, of a pattern such as ``"runs/*.csv"`` or of
        a list are read together: parts of one table, or a file an algorithm or a problem, named
        after it. A pipe is read once and held in memory, up to
        512 MiB; a workbook may have 20 million cells from corner to corner. A frame may be of any
        library that narwhals knows; the index of a pandas frame holds the problems unless it
        merely numbers the rows, and two levels of columns are algorithms and measures. A dict may
        hold columns, or what scikit-learn returns from cross validation (see `read_runs`). A
        matrix of numbers gets the names P1, P2, ... and A1, A2, ....
    better : {"lower", "higher"}
        Which values are good. It may be left out only for a file that tells it: the JSON that
        `Results.save` writes.
    shape : {"auto", "wide", "long", "transposed"}
        By default a table is long if its header names an algorithm, a problem and a value. A
        transposed one has a row an algorithm and a column a problem.
    separator, decimal, encoding : str
        How a text table is written. ``separator=" "`` stands for any run of blanks and tabs.
    missing : {"error", "drop-problem", "drop-algorithm", "worst", "keep"}
        Whether a missing value is a fault, leaves out its problem or its algorithm
        (`Results.origin` lists those left out), is a failure that ranks last on its problem, or is
        kept as NaN; see `evenkeel.tables.choose`.
    algorithm, problem, value : str, optional
        Names of the columns of a long table. `problem` may also name the column of a wide table
        that holds the names of the problems.
    sheet : str, optional
        Sheet of an Excel file; needed only if several hold cells.
    measure : str, optional
        The measure to read, where a column (``measure``, ``metric``, ``indicator``) says what each
        row of the table holds, or where several columns hold values.
    where : mapping, optional
        The rows to read, by what stands in their columns: ``{"group": "x", "budget": 100}``.
        Without it a column that tells results of a cell apart is a fault, for nothing is pooled.
    algorithms, not_algorithms : sequence of str, optional
        The columns of a wide table, or the names in a long one, that are algorithms, in the order
        given; or those that are none, such as ``["Size", "Time"]``, which are a fault otherwise.
        An empty list of `not_algorithms` keeps every column as an algorithm.
    drop : sequence of str, optional
        Names of rows that are no problems, such as ``["Mean", "Average rank"]``; they are left
        out. Without it such rows are a fault; an empty list keeps every row as a problem.
    cells : {"number", "mean"}
        What a cell holds: a number, or a mean and more, such as ``0.81 ± 0.02``, ``0.81 (0.02)``,
        ``0.81†`` or bold type of LaTeX and Markdown. The first number is read, and deviations
        are kept in `Results.deviations`.
    format : str, default "auto"
        Which of the formats that ``evenkeel formats`` lists it is, if that is not to be found
        out; ``"table"`` for an ordinary table, whatever its columns are called.

    Returns
    -------
    Results

    Raises
    ------
    TableError
        If the table has faults; the exception lists all of them.
    SourceError
        If the source cannot be opened, or is no table of any known kind.
    MissingPackageError
        If an Excel file is to be read without the package for it.

    Examples
    --------
    >>> import io
    >>> import evenkeel
    >>> text = '''dataset;PDFC;NNEP
    ... adult;0,752;0,773
    ... breast;0,727;0,748
    ... '''
    >>> results = evenkeel.read(io.StringIO(text), better="higher")
    >>> results
    Results: 2 problems x 2 algorithms, higher is better
             PDFC   NNEP
    adult   0.752  0.773
    breast  0.727  0.748
    >>> results.origin.separator, results.origin.decimal
    (';', ',')

    A fault is explained, with its place and its remedy:

    >>> evenkeel.read(io.StringIO(text.replace("0,748", "74,8%")), better="higher")
    Traceback (most recent call last):
        ...
    evenkeel.errors.TableError: open file: line 3, column 3 (problem 'breast', algorithm 'NNEP'):
    found '74,8%', a percentage; write 74,8 without the sign, in the whole table
    """
    choice(shape, ("auto", "wide", "long", TURNED), "shape")
    choice(missing, MISSING, "treatment of missing cells")
    choice(cells, ("number", "mean"), "content of cells")
    turned = shape == TURNED
    table: Table | None = None
    try:
        renamed = algorithm or problem or value  # by the names that the source has
        table = find_table(
            source,
            separator,
            decimal,
            encoding,
            sheet,
            (algorithm, problem),
            format=format,
            columns=not renamed,
        )
        table = replace(table, first_numbers=cells == "mean")
        if turned:
            table, shape = transposed(table), "wide"
        table, value = choose_rows(table, measure, where, value)
        columns = {"algorithm": algorithm, "problem": problem, "value": value}
        if pooled := pooling_faults(table, columns, shape):
            raise TableError(table.origin.description, pooled)
        if shape == "auto" and holds_runs(table, columns):
            raise TableError(table.origin.description, [runs_fault(table, columns)])
        table = choose_algorithm_columns(table, columns, shape, algorithms, not_algorithms)
        found = understand(table, shape=shape, **columns)
    except TableError as error:  # what is wrong with the direction is told in one go
        direction = told_direction(better, None if table is None else table.better)[1]
        raise TableError(error.source, [*direction, *error.faults]) from None
    if found.shape == "long":
        found = choose_algorithms(found, algorithms, not_algorithms)
    named = algorithms is not None or (not_algorithms is not None and not listed(not_algorithms))
    own = is_own(table)
    doubts = []
    if found.shape != "long":
        asked = [] if own and not_algorithms is None else not_algorithms  # all are algorithms
        doubts = doubted_columns(found.algorithms, found.texts, algorithms, asked)
    drop = [] if own and drop is None else drop  # all are problems
    found, summaries = only_problems(found, table.row_word, drop)
    found, odd = only_results(found, table.row_word, drop, missing)
    found, notation = notation_faults(found)
    table = replace(table, origin=replace(table.origin, algorithms_given=named))
    rows = not_problems(found.problems, drop, turned=turned)
    doubts = [*doubts, *odd, *rows, *summaries, *notation]
    if missing == "error":
        return _results(table, found, better, missing, doubts)
    return choose(_results(table, found, better, "keep", doubts), missing)


def find_table(
    source: Any,
    separator: str = "auto",
    decimal: str = "auto",
    encoding: str = "auto",
    sheet: str | None = None,
    names: tuple[str | None, ...] = (),
    *,
    format: str = "auto",
    columns: bool = True,
) -> Table:
    """Open the source and read the cells of its table, unless it is one already.

    `columns` says that a table whose columns have the names of a tool may be turned.
    """
    choice(decimal, ("auto", ".", ","), "decimal mark")
    check_separator(separator)
    _check_encoding(encoding)
    if isinstance(source, Table):
        return source
    known = [name for name in names if name is not None]

    def ordinary(content: Content) -> Table:
        return _read_content(content, separator, decimal, encoding, sheet, known)

    table = find_formatted(source, format, ordinary)
    if table is None:
        refuse("data in memory", separator=separator, encoding=encoding, sheet=sheet)
        table = _read_memory(source)
    table = _with_decimal(table, decimal)
    return in_columns(table, format) if columns or format != "auto" else table


def _read_content(
    content: Content,
    separator: str,
    decimal: str,
    encoding: str,
    sheet: str | None,
    names: list[str],
) -> Table:
    """Read the cells of a file that is of no format."""
    kind = kind_of(content)
    if kind == "csv":
        refuse(f"{content.description}, which is a text table", sheet=sheet)
        return read_text(
            content, separator=separator, decimal=decimal, encoding=encoding, names=names
        )
    refuse(f"{content.description}, which is no text table", separator=separator, encoding=encoding)
    if kind == "excel":
        return read_sheet(content, sheet)
    refuse(f"{content.description}, which is no Excel file", sheet=sheet)
    return read_json(content) if kind == "json" else read_parquet(content)


def _read_memory(source: Any) -> Table:
    if isinstance(source, np.ndarray):
        return read_array(source)
    if isinstance(source, Mapping) and is_crossvalidated(source):
        return read_crossvalidated(source)
    if isinstance(source, Mapping) and holds_run_matrices(source):
        return read_run_matrices(source)
    if isinstance(source, Mapping):
        return read_object(source, Origin("dict", "frame", "wide"))
    if isinstance(source, (list, tuple)):
        return read_object(source, Origin("list", "array", "wide"))
    return read_frame(source)


def _results(
    table: Table,
    found: Understood,
    better: Better | None,
    missing: Literal["error", "keep"],
    doubts: Sequence[str],
) -> Results:
    """Make the results, which checks them, or tell all faults; `doubts` are faults as well."""
    better, faults = told_direction(better, table.better)
    origin = table.origin
    doubts = [*table.faults, *found.faults, *doubts]
    if not (faults or doubts or found.wrong):
        try:
            return Results(
                found.values,
                found.problems,
                found.algorithms,
                better=better,
                missing=missing,
                deviations=found.deviation_matrix(),
                origin=replace(
                    origin, shape=found.shape, ignored=(*origin.ignored, *found.ignored)
                ),
            )
        except TableError as error:  # told with the places in the source, if they are known
            places = list(_faults_in_place(table, found, missing, sized=True))
            raise TableError(origin.description, places or error.faults) from None
    faults += [*doubts, *_faults_in_place(table, found, missing, sized=not doubts)]
    raise TableError(origin.description, faults)


def _faults_in_place(
    table: Table, found: Understood, missing: str, *, sized: bool
) -> Iterator[str]:
    """What is wrong with names and cells, each with its place in the source.

    `sized` says that no row was left out because of its faults, so that the sizes count.
    """
    n, k = found.values.shape
    problems = names_or_default(found.problems, "P", n)
    algorithms = names_or_default(found.algorithms, "A", k)
    if sized:
        yield from size_faults(n, k, problems, algorithms)
    yield from name_faults("problem", problems, table.row_word, found.rows)
    yield from name_faults("algorithm", algorithms, table.column_word, found.columns)
    yield from cell_faults(
        found.values,
        found.where,
        allow_missing=missing != "error",
        wrong=found.wrong,
        absent=found.absent,
    )


def told_direction(better: Better | None, by_source: object) -> tuple[Better, list[str]]:
    """Return the direction, given or told by the source, and what is wrong with it."""
    told = cast("Better | None", by_source)
    faults = list(direction_faults(better if better is not None else told))
    if not faults and None not in (better, told) and better != told:
        faults.append(
            f"better={better!r} was given, but the file says better={told!r}; leave the option "
            "out, or mend the file"
        )
    return cast("Better", better if better is not None else told), faults


def _with_decimal(table: Table, decimal: str) -> Table:
    return table if decimal == "auto" else replace(table, decimal=decimal)


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
