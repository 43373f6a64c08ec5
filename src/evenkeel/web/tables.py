"""From the bytes of a request to `Results`: in memory, never through a file."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from evenkeel._tables.cells import is_number, names_of, numbers
from evenkeel._tables.roles import CORNER, role_in_runs, role_of
from evenkeel._tables.sheets import read_sheet
from evenkeel._tables.sources import kind_of, open_stream
from evenkeel._tables.text import read_text
from evenkeel.casestudies import load, load_runs, runs_cases
from evenkeel.errors import InputError, SourceError, TableError
from evenkeel.reading import read
from evenkeel.reading_runs import read_runs
from evenkeel.results import Better, Results
from evenkeel.web.guard import check_size, check_upload
from evenkeel.web.options import Source

if TYPE_CHECKING:
    import polars as pl

    from evenkeel._tables.table import Table
    from evenkeel.runs import Runs

_HALF = re.compile("[\ud800-\udfff]")
_PLAIN = re.compile(r"[\w(+./-](?:[\w ()+./:-]*[\w()+./:-])?")


class _Upload(io.BytesIO):
    """Bytes with a name, which is what messages call the table."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


@dataclass(frozen=True)
class Found:
    """A table as it was read; `asks` says that nobody told yet which values are better."""

    results: Results
    remarks: tuple[str, ...]
    asks: bool = False


def find_table(source: Source) -> Found:
    """Read the table of a request.

    Raises
    ------
    InputError
        As `evenkeel.read` does, and if the table is too large for a page.
    """
    if source.case:
        return _find_case(source)
    if not source.data:
        raise InputError("there is no table; give one, or the name of a case study")
    check_upload(source.data, source.name)
    found = _find(source)
    check_size(found.results.n, found.results.k, source.name)
    _check_names(found.results, source.name)
    return found


def results_csv(results: Results) -> str:
    """The table as text that `evenkeel.read` reads back to the same numbers and names."""
    label = CORNER if any(map(role_of, results.algorithms)) else "problem"
    names = (*results.problems, *results.algorithms)
    plain = all(_PLAIN.fullmatch(name) for name in names)
    stream = io.StringIO()
    writer = csv.writer(
        stream, lineterminator="\n", quoting=csv.QUOTE_MINIMAL if plain else csv.QUOTE_NONNUMERIC
    )
    writer.writerow([label, *results.algorithms])
    writer.writerows(
        [name, *row] for name, row in zip(results.problems, results.values.tolist(), strict=True)
    )
    return stream.getvalue()


def _check_names(results: Results, name: str) -> None:
    """Raise if a name cannot be sent: JSON can bring in half of a surrogate pair."""
    wrong = [text for text in (*results.algorithms, *results.problems) if _HALF.search(text)]
    if wrong:
        raise TableError(
            name, [f"the name {text!r} is not valid Unicode; mend it" for text in wrong]
        )


@lru_cache(maxsize=32)
def _case(name: str, statistic: str) -> tuple[Results, tuple[str, ...]]:
    if name in {case.name for case in runs_cases()}:
        runs = load_runs(name)
        return _aggregated(runs, statistic), _runs_remarks(runs, statistic)
    results = load(name)
    return results, results.checks()


def _find_case(source: Source) -> Found:
    results, remarks = _case(source.case, source.statistic)
    if source.better not in (None, results.better):
        raise InputError(
            f"{source.case}: {results.better} is better in this case study; leave better out"
        )
    return Found(results, remarks)


def _find(source: Source) -> Found:
    """Read the table with the direction that was given, or find out all but the direction."""
    if source.better is not None or _tells_direction(source.data):
        return _read(source, cast("Better | None", source.better))
    return replace(_read(source, "lower"), asks=True)


def _tells_direction(data: bytes) -> bool:
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"{") and b'"better"' in data


def _read(source: Source, better: Better | None) -> Found:
    if source.shape == "runs":
        return _read_runs(source, better)
    try:
        results = read(
            _Upload(source.data, source.name),
            better=better,
            shape=cast("Any", source.shape),
            missing=cast("Any", source.missing),
        )
    except TableError:
        if source.shape == "auto" and better is not None and _looks_like_runs(source):
            return _read_runs(source, better)
        raise
    return Found(results, results.checks())


def _looks_like_runs(source: Source) -> bool:
    """Whether the header names an algorithm, a problem and a value."""
    try:
        header = _cells(source).names
    except InputError:
        return False
    return {"algorithm", "problem", "value"} <= {role_of(label) for label in header}


def _read_runs(source: Source, better: Better | None) -> Found:
    try:
        runs = read_runs(_frame(_cells(source), source.name), better=better)
    except TableError as error:
        raise TableError(source.name, error.faults) from None
    results = _aggregated(runs, source.statistic, source.missing)
    assert results.origin is not None
    named = replace(results.origin, description=source.name)
    return Found(
        replace(results, origin=named, missing="keep"), _runs_remarks(runs, source.statistic)
    )


def _aggregated(runs: Runs, statistic: str, missing: str = "error") -> Results:
    if runs.has_steps:
        runs = runs.at_step("last")
    return runs.aggregate(cast("Any", statistic), missing=cast("Any", missing))


def _runs_remarks(runs: Runs, statistic: str) -> tuple[str, ...]:
    at_end = " at their last step" if runs.has_steps else ""
    return (f"many runs a cell; the {statistic} of the runs{at_end} is compared", *runs.checks())


def _cells(source: Source) -> Table:
    """The cells of a text table or a sheet, before anyone says what they mean."""
    content = open_stream(_Upload(source.data, source.name))
    kind = kind_of(content)
    if kind == "excel":
        return read_sheet(content, None)
    if kind != "csv":
        raise SourceError(f"{source.name}: runs are read from a text table or an Excel file")
    return read_text(content, separator="auto", decimal="auto", encoding="auto")


def _frame(table: Table, name: str) -> pl.DataFrame:
    """A frame of the cells: columns of numbers, and columns of names."""
    import polars as pl

    if table.faults:
        raise TableError(name, table.faults)
    labels = table.names
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise TableError(name, [f"two columns are called {twice!r}; give each a name of its own"])
    columns: dict[str, Any] = {}
    for label, column in zip(labels, table.columns, strict=True):
        names = role_in_runs(label) in ("algorithm", "problem", "run")
        numeric = not names and all(is_number(cell, table.decimal) for cell in column)
        columns[label] = numbers(column, table.decimal).values if numeric else names_of(column)
    return pl.DataFrame(columns)
