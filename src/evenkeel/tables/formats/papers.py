"""What the formats of tables in papers share: one file, one table in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from evenkeel.errors import SourceError
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.parsing.table import Table

_FEW = 5  # places that are named
Found = TypeVar("Found")


def one_file(given: Given) -> Member:
    """The only file; the tables of papers are not put together."""
    if len(given.members) == 1:
        return given.members[0]
    raise SourceError(
        f"{given.description}: {len(given.members)} files hold tables as papers show them, which "
        "are not put together; give one file, or tables as CSV"
    )


def one_table(found: Sequence[Found], places: Sequence[str], source: str) -> Found:
    """The only table of a text."""
    if len(found) == 1:
        return found[0]
    if not found:
        raise SourceError(f"{source}: the text holds no table of this format; give one that does")
    listed = ", ".join(places[:_FEW]) + (", ..." if len(places) > _FEW else "")
    raise SourceError(
        f"{source}: the text holds {len(found)} tables, in {listed}; keep the one with the results "
        "in a file of its own"
    )


def with_unread(table: Table, what: str, lines: Sequence[int]) -> Table:
    """A table whose origin says what in these lines of the text was not read."""
    if not lines:
        return table
    where = f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines[:_FEW]))}"
    unread = f"{what} ({where}{', ...' if len(lines) > _FEW else ''})"
    return replace(table, origin=replace(table.origin, unread=(*table.origin.unread, unread)))
