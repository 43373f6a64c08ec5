"""Writing tables of results, so that reading them back gives the same numbers and names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np

from evenkeel._tables.roles import CORNER, role_of
from evenkeel._tables.workbook import LONGEST_TEXT, MOST_COLUMNS, MOST_ROWS, write_workbook
from evenkeel.atomic import replacing
from evenkeel.errors import InputError, choice
from evenkeel.results import Results

_NOT_UNICODE = re.compile("[\ud800-\udfff]")
_CANNOT_KEEP = {
    ".csv": re.compile("[\0\ud800-\udfff]"),
    ".tsv": re.compile("[\0\ud800-\udfff]"),
    ".xlsx": re.compile("[\ufffe\uffff\ud800-\udfff]"),
}
_PLAIN = re.compile(r'[^\s#",;|](?:[^\t\r\n",;|]*[^\s",;|])?')  # needs no quotation marks


def write_results(results: Results, path: Path) -> None:
    """Write a table; the ending says how: .csv, .tsv, .xlsx, .parquet or .json.

    The table is wide, a row a problem. A missing value is an empty cell (null in JSON). The file
    appears under its name only when it is complete.

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


def _write_csv(results: Results, path: Path) -> None:
    _write_separated(results, path, ",")


def _write_tsv(results: Results, path: Path) -> None:
    _write_separated(results, path, "\t")


def _write_separated(results: Results, path: Path, separator: str) -> None:
    """Write a text table in UTF-8; polars writes the shortest digits that give a number back."""
    import polars as pl

    header = separator.join(map(_quoted, (_label(results), *results.algorithms)))
    columns = {str(j): results.values[:, j] for j in range(results.k)}
    frame = pl.DataFrame({"names": list(map(_quoted, results.problems)), **columns})
    with path.open("wb") as file:
        file.write(f"{header}\n".encode())
        frame.with_columns(pl.col(pl.Float64).fill_nan(None)).write_csv(
            file, include_header=False, separator=separator, quote_style="never"
        )


def _quoted(name: str) -> str:
    """Put a name in quotation marks if it could be misunderstood without them."""
    return name if _PLAIN.fullmatch(name) else '"' + name.replace('"', '""') + '"'


def _write_parquet(results: Results, path: Path) -> None:
    import polars as pl

    label = _label(results)
    while label in results.algorithms:
        label += "_"
    columns = {name: results.values[:, j] for j, name in enumerate(results.algorithms)}
    pl.DataFrame({label: list(results.problems), **columns}).write_parquet(path)


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
    """Header of the problems; a special one if the table might be taken for a long one."""
    return CORNER if any(map(role_of, results.algorithms)) else "problem"


def _check(results: Results, path: Path, ending: str) -> None:
    """Raise if the format cannot keep a name or is too small for the table."""
    for what, names in (("problem", results.problems), ("algorithm", results.algorithms)):
        for name in names:
            bad = _CANNOT_KEEP.get(ending, _NOT_UNICODE).search(name)
            if bad:
                raise InputError(
                    f"{path}: the {what} name {name!r} holds the character {bad[0]!r}, which a "
                    f"file of this kind cannot keep; rename it"
                )
            if ending == ".xlsx" and len(name) > LONGEST_TEXT:
                raise InputError(
                    f"{path}: the {what} name {name[:20]!r}... has {len(name)} characters, but a "
                    f"cell of a sheet holds {LONGEST_TEXT}; rename it"
                )
    if ending == ".xlsx" and (results.n >= MOST_ROWS or results.k >= MOST_COLUMNS):
        raise InputError(
            f"{path}: a sheet holds at most {MOST_ROWS - 1} problems and {MOST_COLUMNS - 1} "
            f"algorithms, not {results.n} and {results.k}; write .csv or .parquet"
        )


_WRITERS: dict[str, Callable[[Results, Path], None]] = {
    ".csv": _write_csv,
    ".tsv": _write_tsv,
    ".xlsx": _write_xlsx,
    ".parquet": _write_parquet,
    ".json": _write_json,
}
