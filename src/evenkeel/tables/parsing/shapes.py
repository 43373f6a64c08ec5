"""Which shape a table has: wide, a column an algorithm, or long, a row a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evenkeel.errors import InputError, TableError, choice
from evenkeel.tables.parsing.cells import is_number
from evenkeel.tables.parsing.long import read_long
from evenkeel.tables.parsing.roles import is_corner, role_of
from evenkeel.tables.parsing.table import Table, Understood
from evenkeel.tables.parsing.wide import read_wide

_OR_EACH = ", or read each with evenkeel.read_measures"
_NOT_GIVEN: Mapping[str, str | None] = dict.fromkeys(("algorithm", "problem", "value"))


def understand(
    table: Table,
    *,
    shape: str = "auto",
    algorithm: str | None = None,
    problem: str | None = None,
    value: str | None = None,
) -> Understood:
    """Recognise the shape of a table and read its cells.

    A table is long if its header names an algorithm and a problem, and either a value as well or
    the column of algorithms holds no numbers; else it is wide. The options overrule it.
    """
    given = {"algorithm": algorithm, "problem": problem, "value": value}
    if shape == "wide" and (algorithm is not None or value is not None):
        raise InputError(
            "algorithm= and value= name the columns of a long table; leave them out, or leave out "
            'shape="wide"'
        )
    roles = long_roles(table, given, shape)
    return read_wide(table, problem) if roles is None else read_long(table, roles)


def long_roles(
    table: Table, given: Mapping[str, str | None] = _NOT_GIVEN, shape: str = "auto"
) -> dict[str, int] | None:
    """Return the positions of the three columns of a long table, or None if it is wide.

    The columns that were `given` by name are looked for first.
    """
    _check_given(table, given)
    header = table.names
    asked = shape == "long" or given["algorithm"] is not None or given["value"] is not None
    if shape == "wide" or (not asked and (not header or is_corner(header[0]))):
        return None
    taken = {header.index(name) for name in given.values() if name is not None}
    found = {
        role: [header.index(name)] if name is not None else _with_role(header, role, taken)
        for role, name in given.items()
    }
    names = found["algorithm"][:1] + found["problem"][:1]
    lacking = [role for role, positions in found.items() if not positions]
    if lacking and not asked and (len(names) < 2 or _any_number(table, names[0])):
        return None
    if lacking == ["value"] and len(header) == 3:  # whatever it is called
        found["value"] = [position for position in range(3) if position not in names]
        lacking = []
    faults = [
        f"no column was recognised as the {role} among {_listed(header)}; say which one it is "
        f"with {role}="
        for role in lacking
    ]
    faults += [
        f"several columns may hold the {role}: {_listed([header[j] for j in positions])}; say "
        f"which one it is with {role}={_OR_EACH * (role == 'value')}"
        for role, positions in found.items()
        if len(positions) > 1
    ]
    if faults:
        raise TableError(table.origin.description, faults)
    return {role: positions[0] for role, positions in found.items()}


def _check_given(table: Table, given: Mapping[str, str | None]) -> None:
    """Raise if a column is asked for that the table does not have."""
    for role, name in given.items():
        if name is not None and table.header is None:
            raise InputError(
                f"{role}={name!r} names a column, but {table.origin.description} has no header; "
                "leave it out, or give the columns names"
            )
        if name is not None:
            choice(name, table.names, f"column of {table.origin.description}")


def _with_role(header: Sequence[str], role: str, taken: set[int]) -> list[int]:
    return [j for j, label in enumerate(header) if role_of(label) == role and j not in taken]


def _any_number(table: Table, position: int) -> bool:
    column = table.columns[position]
    return isinstance(column, np.ndarray) or any(is_number(c, table.decimal) for c in column)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))
