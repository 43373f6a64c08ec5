"""What a table says of the pairs of its algorithms, problem by problem, and a weak prior."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.families import Family
from evenkeel.orders.pair_likelihood import PairCounts
from evenkeel.orders.separation import has_maximum


@dataclass(frozen=True, eq=False)
class Contests:
    """Who beats whom on each problem.

    Attributes
    ----------
    losses : ndarray, shape (n, k)
        The table, lower is better; NaN for a missing result.
    split : bool
        Whether a tie is half a win of each; if not, ties are a third outcome.
    """

    losses: FloatArray
    split: bool

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return int(self.losses.shape[1])

    @cached_property
    def pairs(self) -> IndexArray:
        """The pairs that have a problem in common, shape (m, 2)."""
        every = Family.of_size(self.k).pairs
        present = ~np.isnan(self.losses)
        common: IndexArray = every[(present[:, every[:, 0]] & present[:, every[:, 1]]).any(axis=0)]
        return common

    @cached_property
    def outcomes(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Wins, defeats and ties of the first of each pair on each problem, shapes (n, m)."""
        first, second = (self.losses[:, self.pairs[:, side]] for side in (0, 1))
        wins, defeats, ties = ((first < second), (first > second), (first == second))
        if self.split:
            return wins + ties / 2, defeats + ties / 2, np.zeros(ties.shape)
        return wins.astype(np.float64), defeats.astype(np.float64), ties.astype(np.float64)

    def drawn(self, prior: float) -> float:
        """How many comparisons a prior adds to each pair: k - 1 times `prior`, spread evenly."""
        return 2 * prior / self.k

    def counts(self, times: FloatArray, prior: float) -> PairCounts:
        """The outcomes where problems count `times` (r, n), with the comparisons of the prior.

        Of these comparisons as large a share is tied as in the whole table, but at most half of
        them; of the others half are won.
        """
        tied = min(self.outcomes[2].sum() / sum(part.sum() for part in self.outcomes), 0.5)
        drawn = self.drawn(prior)
        half = drawn * (1 - tied) / 2
        wins, defeats, ties = (times @ part for part in self.outcomes)
        return PairCounts(wins + half, defeats + half, ties + drawn * tied, self.pairs, self.k)

    def links(self, times: FloatArray) -> tuple[BoolArray, BoolArray]:
        """Who beats and who ties with whom where problems count `times`: (r, n) to (r, k, k)."""
        counts = self.counts(times, 0.0)
        wins, ties = np.zeros((2, len(times), self.k, self.k), dtype=bool)
        first, second = self.pairs.T
        wins[:, first, second], wins[:, second, first] = counts.wins > 0, counts.defeats > 0
        ties[:, first, second] = ties[:, second, first] = counts.ties > 0
        return wins, ties

    def have_maximum(self, times: FloatArray, *, estimated_ties: bool) -> BoolArray:
        """Whether maximum likelihood without a prior is finite: problems `times` (r, n) to (r,)."""
        wins, ties = self.links(times)
        return has_maximum(wins, ties, estimated_ties=estimated_ties)
