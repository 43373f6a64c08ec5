"""Tables as papers show them: one file, the tables in it, cells over several columns and rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from evenkeel.errors import OversizeError, SourceError, TableError, few
from evenkeel.tables.faults import Origin
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.parsing.cells import Table, is_missing
from evenkeel.tables.parsing.dialect import Row, decimal_mark
from evenkeel.tables.parsing.headings import table_of

_FEW = 5  # places that are named
_BEGINS_WITH_A_NUMBER = re.compile(r"[+-]?[.,]?[0-9]")
_MOST_CELLS = 200_000  # that a paper may show
_TYPOGRAPHIC_MINUS = re.compile("^[\N{MINUS SIGN}\N{EN DASH}](?=[0-9.,])")
_LONE_DASH = re.compile("[-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]{1,3}")  # nothing is there


@dataclass(frozen=True)
class GridCell:
    """The text of a cell, how many columns and rows it covers, and whether it is in bold type."""

    text: str
    across: int = 1
    down: int = 1
    bold: bool = False


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
    grid: Sequence[GridRow],
    headings: int,
    source: str,
    format: str,
    row_word: str = "line",
    name: str = "",
) -> Table:
    """Make a table: headings below each other are one, and a cell over several rows is in each.

    `headings` is how many rows are headings, 0 if the source does not say it. A row of one cell
    across the whole table opens a section.
    """
    spread = _spread(grid, source)
    rows = [*spread[:headings], *map(_section, spread[headings:])]
    rows = [row for row in rows if any(row.cells)]
    mark = decimal_mark(rows, "", source)
    table = table_of(
        rows,
        Origin(source, format, "wide", decimal=mark or "."),
        told=headings,
        row_word=row_word,
        decimal=mark or ".",
        sure=mark is not None,
        name=name,
    )
    if not len(table.rows):
        raise TableError(source, "no row holds results below the headings; give a table with both")
    return table


def _spread(grid: Sequence[GridRow], source: str) -> list[Row]:
    """Put the text of a cell into each place that it covers."""
    below: dict[int, tuple[str, int]] = {}  # by column: the text, and in how many rows it goes on
    rows, size = list[Row](), 0
    for row in grid:
        size += sum(cell.across for cell in row.cells) + len(below)
        check_cells(size, source)
        cells, bold = list[str](), set[int]()
        for cell in row.cells:
            if cell.text or len(cells) not in below:
                _go_on(cells, below)
            for _ in range(cell.across):
                if not cell.text and len(cells) in below:
                    _go_on(cells, below, most=1)
                    continue
                if cell.down > 1:
                    below[len(cells)] = (cell.text, cell.down - 1)
                if cell.bold:
                    bold.add(len(cells))
                cells.append(_plain(cell.text))
        _go_on(cells, below)
        rows.append(Row(row.number, cells, bold=frozenset(bold)))
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


def _section(row: Row) -> Row:
    """A row of one text across the whole table opens a section."""
    first = row.cells[0] if row.cells else ""
    if len(row.cells) < 2 or is_missing(first) or _BEGINS_WITH_A_NUMBER.match(first):
        return row
    across = len(set(row.cells)) == 1
    return row._replace(cells=[first], section=True) if across else row


def one_file(given: Given) -> Member:
    """The only file; the tables of papers are not put together."""
    if len(given.members) == 1:
        return given.members[0]
    raise SourceError(
        f"{given.description}: {len(given.members)} files hold tables as papers show them, which "
        "are not put together; give one file, or tables as CSV"
    )


def whole_tables(found: Sequence[Callable[[], Table]], source: str) -> tuple[Table, ...]:
    """The tables of a text; those without results are left out, unless none has any."""
    if not found:
        raise SourceError(f"{source}: the text holds no table of this format; give one that does")
    tables, faults = list[Table](), list[TableError]()
    for make in found:
        try:
            tables.append(make())
        except TableError as error:
            faults.append(error)
    if not tables:
        raise faults[0]
    return tuple(_told_apart(tables))


def _told_apart(tables: Sequence[Table]) -> Iterator[Table]:
    """Tables of which no two have the same name."""
    names = Counter(table.name for table in tables)
    for table in tables:
        lines = f"{table.row_word}s {table.rows[0]}-{table.rows[-1]}" if len(table.rows) else ""
        if not table.name:
            yield replace(table, name=lines)
        else:
            twice = names[table.name] > 1 and lines
            yield replace(table, name=f"{table.name} ({lines})" if twice else table.name)


def with_unread(table: Table, what: str, lines: Sequence[int]) -> Table:
    """A table whose origin says what in these lines of the text was not read."""
    if not lines:
        return table
    where = f"line{'s' * (len(lines) > 1)} {few(map(str, lines), _FEW)}"
    return table.unread(f"{what} ({where})")
