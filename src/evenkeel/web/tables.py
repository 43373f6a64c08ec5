"""From the bytes of a request to `Results` or `Runs`: in memory, never through a file."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from evenkeel.casestudies import load_any
from evenkeel.errors import InputError
from evenkeel.tables.reading import read_any
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs, aggregated
from evenkeel.tables.writing import csv_of_runs, lines_of
from evenkeel.web.guard import check_size, check_upload
from evenkeel.web.options import Source


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
