"""Text -> rows of cells, by RFC 4180; and with which separator and decimal mark it is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from evenkeel.errors import InputError, Message, Option, TableError
from evenkeel.tables.lexicon import names_problems, role_of
from evenkeel.tables.parsing.cells import is_missing, is_number, number_in, quote
from evenkeel.tables.parsing.sources import LONGEST_LINE

WHITESPACE = " "  # as a separator: any run of blanks and tabs
SEPARATORS = (",", ";", "\t", "|", WHITESPACE)  # in the order in which they win a tie
_SAMPLE = 30  # rows
_UNHEADED = 0.5  # how much of a table it is whose first row has other cells than the rest

# Numbers that show the decimal mark, with or without the other mark between thousands; after them
# may stand a deviation, a unit or a mark.
_AFTER = r"(?:[eE][+-]?[0-9]++)?\s*+(?:\Z|[±+(\[%*†‡$\\]|\+/?-)"
_WITH_POINT = re.compile(rf"[+-]?(?:[0-9]{{1,3}}(?:,[0-9]{{3}})++|[0-9]*+)\.[0-9]++{_AFTER}")
_WITH_COMMA = re.compile(rf"[+-]?(?:[0-9]{{1,3}}(?:\.[0-9]{{3}})++|[0-9]*+),[0-9]++{_AFTER}")
_COMMA_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})++")
_POINT_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}")


class Row(NamedTuple):
    """Cells of one row and the line on which it begins.

    `hash` says that the row begins with a bare ``#``, as a comment does; `fault` is the fault of
    its quotation marks, if they have one; `bold` are the positions of its bold cells; `section`
    says that the source itself tells it to open a section.
    """

    line: int
    cells: list[Any]
    hash: bool = False
    fault: str = ""
    bold: frozenset[int] = frozenset()
    section: bool = False


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
                f"line {line} is longer than {LONGEST_LINE >> 20} MiB; a line of a table of "
                "results is shorter, so make sure that the file is one",
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


@dataclass(frozen=True)
class Dialect:
    """Separator and decimal mark; `sure` says that the decimal mark was seen or given."""

    separator: str
    decimal: str
    sure: bool


def check_separator(separator: object, *, by_polars: bool = False) -> None:
    """Raise if this cannot be given as a separator; polars knows only single bytes."""
    if separator == "auto":
        return
    mark = isinstance(separator, str) and len(separator) == 1 and not separator.isalnum()
    usable = mark and str(separator) not in '"\r\n.+-#'
    if not usable or (by_polars and not str(separator).isascii()):
        raise InputError(
            Message(
                "separator=None" if separator is None else Option("separator", separator),
                " cannot separate cells; give one character, such as ',', ';', '\\t' or '|'",
                "" if by_polars else ", or ' ' for any run of blanks",
            )
        )


def detect(head: str, separator: str, decimal: str, source: str) -> tuple[Dialect, list[Row]]:
    """Find the dialect from the first rows, and return these rows as well.

    For each separator the first rows are split. The best one splits most rows into as many cells
    as the header, and gives the largest share of numbers beyond the first column.
    """
    candidates = SEPARATORS if separator == "auto" else (separator,)
    samples = {mark: list(islice(split_rows(head, mark, source), _SAMPLE)) for mark in candidates}
    scores = {mark: _score(samples[mark], decimal) for mark in candidates}
    marked = [mark for mark in candidates if mark != WHITESPACE and scores[mark][1] == 1.0]
    if marked:  # a mark that splits all rows alike is no blank within names
        scores = {mark: scores[mark] for mark in marked}
    best = max(scores, key=lambda mark: scores[mark])
    rows = samples[best]
    if decimal != "auto":
        return Dialect(best, decimal, True), rows
    try:
        seen = decimal_mark(rows, best, source)
    except TableError:  # unless one of the rows below shows it
        seen = decimal_mark(list(split_rows(head, best, source)), best, source)
    return Dialect(best, seen or ".", seen is not None), rows


def decimal_mark(rows: Sequence[Row], separator: str, source: str) -> str | None:
    """Return the decimal mark that the cells show, or None if they show none.

    Rows that begin with ``#`` and are rows of the table all the same show it as well.

    Raises
    ------
    TableError
        If every mark may as well separate thousands, as in 1,234. In 1.234 the point may do so if
        semicolons separate the cells, as those who write decimal commas have it.
    """
    table = without_comments(rows)
    names = {
        position
        for position, label in enumerate(table[0].cells if table else ())
        if holds_names(label, position)
    }
    semicolons = separator == ";"
    point, comma, doubtful = 0, 0, dict[str, str]()
    for row in table:
        for position, cell in enumerate(row.cells):
            if position in names or (names and row is table[0]):
                continue
            mark = _doubtful_mark(cell, separator)
            if mark:
                place = f"line {row.line}, column {position + 1}"
                doubtful.setdefault(mark, Message(f"{place}: ", doubt(cell, mark)))
            else:
                point += _WITH_POINT.match(cell) is not None
                comma += _WITH_COMMA.match(cell) is not None
    if point or comma:
        return "," if comma > point or (comma == point and semicolons) else "."
    if semicolons and [*doubtful] == [","]:
        return ","
    if doubtful:
        raise TableError(source, doubtful.get(".") or doubtful[","])
    return None


def holds_names(label: str, position: int) -> bool:
    """Whether the numbers of a column are names, by its label: 007 and 1.0 stay as written."""
    return role_of(label) in ("algorithm", "problem") or (not position and names_problems(label))


def doubt(cell: str, mark: str) -> str:
    """Refuse a number whose mark may be a decimal mark as well as one between thousands."""
    word = "comma" if mark == "," else "point"
    return Message(
        f"found {quote(cell)}, where the {word} may be a decimal mark or may separate thousands; "
        "give ",
        Option("decimal", mark),
        " if it is a decimal mark, else write the numbers without it",
    )


def _doubtful_mark(cell: str, separator: str) -> str:
    """The mark of a cell that may be of either kind."""
    if _COMMA_THOUSANDS.fullmatch(cell):
        return ","
    return "." if separator == ";" and _POINT_THOUSANDS.fullmatch(cell) else ""


def _score(rows: Sequence[Row], decimal: str) -> tuple[float, float, int]:
    """Say how much a sample looks like a table: larger is better."""
    table = [row for row in rows if not row.hash]
    widths = Counter(len(row.cells) for row in table if len(row.cells) > 1)
    if not widths:
        return (-1.0, 0.0, 0)
    width = max(widths, key=lambda count: (widths[count], count))
    body = [row for row in table[1:] if len(row.cells) > 1]
    if not body:
        return (0.0, 1.0, width)
    headed = width - 1 <= len(table[0].cells) <= width and len(table[0].cells) > 1
    fitting = (headed + sum(len(row.cells) == width for row in body)) / len(table)
    fitting *= 1.0 if headed else _UNHEADED
    cells = [cell for row in body for cell in row.cells[1:]]
    marks = (".", ",") if decimal == "auto" else (decimal,)
    filled = 0
    for mark in marks if cells else ():
        if filled < len(cells):
            filled = max(filled, sum(_may_be_result(cell, mark) for cell in cells))
    return (fitting * filled / max(len(cells), 1), fitting, 0)


def _may_be_result(cell: str, decimal: str) -> bool:
    return is_number(cell, decimal) or is_missing(cell) or number_in(cell, decimal) is not None
