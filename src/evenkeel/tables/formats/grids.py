"""Tables as papers show them: rows of cells, of which the first ones are headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evenkeel.errors import OversizeError, TableError
from evenkeel.tables.parsing.cells import is_missing
from evenkeel.tables.parsing.dialect import decimal_mark
from evenkeel.tables.parsing.lines import Row
from evenkeel.tables.parsing.table import Table, check_header
from evenkeel.tables.results import Origin

_BEGINS_WITH_A_NUMBER = re.compile(r"[+-]?[.,]?[0-9]")
_MOST_CELLS = 200_000  # that a paper may show
_TYPOGRAPHIC_MINUS = re.compile("^[\N{MINUS SIGN}\N{EN DASH}](?=[0-9.,])")
_LONE_DASH = re.compile("[-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]{1,3}")  # nothing is there


@dataclass(frozen=True)
class GridCell:
    """The text of a cell, and how many columns and rows it covers."""

    text: str
    across: int = 1
    down: int = 1


@dataclass(frozen=True)
class GridRow:
    """The cells of a row and its number in the source."""

    number: int
    cells: list[GridCell]


def check_cells(count: int, source: str) -> None:
    """Raise if a table has more cells than a paper shows; ask it before they are all held."""
    if count > _MOST_CELLS:
        raise OversizeError(
            f"{source}: the table has more than {_MOST_CELLS} cells, too many for one that a "
            "paper shows; give it as CSV"
        )


def grid_table(
    grid: Sequence[GridRow], headings: int, source: str, format: str, row_word: str = "line"
) -> Table:
    """Make a table: headings below each other are one, and a cell over several rows is in each.

    `headings` is how many rows are headings; 0: those before the first that holds a number. A row
    of one cell across the whole table is a heading of the rows below it; the origin names it among
    what was ignored.
    """
    rows = _spread(grid, source)
    headings = headings or _headings(rows)
    body = rows[headings:]
    if not body:
        raise TableError(
            source, ["no row holds results below the headings; give a table with both"]
        )
    header = _joined(rows[:headings])
    place = f"{row_word} {rows[headings - 1].line}"
    if len(header) < 2:
        raise TableError(source, [f"{place} holds one column only; give names and results"])
    titles = [row.cells[0] for row in body if _is_title(row.cells)]
    body = [row for row in body if not _is_title(row.cells)]
    decimal = decimal_mark([Row(0, header), *body], "", source) or "."
    check_header(header, place, source, decimal)
    whole = [row for row in body if len(row.cells) == len(header)]
    return Table(
        Origin(
            source,
            format,
            "wide",
            decimal=decimal,
            ignored=tuple(f"heading {title!r}" for title in titles),
        ),
        tuple(header),
        list(zip(*(row.cells for row in whole), strict=True)) or [()] * len(header),
        [row.line for row in whole],
        row_word,
        decimal,
        tuple(
            f"{row_word} {row.line} has {len(row.cells)} cells, but the headings have "
            f"{len(header)}; make them as many"
            for row in body
            if len(row.cells) != len(header)
        ),
    )


def _spread(grid: Sequence[GridRow], source: str) -> list[Row]:
    """Put the text of a cell into each place that it covers."""
    below: dict[int, tuple[str, int]] = {}  # by column: the text, and in how many rows it goes on
    rows, size = list[Row](), 0
    for row in grid:
        size += sum(cell.across for cell in row.cells) + len(below)
        check_cells(size, source)
        cells: list[str] = []
        for cell in row.cells:
            if cell.text or len(cells) not in below:
                _go_on(cells, below)
            for _ in range(cell.across):
                if not cell.text and len(cells) in below:
                    _go_on(cells, below, most=1)
                    continue
                if cell.down > 1:
                    below[len(cells)] = (cell.text, cell.down - 1)
                cells.append(_plain(cell.text))
        _go_on(cells, below)
        rows.append(Row(row.number, cells))
    return rows


def _plain(text: str) -> str:
    """A text with the minus sign and the dash that tables are written with."""
    return "-" if _LONE_DASH.fullmatch(text) else _TYPOGRAPHIC_MINUS.sub("-", text)


def _go_on(cells: list[str], below: dict[int, tuple[str, int]], most: int = 1 << 20) -> None:
    """Add the cells that began in a row above."""
    while len(cells) in below and most:
        column, most = len(cells), most - 1
        text, left = below.pop(column)
        cells.append(text)
        if left > 1:
            below[column] = (text, left - 1)


def _is_title(cells: Sequence[str]) -> bool:
    """Whether one text goes across a whole row."""
    if len(cells) < 2 or is_missing(cells[0]) or _numeric(cells[0]):
        return False
    return len(set(cells)) == 1


def _headings(rows: Sequence[Row]) -> int:
    """How many rows stand before the first that holds a number beyond its first cell."""
    for count, row in enumerate(rows):
        if any(map(_numeric, row.cells[1:])):
            return max(count, 1)
    return 1


def _numeric(cell: str) -> bool:
    return _BEGINS_WITH_A_NUMBER.match(cell) is not None


def _joined(rows: Sequence[Row]) -> list[str]:
    """Headings below each other as one, such as "UCI / error"."""
    width = max((len(row.cells) for row in rows), default=0)
    header = []
    for column in range(width):
        parts = [row.cells[column] for row in rows if column < len(row.cells)]
        header.append(" / ".join(dict.fromkeys(part for part in parts if part)))
    return header
