"""A published figure beside the computed one, and when the two agree."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from importlib import resources

from evenkeel.errors import InputError


@dataclass(frozen=True)
class Figure:
    """One printed figure: where it stands, as it is printed, and the computed value.

    `erratum` is the number of the misprint that explains a difference.
    """

    label: str
    printed: str
    computed: float
    erratum: int | None = None

    @property
    def agrees(self) -> bool:
        """Whether the computed value rounds, or is cut off, to the printed digits."""
        if self.printed.startswith(">"):
            return self.computed > float(self.printed[1:])
        number = Decimal(self.printed)
        unit = 10.0 ** int(number.as_tuple().exponent)
        return abs(self.computed - float(number)) <= unit * (1 + 1e-9)


@dataclass(frozen=True)
class PublishedTable:
    """A numbered table of a document, and how its figures are computed.

    `errata` maps the labels of misprinted figures to the number of their erratum.
    """

    document: str
    number: str
    title: str
    compute: Callable[[], Iterator[tuple[str, str, float]]]
    errata: Mapping[str, int] = field(default_factory=dict)

    def figures(self) -> Iterator[Figure]:
        """The figures of the table; a misprinted one carries its erratum."""
        for label, printed, computed in self.compute():
            yield Figure(label, printed, float(computed), self.errata.get(label))


@dataclass(frozen=True)
class Outcome:
    """What came of recomputing one table."""

    table: PublishedTable
    agreeing: int
    errata: tuple[int, ...]
    differing: tuple[Figure, ...]
    stale: tuple[Figure, ...]

    @property
    def explained(self) -> bool:
        """Whether every figure agrees or is a known misprint, and no misprint is imagined."""
        return not self.differing and not self.stale

    @property
    def verdict(self) -> str:
        """One phrase: agrees, or differs because of which errata, or differs without a reason."""
        if self.differing:
            first = self.differing[0]
            return f"DIFFERS: {first.label} printed {first.printed}, computed {first.computed:.7g}"
        if self.stale:
            return f"erratum {self.stale[0].erratum} is not needed for {self.stale[0].label}"
        if self.errata:
            return "agrees but for " + ", ".join(f"erratum {number}" for number in self.errata)
        return "agrees"


def reproduce_table(table: PublishedTable) -> Outcome:
    """Recompute a table and sort its figures."""
    figures = list(table.figures())
    if not figures:
        raise InputError(f"{table.document}, {table.number}: no figure was computed")
    known = [f for f in figures if f.erratum is not None]
    return Outcome(
        table,
        sum(f.agrees for f in figures if f.erratum is None),
        tuple(sorted({f.erratum for f in known if f.erratum is not None})),
        tuple(f for f in figures if f.erratum is None and not f.agrees),
        tuple(f for f in known if f.agrees),
    )


def published_rows(name: str) -> list[dict[str, str]]:
    """Rows of a published table, the cells as printed."""
    return _rows(f"published/{name}.csv")


def errata() -> dict[int, dict[str, str]]:
    """The known misprints of the source documents by their number."""
    return {int(row["number"]): row for row in _rows("errata.csv")}


def _rows(file: str) -> list[dict[str, str]]:
    text = resources.files("evenkeel.reproduction").joinpath(file).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
