"""Friedman's ranks of a table with holes: within each problem, among the algorithms present."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.ranks.batches import Ranked, Tables
from evenkeel.ranks.designs import eigen, laplacians
from evenkeel.ranks.kernels import rank_and_count
from evenkeel.ranks.named import Ranks, compute_ranks
from evenkeel.ranks.of_friedman import friedman_standard_error
from evenkeel.ranks.registry import RANKINGS, Ranking
from evenkeel.tables.results import Results
from evenkeel.words.references import REFERENCES


def skillings_mack_ranks(results: Results) -> Ranks:
    """Rank the algorithms that are present on each problem, and estimate their average ranks.

    The mean of the ranks on the problems that an algorithm happens to have does not compare like
    with like: a rank of 3 among 4 is not one of 3 among 40, and easy problems are not hard ones.
    Here the rank of algorithm j on a problem, less the mean rank there, is taken for a sum over its
    rivals present of t_j - t_l, the tendency of l to beat j. With the weight sqrt(12 / (k_i + 1))
    of a problem with k_i results, as Skillings and Mack have it, the tendencies are estimated by
    solving the equations that say so of the weighted totals, and (k + 1) / 2 + k t_j is the average
    rank to be expected on a table without holes. It need not lie between 1 and k. Without holes it
    is Friedman's average rank.

    Examples
    --------
    B is absent where A does badly; their ranks are 1 and 2 wherever both are present.

    >>> import numpy as np
    >>> import evenkeel
    >>> values = [[1, 2, 3], [1, 2, 3], [3, np.nan, 1], [3, np.nan, 2]]
    >>> holes = evenkeel.Results(values, better="lower", missing="keep")
    >>> ranks = evenkeel.ranks.skillings_mack_ranks(holes)
    >>> ranks.average.round(2).tolist(), np.nanmean(ranks.ranks, axis=0).tolist()
    ([1.76, 2.0, 2.24], [1.5, 2.0, 2.0])
    """
    return compute_ranks(results, "skillings-mack")


def weighted_scores(ranks: FloatArray) -> FloatArray:
    """Ranks less their problem's mean, times sqrt(12 / (k_i + 1)); 0 for a missing result."""
    present = ~np.isnan(ranks)
    count = present.sum(axis=-1, keepdims=True)
    deviations = np.where(present, ranks - (count + 1) / 2, 0.0)
    scores: FloatArray = problem_weights(ranks)[..., None] * deviations
    return scores


def problem_weights(ranks: FloatArray) -> FloatArray:
    """Skillings and Mack's weight sqrt(12 / (k_i + 1)) of each problem, (..., n, k) to (..., n)."""
    weights: FloatArray = np.sqrt(12 / (np.count_nonzero(~np.isnan(ranks), axis=-1) + 1.0))
    return weights


def _rank(tables: Tables) -> Ranked:
    absent = np.isnan(tables.losses)
    ranks, tied = rank_and_count(np.where(absent, np.inf, tables.losses))
    ranks[absent] = np.nan
    missing = np.count_nonzero(absent, axis=-1)
    tied -= int(missing[missing > 1].sum())  # which shared the last places
    return Ranked(ranks, _estimated_averages(ranks), np.ones(ranks.shape[:-1]), tied)


def _estimated_averages(ranks: FloatArray) -> FloatArray:
    k = ranks.shape[-1]
    values, vectors = eigen(laplacians(~np.isnan(ranks), problem_weights(ranks)))
    totals = weighted_scores(ranks).sum(axis=-2)
    along = np.matmul(totals[..., None, :], vectors)[..., 0, :]
    along = np.divide(along, values, out=np.zeros_like(along), where=values > 0)
    tendencies = np.matmul(vectors, along[..., None])[..., 0]
    averages: FloatArray = (k + 1) / 2 + k * tendencies
    return averages


def _caveats(n: int, k: int, tied: int) -> Iterator[str]:
    yield from ()  # no law of pairs takes a standard error from a table with holes


RANKINGS.register(
    Ranking(
        "skillings-mack",
        "Skillings-Mack",
        "rank among those present",
        "Friedman's ranks of a table with holes: among the algorithms present on each problem; the "
        "average ranks are those to be expected without holes.",
        _rank,
        friedman_standard_error,
        _caveats,
        REFERENCES["skillings1981"],
        ordinal=True,
        holes=True,
        averages="Average rank as estimated without holes (Skillings-Mack)",
    )
)
