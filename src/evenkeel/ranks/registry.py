"""What a ranking is, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from evenkeel.errors import Message, Option
from evenkeel.registry import Registry
from evenkeel.words.references import Reference

if TYPE_CHECKING:
    from evenkeel.ranks.batches import Ranked, Tables


@dataclass(frozen=True)
class Ranking:
    """A way to rank the algorithms of a table.

    Attributes
    ----------
    name, title, aliases
        The name to call it by, the name to print (``"Friedman"``), and other names.
    noun
        What the axis of a picture calls one of its ranks.
    averages
        What it calls the average ranks; by default "Average" and the noun.
    meaning
        A sentence for the glossary.
    rank
        ``rank(tables)`` ranks tables (..., n, k).
    standard_error
        ``standard_error(n, k)`` of a difference of two average ranks, as the documents have it.
    caveats
        ``caveats(n, k, tied)`` says what is wrong with p-values from that standard error.
    interval
        What the picture of the average ranks draws about them by default.
    reference
        Where it was published.
    ordinal
        Whether it looks at nothing but the order within problems, so that a failure can rank last.
    holes
        Whether it serves tables with holes. On a complete table it is then one of the others, and
        not shown beside it.
    ends
        ``ends(n, k)``: the lowest and the highest average rank that is possible.
    """

    name: str
    title: str
    noun: str
    meaning: str
    rank: Callable[[Tables], Ranked]
    standard_error: Callable[[int, int], float]
    caveats: Callable[[int, int, int], Iterator[str]]
    reference: Reference
    interval: Literal["quartiles", "none"] = "none"
    aliases: tuple[str, ...] = ()
    ordinal: bool = False
    holes: bool = False
    averages: str = ""
    ends: Callable[[int, int], tuple[float, float]] = lambda n, k: (1.0, float(k))

    @property
    def additive(self) -> bool:
        """Whether ranks are given within each problem, so that other problems do not move them."""
        return self.ordinal and not self.holes


#: How a caveat ends.
CALIBRATED = Message(Option("method", "exact"), " or ", Option("method", "calibrated"), " mends it")

RANKINGS: Registry[Ranking] = Registry("ranking", "evenkeel.ranks", "friedman")


def complete_rankings() -> tuple[str, ...]:
    """The names of those that differ on complete tables."""
    return tuple(ranking.name for ranking in RANKINGS if not ranking.holes)
