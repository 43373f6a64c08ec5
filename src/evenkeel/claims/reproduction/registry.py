"""What a published table is, what is stored of it, and the list of all."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Literal

from evenkeel.claims.printed import Figure

# Figures as the documents print them: in a line, or in a table.


#: The rankings of the documents, in the order of their tables.
DOCUMENTED_RANKINGS = ("friedman", "aligned", "quade")


def row_of_figures(
    what: str,
    names: Iterable[str],
    printed: str,
    values: Iterable[float | None],
    *,
    places: int | None = None,
) -> Iterator[Figure]:
    """Figures printed in one line, separated by blanks: `what` for each of the `names`."""
    for name, text, value in zip(names, printed.split(), values, strict=True):
        yield Figure(f"{what} {name}", text, value, places)


def table_of_figures(
    rows: Iterable[Mapping[str, str]],
    columns: Sequence[str],
    values: Iterable[Iterable[float | None]],
    *,
    what: str = "",
    places: int | None = None,
    slack: float = 0.0,
) -> Iterator[Figure]:
    """Figures of printed `rows`, labelled by their first cell and the title of the column."""
    for row, line in zip(rows, values, strict=True):
        name = next(iter(row.values()))
        for column, value in zip(columns, line, strict=True):
            yield Figure(f"{name}, {what}{column}", row[column], value, places, slack)


# What is stored beside the code: the printed tables, the errata, and what cannot be recomputed.


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
    text = (
        resources.files("evenkeel.claims.reproduction").joinpath(file).read_text(encoding="utf-8")
    )
    return list(csv.DictReader(text.splitlines()))


# What a published table is, and the list of all that are recomputed.


#: What a table was recomputed from. "definition" needs no data: critical values and counts.
Source = Literal["data", "printed ranks", "printed p", "printed statistics", "definition"]
Recompute = Callable[[], Iterator[Figure]]

DERRAC = "Derrac et al. (2011)"
GARCIA_2008 = "Garcia and Herrera (2008)"
SLIDES = "Garcia and Herrera, slides"
SPANISH = "Garcia et al., Spanish tutorial"


@dataclass(frozen=True)
class PublishedTable:
    """A numbered table of a document, what it is recomputed from, and how.

    A table that can be had from two sources has an entry for each, with the same labels.
    """

    document: str
    number: str
    title: str
    source: Source
    recompute: Recompute


#: All of them, in the order of the report.
TABLES: list[PublishedTable] = []


def published_table(
    document: str, number: str, title: str, source: Source
) -> Callable[[Recompute], Recompute]:
    """Enter the decorated function, which yields the figures, as a table of that document."""

    def enter(recompute: Recompute) -> Recompute:
        TABLES.append(PublishedTable(document, number, title, source, recompute))
        return recompute

    return enter
