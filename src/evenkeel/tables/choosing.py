"""Which rows and columns of a table are meant, and a refusal where measures would be pooled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evenkeel.errors import TableError
from evenkeel.tables.parsing.keys import (
    Key,
    key_fault,
    key_of_wide_fault,
    keys_of_long,
    keys_of_wide,
)
from evenkeel.tables.parsing.not_algorithms import choose_columns
from evenkeel.tables.parsing.roles import role_in_runs
from evenkeel.tables.parsing.selecting import Where, resolve_measure, select_rows
from evenkeel.tables.parsing.shapes import long_roles
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.parsing.wide import names_column


def choose_rows(
    table: Table, measure: str | None, where: Where | None, value: str | None
) -> tuple[Table, str | None]:
    """Keep the rows of a measure and of `where`; return the column of the values, if known."""
    source = table.origin.description
    wanted, value = resolve_measure(table.names, measure, where, value, source)
    return select_rows(table, wanted), value


def pooling_faults(table: Table, given: Mapping[str, str | None], shape: str = "auto") -> list[str]:
    """What would be pooled if each row were taken for one result, or one run, of its cell.

    Where the columns are not clear there is nothing to say: reading tells why they are not.
    """
    if not _all_there(table, given):
        return []
    by_role: dict[str, list[str]] = {"run": [], "step": []}
    for name in table.names:
        by_role.get(role_in_runs(name) or "", []).append(name)
    runs, steps = by_role["run"], by_role["step"]
    try:
        roles = long_roles(table, given, shape)
        if roles is not None:
            fault, keys = key_fault, keys_of_long(table, roles, runs, steps[0] if steps else None)
        else:
            names = names_column(table, given.get("problem"))
            fault, keys = key_of_wide_fault, [] if names is None else keys_of_wide(table, names)
    except TableError:
        return []
    return [fault(key, _if_runs(key, runs)) for key in keys]


def choose_algorithm_columns(
    table: Table,
    given: Mapping[str, str | None],
    shape: str,
    algorithms: Sequence[str] | None,
    not_algorithms: Sequence[str] | None,
) -> Table:
    """Keep the columns of a wide table that are algorithms, and its names; leave a long one."""
    if not (algorithms or not_algorithms) or not _all_there(table, given):
        return table
    if long_roles(table, given, shape) is not None:
        return table
    names = names_column(table, given.get("problem"))
    return choose_columns(table, [names], algorithms, not_algorithms)


def _all_there(table: Table, given: Mapping[str, str | None]) -> bool:
    """Whether the table has the columns that were given; reading says which it has not."""
    return all(name is None or name in list(table.names) for name in given.values())


def _if_runs(key: Key, runs: list[str]) -> str:
    named = [*runs, key.name] if runs else key.name
    return f"; if it names runs, give run={named!r} to evenkeel.read_runs"
