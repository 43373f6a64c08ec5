"""A document on a terminal: in colour, with links, and tables that fit its width."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from evenkeel.cli.streams import draws_unicode, linked
from evenkeel.report.document import Document, Facts, Heading, Notice, Paragraph, Table
from evenkeel.report.text import display_width

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as Grid

# of the 256 colours those that can be read on black and on white
_HEADING = "bold color(32)"
_GRADES = {"problem": "bold red", "caution": "color(166)", "note": "color(32)"}
_LABELS = {"Fragile": "bold color(166)", "Caution": "bold color(166)"}
_LABEL = 8  # columns of a label
_WORD = 24  # columns after which a word may be broken


def show_on_terminal(document: Document) -> None:
    """Print a document on standard output."""
    from rich.console import Console

    console = Console(highlight=False)
    for part in _parts(document, console):
        console.print(part)


def _parts(document: Document, console: Console) -> Iterator[RenderableType]:
    from rich.padding import Padding

    if document.title:
        yield linked(document.title, "bold underline")
    for before, block in itertools.pairwise((None, *document.flow)):
        pointer = block is document.blocks[-1] and isinstance(before, Table)  # of a short screen
        if before is not None and not (pointer and isinstance(block, Paragraph)):
            yield ""
        match block:
            case Heading(text):
                yield linked(text, _HEADING)
            case Paragraph(text, leads):
                yield linked(text, "bold" if leads else "")
            case Facts(lines):
                yield from (_labelled(label, text) for label, text in lines)
            case Notice(grade, title, text):
                yield linked(f"{grade}: {title}", _GRADES[grade])
                yield Padding(linked(text), (0, 0, 0, 2))
            case Table():
                yield from _grids(block.laid_out(), console.width, block.title != document.title)
    if document.references:
        yield ""
        yield linked("References", _HEADING)
    for reference in document.references:
        yield linked(reference.text)


def _labelled(label: str, text: str) -> RenderableType:
    """A label, and what is said of it beside it."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=_LABEL, no_wrap=True)
    grid.add_column()
    for number, line in enumerate(text.split("\n")):
        grid.add_row(linked("" if number else label, _LABELS.get(label, "bold")), linked(line))
    return grid


def _grids(table: Table, room: int, titled: bool) -> Iterator[RenderableType]:
    """A table in parts that are no wider than the screen, each with its first column."""
    widths = [_narrowest(table, c) for c in range(len(table.columns))]
    for number, columns in enumerate(beside_each_other(widths, room)):
        if number:
            yield ""
        if titled or number:
            yield linked(f"{table.title}, continued" if number else table.title, "italic")
        yield _grid(table, columns, whole=_width([widths[c] for c in columns]) <= room)
    if remark := table.remark("Green"):
        yield linked(remark, "dim")


def beside_each_other(widths: Sequence[int], room: int) -> list[list[int]]:
    """Which columns of these widths find room beside each other, always with the first.

    Examples
    --------
    >>> beside_each_other([10, 8, 8, 8], 40)
    [[0, 1, 2], [0, 3]]
    """
    parts = [[0]]
    for column in range(1, len(widths)):
        beside = [*parts[-1], column]
        if len(beside) > 2 and _width([widths[c] for c in beside]) > room:
            parts.append([0, column])
        else:
            parts[-1] = beside
    return parts


def _width(widths: Sequence[int]) -> int:
    """The width of a table with such columns: three between two of them, one at either side."""
    return sum(widths) + 3 * len(widths) - 1


def _narrowest(table: Table, column: int) -> int:
    """How narrow a column can be: numbers are not broken, texts between words."""
    cells = [_text(table, r, column) for r in range(len(table.rows))]
    if not table.is_number(column):
        cells = [word for cell in cells for word in cell.split()]
    words = table.columns[column].title.split()
    most = max(map(display_width, cells), default=0)
    return max(
        most if table.is_number(column) else min(most, _WORD), *(display_width(w) for w in words), 1
    )


def _grid(table: Table, columns: Sequence[int], *, whole: bool) -> Grid:
    """Some columns of a table; `whole` says that there is room for their numbers."""
    from rich.box import SIMPLE_HEAD, Box
    from rich.table import Table as Grid

    plain = Box(str(SIMPLE_HEAD).replace("─", "-"), ascii=True)
    grid = Grid(box=SIMPLE_HEAD if draws_unicode() else plain, show_edge=False)
    for c in columns:
        number = table.is_number(c)
        grid.add_column(
            linked(table.columns[c].title),
            justify="right" if number else "left",
            overflow="fold",
            no_wrap=number and whole,
        )
    for r in range(len(table.rows)):
        grid.add_row(
            *(
                linked(_text(table, r, c), "bold color(28)" if (r, c) in table.bold else "")
                for c in columns
            )
        )
    return grid


def _text(table: Table, row: int, column: int) -> str:
    return table.text(row, column) + table.stars_of(row, column)
