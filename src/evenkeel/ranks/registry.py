"""What a ranking is, the table of all, and tables in batches with their rankings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import Message, Option
from evenkeel.references import Reference
from evenkeel.registry import Registry

# What a ranking is, and the table of all of them.


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


# Tables in batches: losses (..., n, k), each ranking of them computed once, when it is wanted.
#
# A single table is a batch without leading axes, so a test of one table and a study of ten thousand
# run the same code.


@dataclass(frozen=True, eq=False)
class Ranked:
    """Ranks of tables by one ranking.

    Attributes
    ----------
    ranks : ndarray, shape (..., n, k)
        The ranks; Quade's are weighted.
    average : ndarray, shape (..., k)
        The documents' average rank of each algorithm.
    weights : ndarray, shape (..., n)
        Weights of the problems: ones, but for Quade's ranking.
    tied : int
        How many values share their rank with another one.
    """

    ranks: FloatArray
    average: FloatArray
    weights: FloatArray
    tied: int

    def __post_init__(self) -> None:
        for array in (self.ranks, self.average, self.weights):
            array.flags.writeable = False


@dataclass(frozen=True, eq=False)
class Tables:
    """Losses of tables, shape (..., n, k), in which lower is better, with their rankings."""

    losses: FloatArray
    _ranked: dict[str, Ranked] = field(default_factory=dict, init=False)
    _sample: tuple[Tables, IndexArray] | None = field(default=None, repr=False)

    @property
    def n(self) -> int:
        """Number of problems."""
        return int(self.losses.shape[-2])

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return int(self.losses.shape[-1])

    def of_problems(self, rows: IndexArray) -> Tables:
        """Tables (..., size, k) of problems of this single one, by their rows (..., size).

        Ranks that are given within each problem are taken from this table.
        """
        return Tables(self.losses[rows], (self, rows))

    def by(self, ranking: str) -> Ranked:
        """The ranks by the ranking of that name."""
        entry = RANKINGS.lookup(ranking)
        if entry.name not in self._ranked:
            self._ranked[entry.name] = (
                _ranked_again(self._sample[0].by(entry.name), self._sample[1])
                if self._sample and entry.additive
                else entry.rank(self)
            )
        return self._ranked[entry.name]


def _ranked_again(ranked: Ranked, rows: IndexArray) -> Ranked:
    """The same ranks of problems that are taken from one table."""
    ranks = ranked.ranks[rows]
    ordered = np.sort(ranked.ranks, axis=-1)
    same = ordered[:, 1:] == ordered[:, :-1]
    tied = np.pad(same, ((0, 0), (1, 0))) | np.pad(same, ((0, 0), (0, 1)))
    counts = np.count_nonzero(tied, axis=-1)
    return Ranked(ranks, ranks.mean(axis=-2), np.ones(ranks.shape[:-1]), int(counts[rows].sum()))
