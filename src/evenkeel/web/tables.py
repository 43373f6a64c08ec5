"""From the bytes of a request to a table, and refusing what only pretends to be one."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from evenkeel.casestudies import load_any
from evenkeel.errors import InputError, MissingPackageError, OversizeError, SourceError
from evenkeel.tables.formats.givens import Given, of_archive
from evenkeel.tables.formats.markup import is_web_page
from evenkeel.tables.parsing.sources import Content, held, kind_of
from evenkeel.tables.parsing.unpacking import unpacked
from evenkeel.tables.parsing.workbook import Limits, measured_workbook
from evenkeel.tables.reading import read_any
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs, aggregated
from evenkeel.tables.writing import csv_of_runs, lines_of
from evenkeel.web.answers import TooLargeError
from evenkeel.web.options import Source

# Refuse what only pretends to be a table, before a parser sees it.


MOST_ALGORITHMS = 50
MOST_HYPOTHESES = 780  # of a text that is pasted, those of 40 algorithms; and claims
MOST_PROBLEMS = 5_000
MOST_COLUMNS = 1_000  # of a file
LONGEST_LINE = 100_000  # bytes
MOST_TESTS = 20_000  # of single problems, each a row of the report
FORMATS = "a text table (CSV, TSV), Excel (.xlsx) or JSON"

_LINE_ENDS = (b"\n", b"\r")
_REMEDY = "keep only the table of results, or use evenkeel in Python, which reads larger ones"
_WORKBOOKS = Limits(
    parts=1_000,
    unpacked=100_000_000,
    cells=2_000_000,
    columns=MOST_COLUMNS,
    remedy=_REMEDY,
)


def check_upload(data: bytes, name: str) -> None:
    """Raise if `data` cannot be a table of results of a size that the page serves."""
    archive = _archive(data, name)
    if archive is None:
        _check(_unpacked(data, name), name)
        return
    for member in archive.members:
        _check(member.content, member.content.description)


def _check(content: Content, name: str) -> None:
    if is_web_page(content):
        return
    kind = kind_of(content, FORMATS)
    if kind == "parquet":
        raise SourceError(f"{name}: the page reads no Parquet files; give {FORMATS}")
    if kind == "excel":
        try:
            measured_workbook(content.whole(), name, _WORKBOOKS)
        except OversizeError as error:
            raise TooLargeError(str(error)) from None
    if kind == "csv":
        _check_lines(content.whole(), name)


def _archive(data: bytes, name: str) -> Given | None:
    """The files of an archive of several, if that is not too much for a page."""
    try:
        return of_archive(held(data, name), _WORKBOOKS.unpacked)
    except OversizeError as error:
        raise TooLargeError(str(error)) from None


def _unpacked(data: bytes, name: str) -> Content:
    """What a packed file holds, if that is not too much for a page."""
    try:
        return unpacked(held(data, name), _WORKBOOKS.unpacked)
    except OversizeError as error:
        raise TooLargeError(str(error)) from None
    except MissingPackageError:  # of the server, which the user cannot mend
        raise SourceError(f"{name}: this page does not unpack Zstandard; unpack it first") from None


def check_size(n: int, k: int, name: str) -> None:
    """Raise if a table that was read is too large to be compared in a page."""
    if k > MOST_ALGORITHMS or n > MOST_PROBLEMS:
        raise TooLargeError(
            f"{name}: {n} problems and {k} algorithms are more than this page serves "
            f"({MOST_PROBLEMS} and {MOST_ALGORITHMS}); leave some out, or use evenkeel in Python, "
            "which has no limit"
        )


def check_tests(n: int, pairs: int, name: str) -> None:
    """Raise if the runs of n problems give more tests of pairs than a page can show."""
    if n * pairs > MOST_TESTS:
        raise TooLargeError(
            f"{name}: the tests of {pairs} pairs of algorithms on each of {n} problems are more "
            f"than this page serves ({MOST_TESTS}); compare with a control, leave some out, or use "
            "evenkeel in Python, which has no limit"
        )


def check_pairs(k: int, control: str | None) -> None:
    """Raise if k printed ranks give more hypotheses than a page can show."""
    check_count(k - 1 if control else k * (k - 1) // 2, "hypotheses")


def check_count(count: int, what: str) -> None:
    """Raise if there are more hypotheses, or claims, than a page can show."""
    if count > MOST_HYPOTHESES:
        raise TooLargeError(
            f"{count} {what} are more than this page serves ({MOST_HYPOTHESES}); leave some out, "
            "name a control, or use evenkeel in Python, which has no limit"
        )


def _check_lines(data: bytes, name: str) -> None:
    """Raise if a line is far too long: the header of a table may stand in any."""
    start = 0
    while len(data) - start > MOST_COLUMNS:  # what is left may have so many cells
        near = start + MOST_COLUMNS
        last = max(data.rfind(end, start, near) for end in _LINE_ENDS)
        if last >= 0:
            start = last + 1
            continue
        ends = [place for end in _LINE_ENDS if (place := data.find(end, near)) >= 0]
        line = data[start : min(ends, default=len(data))]
        cells = 1 + max(map(line.count, (b",", b";", b"\t", b"|")))
        if len(line) > LONGEST_LINE or cells > MOST_COLUMNS:
            number = 1 + data.count(b"\n", 0, start)
            where = "the first line" if number == 1 else f"line {number}"
            raise TooLargeError(
                f"{name}: {where} has {cells} cells, more than {MOST_COLUMNS}; {_REMEDY}"
                if len(line) <= LONGEST_LINE
                else f"{name}: {where} is longer than {LONGEST_LINE} bytes; {_REMEDY}"
            )
        start += len(line) + 1


# From the bytes of a request to `Results` or `Runs`: in memory, never through a file.


class Upload(io.BytesIO):
    """Bytes with a name, which is what messages call the table or file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


@dataclass(frozen=True)
class Found:
    """A table as it was read; of `runs`, `results` hold the statistic that was asked for."""

    results: Results
    remarks: tuple[str, ...]
    runs: Runs | None = None

    @property
    def better(self) -> Better:
        """Which values are good, also if the results are the deviations of runs."""
        return self.results.better if self.runs is None else self.runs.better

    def csv(self) -> str:
        """The table as text that reads back to the same numbers and names."""
        return "".join(lines_of(self.results)) if self.runs is None else csv_of_runs(self.runs)


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
    return found


@lru_cache(maxsize=32)
def _case(name: str) -> Results | Runs:
    return load_any(name)


def _find_case(source: Source) -> Found:
    table = _case(source.case)
    if source.better not in (None, table.better):
        raise InputError(
            f"{source.case}: {table.better} is better in this case study; leave better out"
        )
    return _found(table, source)


def _find(source: Source) -> Found:
    better = cast("Better | None", source.better)
    table = read_any(Upload(source.data, source.name), better=better, **source.reading)
    return _found(table, source)


def _found(table: Results | Runs, source: Source) -> Found:
    if isinstance(table, Results):
        return Found(table, table.checks())
    results = aggregated(table, cast("Any", source.statistic), missing=cast("Any", source.missing))
    assert results.origin is not None  # what was made of runs has one
    remark = f"the table holds runs; the {results.origin.aggregated} of each cell is compared"
    return Found(results, (remark, *results.checks()), runs=table)
