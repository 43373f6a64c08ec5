"""The Kemeny consensus: the order that contradicts the fewest results of two algorithms."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.pairwise.pair import win_tie_loss
from evenkeel.ranks.named import compute_ranks
from evenkeel.result import Result, shown
from evenkeel.stability.contests import groups_in_order
from evenkeel.tables.results import Better, Results, as_results

#: Algorithms that beat each other in circles, up to which every order of them is looked at.
LARGEST_EXACT = 16


class KemenyConsensus(Result):
    """The order that contradicts the fewest results.

    Attributes
    ----------
    algorithms : tuple of str
        The algorithms in the order of the table.
    place : ndarray of int, shape (k,)
        The place of each in the consensus, 1 for the best.
    disagreements : int
        On how many problems two algorithms stand the other way round, over all pairs.
    by_average_ranks : float
        The same for the order of the average ranks, of which equal ones count half.
    least : int
        A bound below which no order comes; equal to `disagreements` if that is proven.
    optimal : int or None
        How many orders have as few disagreements; None if that was not counted.
    exact : bool
        Whether no order has fewer.
    n : int
        Number of problems.
    """

    _title: ClassVar[str] = "Kemeny consensus"
    _note: ClassVar[str] = (
        "A disagreement is a problem on which two algorithms stand the other way round than in the "
        "order; ties disagree with no order."
    )

    algorithms: tuple[str, ...]
    place: IntArray = shown("count", title="Place")
    disagreements: int
    by_average_ranks: float = shown("count", title="Disagreements of the average ranks")
    least: int = shown("count", title="Bound from below")
    optimal: int | None = shown("count", title="Orders with as few")
    exact: bool
    n: int

    @property
    def order(self) -> tuple[str, ...]:
        """The algorithms, the best first."""
        return tuple(self.algorithms[j] for j in np.argsort(self.place))


def kemeny(results: Results | ArrayLike, *, better: Better | None = None) -> KemenyConsensus:
    """Find the order of the algorithms that contradicts the fewest results of two of them.

    There is no test in it, hence no hypotheses. With w_ij the number of problems on which i beats
    j, the order has the least sum of w_ji over all pairs in which i stands before j: the Kemeny
    distance to the problems' own orders (ties of a problem disagree with no order). Unlike the
    average ranks it respects majorities: who beats every other one on most problems is first.

    Algorithms that a majority puts before all others stand before them in every such order, so
    that the groups which beat each other in circles are ordered by themselves: up to 16 by
    dynamic programming over their subsets, which also counts the orders that are as good. Of a
    larger group the order of the wins is improved by moving single algorithms as long as that
    helps; the bound, the sum over the pairs of the smaller of w_ij and w_ji, says how much may be
    missing. Among orders that are equally good the one is given that ends with those of
    the worst average ranks.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`. With holes two algorithms are compared on the
        problems that both have.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    KemenyConsensus

    References
    ----------
    Kemeny (1959), Daedalus 88:577-591. Betzler, Fellows, Guo, Niedermeier and Rosamond (2009),
    Theoretical Computer Science 410:4554-4570, for the dynamic programming.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.stability import kemeny
    >>> consensus = kemeny(evenkeel.load("garcia2008"))
    >>> consensus.order, consensus.disagreements, consensus.optimal
    (('NaiveBayes', 'C4.5', 'CN2', '1-NN', 'Kernel'), 76, 1)
    """
    table = as_results(results, better)
    return kemeny_of(table, compute_ranks(table).average)


def kemeny_of(table: Results, average: FloatArray) -> KemenyConsensus:
    """The consensus of a table, of which the average ranks are known."""
    wins = win_tie_loss(table).wins
    order, cost, least, optimal = consensus_order(wins, average)
    place = np.empty(table.k, dtype=np.int64)
    place[order] = np.arange(1, table.k + 1)
    place.flags.writeable = False
    apart = np.sign(average[:, None] - average)
    return KemenyConsensus(
        table.algorithms,
        place=place,
        disagreements=cost,
        by_average_ranks=float((wins * (apart + 1)).sum() / 2),
        least=least,
        optimal=optimal,
        exact=cost == least,
        n=table.n,
    )


def consensus_order(
    wins: IntArray, positions: FloatArray
) -> tuple[IndexArray, int, int, int | None]:
    """The order, its disagreements, a bound from below, and how many orders are as good.

    `wins` (k, k) counts how often the row beats the column. Of equally good orders `positions`
    (k,) chooses.
    """
    order: list[int] = []
    counts: list[int | None] = []
    least = int(np.minimum(wins, wins.T).sum()) // 2
    for group in groups_in_order(wins >= wins.T):
        members = np.array(group)[np.argsort(positions[group], kind="stable")]
        inner = wins[np.ix_(members, members)]
        if len(group) > LARGEST_EXACT:
            found, optimal = _improved(inner), None
        else:
            found, optimal = _best(inner)
            least += disagreements(inner, found) - int(np.minimum(inner, inner.T).sum()) // 2
        order += members[found].tolist()
        counts.append(optimal)
    cost = disagreements(wins, np.array(order))
    known = [count for count in counts if count is not None]
    return np.array(order), cost, least, math.prod(known) if len(known) == len(counts) else None


def disagreements(wins: IntArray, order: IndexArray) -> int:
    """Wins of an algorithm over one that stands before it in the order."""
    return int(np.tril(wins[np.ix_(order, order)], -1).sum())


def _best(wins: IntArray) -> tuple[IndexArray, int]:
    """The best order of a few algorithms, and how many are as good.

    The best order of a set has one of its members last, and the others in their best order: the
    sets are gone through from the small to the large, as bits of numbers.
    """
    size = len(wins)
    after = np.zeros((1 << size, size), dtype=np.int64)  # wins of j over the members of a set
    for i in range(size):
        after[1 << i : 2 << i] = after[: 1 << i] + wins[:, i]
    sets = np.arange(1 << size)
    cost, ways = np.zeros(1 << size, dtype=np.int64), np.ones(1 << size, dtype=np.int64)
    sizes = ((sets[:, None] >> np.arange(size)) & 1).sum(axis=1)
    bits = 1 << np.arange(size)
    for number in range(1, size + 1):
        some = sets[sizes == number]
        rest = some[:, None] & ~bits
        within = rest != some[:, None]
        costs = np.where(within, cost[rest] + after[rest, np.arange(size)], np.iinfo(np.int64).max)
        cost[some] = costs.min(axis=1)
        ways[some] = np.where(costs == cost[some, None], ways[rest], 0).sum(axis=1)
    order = []
    left = (1 << size) - 1
    while left:
        rest = left & ~bits
        fits = (rest != left) & (cost[rest] + after[rest, np.arange(size)] == cost[left])
        order.append(int(np.flatnonzero(fits)[-1]))
        left = int(rest[order[-1]])
    return np.array(order[::-1]), int(ways[-1])


def _improved(wins: IntArray) -> IndexArray:
    """The order of the wins, improved by moving single algorithms as long as that helps."""
    order = np.argsort(wins.sum(axis=0) - wins.sum(axis=1), kind="stable")
    moved = True
    while moved:
        moved = False
        for member in order.copy():
            rest = order[order != member]
            # the cost of each place: those before it that lose to it, and those after it that win
            costs = np.append(0, np.cumsum(wins[member, rest])) + np.append(
                np.cumsum(wins[rest, member][::-1])[::-1], 0
            )
            best = int(np.argmin(costs))
            now = int(np.flatnonzero(order == member)[0])
            if costs[best] < costs[now]:
                order = np.insert(rest, best, member)
                moved = True
    return order
