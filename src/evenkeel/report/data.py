"""Machine-readable forms of a report: JSON, CSV, Excel and frames, and the schema."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenkeel._version import __version__
from evenkeel.errors import InputError, MissingPackageError, quoted
from evenkeel.report.document import (
    Cell,
    Document,
    Facts,
    Heading,
    Notice,
    Paragraph,
    Table,
    cell_text,
)
from evenkeel.tables.parsing.written import separated
from evenkeel.text import codepoint

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

# Machine-readable forms of a report: JSON, CSV and Excel.


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


# Tables of a report as data frames, every number at full precision.


def table_to_polars(table: Table) -> pl.DataFrame:
    """A table as a polars frame: text, truth values, whole numbers, or numbers with NaN."""
    import polars as pl

    kinds = {str: pl.String, bool: pl.Boolean, int: pl.Int64, float: pl.Float64}
    return pl.DataFrame(
        [pl.Series(name, cells, dtype=kinds[kind]) for name, kind, cells in _columns(table)]
    )


def table_to_pandas(table: Table) -> pd.DataFrame:
    """A table as a pandas frame; a number that is not there is NaN, as pandas has it.

    A matrix of pairs, whose columns are named as its rows, has these names as its index too.
    """
    try:
        import pandas as pd
    except ImportError:
        raise MissingPackageError("pandas", "to_pandas()") from None

    kinds = {str: "object", bool: "boolean", int: "Int64", float: "float64"}
    frame = pd.DataFrame(
        {name: pd.Series(cells, dtype=kinds[kind]) for name, kind, cells in _columns(table)}
    )
    labels, *others = frame.columns
    return frame.set_index(labels) if list(frame[labels]) == others else frame


def _columns(table: Table) -> list[tuple[str, type, list[Cell]]]:
    """Name, type and cells of each column; names that occur twice are numbered."""
    columns: dict[str, tuple[type, list[Cell]]] = {}
    for c, column in enumerate(table.columns):
        name, number = column.title, 1
        while name in columns:
            number += 1
            name = f"{column.title} ({number})"
        columns[name] = _typed([row[c] for row in table.rows], table, c)
    return [(name, kind, cells) for name, (kind, cells) in columns.items()]


def _typed(cells: list[Cell], table: Table, column: int) -> tuple[type, list[Cell]]:
    """The type of a column and its cells in that type; numbers beside words become words."""
    kind = table.columns[column].kind
    types = {_type(cell) for cell in cells if cell is not None}
    if types == {bool}:
        return bool, cells
    if types == {int} or (not types and kind == "count"):
        return int, cells
    if types <= {int, float} and kind != "text":
        return float, cells
    return str, [None if cell is None else cell_text(cell, kind) for cell in cells]


def _type(cell: Cell) -> type:
    return next(each for each in (bool, int, float, str) if isinstance(cell, each))


# Whether plain data, which a stranger may have written, follow the published schema of reports.


_TYPES: Mapping[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}


def check_report(found: object) -> None:
    """Raise with the first place at which data are not as `report.schema.json` says.

    The words of JSON Schema that stand in it are understood, and no others. A whole number is one
    that is written as such.
    """
    for fault in _faults(found, report_schema(), ""):
        raise InputError(fault)


@cache
def report_schema() -> dict[str, Any]:
    """The published schema."""
    text = files("evenkeel.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _faults(value: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if not schema:  # anything may stand here, and is not looked into
        return
    if "$ref" in schema:
        yield from _faults(value, report_schema()["$defs"][schema["$ref"].split("/")[-1]], place)
    if "anyOf" in schema:
        several = [list(_faults(value, each, place)) for each in schema["anyOf"]]
        yield from several[-1] if all(several) else ()
    allowed = [schema["const"]] if "const" in schema else schema.get("enum")
    if allowed is not None and not any(type(value) is type(x) and value == x for x in allowed):
        yield f"{_named(place)} is {quoted(value)}, not {' or '.join(map(repr, allowed))}"
    kinds = schema.get("type", [*_TYPES])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not any(_is(value, kind) for kind in kinds):
        yield f"{_named(place)} is {quoted(value)}, no {' or '.join(kinds)}"
    elif isinstance(value, dict):
        yield from _faults_of_object(value, schema, place)
    elif isinstance(value, list):
        yield from _faults_of_array(value, schema, place)
    elif _is(value, "number") and not schema.get("minimum", value) <= value <= schema.get(
        "maximum", value
    ):
        yield f"{_named(place)} is {quoted(value)}, too small or too large"


def _faults_of_object(
    value: Mapping[str, Any], schema: Mapping[str, Any], place: str
) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{_named(place)} has no {name!r}"
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name, each in value.items():
        if name in known or others is not False:
            yield from _faults(each, known.get(name, others), f"{place}.{name}")
        else:
            yield f"{_named(place)} has {quoted(name)}, which no report has"


def _faults_of_array(value: list[Any], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{_named(place)} has {len(value)} items"
    for i, each in enumerate(value):
        yield from _faults(each, schema.get("items", {}), f"{place}[{i}]")


def _is(value: object, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _named(place: str) -> str:
    return quoted(place.removeprefix(".")) if place else "the file"
