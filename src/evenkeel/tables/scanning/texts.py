"""From text tables to a lazy frame with the columns of `canonical`, and what is wrong with them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evenkeel.errors import InputError, TableError, visible
from evenkeel.tables.parsing.cells import absence, number, quote
from evenkeel.tables.parsing.dialect import Dialect, detect, doubt, may_separate_thousands
from evenkeel.tables.parsing.lines import WHITESPACE
from evenkeel.tables.parsing.remedies import LONGEST_NUMBER
from evenkeel.tables.parsing.selecting import Rows, Where, chosen_in_words, wanted_values
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.results import Origin
from evenkeel.tables.scanning.columns import Asked, Columns, escaped, find_columns
from evenkeel.tables.scanning.faults import MEND_MISSING
from evenkeel.tables.scanning.files import Files, text_head
from evenkeel.tables.scanning.keys import spare_names
from evenkeel.tables.scanning.scans import Opened

if TYPE_CHECKING:
    import polars as pl

_MOST = 1000  # faults that are described; more are counted


def open_text(
    files: Files, asked: Mapping[str, Asked], separator: str, decimal: str, wanted: Rows
) -> Opened:
    """Scan text tables with polars, in pieces."""
    import narwhals as nw

    first = files.paths[0]
    dialect, header, skip = _header(files.open(first), separator, decimal)
    where, asked = wanted.resolve(header, asked, files.description)
    columns = find_columns(header, asked, files.description, where)
    counts = Counter(header)
    spare = spare_names([name for name in columns.ignored if counts[name] == 1])
    skips = {first: skip}
    for path in files.paths[1:]:
        content = files.open(path)
        _, other, skips[path] = _header(content, dialect.separator, dialect.decimal)
        if other != header:
            raise TableError(
                content.description,
                [
                    f"the header differs from that of {visible(first.name)}; read only files "
                    "with the same columns together"
                ],
            )
    table = _TextTable(files, skips, header, columns, dialect, spare, where)
    origin = Origin(
        files.description,
        "csv",
        "long",
        separator=dialect.separator,
        decimal=dialect.decimal,
        encoding="utf-8",
        ignored=columns.ignored,
        chosen=chosen_in_words(where),
        unread=files.unread,
    )
    return Opened(
        nw.from_native(table.frame()),
        columns,
        origin,
        table.faults,
        spare,
        where,
        nw.from_native(table.all_rows()) if where else None,
    )


def header_of(content: Content, separator: str, decimal: str) -> tuple[str, ...]:
    """Names of the columns of a text table."""
    return _header(content, separator, decimal)[1]


@dataclass(frozen=True)
class _TextTable:
    """Text files with the same header, and how many rows each has up to its header's end."""

    files: Files
    skips: Mapping[Path, int]
    header: tuple[str, ...]
    columns: Columns
    dialect: Dialect
    spare: Mapping[str, str]
    where: Where

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
        if len(columns.run) > 1:
            parts = [escaped(text(name)) for name in columns.run]
            chosen["run"] = pl.concat_str(parts, separator="/")
        elif columns.run:
            chosen["run"] = text(columns.run[0])
        if columns.step is not None:
            chosen["step"] = self._number(columns.step)
        chosen |= {name: text(label) for name, label in self.spare.items()}
        return pl.concat([self._rows(path).select(**chosen) for path in self.skips], how="vertical")

    def all_rows(self) -> pl.LazyFrame:
        """The columns by which rows are chosen, in all rows."""
        import polars as pl

        texts = {name: self._cell(name).str.strip_chars() for name in self.where}
        every = [self._every_row(path).select(**texts) for path in self.skips]
        return pl.concat(every, how="vertical")

    def faults(self, unreadable: bool) -> list[str]:
        """Describe the cells that hold no finite number, or the row that cannot be read."""
        import polars as pl

        faults: list[str] = []
        for path in self.skips:
            where = f"{visible(path.name)}, line" if len(self.skips) > 1 else "line"
            if unreadable:
                faults += [f"{where} {ragged}" for ragged in self._ragged(path)]
                continue
            for name in (self.columns.value, self.columns.step):
                if name is None:
                    continue
                rows = self._rows(path, numbered=True).select(
                    "line", text=self._cell(name), number=self._number(name)
                )
                bad = rows.filter(~pl.col("number").is_finite().fill_null(False))
                shown = bad.head(_MOST).collect(engine="streaming")
                count = bad.select(pl.len()).collect(engine="streaming").item()
                for line, cell, by_polars in shown.rows():
                    problem = self._explain(cell, by_polars)
                    faults.append(f"{where} {line}, column {name!r}: {problem}")
                if count > len(shown):
                    faults.append(f"{count - len(shown)} more cells hold no finite number")
        return faults

    def _rows(self, path: Path, numbered: bool = False) -> pl.LazyFrame:
        """Scan the rows that are chosen; `numbered` adds the line of each."""
        rows = self._every_row(path, numbered)
        for name, wanted in self.where.items():
            rows = rows.filter(self._cell(name).str.strip_chars().is_in(wanted_values(wanted)))
        return rows

    def _every_row(self, path: Path, numbered: bool = False) -> pl.LazyFrame:
        """Scan the columns as text, without blank lines; `numbered` adds the line of each row."""
        import polars as pl

        rows = pl.scan_csv(
            self.files.source(path),
            has_header=False,
            skip_rows=self.skips[path],
            schema={str(position): pl.String for position in range(len(self.header))},
            separator=self.dialect.separator,
            glob=False,
        )
        if numbered:
            ends = pl.sum_horizontal(pl.all().str.count_matches("\n", literal=True).fill_null(0))
            inside = ends.cast(pl.Int64).cum_sum().shift(1, fill_value=0)  # of the cells above
            header = self.skips[path] + sum(label.count("\n") for label in self.header)
            rows = rows.with_columns(line=header + 1 + pl.int_range(pl.len()) + inside)
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
        elif self._doubtful:
            text = pl.when(~text.str.contains(self._doubtful)).then(text)
        short = pl.when(text.str.len_bytes() <= LONGEST_NUMBER).then(text)
        return short.cast(pl.Float64, strict=False)

    @property
    def _doubtful(self) -> str | None:
        """The pattern of numbers in doubt, as the first rows showed no decimal mark."""
        return None if self.dialect.sure else may_separate_thousands(self.dialect.separator)

    def _explain(self, cell: str | None, by_polars: float | None) -> str:
        found = number(cell, self.dialect.decimal)
        if cell is None or not cell.strip():
            return f"the cell is empty; {MEND_MISSING}"
        if 0 in found.annotated:
            return f'{found.wrong[0]}, or take the first number of each with cells="mean"'
        if 0 in found.wrong:
            return found.wrong[0]
        if 0 in found.absent or by_polars != by_polars:
            return absence(cell, MEND_MISSING)
        if self._doubtful and re.fullmatch(self._doubtful, cell.strip()):
            return doubt(cell, ".")
        return f"found {quote(cell)}, which cannot be read as a number; write it plainly"

    def _ragged(self, path: Path) -> Iterator[str]:
        """Describe the first row that has more cells than the header, if there is one."""
        source = self.files.source(path)
        file = path.open("rb") if isinstance(source, Path) else io.BytesIO(source)
        with io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="") as stream:
            rows = csv.reader(stream, delimiter=self.dialect.separator)
            with suppress(csv.Error):  # a cell too long for this reader; polars said what it can
                for row in rows:
                    if len(row) > len(self.header):
                        yield (
                            f"{rows.line_num} has {len(row)} cells, but the header has "
                            f"{len(self.header)}; write a cell that holds the separator "
                            f"{self.dialect.separator!r} in quotation marks"
                        )
                        return


def _header(content: Content, separator: str, decimal: str) -> tuple[Dialect, tuple[str, ...], int]:
    """Find the dialect, the names of the columns, and the line of the header."""
    source = content.description
    dialect, rows = detect(text_head(content), separator, decimal, source)
    if not rows:
        raise TableError(source, ["no cell is filled in; give a table with a header and runs"])
    if rows[0].fault:
        raise TableError(source, [f"line {rows[0].line}: {rows[0].fault}"])
    if dialect.separator == WHITESPACE:
        raise InputError(
            f"{source}: no comma, semicolon, tab or bar separates the cells; write the table with "
            "one of them, or give another one with separator="
        )
    return dialect, tuple(rows[0].cells), rows[0].line
