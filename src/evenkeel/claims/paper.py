"""The claims of a paper, typed line by line or as a small table."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import IO, Any, cast

from evenkeel.claims.printed import printed_number
from evenkeel.errors import InputError, TableError, choice, quoted, visible
from evenkeel.tables.parsing.sources import held, open_path, open_stream, path_of
from evenkeel.tables.parsing.text import decode

# What a reviewer types or pastes, line by line: a label, and behind it what is printed.


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


# The claims of a paper, read from a small table that a reviewer types.


#: What a claim can be about, with an example of its name and value.
KINDS: Mapping[str, str] = {
    "rank": "rank,A,2.10",
    "statistic": "statistic,friedman,12.4",
    "z": "z,A vs B,2.31",
    "p": "p,A vs B,0.021",
    "adjusted": "adjusted,holm: A vs B,0.042",
    "rejected": "rejected,holm: A vs B,yes",
    "counts": "counts,A vs B,12/2/6",
    "critical-difference": "critical-difference,nemenyi,1.17",
}
#: What is said once of the whole study.
SETTINGS = ("n", "k", "ranking", "control", "alpha", "decimals", "ties")

_WORDS = {"yes": True, "no": False, "rejected": True, "not rejected": False}


@dataclass(frozen=True)
class Claim:
    """One claim: what it is about, and what is printed.

    `place` says where it stands, for messages.
    """

    kind: str
    name: str
    value: str
    place: str

    @property
    def rejected(self) -> bool:
        """Of a claim about a decision: what is claimed."""
        word = self.value.strip().casefold()
        if word not in _WORDS:
            raise InputError(f"found {quoted(self.value)}; write yes or no")
        return _WORDS[word]


@dataclass(frozen=True)
class Paper:
    """The claims of a paper in their order, and what is said of the whole study."""

    claims: tuple[Claim, ...]
    settings: Mapping[str, str] = field(default_factory=dict)

    def of_kind(self, kind: str) -> Mapping[str, Claim]:
        """The claims of that kind by their names."""
        return self._by_kind.get(kind, {})

    @cached_property
    def _by_kind(self) -> dict[str, dict[str, Claim]]:
        found: dict[str, dict[str, Claim]] = {}
        for claim in self.claims:
            found.setdefault(claim.kind, {})[claim.name] = claim
        return found

    def whole(self, name: str) -> int | None:
        """A setting that is a whole number, or None if it is not given."""
        if name not in self.settings:
            return None
        text = self.settings[name]
        try:
            return int(text)
        except ValueError:
            raise InputError(
                f"{name} is {quoted(text)}; write a whole number, such as '{name},,30'"
            ) from None

    @property
    def alpha(self) -> float:
        """The level of the decisions, by default 0.05."""
        return float(printed_number(self.settings.get("alpha", "0.05"), "alpha").number)


def read_paper(paper: Text | Iterable[tuple[Any, Any, Any]]) -> Paper:
    """Read claims from text, a file, or triples of kind, name and value; faults all together."""
    if isinstance(paper, (str, os.PathLike)) or hasattr(paper, "read"):
        source, text = text_of(cast("str", paper))
        rows = _rows(text.splitlines())
    else:
        source = "the claims"
        triples = cast("Iterable[Iterable[Any]]", paper)
        rows = [(f"claim {i}", list(map(str, row))) for i, row in enumerate(triples, start=1)]
    claims: dict[tuple[str, str], Claim] = {}
    settings: dict[str, str] = {}
    faults: list[str] = []
    for place, row in rows:
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or cells[0].casefold() == "kind":
            continue
        try:
            _enter(place, cells, claims, settings)
        except InputError as error:
            faults.append(f"{place}: {error}")
    if not claims and not faults:
        faults.append(f"no claim is made; write one per line, such as {KINDS['rank']}")
    if faults:
        raise TableError(source, faults)
    return Paper(tuple(claims.values()), settings)


def _rows(lines: list[str]) -> list[tuple[str, list[str]]]:
    """The cells of each line, which tabs, semicolons or commas separate, and where it stands."""
    separator = next((mark for mark in "\t;" if any(mark in line for line in lines)), ",")
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True)
    return [(f"line {reader.line_num}", row) for row in reader]


def _enter(
    place: str,
    row: list[str],
    claims: dict[tuple[str, str], Claim],
    settings: dict[str, str],
) -> None:
    kind = choice(row[0].casefold(), [*KINDS, *SETTINGS], "kind of claim")
    if kind in SETTINGS:
        given = [cell for cell in row[1:] if cell]
        if len(given) != 1 or kind in settings:
            raise InputError(f"give {kind} once, with one value, such as '{kind},,VALUE'")
        settings[kind] = given[0]
        return
    if len(row) < 3 or not row[1] or not row[2]:
        raise InputError(f"found {visible(','.join(row))!r}; write {KINDS[kind]}")
    claim = Claim(kind, row[1], ",".join(row[2:]).rstrip(","), place)
    if (kind, claim.name) in claims:
        raise InputError(f"the {kind} of {claim.name} is claimed twice; keep one")
    if kind == "rejected":
        _ = claim.rejected
    elif kind != "counts":
        printed_number(claim.value, f"the {kind} of {claim.name}")
    claims[kind, claim.name] = claim
