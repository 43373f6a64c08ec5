"""Tables given as Python objects: arrays, lists, dicts, and frames of any library."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import SourceError, TableError, first_line
from evenkeel.numerics.arrays import unmasked
from evenkeel.tables.faults import Origin
from evenkeel.tables.lexicon import corner
from evenkeel.tables.parsing.cells import Column, Table, name_of, quote
from evenkeel.tables.parsing.dialect import Row
from evenkeel.tables.parsing.headings import table_of
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.system import check_polars

if TYPE_CHECKING:
    import narwhals as nw
    import pandas as pd

# Tables given as Python objects: arrays, lists of rows or records, dicts of columns.
#
# Also what libraries return: ``{algorithm: cross_validate(...)}`` of one problem, ``{problem:
# {algorithm: cross_validate(...)}}``, and the ``cv_results_`` of a search, alone or ``{problem:
# cv_results_}``, whose candidates are the algorithms; and scores as rliable takes them, a matrix
# per algorithm, with a row per run and a column per task. Only dicts and arrays are looked at.


_NUMERIC = "iuf"  # kinds of arrays: integers with and without sign, floats
_MATRICES = "dict of matrices"
_RUNS = ("algorithm", "problem", "run", "value")
ONE_PROBLEM = "data"  # its name if the dict gives none
_FOLDS = ("problem", "algorithm", "measure", "fold", "value")
_SPLIT = re.compile(r"split([0-9]+)_test_(.+)")

_Fold = tuple[str, str, str, int, float]
Scores = Mapping[str, Any]


def read_array(array: np.ndarray[Any, Any]) -> Table:
    """Read a matrix of numbers, or of objects with a header."""
    origin = Origin("array", "array", "wide")
    if array.ndim != 2:
        raise TableError(
            "array",
            f"the values have {array.ndim} dimensions; give 2: problems x algorithms",
        )
    if array.dtype.kind not in _NUMERIC:
        return read_object(array.tolist(), origin)
    values = np.asarray(unmasked(array), dtype=np.float64)
    return Table(origin, None, list(values.T), range(1, len(values) + 1))


def read_object(data: Mapping[Any, Any] | Sequence[Any], origin: Origin) -> Table:
    """Read a dict of columns, a list of records or a list of rows."""
    if isinstance(data, Mapping):
        return _read_columns(data, origin)
    if len(data) == 0:
        raise TableError(origin.description, "there are no rows; give a table of results")
    if all(isinstance(row, Mapping) for row in data):
        return _read_records(data, origin)
    return _read_rows(data, origin)


def _read_columns(data: Mapping[Any, Any], origin: Origin) -> Table:
    """Read a dict of columns, or a dict of dicts: algorithm -> problem -> value."""
    columns = list(data.items())
    if data and all(isinstance(column, Mapping) for column in data.values()):
        problems = list(dict.fromkeys(name for column in data.values() for name in column))
        cells = [(name, [column.get(problem) for problem in problems]) for name, column in columns]
        columns = [(corner(map(name_of, data)), problems), *cells]
    header = tuple(name_of(name) for name, _ in columns)
    for name, (_, column) in zip(header, columns, strict=True):
        if not _is_list(column):
            raise SourceError(
                f"{origin.description}: {name!r} holds {quote(column)}, not a column of cells; "
                "give a list of records or a dict of columns"
            )
    lengths = [len(column) for _, column in columns]
    height = lengths[0] if lengths else 0
    faults = [
        f"the column {name!r} has {length} cells, but the first column has {height}; give all the "
        "same length"
        for name, length in zip(header, lengths, strict=True)
        if length != height
    ]
    if faults:
        raise TableError(origin.description, faults)
    return Table(origin, header, [_column(column) for _, column in columns], range(1, height + 1))


def _read_records(records: Sequence[Mapping[Any, Any]], origin: Origin) -> Table:
    """Read a list of dicts that all have the names of the columns as keys."""
    keys = list(dict.fromkeys(key for record in records for key in record))
    columns = [[record.get(key) for record in records] for key in keys]
    rows = range(1, len(records) + 1)
    return Table(origin, tuple(map(name_of, keys)), columns, rows, "record")


def _read_rows(rows: Sequence[Any], origin: Origin) -> Table:
    """Read a list of rows; the first ones may be headings if there is any text in the table."""
    for number, row in enumerate(rows, start=1):
        if not _is_list(row):
            raise SourceError(
                f"{origin.description}: row {number} is {quote(row)}, not a list of cells; give a "
                "list of rows of equal length"
            )
    table = [list(row) for row in rows]
    width = len(table[0])
    faults = [
        f"row {number} has {len(row)} cells, but the first has {width}; give all the same length"
        for number, row in enumerate(table, start=1)
        if len(row) != width
    ]
    if faults:
        raise TableError(origin.description, faults)
    if not any(isinstance(cell, str) for row in table for cell in row):
        return Table(origin, None, list(zip(*table, strict=True)), range(1, len(table) + 1))
    cells = [Row(number, row) for number, row in enumerate(table, start=1)]
    return table_of([row for row in cells if any(map(name_of, row.cells))], origin, row_word="row")


def _is_list(value: object) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 1
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _column(cells: Sequence[object] | np.ndarray[Any, Any]) -> Column:
    """Return numbers as an array of them, and all else as cells."""
    if not isinstance(cells, np.ndarray):
        return cells
    numeric = cells.dtype.kind in _NUMERIC
    return np.asarray(unmasked(cells), dtype=np.float64) if numeric else cells.tolist()


def is_crossvalidated(data: Mapping[Any, Any]) -> bool:
    """Whether a dict holds what cross validation returned, at any of the levels understood."""
    return bool(data) and (_is_search(data) or _all(data, _is_scored) or _all(data, _holds_scored))


def read_crossvalidated(data: Mapping[Any, Any]) -> Table:
    """Make a long table of it; the measure is a column only if there are several."""
    origin = Origin("cross validation", "frame", "long", split_sizes=_sizes(data))
    rows = list(_rows(data))
    columns = [list(column) for column in zip(*rows, strict=True)]
    table = Table(origin, _FOLDS, columns, range(1, len(rows) + 1))
    if len(set(columns[2])) > 1:
        return table
    kept = [j for j, name in enumerate(_FOLDS) if name != "measure"]
    return replace(table, header=tuple(_FOLDS[j] for j in kept), columns=[columns[j] for j in kept])


def _is_scores(found: object) -> bool:
    """Whether it is what ``cross_validate`` returns: times and scores, an entry per fold."""
    if not isinstance(found, Mapping) or "fit_time" not in found:
        return False
    return any(str(key).startswith("test_") and np.ndim(found[key]) == 1 for key in found)


def _is_search(found: object) -> bool:
    """Whether it is a ``cv_results_``: parameters, and scores of each split."""
    return (
        isinstance(found, Mapping)
        and "params" in found
        and any(_SPLIT.fullmatch(str(key)) for key in found)
    )


def _is_scored(found: object) -> bool:
    return _is_scores(found) or _is_search(found)


def _holds_scored(found: object) -> bool:
    return isinstance(found, Mapping) and bool(found) and _all(found, _is_scores)


def _all(data: Mapping[Any, Any], question: Any) -> bool:
    return all(map(question, data.values()))


def _rows(data: Mapping[Any, Any]) -> Iterator[_Fold]:
    if _is_search(data):
        yield from _of_search(ONE_PROBLEM, data)
        return
    for name, found in data.items():
        if _is_search(found):
            yield from _of_search(name_of(name), found)
        elif _is_scores(found):
            yield from _of_scores(ONE_PROBLEM, name_of(name), found)
        else:
            for algorithm, scores in found.items():
                yield from _of_scores(name_of(name), name_of(algorithm), scores)


def _of_scores(problem: str, algorithm: str, found: Scores) -> Iterator[_Fold]:
    for key, scores in found.items():
        if str(key).startswith("test_"):
            for fold, score in enumerate(np.asarray(scores, dtype=np.float64).tolist(), start=1):
                yield problem, algorithm, str(key).removeprefix("test_"), fold, score


def _of_search(problem: str, found: Scores) -> Iterator[_Fold]:
    candidates = [_candidate(parameters) for parameters in found["params"]]
    for key, scores in found.items():
        if split := _SPLIT.fullmatch(str(key)):
            values = np.asarray(scores, dtype=np.float64).tolist()
            for candidate, score in zip(candidates, values, strict=True):
                yield problem, candidate, split[2], int(split[1]) + 1, score


def _candidate(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items()) or "default"


def _sizes(data: Mapping[Any, Any]) -> tuple[float, float] | None:
    """Mean sizes of the training and the test sets, if ``return_indices=True`` told the splits."""
    found: list[tuple[int, int]] = []
    waiting: list[Any] = [data]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping) and "train" in each and "test" in each:
            found += [(len(a), len(b)) for a, b in zip(each["train"], each["test"], strict=True)]
        elif isinstance(each, Mapping):
            waiting += [part for part in each.values() if isinstance(part, Mapping)]
    if not found:
        return None
    train, test = np.mean(np.array(found, dtype=np.float64), axis=0).tolist()
    return train, test


def holds_run_matrices(data: Mapping[Any, Any]) -> bool:
    """Whether each entry of a dict is an array of numbers with two dimensions."""
    return bool(data) and all(
        isinstance(found, np.ndarray) and found.ndim == 2 and found.dtype.kind in "iuf"
        for found in data.values()
    )


def read_run_matrices(data: Mapping[Any, FloatArray]) -> Table:
    """Make a long table of them; problems are named P1, P2, ... and runs counted from 1.

    Raises
    ------
    TableError
        If the matrices do not have the same number of columns.
    """
    widths = {name_of(name): scores.shape[1] for name, scores in data.items()}
    if len(set(widths.values())) > 1:
        told = ", ".join(f"{name!r} {width}" for name, width in widths.items())
        raise TableError(
            _MATRICES,
            "each matrix has a row per run and a column per problem, but the numbers of columns "
            f"differ ({told}); give all the same problems, or a data frame with columns "
            "algorithm, problem, run and value",
        )
    algorithms, problems, runs = list[str](), list[str](), list[str]()
    values = []
    for name, scores in data.items():
        rows, columns = scores.shape
        algorithms += [name_of(name)] * scores.size
        problems += [f"P{j}" for j in range(1, columns + 1)] * rows
        runs += [str(i) for i in range(1, rows + 1) for _ in range(columns)]
        values.append(scores.astype(float).ravel())
    origin = Origin(_MATRICES, "array", "long")
    cells: list[Column] = [algorithms, problems, runs, np.concatenate(values)]
    return Table(origin, _RUNS, cells, range(1, len(algorithms) + 1))


# Data frames of any library that narwhals knows, and Parquet files.


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
    columns = [_frame_column(series) for series in data.iter_columns()]
    header, levels = named if named is not None else (tuple(data.columns), ())
    origin = Origin(description, kind, "wide")
    return Table(origin, header, columns, range(1, len(data) + 1), levels=levels)


def _frame_column(series: nw.Series[Any]) -> Column:
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
