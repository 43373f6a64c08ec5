"""Exceptions of evenkeel: every message names the culprit and the way out.

The tree::

    EvenkeelError
    ├── InputError (also a ValueError)
    │   ├── TableError         a table of results has faults, all of them listed
    │   │   ├── NoComparison     it was understood, and holds nothing to compare
    │   │   └── ReadingQuestion  it may be read in several ways, each of which is offered
    │   ├── SourceError        a file or object cannot be opened or decoded
    │   │   └── OversizeError  a file is larger than a table of results can be
    │   └── UnknownNameError   a name or option is not among the known ones
    └── MissingPackageError (also an ImportError)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = [
    "EvenkeelError",
    "InputError",
    "Message",
    "MissingPackageError",
    "NoComparison",
    "Option",
    "OversizeError",
    "ReadingQuestion",
    "SourceError",
    "TableError",
    "UnknownNameError",
]


@dataclass(frozen=True)
class Option:
    """An option that a message names: how it is written is a matter of each door.

    `value` is None where only the user knows it. `call` is what Python has in its place, if it is
    no keyword there.
    """

    name: str
    value: Any = None
    call: str = ""

    def __str__(self) -> str:
        written = "" if self.value is None else repr(self.value)
        return self.call or f"{self.name}={written}"


class Message(str):
    """A text with options in it: as a string it is written for Python, `spelled` for other doors.

    Examples
    --------
    >>> message = Message("the cell is empty; fill it in, or give ", Option("missing", "keep"))
    >>> message
    "the cell is empty; fill it in, or give missing='keep'"
    >>> message.spelled(lambda option: f"--{option.name} {option.value}")
    'the cell is empty; fill it in, or give --missing keep'
    """

    __slots__ = ("parts",)
    parts: tuple[str | Option, ...]

    def __new__(cls, *parts: str | Option) -> Message:
        """Join texts, messages and options."""
        flat: list[str | Option] = []
        for part in parts:
            flat += part.parts if isinstance(part, Message) else [part]
        message = super().__new__(cls, "".join(map(str, flat)))
        message.parts = tuple(flat)
        return message

    def __getnewargs__(self) -> tuple[str | Option, ...]:  # type: ignore[override]
        return self.parts

    def spelled(self, spell: Callable[[Option], str]) -> str:
        """The text with each option as `spell` writes it."""
        return "".join(spell(part) if isinstance(part, Option) else part for part in self.parts)


def spelled(text: str, spell: Callable[[Option], str]) -> str:
    """A text for a door: only a `Message` has options that are written otherwise there."""
    return text.spelled(spell) if isinstance(text, Message) else text


class EvenkeelError(Exception):
    """Base of every exception that evenkeel raises on purpose."""

    def spelled(self, spell: Callable[[Option], str]) -> str:
        """What it says, with each option as `spell` writes it."""
        return spelled(self.args[0], spell) if self.args else ""


class InputError(EvenkeelError, ValueError):
    """An argument, a table or a file cannot be used as it is."""


class SourceError(InputError):
    """A source cannot be opened, decoded or recognised."""


class OversizeError(SourceError):
    """A file is larger than a table of results can be."""


class UnknownNameError(InputError):
    """A name (of an algorithm, a problem, a case, a method) is not known."""


class TableError(InputError):
    """A table of results has faults.

    Parameters
    ----------
    source : str
        What was read: a file name or a description such as ``"the array"``.
    faults : str or sequence of str
        A sentence, or one for each fault: where it is, what was found, how to mend it (a `Message`
        where the remedy is an option).
    limit : int, default 20
        How many faults the message prints; `faults` holds all of them.
    """

    def __init__(self, source: str, faults: str | Sequence[str], *, limit: int = 20) -> None:
        self.source = source
        self.faults = (faults,) if isinstance(faults, str) else tuple(faults)
        shown = self.faults[:limit]
        if len(self.faults) == 1:
            message = Message(f"{source}: ", shown[0])
        else:
            lines: list[str] = [f"{source}: {len(self.faults)} faults"]
            for fault in shown:
                lines += ["\n  - ", fault]
            if len(self.faults) > limit:
                lines.append(f"\n  ... and {len(self.faults) - limit} more")
            message = Message(*lines)
        super().__init__(message)


class NoComparison(TableError):  # noqa: N818  # a finding
    """A table that was understood, and holds nothing to compare.

    `choices` led to it: where one of them is in doubt, other readings may be offered.
    """

    choices: tuple[Any, ...] = ()


class ReadingQuestion(TableError):  # noqa: N818  # a question, not an error of anybody
    """A table may be read in several ways: `readings` has those that work, the likeliest first.

    Each of them was carried out in memory before it was offered; its ``options()`` read the table
    so. `why` says what is in doubt.
    """

    def __init__(self, source: str, why: str, readings: Sequence[Any]) -> None:
        self.readings = tuple(readings)
        self.why = why
        answers: list[str | Option] = []
        for number, reading in enumerate(self.readings, start=1):
            answers.append(f"\n  {number}. {reading.sentence()}\n    ")
            for name, value in reading.options().items():
                answers += [" ", Option(name, value)]
        super().__init__(source, [Message(why, *answers)])


class MissingPackageError(EvenkeelError, ImportError):
    """An optional package is needed for what was asked; `extra` is the extra that holds it."""

    def __init__(self, package: str, purpose: str, extra: str | None = None) -> None:
        what = package if extra is None else f"'evenkeel[{extra}]'"
        super().__init__(
            f"{purpose} needs the package {package}; install it with: pip install {what}"
        )


def visible(name: str | os.PathLike[str]) -> str:
    r"""A name in a message: what cannot be printed, such as a line break, is escaped.

    Examples
    --------
    >>> visible("two" + chr(10) + "lines")
    'two\\nlines'
    """
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in os.fspath(name)
    )


def quoted(value: object, most: int = 60) -> str:
    """A value in a message, as Python writes it, cut to a length that can be read.

    Examples
    --------
    >>> quoted("1e5"), quoted([0] * 9, most=8), quoted(10**5000)
    ("'1e5'", '[0, 0, 0...', 'a number of thousands of digits')
    """
    try:
        text = repr(value)
    except ValueError:  # Python writes no such whole number
        return "a number of thousands of digits"
    except RecursionError:
        return "something nested too deeply"
    return text if len(text) <= most else f"{text[:most]}..."


def few(names: Iterable[str], most: int, *, counted: bool = False) -> str:
    """The first of some names, with commas, and that there are others, or how many.

    Examples
    --------
    >>> few("abc", 3), few("abcd", 2), few("abcd", 2, counted=True)
    ('a, b, c', 'a, b, ...', 'a, b and 2 more')
    """
    listed = list(names)
    rest = len(listed) - most
    more = "" if rest <= 0 else f" and {rest} more" if counted else ", ..."
    return ", ".join(listed[:most]) + more


def choice(value: object, known: Iterable[str], what: str) -> str:
    """Return `value` if it is one of the `known` names, else raise with a suggestion."""
    names = list(known)
    if isinstance(value, str) and value in names:
        return value
    import difflib

    close = difflib.get_close_matches(str(value), names, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    listed = ", ".join(repr(name) for name in names)
    raise UnknownNameError(f"unknown {what} {value!r}: {hint}choose one of {listed}")


def fraction(value: float, what: str) -> float:
    """Return `value` if it lies strictly between 0 and 1, else raise."""
    try:
        inside = not isinstance(value, str) and 0 < float(value) < 1
    except (TypeError, ValueError, OverflowError):
        inside = False
    if not inside:
        raise InputError(f"{what} is {quoted(value)}; give a number between 0 and 1, such as 0.05")
    return float(value)


def first_line(error: BaseException) -> str:
    """The first line of what an error of another package says, to quote it in a message."""
    lines = str(error).strip().splitlines()
    return visible(lines[0]) if lines else type(error).__name__
