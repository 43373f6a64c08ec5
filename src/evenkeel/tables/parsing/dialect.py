"""Which separator and decimal mark a text table is written with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from evenkeel.errors import InputError, TableError
from evenkeel.tables.parsing.cells import is_missing, is_number, quote
from evenkeel.tables.parsing.lines import WHITESPACE, Row, split_rows, without_comments
from evenkeel.tables.parsing.roles import names_problems, role_of

SEPARATORS = (",", ";", "\t", "|", WHITESPACE)  # in the order in which they win a tie
_SAMPLE = 30  # rows

# Numbers that show the decimal mark, with or without the other mark between thousands.
_WITH_POINT = re.compile(
    r"[+-]?(?:[0-9]*+|[0-9]{1,3}(?:,[0-9]{3})++)\.[0-9]++(?:[eE][+-]?[0-9]++)?"
)
_WITH_COMMA = re.compile(
    r"[+-]?(?:[0-9]*+|[0-9]{1,3}(?:\.[0-9]{3})++),[0-9]++(?:[eE][+-]?[0-9]++)?"
)
_COMMA_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})++")
_POINT_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}")


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
            f"separator={separator!r} cannot separate cells; give one character, such as ',', ';', "
            "'\\t' or '|'" + ", or ' ' for any run of blanks" * (not by_polars)
        )


def detect(head: str, separator: str, decimal: str, source: str) -> tuple[Dialect, list[Row]]:
    """Find the dialect from the first rows, and return these rows as well.

    For each separator the first rows are split. The best one splits most rows into as many cells
    as the header, and gives the largest share of numbers beyond the first column.
    """
    candidates = SEPARATORS if separator == "auto" else (separator,)
    samples = {mark: list(islice(split_rows(head, mark, source), _SAMPLE)) for mark in candidates}
    best = max(candidates, key=lambda mark: _score(samples[mark], decimal))
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
    if not table:
        return None
    names = {
        position
        for position, label in enumerate(table[0].cells)
        if role_of(label) in ("algorithm", "problem") or (not position and names_problems(label))
    }
    semicolons = separator == ";"
    point, comma, doubtful = 0, 0, dict[str, str]()
    for row in table[1:]:
        for position, cell in enumerate(row.cells):
            if position in names:
                continue
            mark = _doubtful_mark(cell, separator)
            if mark:
                place = f"line {row.line}, column {position + 1}"
                doubtful.setdefault(mark, f"{place}: {doubt(cell, mark)}")
            else:
                point += _WITH_POINT.fullmatch(cell) is not None
                comma += _WITH_COMMA.fullmatch(cell) is not None
    if point or comma:
        return "," if comma > point or (comma == point and semicolons) else "."
    if semicolons and [*doubtful] == [","]:
        return ","
    if doubtful:
        raise TableError(source, [doubtful.get(".") or doubtful[","]])
    return None


def may_separate_thousands(separator: str) -> str | None:
    """The pattern of numbers whose points may separate thousands, if there are any."""
    return f"^(?:{_POINT_THOUSANDS.pattern})$" if separator == ";" else None


def doubt(cell: str, mark: str) -> str:
    """Refuse a number whose mark may be a decimal mark as well as one between thousands."""
    word = "comma" if mark == "," else "point"
    return (
        f"found {quote(cell)}, where the {word} may be a decimal mark or may separate thousands; "
        f'give decimal="{mark}" if it is a decimal mark, else write the numbers without it'
    )


def _doubtful_mark(cell: str, separator: str) -> str:
    """The mark of a cell that may be of either kind."""
    if _COMMA_THOUSANDS.fullmatch(cell):
        return ","
    return "." if separator == ";" and _POINT_THOUSANDS.fullmatch(cell) else ""


def _score(rows: Sequence[Row], decimal: str) -> tuple[float, float, int]:
    """Say how much a sample looks like a table: larger is better."""
    table = [row for row in rows if not row.hash]
    width = len(table[0].cells) if table else 0
    if width < 2:
        return (-1.0, 0.0, 0)
    body = table[1:]
    if not body:
        return (0.0, 1.0, width)
    fitting = sum(len(row.cells) in (width, width + 1) for row in body) / len(body)
    cells = [cell for row in body for cell in row.cells[1:]]
    marks = (".", ",") if decimal == "auto" else (decimal,)
    filled = max(sum(is_number(cell, mark) or is_missing(cell) for cell in cells) for mark in marks)
    return (fitting * filled / max(len(cells), 1), fitting, 0)
