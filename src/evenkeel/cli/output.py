"""Where a document goes: to a terminal in colour, to a pipe as plain text, to files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evenkeel.cli.options import (
    CaptionOption,
    DigitsOption,
    FragmentOption,
    JsonOption,
    LabelPrefixOption,
    OutputOption,
    SiunitxOption,
    StarsOption,
    TableOption,
)
from evenkeel.cli.parameters import joined
from evenkeel.cli.progress import doing, hush, say
from evenkeel.cli.streams import check_output_stream, print_text, prints_unicode
from evenkeel.errors import InputError, visible
from evenkeel.report.document import Document, Heading, Notice, Paragraph, Table
from evenkeel.report.layout import Layout


@dataclass(frozen=True)
class Destination:
    """Where a report goes: to files and to the terminal, as tables or as JSON."""

    output: Sequence[Path]
    json: bool
    layout: Layout

    def check(self) -> None:
        """Refuse before a long computation what could not be written after it."""
        from evenkeel.report.saving import check_ending
        from evenkeel.tables.atomic import check_place

        if not self.output:
            check_output_stream()
        for path in self.output:
            ending = check_ending(path)
            check_place(path)
            if ending == ".csv" and self.layout.table is None:
                raise InputError(
                    f"{visible(path)}: a CSV file holds one table; name it with --table"
                )

    def emit(self, document: Document, verdict: Document | None = None, **fixed: Any) -> None:
        """Write the files that were asked for, and show the document unless it went to files.

        A `verdict` is shown in place of the document, in any case. `fixed` is what a command says
        of the layout itself.
        """
        from evenkeel.report.saving import save_document

        layout = replace(self.layout, **fixed)
        for path in self.output:
            doing(f"writing {visible(path)}")
            for written in save_document(document, path, layout):
                say(f"wrote {visible(written)}")
        hush()
        if self.json:
            from evenkeel.report.data import render_json

            print_text(render_json(document, escape=not prints_unicode()))
        elif verdict is not None and layout.table is None:
            show(layout.applied(verdict))
        elif not self.output:
            show(self.layout.applied(document))


def _destination(output: list[Path] | None, json: bool, **layout: Any) -> Destination:
    return Destination(tuple(output or ()), json, Layout(**layout))


#: Give a command the options of where its report goes, in place of its parameter `goes`.
takes_output = joined(
    "goes",
    {
        "output": (OutputOption, None),
        "json": (JsonOption, False),
        "table": (TableOption, None),
        "fragment": (FragmentOption, False),
        "digits": (DigitsOption, None),
        "stars": (StarsOption, False),
        "siunitx": (SiunitxOption, False),
        "caption": (CaptionOption, None),
        "label_prefix": (LabelPrefixOption, ""),
    },
    _destination,
)


def pointed_out(verdict: Document, report: Document) -> Document:
    """The verdict, with what the whole report has beside it."""
    names = ", ".join(table.name for table in report.tables)
    words = f"--full prints the whole report ({len(report.tables)} tables: {names})"
    more = Paragraph(f"{words}; --table NAME one of them, -o FILE writes it.")
    return replace(verdict, blocks=(*verdict.blocks, more))


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
        caption=Text(printable(remark)) if (remark := table.remark("Green")) else None,
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
                    printable(table.text(r, c) + table.stars_of(r, c)),
                    style="bold green" if (r, c) in table.bold else "",
                )
                for c in range(len(table.columns))
            )
        )
    return grid
