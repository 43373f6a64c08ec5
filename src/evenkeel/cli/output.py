"""Where a document goes: to a terminal in colour, to a pipe as plain text, to files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from evenkeel.cli.streams import check_output_stream, print_text, prints_unicode
from evenkeel.errors import InputError, visible
from evenkeel.report.document import Document, Heading, Notice, Paragraph, Table

Item = TypeVar("Item")


def emit(
    document: Document,
    *,
    json: bool = False,
    output: Sequence[Path] | None = None,
    fragment: bool = False,
    table: str | None = None,
) -> None:
    """Write the files that were asked for, and show the document unless it went to files."""
    from evenkeel.report.saving import save_document

    for path in output or ():
        for written in save_document(document, path, fragment=fragment, table=table):
            print(f"wrote {visible(written)}", file=sys.stderr)
    if json:
        from evenkeel.report.data import render_json

        print_text(render_json(document, escape=not prints_unicode()))
    elif not output:
        show(document)


def check_output(output: Sequence[Path] | None, table: str | None) -> None:
    """Refuse before a long computation what `emit` could not write after it."""
    from evenkeel.report.saving import check_ending
    from evenkeel.tables.atomic import check_place

    if not output:
        check_output_stream()
    for path in output or ():
        ending = check_ending(path)
        check_place(path)
        if ending == ".csv" and table is None:
            raise InputError(f"{visible(path)}: a CSV file holds one table; name it with --table")


def following(items: Sequence[Item], label: str) -> Iterable[Item]:
    """Go through `items`, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, description=label, console=Console(stderr=True), transient=True)


def show(document: Document) -> None:
    """Print a document: coloured tables on a terminal, plain text elsewhere."""
    from evenkeel.cli.wording import on_command_line

    check_output_stream()
    document = document.reworded(on_command_line())
    if sys.stdout.isatty():
        _show_in_colour(document)
    else:
        from evenkeel.report.text import render_text

        print_text(render_text(document))


def _show_in_colour(document: Document) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from evenkeel.words.escaping import printable

    console = Console(highlight=False)
    console.print(Text(printable(document.title), style="bold underline"))
    for block in document.blocks:
        console.print()
        match block:
            case Heading(text):
                console.print(Text(printable(text), style="bold cyan"))
            case Paragraph(text):
                console.print(Text(printable(text)))
            case Notice(grade, title, text):
                style = {"problem": "bold red", "caution": "yellow", "note": "blue"}[grade]
                console.print(Text(f"{grade}: {printable(title)}", style=style))
                console.print(Padding(Text(printable(text)), (0, 0, 0, 2)))
            case Table():
                console.print(_rich_table(block))


def _rich_table(table: Table) -> object:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable
    from rich.text import Text

    from evenkeel.words.escaping import printable

    table = table.laid_out()
    grid = RichTable(
        title=Text(printable(table.title)),
        caption=Text(printable(table.note)) if table.note else None,
        box=SIMPLE_HEAD,
        title_justify="left",
        caption_justify="left",
    )
    for c, column in enumerate(table.columns):
        number = table.is_number(c)
        grid.add_column(
            Text(printable(column.title)),
            justify="right" if number else "left",
            no_wrap=number,
        )
    for r in range(len(table.rows)):
        grid.add_row(
            *(
                Text(
                    printable(table.text(r, c)),
                    style="bold green" if (r, c) in table.bold else "",
                )
                for c in range(len(table.columns))
            )
        )
    return grid
