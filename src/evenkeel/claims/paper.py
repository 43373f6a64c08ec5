"""The claims of a paper, read from a small table that a reviewer types."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from evenkeel.claims.lines import Text, text_of
from evenkeel.claims.printed import printed_number
from evenkeel.errors import InputError, TableError, choice, quoted, visible

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
        faults.append(f"no claim is made; write one a line, such as {KINDS['rank']}")
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
