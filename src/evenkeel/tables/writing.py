"""Writing tables of results, so that reading them back gives the same numbers and names."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np

from evenkeel.errors import EvenkeelError, InputError, choice, visible
from evenkeel.tables.faults import Origin
from evenkeel.tables.lexicon import corner
from evenkeel.tables.parsing.cells import Table
from evenkeel.tables.parsing.written import (
    LONGEST_TEXT,
    MOST_COLUMNS,
    MOST_ROWS,
    marked,
    separated,
    write_workbook,
)
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.survey import collect
from evenkeel.tables.settling import settle
from evenkeel.tables.system import check_polars, replacing

_CANNOT_KEEP = {
    ".csv": re.compile("\0"),
    ".tsv": re.compile("\0"),
    ".xlsx": re.compile("[\ufffe\uffff]"),
}


def write_results(results: Results, path: Path) -> None:
    r"""Write a table; the ending says how: .csv, .tsv, .xlsx, .parquet or .json.

    The table is wide, a row per problem. A missing value is an empty cell (null in JSON). In .csv
    and .tsv, a name that a spreadsheet would take for a formula, such as =1+1, has an apostrophe
    before it, and the first header cell is "problem \ algorithm": by that `read` knows it, and
    gives the name back. The file appears under its name only when it is complete.

    Raises
    ------
    UnknownNameError
        If the ending is none of these.
    InputError
        If a name holds a character that the format cannot keep, or a sheet is too small.
    """
    ending = choice(path.suffix.lower(), _WRITERS, "ending of a file of results")
    _check(results, path, ending)
    with replacing(path) as temporary:
        _WRITERS[ending](results, temporary)


def write_runs(runs: Runs, path: Path) -> None:
    """Write the rows of runs, a row per run, that `read_runs` reads back: .csv or .parquet."""
    ending = choice(path.suffix.lower(), (".csv", ".parquet"), "ending of a file of runs")
    with replacing(path) as temporary:
        if ending == ".parquet":
            collect(runs.frame, runs.origin.description).write_parquet(temporary)
        else:
            temporary.write_text(csv_of_runs(runs), encoding="utf-8", newline="")


def csv_of_runs(runs: Runs) -> str:
    """The rows of runs as text."""
    rows = collect(runs.frame, runs.origin.description)
    return rows.write_csv(quote_style="non_numeric")


def _write_csv(results: Results, path: Path) -> None:
    _write_separated(results, path, ",")


def _write_tsv(results: Results, path: Path) -> None:
    _write_separated(results, path, "\t")


def _write_separated(results: Results, path: Path, separator: str) -> None:
    """Write a text table in UTF-8, without polars, whose threads a forked process lacks."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(lines_of(results, separator))


def lines_of(results: Results, separator: str = ",") -> Iterator[str]:
    """The lines of a text table that `read` reads back to the same numbers and names."""
    yield separated([_label(results), *results.algorithms], separator)
    for name, row in zip(results.problems, results.values, strict=True):
        yield separated([name, *row.tolist()], separator)


def _write_parquet(results: Results, path: Path) -> None:
    import polars as pl

    check_polars("writing a Parquet file")
    label = _label(results)
    while label in results.algorithms:
        label += "_"
    columns = {name: results.values[:, j] for j, name in enumerate(results.algorithms)}
    content = io.BytesIO()
    pl.DataFrame({label: list(results.problems), **columns}).write_parquet(content)
    path.write_bytes(content.getvalue())


def _write_json(results: Results, path: Path) -> None:
    def lines(rows: list[str]) -> str:
        return ",\n".join(f"  {row}" for row in rows)

    def dump(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)

    rows = [dump(row) for row in _cells(results)]
    text = (
        f'{{"better": {dump(results.better)},\n'
        f'"algorithms": {dump(results.algorithms)},\n'
        f'"problems": {dump(results.problems)},\n'
        f'"values": [\n{lines(rows)}\n]}}\n'
    )
    path.write_text(text, encoding="utf-8", newline="\n")


def _write_xlsx(results: Results, path: Path) -> None:
    header = [_label(results), *results.algorithms]
    body = zip(results.problems, _cells(results), strict=True)
    write_workbook(path, {"results": chain([header], ([name, *row] for name, row in body))})


def _cells(results: Results) -> Iterator[list[float | None]]:
    """Rows of values, None where missing."""
    for row in results.values:
        yield [None if np.isnan(value) else value for value in row.tolist()]


def _label(results: Results) -> str:
    """Header of the problems; a special one if the table could be misunderstood without it."""
    if any(marked(name) != name for name in (*results.problems, *results.algorithms)):
        return corner(results.algorithms)
    header = ("problem", *results.algorithms)
    columns = [results.problems, *results.values.T]
    origin = Origin("table", "csv", "wide")
    table = Table(origin, header, columns, range(1, results.n + 1), better=results.better)
    try:
        again: Results | Runs | None = settle([table], {"missing": "keep"})
    except EvenkeelError:
        again = None
    understood = isinstance(again, Results) and again == results
    return "problem" if understood else corner(results.algorithms)


def _check(results: Results, path: Path, ending: str) -> None:
    """Raise if the format cannot keep a name or is too small for the table."""
    file = visible(path)
    for what, names in (("problem", results.problems), ("algorithm", results.algorithms)):
        for name in names:
            bad = _CANNOT_KEEP[ending].search(name) if ending in _CANNOT_KEEP else None
            if bad:
                raise InputError(
                    f"{file}: the {what} name {name!r} holds the character {bad[0]!r}, which a "
                    f"file of this kind cannot keep; rename it"
                )
            if ending == ".xlsx" and len(name) > LONGEST_TEXT:
                raise InputError(
                    f"{file}: the {what} name {name[:20]!r}... has {len(name)} characters, but a "
                    f"cell of a sheet holds {LONGEST_TEXT}; rename it"
                )
    if ending == ".xlsx" and (results.n >= MOST_ROWS or results.k >= MOST_COLUMNS):
        raise InputError(
            f"{file}: a sheet holds at most {MOST_ROWS - 1} problems and {MOST_COLUMNS - 1} "
            f"algorithms, not {results.n} and {results.k}; write .csv or .parquet"
        )


_WRITERS: dict[str, Callable[[Results, Path], None]] = {
    ".csv": _write_csv,
    ".tsv": _write_tsv,
    ".xlsx": _write_xlsx,
    ".parquet": _write_parquet,
    ".json": _write_json,
}
