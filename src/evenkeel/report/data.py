"""Machine-readable forms of a report: JSON, CSV and Excel."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

from evenkeel._tables.workbook import write_workbook
from evenkeel._version import __version__
from evenkeel.report.document import Cell, Document, Heading, Notice, Paragraph, Table

SCHEMA = "evenkeel/report/1"


def document_to_dict(document: Document) -> dict[str, Any]:
    """The document as plain data, every number at full precision (the schema of the JSON file).

    ``schema``
        The version of this form, ``"evenkeel/report/1"``.
    ``evenkeel``
        The version of the program that wrote it.
    ``title``, ``sections``
        The title, and the text: a list of sections with ``heading``, ``paragraphs`` and the
        names of the ``tables`` in them.
    ``advice``
        A list of ``grade``, ``title`` and ``text``.
    ``tables``
        By name: ``title``, ``columns`` (``title`` and ``kind``), ``rows`` and ``note``. Infinite
        numbers are the strings ``"inf"`` and ``"-inf"``; what is not a number is ``null``.
    ``references``
        A list of ``key``, ``text`` and ``bibtex``.
    """
    sections: list[dict[str, Any]] = [{"heading": "", "paragraphs": [], "tables": []}]
    for block in document.blocks:
        match block:
            case Heading(text):
                sections.append({"heading": text, "paragraphs": [], "tables": []})
            case Paragraph(text):
                sections[-1]["paragraphs"].append(text)
            case Table(name):
                sections[-1]["tables"].append(name)
    return {
        "schema": SCHEMA,
        "evenkeel": __version__,
        "title": document.title,
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
    }


def render_json(document: Document) -> str:
    """Render a document as JSON."""
    return json.dumps(document_to_dict(document), indent=1, ensure_ascii=False) + "\n"


def render_csv(table: Table) -> str:
    """Render one table as CSV, every number at full precision."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([column.title for column in table.columns])
    writer.writerows([_plain(cell) for cell in row] for row in table.rows)
    return stream.getvalue()


def write_excel(document: Document, path: Path) -> None:
    """Write the tables of a document to an Excel workbook, a sheet each."""
    write_workbook(
        path,
        {
            f"{number} {table.name}"[:31]: [
                [table.title],
                [column.title for column in table.columns],
                *([_plain(cell) for cell in row] for row in table.rows),
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
    }


def _plain(cell: Cell) -> Cell:
    """A cell that JSON, CSV and Excel can hold."""
    if isinstance(cell, float) and not math.isfinite(cell):
        return None if math.isnan(cell) else ("inf" if cell > 0 else "-inf")
    return cell
