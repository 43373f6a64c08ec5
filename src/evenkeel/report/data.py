"""Machine-readable forms of a report: JSON, CSV and Excel."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evenkeel._version import __version__
from evenkeel.report.document import Cell, Document, Facts, Heading, Notice, Paragraph, Table
from evenkeel.tables.parsing.written import separated
from evenkeel.words.escaping import codepoint

SCHEMA = "evenkeel/report/1"
_UNWRITABLE = re.compile("[\0\ud800-\udfff\ufffe\uffff]")


def document_to_dict(document: Document) -> dict[str, Any]:
    """The document as plain data, every number at full precision (the schema of the JSON file).

    ``schema``
        The version of this form, ``"evenkeel/report/1"``.
    ``evenkeel``
        The version of the program that wrote it.
    ``read``
        How the table was understood, in a sentence; empty if none was read.
    ``title``, ``sections``
        The title, and the text: a list of sections with ``heading``, ``paragraphs`` and the
        names of the ``tables`` in them.
    ``advice``
        A list of ``grade``, ``title`` and ``text``.
    ``tables``
        By name: ``title``, ``columns`` (``title`` and ``kind``), ``rows``, ``note``, and ``bold``,
        the positions of the cells that are emphasised, with what that means (``emphasis``).
        Infinite numbers are the strings ``"inf"`` and ``"-inf"``; what is not a number is ``null``.
    ``references``
        A list of ``key``, ``text`` and ``bibtex``.
    ``study``
        The table and the options from which `evenkeel.open_report` makes a comparison again;
        ``null`` for other reports.
    """
    sections: list[dict[str, Any]] = [{"heading": "", "paragraphs": [], "tables": []}]
    for block in document.blocks:
        match block:
            case Heading(text):
                sections.append({"heading": text, "paragraphs": [], "tables": []})
            case Paragraph(text):
                sections[-1]["paragraphs"].append(text)
            case Facts(lines):
                sections[-1]["paragraphs"] += [f"{label}: {text}" for label, text in lines]
            case Table(name):
                sections[-1]["tables"].append(name)
    return {
        "schema": SCHEMA,
        "evenkeel": __version__,
        "title": document.title,
        "read": document.read,
        "sections": [s for s in sections if s["heading"] or s["paragraphs"] or s["tables"]],
        "advice": [
            {"grade": block.grade, "title": block.title, "text": block.text}
            for block in document.blocks
            if isinstance(block, Notice)
        ],
        "tables": {table.name: _table_to_dict(table) for table in document.tables},
        "references": [
            {"key": r.key, "text": r.text, "bibtex": r.bibtex} for r in document.references
        ],
        "study": document.study,
    }


def render_json(document: Document, *, escape: bool = False) -> str:
    """Render a document as JSON; what is not ASCII may be escaped, and half of a pair is."""
    text = _indented(document_to_dict(document), json.JSONEncoder(ensure_ascii=escape), "\n")
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text) + "\n"


def _indented(value: Any, encoder: json.JSONEncoder, line: str) -> str:
    """JSON with a line for each member, and for each list without lists: a row of numbers."""
    inner = line + " "
    if isinstance(value, Mapping) and value:
        members = [
            f"{encoder.encode(str(key))}: {_indented(each, encoder, inner)}"
            for key, each in value.items()
        ]
        return f"{{{inner}{f',{inner}'.join(members)}{line}}}"
    if isinstance(value, list | tuple) and any(
        isinstance(v, list | tuple | Mapping) for v in value
    ):
        return f"[{inner}{f',{inner}'.join(_indented(v, encoder, inner) for v in value)}{line}]"
    return encoder.encode(value)


def render_csv(table: Table) -> str:
    """Render one table as CSV, every number at full precision.

    A text that a spreadsheet would take for a formula, such as =1+1, has an apostrophe before it.
    """
    rows = ([column.title for column in table.columns], *table.rows)
    return "".join(separated(map(_writable, row)) for row in rows)


def write_excel(document: Document, path: Path) -> None:
    """Write the tables of a document to an Excel workbook, a sheet each."""
    from evenkeel.tables.parsing.written import write_workbook

    write_workbook(
        path,
        {
            f"{number} {table.name}"[:31]: [
                [_writable(table.title)],
                [_writable(column.title) for column in table.columns],
                *([_writable(_plain(cell)) for cell in row] for row in table.rows),
            ]
            for number, table in enumerate(document.tables, start=1)
        },
    )


def _table_to_dict(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": [{"title": column.title, "kind": column.kind} for column in table.columns],
        "rows": [[_plain(cell) for cell in row] for row in table.rows],
        "note": table.note,
        "bold": [list(place) for place in sorted(table.bold)],
        "emphasis": table.emphasis,
    }


def _writable(cell: Cell) -> Cell:
    """A cell without the characters that neither CSV nor Excel can hold."""
    return (
        _UNWRITABLE.sub(lambda found: codepoint(found[0]), cell) if isinstance(cell, str) else cell
    )


def _plain(cell: Cell) -> Cell:
    """A cell that JSON and Excel can hold."""
    if isinstance(cell, float) and not math.isfinite(cell):
        return None if math.isnan(cell) else ("inf" if cell > 0 else "-inf")
    return cell
