"""JSON, JSON Lines, YAML and ARFF files -> tables.

A file may be a table as Python objects are (see `objects`), or what `Results.save` writes. Else
every list of similar records in it is a table, at any depth, called by its path, such as
``results.runs``; what stands beside the list in the records above it is repeated in each row.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenkeel.errors import (
    Message,
    MissingPackageError,
    Option,
    SourceError,
    TableError,
    first_line,
)
from evenkeel.tables.faults import Origin
from evenkeel.tables.lexicon import corner
from evenkeel.tables.parsing.cells import Table, name_of
from evenkeel.tables.parsing.dialect import Row
from evenkeel.tables.parsing.headings import table_of
from evenkeel.tables.parsing.numerals import LONGEST_NUMBER
from evenkeel.tables.parsing.objects import read_object
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.parsing.text import decode

_OWN = ("better", "algorithms", "problems", "values")  # the form that `Results.save` writes
_SPLIT = {"columns", "data"}  # that of pandas, with or without "index"
_DEEPEST = 12  # lists and objects within each other
_SIMILAR = 0.5  # of the keys of two records are the same
_MOST_LISTED = 12  # paths in a message
_ATTRIBUTE = re.compile(
    r"@attribute\s+(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|(\S+))\s", re.IGNORECASE
)

Record = Mapping[Any, Any]
_Found = dict[str, list[Record]]


def read_json(content: Content, records: str | None = None) -> tuple[Table, ...]:
    """Read a JSON file: the form that `Results.save` writes, records, columns or rows."""
    source = content.description
    data = load_json(content.whole(), source)
    return tables_in(data, Origin(source, "json", "wide"), records)


def read_json_lines(content: Content, records: str | None = None) -> tuple[Table, ...]:
    """Read a file with a JSON object per line."""
    source = content.description
    lines = [line for line in content.whole().splitlines() if line.strip()]
    found = [load_json(line, f"{source}, record {i}") for i, line in enumerate(lines, start=1)]
    return tables_in(found, Origin(source, "jsonl", "wide"), records)


def read_yaml(content: Content, records: str | None = None) -> tuple[Table, ...]:
    """Read a YAML file as a JSON file is read; only plain data is made of it."""
    try:
        import yaml
    except ImportError:
        raise MissingPackageError("pyyaml", "reading a YAML file", "yaml") from None
    source = content.description
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = yaml.load(decode(content.whole(), "auto", content)[0], loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise SourceError(
            f"{source}: the file is not valid YAML ({first_line(error)}); mend it"
        ) from None
    return tables_in(data, Origin(source, "yaml", "wide"), records)


def read_arff(content: Content, encoding: str = "auto") -> Table:
    """Read an ARFF file: its attributes are the header, and ``?`` is a missing value."""
    source = content.description
    header, rows = arff_rows(decode(content.whole(), encoding, content)[0], source)
    if not header or not rows:
        raise TableError(source, "the ARFF file has no attribute or no data; give both")
    origin = Origin(source, "arff", "wide", separator=",", decimal=".")
    return table_of([Row(0, header), *rows], origin, told=1, sure=True)


def arff_rows(text: str, source: str) -> tuple[list[str], list[Row]]:
    """The attributes and the rows of data of an ARFF file."""
    lines = text.splitlines()
    marks = (i for i, line in enumerate(lines, start=1) if line.strip().lower() == "@data")
    start = next(marks, len(lines))
    told = [found for line in lines[:start] if (found := _ATTRIBUTE.match(line.strip()))]
    header = [next(filter(None, found.groups()), "") for found in told]
    body = [(i, line) for i, line in enumerate(lines[start:], start + 1) if line.strip()]
    body = [(i, line) for i, line in body if not line.lstrip().startswith("%")]
    if any(line.lstrip().startswith("{") for _, line in body):
        raise SourceError(f"{source}: the data are sparse; write all values of each row")
    quote = '"' if any('"' in line for _, line in body) else "'"
    read = csv.reader(
        (line for _, line in body), quotechar=quote, escapechar="\\", skipinitialspace=True
    )
    rows = [Row(i, list(map(str.strip, cells))) for (i, _), cells in zip(body, read, strict=True)]
    return header, rows


def load_json(data: bytes, source: str) -> Any:
    """What a JSON file holds, with no key twice; raise if it is not valid."""
    try:
        return json.loads(data, object_pairs_hook=_unique, parse_int=_integer)
    except _RepeatedKeyError as error:
        raise SourceError(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{source}: the file is not valid JSON ({error}); mend it") from None


def tables_in(data: Any, origin: Origin, path: str | None = None) -> tuple[Table, ...]:
    """The tables in data of objects and lists; `path` is that of the one that is wanted."""
    if isinstance(data, Mapping) and data.keys() == set(_OWN):
        return (_read_own(data, origin),)
    if isinstance(data, Mapping) and _SPLIT <= data.keys() <= {*_SPLIT, "index"}:
        return (_read_split(data, origin),)
    if path is None and (table := _as_a_whole(data, origin)) is not None:
        return (table,)
    found = {name: rows for name, rows in _collected(data).items() if _similar(rows)}
    if path is not None and path not in found:
        listed = ", ".join(map(repr, [*found][:_MOST_LISTED])) or "no place"
        raise SourceError(
            Message(
                f"{origin.description}: ",
                Option("records", path),
                f" names no list of records; there are such lists at {listed}",
            )
        )
    if path is not None:
        found = {path: found[path]}
    if not found and isinstance(data, (Mapping, list, tuple)) and not _holds_records(data):
        return (read_object(data, origin),)  # which says what is wrong
    if not found:
        raise SourceError(
            f"{origin.description}: the file holds no table; give a list of similar records or a "
            "dict of columns"
        )
    return tuple(replace(read_object(rows, origin), name=name) for name, rows in found.items())


def _as_a_whole(data: Any, origin: Origin) -> Table | None:
    """The table that data are as a whole: rows, columns, or records without others in them."""
    if isinstance(data, Mapping):
        parts = [*data.values()]
        within = [each for part in parts if isinstance(part, Mapping) for each in part.values()]
        columns = parts and not any(map(_is_deep, within)) and not any(map(_holds_records, parts))
        return read_object(data, origin) if columns and all(map(_is_column, parts)) else None
    if not isinstance(data, (list, tuple)):
        return None
    if not data or not all(isinstance(each, Mapping) for each in data):
        return read_object(data, origin)
    if any(_holds_records(part) for each in data for part in each.values()):
        return None
    return read_object([flat(each) for each in data], origin)


def _is_column(part: Any) -> bool:
    return isinstance(part, (Mapping, np.ndarray)) or _is_listed(part)


def _is_listed(part: Any) -> bool:
    return isinstance(part, Sequence) and not isinstance(part, (str, bytes))


def _is_deep(part: Any) -> bool:
    return isinstance(part, Mapping) or _is_listed(part)


def _holds_records(part: Any) -> bool:
    """Whether a list of records is somewhere in it."""
    if isinstance(part, Mapping):
        return any(map(_holds_records, part.values()))
    return _is_listed(part) and bool(part) and all(isinstance(each, Mapping) for each in part)


def _collected(data: Any) -> dict[str, list[Record]]:
    """All records in lists and in objects of objects, by their paths."""
    found: dict[str, list[Record]] = {}
    _collect(data, (), {}, found)
    return found


def _collect(data: Any, path: tuple[str, ...], above: Record, found: _Found) -> None:
    """Note records at any depth, each with what the records above it say."""
    if len(path) > _DEEPEST:
        return
    if isinstance(data, Mapping) and (rows := _keyed(data)):
        found.setdefault(".".join(path), []).extend({**above, **row} for row in rows)
    elif isinstance(data, Mapping):
        for key, value in data.items():
            _collect(value, (*path, name_of(key)), above, found)
    elif _is_listed(data) and data and all(isinstance(each, Mapping) for each in data):
        for each in data:
            told = {**above, **flat(each)}
            if len(told) > len(above):
                found.setdefault(".".join(path), []).append(told)
            for key, value in each.items():
                if _holds_records(value):
                    _collect(value, (*path, name_of(key)), told, found)


def _keyed(data: Record, level: int = 0) -> list[dict[str, Any]]:
    """Records out of an object of similar objects, each under a name; nothing if it is none."""
    parts = [part for part in data.values() if isinstance(part, Mapping) and part]
    if len(parts) < max(len(data), 2) or any(map(_holds_records, parts)):
        return []
    key = f"level_{level}"
    if not any(isinstance(each, Mapping) for part in parts for each in part.values()):
        rows = [{key: name_of(name), **flat(part)} for name, part in data.items()]
        return rows if _similar(rows) else []
    inner = {name_of(name): _keyed(part, level + 1) for name, part in data.items()}
    rows = [{key: name, **row} for name, rows in inner.items() for row in rows]
    return rows if all(inner.values()) and _similar(rows) else []


def flat(record: Record, prefix: str = "") -> dict[str, Any]:
    """The cells of a record; those of objects within it are called by their paths."""
    cells: dict[str, Any] = {}
    for key, value in record.items():
        name = f"{prefix}{name_of(key)}"
        if isinstance(value, Mapping):
            cells |= flat(value, f"{name}.")
        elif not _is_listed(value):
            cells[name] = value
        elif not any(map(_is_deep, value)):
            cells[name] = ", ".join(map(name_of, value))
    return cells


def _similar(records: Sequence[Record]) -> bool:
    """Whether there are several records, and each has most of the keys that most of them have."""
    counts = Counter(key for record in records for key in record)
    usual = {key for key, count in counts.items() if 2 * count > len(records)}
    return len(records) > 1 and all(
        len(usual & record.keys()) >= _SIMILAR * len(usual | record.keys()) for record in records
    )


def _read_split(data: Record, origin: Origin) -> Table:
    """Read what pandas writes with ``orient="split"``."""
    header, rows, index = data["columns"], data["data"], data.get("index")
    if index is not None and list(index) != [*range(len(rows))]:
        header, rows = ["", *header], [[name, *row] for name, row in zip(index, rows, strict=True)]
    return read_object([header, *rows], origin)


def _read_own(data: Record, origin: Origin) -> Table:
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
            "give one name per row"
        )
    names = [*map(name_of, algorithms)]
    header = (corner(names), *names)
    if faults:
        return Table(origin, header, [()] * len(header), (), faults=tuple(faults), better=better)
    columns = [problems, *([row[j] for row in rows] for j in range(len(algorithms)))]
    return Table(origin, header, columns, range(1, len(rows) + 1), better=better)


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
