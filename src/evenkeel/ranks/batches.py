"""Tables in batches: losses (..., n, k), each ranking of them computed once, when it is wanted.

A single table is a batch without leading axes, so a test of one table and a study of ten thousand
run the same code.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from evenkeel._types import FloatArray
from evenkeel.ranks.registry import RANKINGS


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

    @property
    def n(self) -> int:
        """Number of problems."""
        return int(self.losses.shape[-2])

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return int(self.losses.shape[-1])

    def by(self, ranking: str) -> Ranked:
        """The ranks by the ranking of that name."""
        entry = RANKINGS.lookup(ranking)
        if entry.name not in self._ranked:
            self._ranked[entry.name] = entry.rank(self)
        return self._ranked[entry.name]
