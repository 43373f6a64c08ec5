"""Ranks of one table with the names of its algorithms, and what its design allows to compare."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.ranks.registry import RANKINGS, Tables
from evenkeel.result import Result, hidden
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Results
from evenkeel.text import series

# Which algorithms have results on which problems: what such a design allows to compare.


_LISTED = 5  # names of a group that a message lists


def common_problems(present: BoolArray) -> IntArray:
    """How many problems two algorithms share, designs (..., n, k) to counts (..., k, k)."""
    cells = present.astype(np.float64)  # whose product is that of a fast library, and exact
    return np.rint(np.swapaxes(cells, -1, -2) @ cells).astype(np.int64)


def laplacians(present: BoolArray, weights: FloatArray) -> FloatArray:
    """Sum over the problems of w_i (k_i I - 1 1') on those present: (..., n, k) to (..., k, k).

    It is the Laplacian of the graph that joins two algorithms by the weight of the problems which
    they share; its rank is k less the number of groups that share none.
    """
    cells = present * weights[..., None]
    joined = np.swapaxes(cells, -1, -2) @ present
    diagonal = (cells * present.sum(axis=-1, keepdims=True)).sum(axis=-2)
    laplacian: FloatArray = diagonal[..., None] * np.eye(present.shape[-1]) - joined
    return laplacian


def eigen(laplacian: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Eigenvalues (..., k), exactly 0 where they are but rounding errors, and eigenvectors."""
    values, vectors = np.linalg.eigh(laplacian)
    k = values.shape[-1]
    noise = 8 * k * np.finfo(np.float64).eps * np.abs(values).max(axis=-1, keepdims=True)
    return np.where(values > noise, values, 0.0), vectors


def connected_groups(present: BoolArray) -> list[list[int]]:
    """Algorithms (columns of (n, k)) that problems join, directly or through others."""
    joined = common_problems(present) > 0
    left = set(range(present.shape[1]))
    groups = []
    while left:
        group, new = set[int](), {min(left)}
        while new:
            group |= new
            new = set(np.flatnonzero(joined[sorted(new)].any(axis=0)).tolist()) - group
        groups.append(sorted(group))
        left -= group
    return groups


def require_connected(results: Results) -> None:
    """Raise if the algorithms fall into groups that share no problem; the message names them."""
    groups = connected_groups(~np.isnan(results.values))
    if len(groups) > 1:
        named = [_named([results.algorithms[j] for j in group]) for group in groups]
        raise InputError(
            f"the algorithms fall into {len(groups)} groups that share no problem: "
            f"{'; '.join(named)}. Nothing shows how one group does beside another: compare each by "
            "itself with results.select([...]), or leave some out with results.drop([...])"
        )


def _named(names: list[str]) -> str:
    return series([repr(name) for name in names], _LISTED)


# Ranks of one table, with the names of its algorithms.


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
