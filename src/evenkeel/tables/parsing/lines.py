"""From text to rows of cells, with the rules of RFC 4180 for quoted cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from evenkeel.errors import TableError
from evenkeel.tables.parsing.cells import is_number, quote
from evenkeel.tables.parsing.sources import LONGEST_LINE

WHITESPACE = " "  # as a separator: any run of blanks and tabs


class Row(NamedTuple):
    """Cells of one row and the line on which it begins.

    `hash` says that the row begins with a bare ``#``, as a comment does; `fault` is the fault of
    its quotation marks, if they have one.
    """

    line: int
    cells: list[str]
    hash: bool = False
    fault: str = ""


def split_rows(text: str, separator: str, source: str) -> Iterator[Row]:
    """Yield the rows of a text that are not blank.

    A cell in quotation marks is taken as it is, with a doubled mark for a mark; it may hold
    separators and line ends. A bare cell loses the white space around it. Lines end with LF or
    CR LF, or with CR if the text has no LF.
    """
    newline = "\n" if "\n" in text else "\r"
    grammar = _Grammar(separator, newline)
    line, start, size = 1, 0, len(text)
    while start < size:
        end = text.find(newline, start)
        end = size if end < 0 else end
        if end - start > LONGEST_LINE:
            raise TableError(
                source,
                [
                    f"line {line} is longer than {LONGEST_LINE >> 20} MiB; a line of a table of "
                    "results is shorter, so make sure that the file is one"
                ],
            )
        fault, after = "", line + 1
        if text.find('"', start, end) < 0:
            cells = grammar.split(text[start:end])
        else:
            cells, stop, fault = grammar.row(text, start)
            after += text.count(newline, start, stop)
            end = stop
        if any(cells) or fault:
            yield Row(line, cells, text.startswith("#", start), fault)
        line, start = after, end + 1


def without_comments(rows: Iterable[Row]) -> list[Row]:
    """Leave out the comments: rows that begin with ``#`` and cannot be rows of the table.

    A row that has as many cells as the table, or holds a number, is never left out.
    """
    rows = list(rows)
    width = next((len(row.cells) for row in rows if not row.hash), 0)
    return [
        row
        for row in rows
        if not row.hash
        or len(row.cells) == width
        or any(is_number(cell) for cell in row.cells[1:])
        or not width
    ]


class _Grammar:
    """The patterns of quoted and bare cells for one separator and line end."""

    def __init__(self, separator: str, newline: str) -> None:
        self.separator = separator
        self.newline = newline
        self.runs = separator == WHITESPACE
        blanks = "" if self.runs else "[ ]*+" if separator == "\t" else "[ \t]*+"
        parts = r" \t" if self.runs else re.escape(separator)
        self.opening = re.compile(f'{blanks}"')
        self.quoted = re.compile(
            rf'{blanks}"([^"]*+(?:""[^"]*+)*+)"{blanks}\r?(?=[{parts}{newline}]|\Z)'
        )
        self.bare = re.compile(rf"[^{parts}{newline}]*")
        self.gap = re.compile(r"[ \t\r]*")

    def split(self, line: str) -> list[str]:
        """Return the cells of a line without quotation marks."""
        if self.runs:
            return re.findall(r"[^ \t\r]+", line)
        return [cell.strip() for cell in line.split(self.separator)]

    def row(self, text: str, start: int) -> tuple[list[str], int, str]:
        """Return the cells of the row at `start`, its end, and the fault that stopped it."""
        cells: list[str] = []
        position = self._skip(text, start)
        while True:
            match = self.quoted.match(text, position)
            if match:
                cells.append(match[1].replace('""', '"'))
            elif self.opening.match(text, position):
                end = text.find(self.newline, position)
                end = len(text) if end < 0 else end
                return (
                    cells,
                    end,
                    f"the quotation marks of {quote(text[position:end])} do not pair up; close "
                    "each cell before the next separator, and double the marks that belong to it",
                )
            else:
                match = self.bare.match(text, position)
                assert match is not None  # the pattern also matches nothing
                cells.append(match[0].strip())
            position = self._skip(text, match.end())
            if position == len(text) or text[position] == self.newline:
                return cells, position, ""
            if not self.runs:
                position += 1

    def _skip(self, text: str, position: int) -> int:
        gap = self.gap.match(text, position) if self.runs else None
        return gap.end() if gap else position
