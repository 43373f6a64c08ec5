"""A registry says the same whatever was imported first."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from evenkeel.errors import UnknownNameError
from evenkeel.references import REFERENCES, Reference
from evenkeel.registry import Registry


@dataclass(frozen=True)
class Entry:
    name: str
    aliases: tuple[str, ...]
    reference: Reference


def test_the_names_offered_do_not_depend_on_the_order_of_registration() -> None:
    entries = [
        Entry("new", ("newer", "newest"), REFERENCES["li2008"]),
        Entry("old", ("older",), REFERENCES["dunn1961"]),
    ]
    messages = []
    for given in (entries, entries[::-1]):
        registry: Registry[Entry] = Registry("thing", "evenkeel.numerics")
        for entry in given:
            registry.register(entry)
        with pytest.raises(UnknownNameError) as error:
            registry.lookup("x")
        messages.append(str(error.value))
    assert (
        messages
        == ["unknown thing 'x': choose one of 'old', 'new', 'older', 'newer', 'newest'"] * 2
    )


def test_a_name_is_taken_once() -> None:
    registry: Registry[Entry] = Registry("thing", "evenkeel.numerics")
    registry.register(Entry("one", ("first",), REFERENCES["li2008"]))
    with pytest.raises(ValueError, match="the name 'first' is taken by 'one'"):
        registry.register(Entry("two", ("first",), REFERENCES["li2008"]))
