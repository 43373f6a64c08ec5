"""Results that notebooks show: as tables of their fields, or by their report."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from evenkeel.report.document import Cell, Document
    from evenkeel.report.numbers import Kind

_KINDS: Mapping[str, Kind] = {
    "pvalue": "p",
    "normal_pvalue": "p",
    "adjusted": "p",
    "levels": "p",
    "average": "rank",
    "ranks": "rank",
    "estimates": "value",
    "medians": "value",
    "effects": "value",
}


class Shown:
    """A frozen dataclass of results with an HTML display for notebooks.

    Numbers and words become one table; arrays with an entry for each hypothesis, algorithm or
    problem become columns; square matrices over the algorithms become tables of their own.
    """

    def _repr_html_(self) -> str:
        from evenkeel.report.html import render_fragment

        return render_fragment(as_document(self))


class Reported(ABC):
    """Results with a report, which notebooks show and `save` saves."""

    @abstractmethod
    def report(self) -> Document:
        """The results as a report."""

    def save(
        self, path: str | Path, *, fragment: bool = False, table: str | None = None
    ) -> list[Path]:
        """Save the report; the ending says how, see `evenkeel.report.saving.save_document`."""
        from evenkeel.report.saving import save_document

        return save_document(self.report(), path, fragment=fragment, table=table)

    def _repr_html_(self) -> str:
        from evenkeel.report.html import render_fragment

        return render_fragment(self.report(), pictures=False)


def as_document(result: Any) -> Document:
    """The fields of a result as a document of tables."""
    from evenkeel.report.document import Document, Paragraph

    fields = dict(_fields(result))
    notes = fields.pop("notes", ())
    tables = [*_scalar_table(result, fields), *_vector_tables(fields), *_matrix_tables(fields)]
    return Document(type(result).__name__, (*tables, *(Paragraph(note) for note in notes)))


def _fields(result: Any) -> Iterator[tuple[str, Any]]:
    for field in dataclasses.fields(result):
        if field.repr:
            yield field.name, getattr(result, field.name)


def _scalar_table(result: Any, fields: Mapping[str, Any]) -> Iterator[Any]:
    from evenkeel.report.document import Column, Table, cell_text

    rows = tuple(
        (name.replace("_", " "), cell_text(_plain(value), _kind(name, value)))
        for name, value in fields.items()
        if isinstance(value, str | int | float | np.generic)
    )
    if rows:
        name = type(result).__name__
        yield Table(name.lower(), name, (Column(""), Column("")), rows)


def _vector_tables(fields: Mapping[str, Any]) -> Iterator[Any]:
    """One table for the arrays over the hypotheses, one for those over the algorithms."""
    from evenkeel.report.document import Column, Table

    for title, labels in _labels(fields).items():
        columns = {
            name: list(value)
            for name, value in fields.items()
            if isinstance(value, np.ndarray | tuple) and _is_vector(value, labels)
        }
        if columns:
            yield Table(
                title,
                title.capitalize(),
                (
                    Column(""),
                    *(
                        Column(n.replace("_", " "), _kind(n, column))
                        for n, column in columns.items()
                    ),
                ),
                tuple(
                    (label, *(_plain(column[i]) for column in columns.values()))
                    for i, label in enumerate(labels)
                ),
            )


def _matrix_tables(fields: Mapping[str, Any]) -> Iterator[Any]:
    from evenkeel.report.document import Column, Table

    names = _labels(fields).get("algorithms", ())
    for name, value in fields.items():
        if isinstance(value, np.ndarray) and value.shape == (len(names), len(names)):
            kind = _kind(name, value)
            yield Table(
                name,
                name.replace("_", " ").capitalize(),
                (Column(""), *(Column(algorithm, kind) for algorithm in names)),
                tuple(
                    (algorithm, *(_plain(cell) for cell in row))
                    for algorithm, row in zip(names, value, strict=True)
                ),
            )


def _labels(fields: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Names of the hypotheses and of the algorithms that the arrays of a result run over."""
    labels: dict[str, tuple[str, ...]] = {}
    family = fields.get("family")
    if family is not None:
        labels["hypotheses"] = tuple(f"{a} vs {b}" for a, b in family.hypotheses)
    if isinstance(fields.get("algorithms"), tuple):
        labels["algorithms"] = fields["algorithms"]
    return labels


def _is_vector(value: Any, labels: tuple[str, ...]) -> bool:
    """Whether an array or tuple has an entry for each label, and is not the labels themselves."""
    if isinstance(value, np.ndarray):
        return bool(value.shape == (len(labels),))
    return len(value) == len(labels) and value != labels


def _kind(name: str, values: Any) -> Kind:
    """What the numbers of a field are: whole numbers are counts, the rest goes by the name."""
    whole = np.issubdtype(np.asarray(values).dtype, np.integer)
    return "count" if whole else _KINDS.get(name, "statistic")


def _plain(value: Any) -> Cell:
    plain: Cell = value.item() if isinstance(value, np.generic) else value
    return plain
