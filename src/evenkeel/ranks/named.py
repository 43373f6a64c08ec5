"""Ranks of one table, with the names of its algorithms."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import Message, Option
from evenkeel.ranks.batches import Tables
from evenkeel.ranks.designs import require_connected
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Result, hidden
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Results

if TYPE_CHECKING:
    from evenkeel.report.document import Document


class Ranks(Result):
    """Ranks of k algorithms on n problems by one ranking.

    Attributes
    ----------
    ranking : str
        Name of the ranking: ``"friedman"``, ``"aligned"``, ``"quade"``, ``"skillings-mack"``.
    algorithms : tuple of str
        The k algorithms.
    ranks : ndarray, shape (n, k)
        Friedman: 1..k within each problem. Aligned: 1..nk over the whole table. Quade: the
        weighted ranks W of equation (7) of Derrac et al. (2011), rank times problem weight.
        Skillings-Mack: within each problem among those present, NaN for a missing result.
    average : ndarray, shape (k,)
        The documents' average rank of each algorithm: the column mean for Friedman and aligned
        ranks, T of equation (8) for Quade; for Skillings-Mack the average rank that is estimated
        for a table without holes.
    weights : ndarray, shape (n,)
        Rank of each problem's range (Quade); ones for the other rankings.
    tied : int
        How many values share their rank with another: within their problem (Friedman, Quade) or
        in the whole table (aligned).
    """

    _title: ClassVar[str] = "Average ranks"

    ranking: str
    algorithms: tuple[str, ...]
    ranks: FloatArray = hidden()
    average: FloatArray = hidden()
    weights: FloatArray = hidden()
    tied: int

    @property
    def n(self) -> int:
        """Number of problems."""
        return int(self.ranks.shape[0])

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return int(self.ranks.shape[1])

    @property
    def noun(self) -> str:
        """What one of the ranks is called in words."""
        return RANKINGS.lookup(self.ranking).noun

    @property
    def averages(self) -> str:
        """What the axis of a picture calls the average ranks."""
        return RANKINGS.lookup(self.ranking).averages or f"Average {self.noun}"

    @property
    def centred(self) -> FloatArray:
        """Ranks less their mean within each problem; for Quade the S of equation (6)."""
        centred: FloatArray = self.ranks - self.ranks.mean(axis=1, keepdims=True)
        return centred

    @property
    def order(self) -> IndexArray:
        """Positions of the algorithms from the best average rank to the worst."""
        return np.argsort(self.average, kind="stable")

    @property
    def best(self) -> str:
        """The algorithm with the best (lowest) average rank; the first of them if tied."""
        return self.algorithms[int(self.order[0])]

    def report(self) -> Document:
        """The average ranks, best first."""
        from evenkeel.report.of_fields import report_fields
        from evenkeel.report.tables import average_ranks_table

        return report_fields(self, average_ranks_table(self))


def tables_of(results: Results) -> Tables:
    """The table as a batch of one, made once, so that each ranking is computed once."""
    if "tables" not in results._memo:
        results._memo["tables"] = Tables(results.losses)
    tables: Tables = results._memo["tables"]
    return tables


def fitting_ranking(results: Results, ranking: str) -> str:
    """The name of the ranking; of a table with holes Friedman's ranks are those of the present."""
    name = RANKINGS.lookup(ranking).name
    return "skillings-mack" if name == RANKINGS.default and results.has_holes else name


def compute_ranks(results: Results, ranking: str | None = None) -> Ranks:
    """Ranks of `results` by the ranking of that name, computed once for each table.

    By default Friedman's, which of a table with holes are those among the algorithms present.
    """
    entry = RANKINGS.lookup(ranking or fitting_ranking(results, RANKINGS.default))
    name = entry.name
    if name not in results._memo:
        table = failures_last(results) if entry.ordinal else results
        if entry.holes:
            require_connected(table)
        else:
            instead = "friedman" if results.failures else "skillings-mack"
            table.require_complete(f"the {name} ranking", Message(Option("ranking", instead)))
        ranked = tables_of(table).by(name)
        results._memo[name] = Ranks(
            name, results.algorithms, ranked.ranks, ranked.average, ranked.weights, ranked.tied
        )
    ranks: Ranks = results._memo[name]
    return ranks
