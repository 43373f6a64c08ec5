"""Tables given as Python objects: arrays, lists of rows, lists of records, dicts; and JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evenkeel.errors import SourceError, TableError
from evenkeel.numerics.arrays import unmasked
from evenkeel.tables.parsing.cells import name_of, quote
from evenkeel.tables.parsing.remedies import LONGEST_NUMBER
from evenkeel.tables.parsing.roles import CORNER
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.parsing.table import Column, Table, check_header
from evenkeel.tables.results import Origin

_NUMERIC = "iuf"  # kinds of arrays: integers with and without sign, floats
_OWN = ("better", "algorithms", "problems", "values")  # the form that `Results.save` writes


def read_json(content: Content) -> Table:
    """Read a JSON file: the form that `Results.save` writes, records, columns or rows."""
    source = content.description
    data = load_json(content.whole(), source)
    origin = Origin(source, "json", "wide")
    if isinstance(data, dict) and data.keys() == set(_OWN):
        return _read_own(data, origin)
    if isinstance(data, (dict, list)):
        return read_object(data, origin)
    raise SourceError(
        f"{source}: the file holds no table; give a list of records or a dict of columns"
    )


def load_json(data: bytes, source: str) -> Any:
    """What a JSON file holds, with no key twice; raise if it is not valid."""
    try:
        return json.loads(data, object_pairs_hook=_unique, parse_int=_integer)
    except _RepeatedKeyError as error:
        raise SourceError(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{source}: the file is not valid JSON ({error}); mend it") from None


def read_array(array: np.ndarray[Any, Any]) -> Table:
    """Read a matrix of numbers, or of objects with a header."""
    origin = Origin("array", "array", "wide")
    if array.ndim != 2:
        raise TableError(
            "array",
            [f"the values have {array.ndim} dimensions; give 2: problems x algorithms"],
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
        raise TableError(origin.description, ["there are no rows; give a table of results"])
    if all(isinstance(row, Mapping) for row in data):
        return _read_records(data, origin)
    return _read_rows(data, origin)


def _read_own(data: dict[str, Any], origin: Origin) -> Table:
    """Read the form that `Results.save` writes."""
    better, algorithms, problems, rows = (data[key] for key in _OWN)
    lists = all(isinstance(part, list) for part in (algorithms, problems, rows))
    if not lists or not all(isinstance(row, list) for row in rows):
        raise SourceError(
            f"{origin.description}: 'algorithms' and 'problems' must be lists of names, and "
            "'values' a list of rows"
        )
    faults = [
        f"row {number} of 'values' has {len(row)} cells, but there are {len(algorithms)} "
        "'algorithms'; give one value for each"
        for number, row in enumerate(rows, start=1)
        if len(row) != len(algorithms)
    ]
    if len(problems) != len(rows):
        faults.append(
            f"there are {len(problems)} names in 'problems' and {len(rows)} rows in 'values'; "
            "give one name a row"
        )
    header = (CORNER, *map(name_of, algorithms))
    if faults:
        return Table(origin, header, [()] * len(header), (), faults=tuple(faults), better=better)
    columns = [problems, *([row[j] for row in rows] for j in range(len(algorithms)))]
    return Table(origin, header, columns, range(1, len(rows) + 1), better=better)


def _read_columns(data: Mapping[Any, Any], origin: Origin) -> Table:
    """Read a dict of columns, or a dict of dicts: algorithm -> problem -> value."""
    columns = list(data.items())
    if data and all(isinstance(column, Mapping) for column in data.values()):
        problems = list(dict.fromkeys(name for column in data.values() for name in column))
        cells = [(name, [column.get(problem) for problem in problems]) for name, column in columns]
        columns = [(CORNER, problems), *cells]
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
    """Read a list of rows; the first one is the header if there is any text in the table."""
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
    check_header(table[0], "row 1", origin.description)
    columns = [[row[j] for row in table[1:]] for j in range(width)]
    header = tuple(map(name_of, table[0]))
    return Table(origin, header, columns, range(2, len(table) + 1))


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


class _RepeatedKeyError(Exception):
    """A JSON object has a key twice; `json` alone would keep the last value only."""


def _integer(digits: str) -> int | str:
    """Leave an integer that is too long as text, for Python refuses to read it."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise _RepeatedKeyError(f"an object has the key {twice!r} twice; keep one of them")
    return result
