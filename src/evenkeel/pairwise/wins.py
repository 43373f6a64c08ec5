"""Wins, ties and losses of every algorithm against every other one."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import IndexArray, IntArray
from evenkeel.errors import choice
from evenkeel.ranks.designs import common_problems
from evenkeel.result import Result
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results


class WinTieLoss(Result):
    """On how many of n problems the algorithm of the row beats, equals, loses to the column's.

    `wins`, `ties` and `losses` are k x k matrices of counts; the diagonal of `ties` is n, or with
    holes the number of results that the algorithm has.
    """

    _title: ClassVar[str] = "Wins, ties and losses"
    _note: ClassVar[str] = "The counts are those of the algorithm of the row against the column's."

    algorithms: tuple[str, ...]
    wins: IntArray
    ties: IntArray
    losses: IntArray
    n: int

    def versus(self, first: str, second: str) -> tuple[int, int, int]:
        """Wins, ties and losses of the first algorithm against the second."""
        a, b = (
            self.algorithms.index(choice(name, self.algorithms, "algorithm"))
            for name in (first, second)
        )
        return int(self.wins[a, b]), int(self.ties[a, b]), int(self.losses[a, b])


def win_tie_loss(results: Results | ArrayLike, *, better: Better | None = None) -> WinTieLoss:
    """Count on how many problems each algorithm beats, equals and loses to each other one.

    There is no test in it, hence no hypotheses: `sign_test` tests one pair of these counts. The
    values are compared as they are, in the direction of the table; only equal values tie.
    Identical algorithms have n ties; a constant algorithm is counted as any other. With holes two
    algorithms are compared on the problems that both have.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    WinTieLoss

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), Section 3.1 and Table 5,
    doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    SaDE against PSO, Table 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> evenkeel.pairwise.win_tie_loss(evenkeel.load("cec2005")).versus("SaDE", "PSO")
    (20, 0, 5)
    """
    table = failures_last(as_results(results, better))
    losses = np.ascontiguousarray(table.losses.T)
    wins = np.stack([np.count_nonzero(one < losses, axis=1) for one in losses]).astype(np.int64)
    shared = common_problems(~np.isnan(table.values)) if table.has_missing else table.n
    ties: IntArray = shared - wins - wins.T
    for counts in (wins, ties):
        counts.flags.writeable = False
    return WinTieLoss(table.algorithms, wins, ties, wins.T, table.n)


def shared_by(table: Results, pairs: IndexArray) -> IntArray | None:
    """How many problems both algorithms of each pair have; None if no result is missing."""
    if not table.has_missing:
        return None
    shared: IntArray = common_problems(~np.isnan(table.values))[pairs[:, 0], pairs[:, 1]]
    return shared
