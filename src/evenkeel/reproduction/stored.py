"""What is stored beside the code: the printed tables, the errata, and what cannot be recomputed."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Erratum:
    """A misprint or slip of the source documents."""

    number: int
    where: str
    printed: str
    correct: str


@dataclass(frozen=True)
class Unpublished:
    """A printed table that cannot be recomputed, because what it rests on is not printed."""

    document: str
    number: str
    title: str
    figures: int
    why: str


def published_rows(name: str) -> list[dict[str, str]]:
    """Rows of a published table, the cells as printed."""
    return _rows(f"published/{name}.csv")


def errata() -> dict[int, Erratum]:
    """The known errata of the source documents by their number."""
    found = (
        Erratum(int(row["number"]), row["where"], row["printed"], row["correct"])
        for row in _rows("errata.csv")
    )
    return {erratum.number: erratum for erratum in found}


def explanations(document: str, number: str, source: str) -> dict[str, int]:
    """Which figures of a table, recomputed from that source, differ because of which erratum."""
    place = (document, number, source)
    return {
        row["figure"]: int(row["erratum"])
        for row in _rows("explained.csv")
        if (row["document"], row["table"], row["source"]) == place
    }


def unpublished() -> tuple[Unpublished, ...]:
    """The printed tables that cannot be recomputed, and why."""
    return tuple(
        Unpublished(row["document"], row["table"], row["title"], int(row["figures"]), row["why"])
        for row in _rows("unpublished.csv")
    )


def _rows(file: str) -> list[dict[str, str]]:
    text = resources.files("evenkeel.reproduction").joinpath(file).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
