"""What the formats of tables in papers share: one file, the tables in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from evenkeel.errors import SourceError, TableError
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.parsing.table import Table

_FEW = 5  # places that are named


def one_file(given: Given) -> Member:
    """The only file; the tables of papers are not put together."""
    if len(given.members) == 1:
        return given.members[0]
    raise SourceError(
        f"{given.description}: {len(given.members)} files hold tables as papers show them, which "
        "are not put together; give one file, or tables as CSV"
    )


def whole_tables(found: Sequence[Callable[[], Table]], source: str) -> tuple[Table, ...]:
    """The tables of a text; those without results are left out, unless none has any."""
    if not found:
        raise SourceError(f"{source}: the text holds no table of this format; give one that does")
    tables, faults = list[Table](), list[TableError]()
    for make in found:
        try:
            tables.append(make())
        except TableError as error:
            faults.append(error)
    if not tables:
        raise faults[0]
    return tuple(_told_apart(tables))


def _told_apart(tables: Sequence[Table]) -> Iterator[Table]:
    """Tables of which no two have the same name."""
    names = Counter(table.name for table in tables)
    for table in tables:
        lines = f"{table.row_word}s {table.rows[0]}-{table.rows[-1]}" if len(table.rows) else ""
        if not table.name:
            yield replace(table, name=lines)
        else:
            twice = names[table.name] > 1 and lines
            yield replace(table, name=f"{table.name} ({lines})" if twice else table.name)


def with_unread(table: Table, what: str, lines: Sequence[int]) -> Table:
    """A table whose origin says what in these lines of the text was not read."""
    if not lines:
        return table
    where = f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines[:_FEW]))}"
    unread = f"{what} ({where}{', ...' if len(lines) > _FEW else ''})"
    return replace(table, origin=replace(table.origin, unread=(*table.origin.unread, unread)))
