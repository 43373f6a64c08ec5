"""What a table says of its pairs, problem by problem, and whether strengths are finite."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse.csgraph import connected_components

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.families import Family
from evenkeel.stability.likelihoods import PairCounts

# Whether strengths have a finite maximum likelihood, and who stands apart if not.
#
# An algorithm, or a group, that never loses to the others is as strong as one likes: no strength of
# it is the most likely one. Ford (1957) says when there is one: if from every algorithm a chain of
# wins (A beats B, B beats C, ...) leads to every other one.


def has_maximum(wins: BoolArray, ties: BoolArray, *, estimated_ties: bool) -> BoolArray:
    """Whether the likelihood has a finite maximum: relations (r, k, k) to (r,).

    A tie is a link both ways. With Davidson's parameter of ties (`estimated_ties`) there is one
    more way to infinity if there are ties: that it grows together with the distances of the
    strengths. The way is closed by a cycle of wins and ties that has more wins than ties. (The
    outcomes win, loss and tie of a pair have the scores d, -d and c; a direction in which the
    likelihood never falls has d >= max(c, 0) where there is a win and c >= abs(d) where there is
    a tie, and such d and c, not all zero, exist unless both conditions hold.)
    """
    finite = strongly_connected(wins | ties)
    if estimated_ties:
        some = finite & ties.any(axis=(-2, -1))
        finite[some] = _more_wins_than_ties(wins[some], ties[some])
    return finite


def strongly_connected(links: BoolArray) -> BoolArray:
    """Whether every algorithm reaches every other one: relations (r, k, k) to (r,)."""
    k = links.shape[-1]
    reached = (links | np.eye(k, dtype=bool)).astype(np.float32)
    for _ in range(max(k - 1, 1).bit_length()):
        reached = (reached @ reached > 0).astype(np.float32)
    return np.asarray((reached > 0).all(axis=(-2, -1)))


def groups_in_order(links: BoolArray) -> list[list[int]]:
    """The groups of algorithms that reach each other by links (k, k), the ones that win first."""
    count, label = connected_components(links, connection="strong")
    groups = [np.flatnonzero(label == i).tolist() for i in range(count)]
    beaten = [
        np.count_nonzero(links[group].any(axis=0) & (label != label[group[0]])) for group in groups
    ]
    return [groups[i] for i in np.argsort(beaten, kind="stable")[::-1]]


def _more_wins_than_ties(wins: BoolArray, ties: BoolArray) -> BoolArray:
    """Whether a cycle has more wins than ties, in (r, k, k): by the search of Bellman and Ford."""
    k = wins.shape[-1]
    length = np.where(wins, 1.0, np.where(ties, -1.0, -np.inf))
    longest = np.zeros(wins.shape[:-1])
    for _ in range(k):
        before = longest
        longest = np.maximum(before, (before[..., None] + length).max(axis=-2))
    return np.asarray((longest > before).any(axis=-1))


# What a table says of the pairs of its algorithms, problem by problem, and a weak prior.


_CELLS = 1 << 21  # outcomes that are counted at a time


@dataclass(frozen=True, eq=False)
class Contests:
    """Who beats whom on each problem.

    Samples of the problems are given as how often each counts, shape (r, n), or, where each lacks a
    single one, as the numbers of these, shape (r,).

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
    def outcomes(self) -> tuple[BoolArray, BoolArray, BoolArray]:
        """Whether the first of each pair wins, loses and ties on each problem, shapes (n, m)."""
        first, second = (self.losses[:, self.pairs[:, side]] for side in (0, 1))
        return first < second, first > second, first == second

    @cached_property
    def totals(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """How often in all, shapes (m,)."""
        wins, defeats, ties = (
            np.count_nonzero(part, axis=0).astype(np.float64) for part in self.outcomes
        )
        return wins, defeats, ties

    def drawn(self, prior: float) -> float:
        """How many comparisons a prior adds to each pair: k - 1 times `prior`, spread evenly."""
        return 2 * prior / self.k

    def counts(self, samples: FloatArray | IndexArray, prior: float) -> PairCounts:
        """The outcomes in `samples` of the problems, with the comparisons of the prior.

        Of these comparisons as large a share is tied as in the whole table, but at most half of
        them; of the others half are won.
        """
        tied = 0.0 if self.split else min(self.totals[2].sum() / sum(map(np.sum, self.totals)), 0.5)
        drawn = self.drawn(prior)
        half = drawn * (1 - tied) / 2
        wins, defeats, ties = (
            self._counted(samples, part, total)
            for part, total in zip(self.outcomes, self.totals, strict=True)
        )
        if self.split:
            wins, defeats, ties = wins + ties / 2, defeats + ties / 2, np.zeros(ties.shape)
        return PairCounts(wins + half, defeats + half, ties + drawn * tied, self.pairs, self.k)

    def _counted(
        self, samples: FloatArray | IndexArray, outcome: BoolArray, total: FloatArray
    ) -> FloatArray:
        """How often an outcome comes about in each sample, shape (r, m)."""
        if samples.ndim == 1:
            return total - outcome[samples]
        found = np.zeros((len(samples), len(total)))
        step = max(1, _CELLS // len(total))
        for at in range(0, len(outcome), step):
            found += samples[:, at : at + step] @ outcome[at : at + step].astype(np.float64)
        return found

    def times(self, samples: FloatArray | IndexArray) -> FloatArray:
        """How often each problem counts in the samples, shape (r, n)."""
        times = samples if samples.ndim == 2 else np.arange(len(self.losses)) != samples[:, None]
        return np.asarray(times, dtype=np.float64)

    def links(self, samples: FloatArray | IndexArray) -> tuple[BoolArray, BoolArray]:
        """Who beats and who ties with whom in the samples, shapes (r, k, k)."""
        counts = self.counts(samples, 0.0)
        wins, ties = np.zeros((2, len(samples), self.k, self.k), dtype=bool)
        first, second = self.pairs.T
        wins[:, first, second], wins[:, second, first] = counts.wins > 0, counts.defeats > 0
        ties[:, first, second] = ties[:, second, first] = counts.ties > 0
        return wins, ties

    def have_maximum(self, samples: FloatArray | IndexArray, *, estimated_ties: bool) -> BoolArray:
        """Whether maximum likelihood without a prior is finite in the samples, shape (r,)."""
        wins, ties = self.links(samples)
        return has_maximum(wins, ties, estimated_ties=estimated_ties)
