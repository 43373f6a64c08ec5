"""From text tables to a lazy frame with the columns of `canonical`, and what is wrong with them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evenkeel._runs.columns import Asked, Columns, find_columns
from evenkeel._runs.faults import MEND_MISSING
from evenkeel._runs.files import Files, head_of
from evenkeel._runs.scans import Opened
from evenkeel._tables.cells import numbers, quote
from evenkeel._tables.dialect import Dialect, detect
from evenkeel._tables.lines import WHITESPACE
from evenkeel.errors import InputError, TableError
from evenkeel.results import Origin

if TYPE_CHECKING:
    import polars as pl

_MOST = 1000  # faults that are described; more are counted


def open_text(files: Files, asked: Mapping[str, Asked], separator: str, decimal: str) -> Opened:
    """Scan text tables with polars, in pieces."""
    import narwhals as nw

    first = files.paths[0]
    dialect, header, skip = _header(first, separator, decimal)
    columns = find_columns(header, asked, files.description)
    skips = {first: skip}
    for path in files.paths[1:]:
        _, other, skips[path] = _header(path, dialect.separator, dialect.decimal)
        if other != header:
            raise TableError(
                str(path),
                [
                    f"the header differs from that of {first.name}; read only files with the "
                    "same columns together"
                ],
            )
    table = _TextTable(skips, header, columns, dialect)
    origin = Origin(
        files.description,
        "csv",
        "long",
        separator=dialect.separator,
        decimal=dialect.decimal,
        encoding="utf-8",
        ignored=columns.ignored,
    )
    return Opened(nw.from_native(table.frame()), columns, origin, table.faults)


@dataclass(frozen=True)
class _TextTable:
    """Text files with the same header, and how many lines each has up to its header's end."""

    skips: Mapping[Path, int]
    header: tuple[str, ...]
    columns: Columns
    dialect: Dialect

    def frame(self) -> pl.LazyFrame:
        """Scan all files: texts without blanks around them, numbers null where there is none."""
        import polars as pl

        def text(name: str) -> pl.Expr:
            return self._cell(name).str.strip_chars()

        columns = self.columns
        chosen = {
            "algorithm": text(columns.algorithm),
            "problem": text(columns.problem),
            "value": self._number(columns.value),
        }
        if columns.run:
            chosen["run"] = pl.concat_str([text(name) for name in columns.run], separator="/")
        if columns.step is not None:
            chosen["step"] = self._number(columns.step)
        return pl.concat([self._rows(path).select(**chosen) for path in self.skips], how="vertical")

    def faults(self, unreadable: bool) -> list[str]:
        """Describe the cells that hold no finite number, or the row that cannot be read."""
        import polars as pl

        faults: list[str] = []
        for path in self.skips:
            where = f"{path.name}, line" if len(self.skips) > 1 else "line"
            if unreadable:
                faults += [f"{where} {ragged}" for ragged in self._ragged(path)]
                continue
            for name in (self.columns.value, self.columns.step):
                if name is None:
                    continue
                rows = self._rows(path, index=True).select(
                    "row", text=self._cell(name), number=self._number(name)
                )
                bad = rows.filter(~pl.col("number").is_finite().fill_null(False))
                shown = bad.head(_MOST).collect(engine="streaming")
                count = bad.select(pl.len()).collect(engine="streaming").item()
                for row, cell, number in shown.rows():
                    line = row + self.skips[path] + 1
                    problem = self._explain(cell, number)
                    faults.append(f"{where} {line}, column {name!r}: {problem}")
                if count > len(shown):
                    faults.append(f"{count - len(shown)} more cells hold no finite number")
        return faults

    def _rows(self, path: Path, index: bool = False) -> pl.LazyFrame:
        """Scan the columns with a role as text, without blank lines."""
        import polars as pl

        rows = pl.scan_csv(
            path,
            has_header=False,
            skip_rows=self.skips[path],
            schema={str(position): pl.String for position in range(len(self.header))},
            separator=self.dialect.separator,
            glob=False,
        )
        if index:
            rows = rows.with_row_index("row")
        cells = [self._cell(name) for name in self.columns.used]
        return rows.filter(~pl.all_horizontal(cell.is_null() for cell in cells))

    def _cell(self, name: str) -> pl.Expr:
        import polars as pl

        return pl.col(str(self.header.index(name)))

    def _number(self, name: str) -> pl.Expr:
        import polars as pl

        text = self._cell(name).str.strip_chars()
        if self.dialect.decimal == ",":
            plain = text.str.replace(",", ".", literal=True)
            text = pl.when(text.str.contains(".", literal=True)).then(None).otherwise(plain)
        return text.cast(pl.Float64, strict=False)

    def _explain(self, cell: str | None, number: float | None) -> str:
        found = numbers([cell], self.dialect.decimal)
        if cell is None or not cell.strip():
            return f"the cell is empty; {MEND_MISSING}"
        if 0 in found.wrong:
            return found.wrong[0]
        if 0 in found.absent or number != number:
            return f"found {quote(cell)}, which stands for a missing value; {MEND_MISSING}"
        return f"found {quote(cell)}, which cannot be read as a number; write it plainly"

    def _ragged(self, path: Path) -> Iterator[str]:
        """Describe the first row that has more cells than the header, if there is one."""
        with path.open(encoding="utf-8", errors="replace", newline="") as stream:
            rows = csv.reader(stream, delimiter=self.dialect.separator)
            for row in rows:
                if len(row) > len(self.header):
                    yield (
                        f"{rows.line_num} has {len(row)} cells, but the header has "
                        f"{len(self.header)}; write a cell that holds the separator "
                        f"{self.dialect.separator!r} in quotation marks"
                    )
                    return


def _header(path: Path, separator: str, decimal: str) -> tuple[Dialect, tuple[str, ...], int]:
    """Find the dialect, the names of the columns, and the line of the header."""
    if separator != "auto" and len(separator.encode()) != 1:
        raise InputError(
            f"separator={separator!r} cannot separate cells; give one character, such as ',' or ';'"
        )
    dialect, rows = detect(head_of(path), separator, decimal, str(path))
    if dialect.separator == WHITESPACE:
        raise InputError(
            f"{path}: no comma, semicolon, tab or bar separates the cells; write the table with "
            "one of them, or give another one with separator="
        )
    return dialect, tuple(rows[0].cells), rows[0].line
