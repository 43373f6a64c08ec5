"""Where a document goes: to a terminal in colour, to a pipe as plain text, to files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenkeel.cli.commands import Part
from evenkeel.cli.options import (
    CONTEXT,
    READ,
    CaptionOption,
    DigitsOption,
    FragmentOption,
    JsonOption,
    LabelPrefixOption,
    OutputOption,
    PictureOption,
    SiunitxOption,
    StarsOption,
    TableOption,
    begin_writing,
)
from evenkeel.cli.streams import (
    check_output_stream,
    draws_unicode,
    hush,
    print_text,
    prints_unicode,
    say,
    say_written,
)
from evenkeel.errors import InputError, visible

if TYPE_CHECKING:
    from evenkeel.report.document import Document, Layout

_LISTED = 20  # tables that are named where more can be had; of several measures there are many


@dataclass(frozen=True)
class Destination:
    """Where a report goes: to files and to the terminal, as tables or as JSON."""

    output: Sequence[Path]
    json: bool
    layout: Layout

    def check(self) -> None:
        """Refuse before a long computation what could not be written after it."""
        from evenkeel.report.saving import check_ending
        from evenkeel.tables.system import check_place

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
        layout = replace(self.layout, **fixed)
        document = _headed(document)
        if self.output:
            if verdict is None and document.read:
                say(document.read)
            self._save(document, layout)
        hush()
        if self.json:
            from evenkeel.report.data import render_json

            print_text(render_json(document, escape=not prints_unicode()))
        elif verdict is not None and layout.table is None:
            show(layout.applied(_headed(verdict)))
        elif not self.output:
            show(self.layout.applied(document))

    def _save(self, document: Document, layout: Layout) -> None:
        from evenkeel.report.saving import save_document

        for path in self.output:
            begin_writing(path)
            for written in save_document(document, path, layout):
                say_written(written)


def _headed(document: Document) -> Document:
    """The document with how the table of the command was understood, if it does not say it."""
    context = CONTEXT.get(None)  # None where a function is called without its command
    if document.read or context is None:
        return document
    return replace(document, read=context.meta.get(READ, ""))


def _destination(output: list[Path] | None, json: bool, **layout: Any) -> Destination:
    from evenkeel.report.document import Layout

    return Destination(tuple(output or ()), json, Layout(**layout))


#: The options of where a report goes, in place of a parameter `goes`.
OUTPUT = Part(
    "goes",
    {
        "output": (OutputOption, None),
        "json": (JsonOption, False),
        "table": (TableOption, None),
        "picture": (PictureOption, None),
        "fragment": (FragmentOption, False),
        "digits": (DigitsOption, None),
        "stars": (StarsOption, False),
        "siunitx": (SiunitxOption, False),
        "caption": (CaptionOption, None),
        "label_prefix": (LabelPrefixOption, ""),
    },
    _destination,
)


def at_a_glance(found: Any, report: Document, *, sentence: bool) -> Document:
    """The verdict, drawn if it goes to a terminal, or its sentences for a paper."""
    from evenkeel.report.document import Document, Paragraph
    from evenkeel.report.glance import Drawn

    if sentence:
        return Document(report.title, (Paragraph(" ".join(found.conclusions)),))
    if not sys.stdout.isatty():
        return _pointed_out(found.verdict(), report)
    drawn = Drawn(shutil.get_terminal_size().columns, draws_unicode())
    more = Paragraph("More: --full, --sentence, --table NAME, -o report.html")
    verdict: Document = found.verdict(drawn=drawn)
    return replace(verdict, blocks=(*verdict.blocks, more))


def _pointed_out(verdict: Document, report: Document) -> Document:
    """The verdict, with what the whole report has beside it."""
    from evenkeel.report.document import Paragraph

    names = [table.name for table in (*report.tables, *report.more)]
    if len(names) > _LISTED:
        names[_LISTED:] = [f"... ({len(names)} in all)"]
    more = Paragraph(f"More: --full, --sentence, --table NAME ({', '.join(names)}).")
    return replace(verdict, blocks=(*verdict.blocks, more))


def with_checklist(document: Document, comparison: Any) -> Document:
    """A report or verdict with the checklist of its comparison at the end."""
    from evenkeel.comparison._checklist import checklist
    from evenkeel.comparison.findings import Comparison
    from evenkeel.report.single import with_checklist as joined

    if not isinstance(comparison, Comparison):
        raise InputError("--checklist is for one table at a time; compare each measure by itself")
    return joined(document, checklist(comparison))


def show(document: Document) -> None:
    """Print a document: coloured tables on a terminal, plain text elsewhere."""
    from evenkeel.cli.questions import on_command_line

    check_output_stream()
    document = document.spelled(on_command_line)
    if sys.stdout.isatty():
        from evenkeel.cli.terminal import show_on_terminal

        show_on_terminal(document)
    else:
        from evenkeel.report.text import render_text

        print_text(render_text(document))
