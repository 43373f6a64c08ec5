"""The report of a result from its fields, for results without a builder of their own.

Numbers and words become a record; arrays with an entry for each hypothesis, algorithm or problem
become the columns of one table; matrices over these become tables; notes become paragraphs.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from evenkeel.families import Family
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Table, cell_text
from evenkeel.result import Result
from evenkeel.text import Kind, sentence

_LABELS = ("family", "algorithms", "problems")  # fields that name what the arrays run over
_UNDECLARED: dict[str, Kind] = {"b": "text", "U": "text", "O": "text", "i": "count", "u": "count"}


def report_fields(
    result: Result, *also: Block, title: str = "", main: str | None = None
) -> Document:
    """The fields of a result as a document; `also` holds blocks to follow its tables."""
    spelled = re.sub(r"(?<=.)([A-Z])", r" \1", type(result).__name__).capitalize()
    title = title or result._title or spelled
    notes = (Paragraph(sentence(note)) for note in getattr(result, "notes", ()))
    return Document(title, (*_tables(result, title), *also, *notes), main=main)


def _tables(result: Result, title: str) -> Iterator[Table]:
    name, axis, labels = _axis(result)
    fields = list(_shown(result))
    vectors = [(column, value) for column, value in fields if _dimensions(value) == 1]
    matrices = [(column, value) for column, value in fields if _dimensions(value) == 2]
    single = [
        (column, _single(value, column.kind))
        for column, value in fields
        if _dimensions(value) not in (1, 2)
    ]
    if single:
        columns, cells = zip(*single, strict=True)
        yield Table("summary", title, columns, (cells,), note=result._note, record=True)
    if vectors:
        columns, values = zip(*vectors, strict=True)
        rows = tuple(zip(labels, *(value.tolist() for value in values), strict=True))
        yield Table(name, f"{title}: {name}", (axis, *columns), rows)
    for column, matrix in matrices:
        titles = (axis, *(Column(label, column.kind) for label in labels))
        rows = tuple((label, *row) for label, row in zip(labels, matrix.tolist(), strict=True))
        yield Table(column.title.lower(), column.title, titles, rows)


def _dimensions(value: Any) -> int:
    """Dimensions of an array; a tuple is no array, but a list of words or numbers."""
    return value.ndim if isinstance(value, np.ndarray) else 0


def _axis(result: Result) -> tuple[str, Column, tuple[str, ...]]:
    """What the arrays of a result run over: a name, the title of the column, and the labels."""
    values = {name: getattr(result, name, None) for name in _LABELS}
    if isinstance(values["family"], Family):
        return "hypotheses", Column("Hypothesis"), values["family"].labels
    for name in ("algorithms", "problems"):
        labels = values[name]
        if isinstance(labels, tuple):
            return name, Column(name.removesuffix("s").capitalize()), labels
    return "", Column(""), ()


def _shown(result: Result) -> Iterator[tuple[Column, Any]]:
    """The columns and values of the fields that are neither hidden nor labels nor notes."""
    for field in dataclasses.fields(result):  # type: ignore[arg-type]
        value = getattr(result, field.name)
        labels = field.name in _LABELS and isinstance(value, Family | tuple)
        if not (labels or field.name == "notes" or field.metadata.get("hidden")):
            kind = field.metadata.get("kind") or _undeclared(result, field.name, value)
            yield Column(field.metadata.get("title") or _title(field.name), kind), value


def _title(name: str) -> str:
    """The name of a field as words; n and k stay as they are."""
    return name if len(name) == 1 else name.replace("_", " ").capitalize()


def _undeclared(result: Result, name: str, value: Any) -> Kind:
    """Words and truth values are text, whole numbers are counts; other numbers must be declared."""
    code = np.asarray(value).dtype.kind if np.size(value) else "U"
    if code not in _UNDECLARED:
        raise TypeError(
            f"{type(result).__name__}.{name} does not say what its numbers are; declare it with "
            "evenkeel.result.shown"
        )
    return _UNDECLARED[code]


def _single(value: Any, kind: Kind) -> Cell:
    """A value as one cell; several numbers or words, such as degrees of freedom, as their list."""
    if isinstance(value, tuple):
        return ", ".join(cell_text(each, kind) for each in value) or None
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"a {type(value).__name__} is no cell of a table; hide the field or report it")
