"""What a reviewer types or pastes, line by line: a label, and behind it what is printed."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO

from evenkeel.errors import InputError, TableError, visible
from evenkeel.tables.parsing.sources import held, open_path, open_stream, path_of
from evenkeel.tables.parsing.text import decode

Text = str | os.PathLike[str] | IO[str] | IO[bytes]
Source = Text | Mapping[str, object]

_SEPARATOR = re.compile(r"[\s,;:|=&]+")
_RULE = re.compile(r"[\s|:+=-]*|\\[a-z]+(\{.*\})?")  # lines of Markdown and LaTeX tables
_LOOKS_LIKE_LINES = re.compile(r"\n|[\s,;:|=&][<>≤≥]?\s*[.,]?\d")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_SHOWN = 60  # characters of a line that a message shows


@dataclass(frozen=True)
class Lines:
    """Labels with what is printed for each, in their order.

    Attributes
    ----------
    source : str
        Where it comes from, for messages.
    entries : tuple of (str, object)
        A label and what is printed for it: text, or what a mapping holds.
    headings : tuple of str
        Lines before the first entry that hold no value.
    """

    source: str
    entries: tuple[tuple[str, object], ...]
    headings: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken for a heading."""
        return tuple(f"the line {text!r} was taken for a heading" for text in self.headings)


def read_lines(source: Source, value: str, what: str, accept: Callable[[str], bool]) -> Lines:
    """Labels and values of a mapping, of text, or of a file with a line each.

    `value` is the pattern of a value, which ends its line; of several ways to cut a line the first
    is taken whose value `accept` likes. `what` is an example for messages.
    """
    if isinstance(source, Mapping):
        return _distinct(Lines("the mapping", tuple((str(k), v) for k, v in source.items())))
    name, text = text_of(source)
    entries: list[tuple[str, object]] = []
    headings: list[str] = []
    faults: list[str] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().removesuffix("\\\\").strip().strip("|").strip()
        if not line or line.startswith("#") or _RULE.fullmatch(line):
            continue
        found = _cut(line, re.compile(value), accept)
        if found is not None:
            entries.append(found)
        elif entries:
            faults.append(f"line {number}: {_shown(line)} does not end with a value; write {what}")
        else:
            headings.append(line)
    if not entries and not faults:
        faults.append(f"no line ends with a value; write {what}")
    if faults:
        raise TableError(name, faults)
    return _distinct(Lines(name, tuple(entries), tuple(headings)))


def text_of(source: Text) -> tuple[str, str]:
    """What the source is called, and its text; text itself is known by its lines."""
    if isinstance(source, str) and not os.path.exists(source) and _LOOKS_LIKE_LINES.search(source):
        content = held(source.encode("utf-8", "surrogatepass"), "the text")
    elif isinstance(source, (str, os.PathLike)):
        content = open_path(path_of(source))
    elif isinstance(source, io.IOBase) or hasattr(source, "read"):
        content = open_stream(source)
    else:
        raise InputError(
            f"{type(source).__name__} cannot be read; give a mapping, text with a line each, or "
            "the path of a file"
        )
    return content.description, decode(content.whole(), "auto", content)[0]


def _cut(
    line: str, value: re.Pattern[str], accept: Callable[[str], bool]
) -> tuple[str, object] | None:
    for separator in _SEPARATOR.finditer(line):
        label = unquoted(line[: separator.start()])
        rest = unquoted(line[separator.end() :])
        if label and value.fullmatch(rest) and accept(rest):
            return label, rest
    return None


def unquoted(cell: str) -> str:
    """A cell without the blanks and quotation marks around it."""
    text = cell.strip()
    return text[1:-1].replace('""', '"') if _QUOTED.fullmatch(text) else text


def _distinct(lines: Lines) -> Lines:
    if not lines.entries:
        raise InputError(f"{lines.source}: nothing is given; give a label and a value each")
    seen: set[str] = set()
    for label, _ in lines.entries:
        if label in seen:
            raise InputError(f"{lines.source}: {label!r} is given twice; give it once")
        seen.add(label)
    return lines


def _shown(line: str) -> str:
    text = visible(line)
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
