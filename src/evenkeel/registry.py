"""A registry: all entries of one kind, found in the modules of one room.

Each room of methods (rankings, omnibus tests, laws of raw p-values, adjustments) has one. A module
of the room registers its entries when it is imported, and the registry imports all modules of the
room when it is first asked for what it does not hold yet. So a new method is a new file: menus,
reports, studies, documentation and property tests iterate the registry and know no names.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from evenkeel.errors import choice
from evenkeel.references import Reference


class Named(Protocol):
    """What every entry has: a name to call it by, and other names."""

    @property
    def name(self) -> str:
        """The name to call it by."""
        ...

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names that are understood."""
        ...


class Registered(Named, Protocol):
    """What an entry has as well unless its registry has an order of its own."""

    @property
    def reference(self) -> Reference:
        """Where it was published; lists are in the order of the years."""
        ...


Entry = TypeVar("Entry", bound=Named)


def _year(entry: Any) -> int:
    registered: Registered = entry
    return registered.reference.year


class Registry(Generic[Entry]):
    """The entries of one kind, by default in the order of their publication.

    Parameters
    ----------
    what : str
        What an entry is, for messages: ``"omnibus test"``.
    room : str
        The package whose modules hold the entries.
    default : str, optional
        The entry that is taken if none is named; it stands first in lists.
    place : callable, optional
        The number by which entries are sorted, by default the year of the publication.
    """

    def __init__(
        self, what: str, room: str, default: str = "", place: Callable[[Entry], int] = _year
    ) -> None:
        self.what = what
        self.room = room
        self.default = default
        self._number = place
        self._entries: dict[str, Entry] = {}
        self._names: dict[str, str] = {}
        self._complete = False

    def register(self, entry: Entry) -> Entry:
        """Enter it; a name or alias can be taken only once."""
        for name in (entry.name, *entry.aliases):
            if name in self._names:
                raise ValueError(f"the name {name!r} is taken by {self._names[name]!r}")
        self._names |= dict.fromkeys((entry.name, *entry.aliases), entry.name)
        self._entries[entry.name] = entry
        return entry

    def lookup(self, name: str) -> Entry:
        """Find an entry by its name or alias; an unknown one is an error with a suggestion."""
        if not isinstance(name, str) or name not in self._names:
            aliases = [alias for entry in self for alias in entry.aliases]
            name = choice(name, [*self.names, *aliases], self.what)
        return self._entries[self._names[name]]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entries."""
        return tuple(entry.name for entry in self)

    def __iter__(self) -> Iterator[Entry]:
        self._complete_it()
        return iter(sorted(self._entries.values(), key=self._place))

    def __len__(self) -> int:
        self._complete_it()
        return len(self._entries)

    def _complete_it(self) -> None:
        if not self._complete:
            for module in pkgutil.iter_modules(importlib.import_module(self.room).__path__):
                importlib.import_module(f"{self.room}.{module.name}")
            self._complete = True

    def _place(self, entry: Entry) -> tuple[bool, int, str]:
        return entry.name != self.default, self._number(entry), entry.name
