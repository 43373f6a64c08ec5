"""What a format is, and the table of all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from evenkeel.registry import Registry

if TYPE_CHECKING:
    from evenkeel.tables.formats.givens import Given, Member
    from evenkeel.tables.parsing.cells import Table

Source = Literal["tool", "paper", "files"]
_ORDER: tuple[Source, ...] = ("tool", "paper", "files")


@dataclass(frozen=True)
class FileFormat:
    """Files that a program writes in a way of its own, or that are put together by their names.

    Attributes
    ----------
    name, title, aliases
        The name that ``format=`` takes, the name to print, and other names.
    of
        Whether a tool writes it, it stands in papers, or it is an arrangement of files.
    known_by
        By what it is known, in words.
    gives
        What the table gets of it, in words.
    read
        ``read(given)`` makes the table of all files that fit, or the tables in one.
    begins
        A pattern that is found in the beginning of each of its files.
    looks
        ``looks(member)`` says whether a file that begins so is one of these.
    companions
        Endings or whole names of files that stand beside them and are read with them, if at all.
    asked
        Whether it is taken only if it is asked for, and never found.
    """

    name: str
    title: str
    of: Source
    known_by: str
    gives: str
    read: Callable[[Given], Table | tuple[Table, ...]]
    begins: str = ""
    looks: Callable[[Member], bool] = lambda member: True
    companions: tuple[str, ...] = ()
    asked: bool = False
    aliases: tuple[str, ...] = ()

    def fits(self, member: Member) -> bool:
        """Whether a file is one of these."""
        begun = bool(self.begins) and re.search(self.begins, member.head) is not None
        return begun and self.looks(member)

    def goes_with(self, member: Member) -> bool:
        """Whether a file may stand beside those of this format."""
        return not {member.ending, member.name.rpartition("/")[2]}.isdisjoint(self.companions)


@dataclass(frozen=True)
class ColumnFormat:
    """A table in any kind of file, or a data frame, whose columns have the names of a tool.

    `needs` are the columns that it is known by: ``task|dataset`` is either of the two,
    ``metrics.NAME`` any that begins so, and ``NAME__MIN`` any that ends so. ``turn(table)`` makes
    the long table of it, and ``looks(header)`` says whether a header that has all is really one;
    the rest is as in `FileFormat`.
    """

    name: str
    title: str
    known_by: str
    gives: str
    needs: tuple[str, ...]
    turn: Callable[[Table], Table]
    aliases: tuple[str, ...] = ()
    of: Source = "tool"
    asked: bool = False
    looks: Callable[[Sequence[str]], bool] = lambda header: True

    def lacking(self, header: Sequence[str]) -> list[str]:
        """The columns that it needs and that a header does not have."""
        missing = [need for need in self.needs if not columns_for(need, header)]
        if not missing and not self.looks(header):
            missing = [*self.needs]
        return [need.partition("|")[0] for need in missing]


def columns_for(need: str, header: Sequence[str]) -> list[str]:
    """The columns of a header that a need of a format names."""
    if need.endswith(ANY):
        return [name for name in header if name.startswith(need.removesuffix(ANY))]
    if need.startswith(ANY):
        return [name for name in header if name.endswith(need.removeprefix(ANY))]
    return [name for name in need.split("|") if name in header][:1]


Format = FileFormat | ColumnFormat

FORMATS: Registry[Format] = Registry(
    "format", "evenkeel.tables.formats", place=lambda entry: _ORDER.index(entry.of)
)
ANY = "NAME"  # at the end of a need
AUTO, ORDINARY = "auto", "table"  # found out; none of the formats, but an ordinary table


def lookup(name: str) -> Format | None:
    """The format of a name; None if it is to be found out, or an ordinary table."""
    if name in (AUTO, ORDINARY):
        return None
    from evenkeel.errors import choice

    aliases = [alias for entry in FORMATS for alias in entry.aliases]
    return FORMATS.lookup(choice(name, [AUTO, ORDINARY, *FORMATS.names, *aliases], "format"))


@cache
def file_formats() -> list[FileFormat]:
    """The formats that are found by what stands in a file."""
    return [entry for entry in FORMATS if isinstance(entry, FileFormat) and not entry.asked]


@cache
def column_formats() -> list[ColumnFormat]:
    """The formats that are found by the names of the columns of a table."""
    return [entry for entry in FORMATS if isinstance(entry, ColumnFormat) and not entry.asked]
