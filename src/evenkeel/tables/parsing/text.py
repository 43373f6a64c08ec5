"""From the bytes of a text table to its columns.

Large clean tables go the fast way: polars reads the columns. Whatever is not clean (a quotation
mark, a row of another length, a word among numbers) is declined, and read with care, so that it can
be explained. Both ways give the same table wherever both give one; the careful one refuses numbers
of thousands of digits as well, which polars reads exactly.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from mmap import ACCESS_READ, mmap
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import Message, Option, SourceError
from evenkeel.numerics.arrays import all_finite
from evenkeel.tables.faults import HALF_A_PAIR, Origin
from evenkeel.tables.lexicon import is_corner
from evenkeel.tables.parsing.cells import Column, Table, is_number
from evenkeel.tables.parsing.dialect import (
    WHITESPACE,
    Dialect,
    Row,
    decimal_mark,
    detect,
    holds_names,
    split_rows,
    without_comments,
)
from evenkeel.tables.parsing.headings import find_headings, opens_a_section, table_of
from evenkeel.tables.parsing.numerals import is_bold
from evenkeel.tables.parsing.sources import CHUNK, Content
from evenkeel.tables.parsing.written import unmarked
from evenkeel.tables.system import polars_hangs

if TYPE_CHECKING:
    import polars as pl

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

SMALL = 1 << 16  # bytes that are read with care before polars is imported
_MAY_BE_BOLD = ("**", "__", "\\", "<b", "<strong")


def read_text(
    content: Content, *, separator: str, decimal: str, encoding: str, names: Sequence[str] = ()
) -> Table:
    """Read a text table; `names` are the columns that the caller says to hold names."""
    source = content.description
    head, encoding_seen = _head(content, encoding)
    dialect, sample = detect(head, separator, decimal, source)
    if "\n" in head and len(content.head) >= SMALL:  # polars knows no lines that end with CR
        table = _read_quickly(content, encoding_seen, dialect, without_comments(sample), names)
        if table is not None:
            return _without_marks(table)
    text, encoding_seen = decode(content.whole(), encoding, content)
    rows = without_comments(split_rows(text, dialect.separator, source))
    if not dialect.sure:
        mark = decimal_mark(rows, dialect.separator, source)
        dialect = replace(dialect, decimal=mark or ".", sure=mark is not None)
    if any(sign in text for sign in _MAY_BE_BOLD):
        rows = [row._replace(bold=_bold(row.cells)) for row in rows]
    table = table_of(
        rows,
        _origin(content, encoding_seen, dialect),
        decimal=dialect.decimal,
        sure=dialect.sure,
    )
    return _without_marks(table)


def _bold(cells: Sequence[str]) -> frozenset[int]:
    return frozenset(j for j, cell in enumerate(cells) if is_bold(cell))


def _read_quickly(
    content: Content,
    encoding: str | None,
    dialect: Dialect,
    sample: Sequence[Row],
    names: Sequence[str],
) -> Table | None:
    """Read a clean UTF-8 table, or return None if the sample shows that it is not clean."""
    if not sample or codecs.lookup(encoding or "utf-8").name not in ("utf-8", "utf-8-sig"):
        return None
    width = len(sample[0].cells)
    if (
        width < 2
        or not dialect.separator.isascii()
        or dialect.separator == WHITESPACE
        or any(row.fault or len(row.cells) != width for row in sample)
    ):
        return None
    begun = find_headings(sample, dialect.decimal)
    heads, body = sample[begun.titles : begun.body], sample[begun.body :]
    if (
        not heads
        or begun.header is None
        or not begun.header[-1]
        or not body
        or body[0].line != heads[-1].line + 1
        or opens_a_section(body[0])
    ):
        return None
    numeric = [
        all(is_number(row.cells[j], dialect.decimal) or not row.cells[j] for row in body)
        and any(row.cells[j] for row in body)
        for j in range(width)
    ]
    named = [
        label in names or holds_names(label, position)
        for position, label in enumerate(begun.header)
    ]
    if not dialect.sure and not all(map(or_, named, numeric)):
        return None  # a number in a column of text may still show the decimal mark
    named[0] = named[0] or all(row.cells[0].isdigit() for row in body)  # 007 is no number
    text = [name or not number for name, number in zip(named, numeric, strict=True)]
    found = quick_columns(
        content.path or content.whole(),
        separator=dialect.separator,
        decimal=dialect.decimal,
        skip=heads[-1].line,
        text=text,
        sure=dialect.sure,
    )
    if found is None:
        return None
    columns, matrix = found
    lines = range(heads[-1].line + 1, heads[-1].line + 1 + len(columns[0]))
    return Table(
        _origin(content, encoding, dialect),
        begun.header,
        columns,
        lines,
        "line",
        dialect.decimal,
        matrix=matrix,
        sure=dialect.sure,
    )


def _without_marks(table: Table) -> Table:
    """Give back the names that `Results.save` has marked so that no spreadsheet calculates them."""
    if not table.header or not is_corner(table.header[0]):
        return table
    corner, *algorithms = table.header
    problems, *values = table.columns
    return replace(
        table,
        header=(corner, *map(unmarked, algorithms)),
        columns=[[unmarked(str(name)) for name in problems], *values],
    )


def _origin(content: Content, encoding: str | None, dialect: Dialect) -> Origin:
    return Origin(
        content.description,
        "csv",
        "wide",
        separator=dialect.separator,
        decimal=dialect.decimal,
        encoding=encoding,
    )


def _head(content: Content, encoding: str) -> tuple[str, str | None]:
    """Decode the beginning of a text, up to its last complete line if there is more of it."""
    more = len(content.head) >= CHUNK
    text, name = decode(content.head, encoding, content, final=not more)
    return (text[: text.rfind("\n") + 1] or text) if more else text, name


def decode(
    data: bytes, encoding: str, content: Content, *, final: bool = True
) -> tuple[str, str | None]:
    """Return the text and the name of its encoding, None if the source was text already."""
    if content.decoded:
        candidates = ["utf-8"]
    elif encoding == "auto":
        marked = [name for mark, name in _MARKS if data.startswith(mark)]
        candidates = marked or ["utf-8", "cp1252", "latin-1"]
    else:
        candidates = [encoding]
    for name in candidates:
        try:
            text = codecs.getincrementaldecoder(name)().decode(data, final)
            break
        except UnicodeError as error:
            reason = error
    else:
        if content.decoded:
            raise SourceError(f"{content.description}: the text {HALF_A_PAIR}")
        raise SourceError(
            Message(
                f"{content.description}: the text is not encoded as {candidates[0]!r} ({reason}); "
                "give the right one with ",
                Option("encoding"),
                ", such as 'utf-8', 'utf-16' or 'cp1252'",
            )
        )
    position = text.find("\0")
    if position >= 0:
        line = text.count("\n", 0, position) + 1
        raise SourceError(
            Message(
                f"{content.description}: line {line} holds a NUL character, so this is not a text "
                "table; if it is one in UTF-16 without a byte order mark, give ",
                Option("encoding", "utf-16-le"),
                " or ",
                Option("encoding", "utf-16-be"),
            )
        )
    return text.removeprefix("\ufeff"), None if content.decoded else name


def quick_columns(
    source: Path | bytes,
    *,
    separator: str,
    decimal: str,
    skip: int,
    text: Sequence[bool],
    sure: bool = True,
) -> tuple[list[Column], FloatArray] | None:
    """Read the rows below the first `skip` lines of a UTF-8 table, or return None.

    `text` says which columns hold names; the others must be numbers or empty to the last cell.
    `sure` says that the decimal mark was seen. The matrix of the numbers is returned as well: its
    columns are among the columns.
    """
    import polars as pl

    if polars_hangs():
        return None
    with _bytes(source) as data:
        if decimal == "," and data.find(b".") >= 0:
            return None  # polars would take the point for a decimal mark as well
        if not sure and separator == ";" and data.find(b".") >= 0:
            return None  # the point may separate thousands
    try:
        frame = pl.read_csv(
            source,
            has_header=False,
            skip_rows=skip,
            schema={str(j): pl.String if name else pl.Float64 for j, name in enumerate(text)},
            separator=separator,
            decimal_comma=decimal == ",",
            quote_char=None,
            glob=False,
        )
    except (pl.exceptions.PolarsError, OSError):
        return None
    series = frame.get_columns()
    holes = any(column.null_count() for column in series)
    if holes and not _rows_are_whole(frame, source, separator, skip):
        return None
    words = [column.fill_null("").to_list() for column in series if column.dtype == pl.String]
    if any('"' in text or "\0" in text for text in map("".join, words)):
        return None
    numbers = pl.DataFrame([column for column in series if column.dtype != pl.String])
    matrix = numbers.to_numpy(order="c")
    empty = sum(column.null_count() for column in numbers.get_columns())
    if not all_finite(matrix) and np.count_nonzero(~np.isfinite(matrix)) != empty:
        return None  # polars knows words for infinity and NaN
    matrix.flags.writeable = False
    names, values = iter(words), iter(matrix.T)
    columns = [list(map(str.strip, next(names))) if name else next(values) for name in text]
    return columns, matrix


def _rows_are_whole(frame: pl.DataFrame, source: Path | bytes, separator: str, skip: int) -> bool:
    """Whether holes are empty cells, and no row is blank or too short, which polars fills up."""
    import polars as pl

    if frame.select(pl.all_horizontal(pl.all().is_null()).any()).item():
        return False
    found, start = 0, 0
    with _bytes(source) as data:
        for _ in range(skip):
            start = data.find(b"\n", start) + 1
        for at in range(start, len(data), CHUNK):
            found += bytes(data[at : at + CHUNK]).count(separator.encode())
    return found == frame.height * (frame.width - 1)


@contextmanager
def _bytes(source: Path | bytes) -> Iterator[bytes | mmap]:
    """The bytes of the source, without a copy."""
    if isinstance(source, bytes):
        yield source
        return
    with source.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        yield data
