"""Choosing the rows of a table by what stands in its columns: one measure, one group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evenkeel.errors import InputError, TableError, choice
from evenkeel.tables.parsing.cells import is_number, name_of
from evenkeel.tables.parsing.roles import names_measures, role_of
from evenkeel.tables.parsing.table import Column, Table

Where = Mapping[str, Any]
_SHOWN = 12  # values that a message lists


def resolve_measure(
    header: Sequence[str], measure: str | None, where: Where | None, value: str | None, source: str
) -> tuple[dict[str, Any], str | None]:
    """What a measure means: rows with its name in the column of measures, or a column of values.

    Returns the rows to choose and the column of the values.
    """
    chosen = dict(where or {})
    if measure is None:
        return chosen, value
    columns = [name for name in header if names_measures(name) and name not in chosen]
    if len(columns) == 1 and measure in header:
        raise InputError(
            f"{source}: measure={measure!r} may mean rows by the column {columns[0]!r} or the "
            f"column {measure!r}; say where={{{columns[0]!r}: {measure!r}}} or value={measure!r}"
        )
    if len(columns) == 1:
        return {columns[0]: measure, **chosen}, value
    if measure in header and value is None:
        return chosen, measure
    listed = ", ".join(map(repr, header))
    raise InputError(
        f"{source}: measure={measure!r} was given, but no single column holds measures (measure, "
        f"metric, indicator, ...), nor is one called {measure!r}, among {listed}; say in which "
        "column it stands with where=, or name the column of the values with value="
    )


@dataclass(frozen=True)
class Rows:
    """Which rows are asked for: those of a measure, and those that have wanted values.

    In a wide table the columns are too: `algorithms`, or all but `not_algorithms`.
    """

    measure: str | None = None
    where: Where | None = None
    algorithms: Sequence[str] | None = None
    not_algorithms: Sequence[str] | None = None

    def resolve(
        self, header: Sequence[str], asked: Mapping[str, Any], source: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the rows must have, and what is asked of the columns, by the names of these."""
        where, value = resolve_measure(header, self.measure, self.where, asked["value"], source)
        return where, {**asked, "value": value}


def select_rows(table: Table, where: Where) -> Table:
    """Keep the rows that have the wanted values; a column with one value left is taken away.

    A value may be a text, a number or several of them.
    """
    source, kept = table.origin.description, np.ones(len(table.rows), dtype=bool)
    if not where:
        return table
    for name, wanted in where.items():
        choice(name, table.names, f"column of {source}")
        column = [_plain(cell) for cell in table.columns[table.names.index(name)]]
        values = wanted_values(wanted)
        matches = np.array([cell in values for cell in column], dtype=bool)
        if not matches.any():
            raise TableError(source, [nothing_chosen(name, wanted, list(dict.fromkeys(column)))])
        kept &= matches
    if not kept.any():
        told = " and ".join(f"{name!r}: {wanted!r}" for name, wanted in where.items())
        raise TableError(source, [f"no row has {told} together; choose others with where="])
    spent = [
        name
        for name, wanted in where.items()
        if len(wanted_values(wanted)) == 1 and role_of(name) not in ("algorithm", "problem")
    ]
    stay = [j for j, name in enumerate(table.names) if name not in spent]
    rows = np.flatnonzero(kept).tolist()
    return replace(
        table,
        origin=replace(table.origin, chosen=chosen_in_words(where)),
        header=tuple(table.names[j] for j in stay),
        columns=[_taken(table.columns[j], rows) for j in stay],
        rows=[table.rows[i] for i in rows],
        places=[table.place(j) for j in stay],
        matrix=None,
    )


def wanted_values(wanted: Any) -> list[str]:
    """The texts that a value of `where` stands for."""
    several = isinstance(wanted, Sequence) and not isinstance(wanted, str)
    return [_plain(each) for each in (wanted if several else [wanted])]


def chosen_in_words(where: Where) -> tuple[str, ...]:
    """What was chosen, such as ``indicator = HV``."""
    return tuple(f"{name} = {', '.join(wanted_values(wanted))}" for name, wanted in where.items())


def nothing_chosen(name: str, wanted: Any, values: Sequence[str]) -> str:
    """Say that no row has what is wanted, and which values there are."""
    listed = ", ".join(map(repr, values[:_SHOWN])) + ", ..." * (len(values) > _SHOWN)
    return f"no row has {wanted!r} in the column {name!r}; choose one of its values: {listed}"


def listed(names: Sequence[str] | None) -> list[str]:
    """Names that were given, one or several, as a list."""
    return [names] if isinstance(names, str) else list(names or ())


def _plain(cell: Any) -> str:
    """A cell as text without blanks; equal numbers are written alike."""
    if isinstance(cell, str) and is_number(cell):
        return name_of(float(cell))
    return name_of(cell).strip()


def _taken(column: Column, rows: list[int]) -> Column:
    return column[rows] if isinstance(column, np.ndarray) else [column[i] for i in rows]
