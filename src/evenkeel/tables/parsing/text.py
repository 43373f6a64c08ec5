"""From the bytes of a text table to its columns."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Sequence
from dataclasses import replace
from operator import or_

from evenkeel.errors import SourceError, TableError
from evenkeel.tables.faults import HALF_A_PAIR
from evenkeel.tables.parsing.cells import is_number, quote
from evenkeel.tables.parsing.dialect import Dialect, decimal_mark, detect
from evenkeel.tables.parsing.lines import WHITESPACE, Row, split_rows, without_comments
from evenkeel.tables.parsing.quick import quick_columns
from evenkeel.tables.parsing.roles import is_corner, names_problems, role_of
from evenkeel.tables.parsing.separated import unmarked
from evenkeel.tables.parsing.sources import CHUNK, Content
from evenkeel.tables.parsing.table import Table, check_header
from evenkeel.tables.results import Origin

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_SMALL = 1 << 12  # bytes that are read with care in a few milliseconds


def read_text(
    content: Content, *, separator: str, decimal: str, encoding: str, names: Sequence[str] = ()
) -> Table:
    """Read a text table; `names` are the columns that the caller says to hold names."""
    source = content.description
    head, encoding_seen = _head(content, encoding)
    dialect, sample = detect(head, separator, decimal, source)
    # polars does not know lines that end with CR, and a small table is read before it is imported
    if "\n" in head and (len(content.head) >= _SMALL or "polars" in sys.modules):
        table = _read_quickly(content, encoding_seen, dialect, without_comments(sample), names)
        if table is not None:
            return _without_marks(table)
    text, encoding_seen = decode(content.whole(), encoding, content)
    rows = without_comments(split_rows(text, dialect.separator, source))
    if not dialect.sure:
        dialect = replace(dialect, decimal=decimal_mark(rows, dialect.separator, source) or ".")
    return _without_marks(_read_carefully(content, encoding_seen, dialect, rows))


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
    first, *body = sample
    header, width = first.cells, len(first.cells)
    if (
        width < 2
        or not body
        or body[0].line != first.line + 1
        or not header[-1]
        or not dialect.separator.isascii()
        or dialect.separator == WHITESPACE
        or any(row.fault or len(row.cells) != width for row in sample)
    ):
        return None
    check_header(header, f"line {first.line}", content.description, dialect.decimal)
    named = [
        label in names
        or role_of(label) in ("algorithm", "problem")
        or (not position and names_problems(label))
        for position, label in enumerate(header)
    ]
    numeric = [is_number(cell, dialect.decimal) for cell in body[0].cells]
    if not dialect.sure and not all(map(or_, named, numeric)):
        return None  # a number in a column of text may still show the decimal mark
    text = [name or not number for name, number in zip(named, numeric, strict=True)]
    found = quick_columns(
        content.path or content.whole(),
        separator=dialect.separator,
        decimal=dialect.decimal,
        skip=first.line,
        text=text,
        sure=dialect.sure,
    )
    if found is None:
        return None
    columns, matrix = found
    lines = range(first.line + 1, first.line + 1 + len(columns[0]))
    origin = _origin(content, encoding, dialect)
    return Table(origin, tuple(header), columns, lines, "line", dialect.decimal, matrix=matrix)


def _read_carefully(
    content: Content, encoding: str | None, dialect: Dialect, rows: Sequence[Row]
) -> Table:
    """Read any table and collect the faults of its rows."""
    source = content.description
    faults = [f"line {row.line}: {row.fault}" for row in rows if row.fault]
    if not rows:
        faults = ["no cell is filled in; give a table with a header and results"]
    if not rows or rows[0].fault:
        raise TableError(source, faults)
    header, body = _trimmed(rows[0].cells, rows[1:], dialect.decimal)
    place = f"line {rows[0].line}"
    if len(header) < 2 and not faults:
        raise TableError(
            source,
            [
                f"{place} holds one column only ({quote(header[0])}); if its cells are separated "
                "by an unusual mark, give it with separator="
            ],
        )
    check_header(header, place, source, dialect.decimal)
    whole = []
    for row in body:
        if len(row.cells) == len(header):
            whole.append(row)
        elif not row.fault:
            faults.append(_ragged(row, header, place, dialect.separator))
    return Table(
        _origin(content, encoding, dialect),
        tuple(header),
        list(zip(*(row.cells for row in whole), strict=True)) or [()] * len(header),
        [row.line for row in whole],
        "line",
        dialect.decimal,
        tuple(faults),
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


def _trimmed(header: list[str], body: Sequence[Row], decimal: str) -> tuple[list[str], list[Row]]:
    """Leave out empty cells at the right end, and complete a header without a first cell.

    Some programs end each line with a separator. R writes no header cell for the row names.
    """
    widest = max((_filled(row.cells) for row in body), default=0)
    width = max(1, _filled(header), min(widest, len(header)))
    rows = [
        row._replace(cells=row.cells[:width])
        if len(row.cells) > width and not any(row.cells[width:])
        else row
        for row in body
    ]
    named = rows and all(
        len(row.cells) == width + 1 and not is_number(row.cells[0], decimal) for row in rows
    )
    return (["", *header[:width]] if named else header[:width]), rows


def _filled(cells: Sequence[str]) -> int:
    """How many cells there are up to the last one that is not empty."""
    return next((count for count in range(len(cells), 0, -1) if cells[count - 1]), 0)


def _ragged(row: Row, header: Sequence[str], place: str, separator: str) -> str:
    """Describe a row that is longer or shorter than the header."""
    found, width = len(row.cells), len(header)
    cells = "1 cell" if found == 1 else f"{found} cells"
    fault = f"line {row.line} has {cells}, but the header in {place} has {width}"
    if separator == "," and found == 2 * width - 1:
        return (
            f"{fault}; if the comma is the decimal mark, separate the cells by semicolons or put "
            "the numbers in quotation marks"
        )
    if found < width:
        return f"{fault}; add what is missing, if need be an empty cell"
    return f"{fault}; remove what is too much, or put a cell with a separator in quotation marks"


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
            f"{content.description}: the text is not encoded as {candidates[0]!r} ({reason}); "
            "give the right one with encoding=, such as 'utf-8', 'utf-16' or 'cp1252'"
        )
    position = text.find("\0")
    if position >= 0:
        line = text.count("\n", 0, position) + 1
        raise SourceError(
            f"{content.description}: line {line} holds a NUL character, so this is not a text "
            "table; if it is one in UTF-16 without a byte order mark, give encoding='utf-16-le' "
            "or encoding='utf-16-be'"
        )
    return text.removeprefix("\ufeff"), None if content.decoded else name
