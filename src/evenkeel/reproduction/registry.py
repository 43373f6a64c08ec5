"""What a published table is, and the list of all that are recomputed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from evenkeel.claims.figures import Figure

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
