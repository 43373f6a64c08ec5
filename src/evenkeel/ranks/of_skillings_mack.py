"""Friedman's ranks of a table with holes: within each problem, among the algorithms present."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.ranks.batches import Ranked, Tables
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
    Since a rank is one plus the number of rivals that are better, the average rank to be expected
    on a table without holes is one plus the sum, over the rivals, of the shares of problems that
    are lost to them, ties counted half; each share is that of the problems which both have. It lies
    between 1 and k, is Friedman's average rank without holes, and comes near to it if results are
    missing at random. A rival with which no problem is shared counts as the average of the others.

    Examples
    --------
    B is absent where A does badly; their ranks are 1 and 2 wherever both are present.

    >>> import numpy as np
    >>> import evenkeel
    >>> values = [[1, 2, 3], [1, 2, 3], [3, np.nan, 1], [3, np.nan, 2]]
    >>> holes = evenkeel.Results(values, better="lower", missing="keep")
    >>> ranks = evenkeel.ranks.skillings_mack_ranks(holes)
    >>> ranks.average.tolist(), np.nanmean(ranks.ranks, axis=0).tolist()
    ([1.5, 2.0, 2.5], [1.5, 2.0, 2.0])
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
    """One plus the shares lost to each rival on common problems; NaN without any rival."""
    k = ranks.shape[-1]
    averages = np.empty((*ranks.shape[:-2], k))
    for j in range(k):
        own, others = ranks[..., [j]], np.delete(ranks, j, axis=-1)
        common = np.count_nonzero(~np.isnan(own + others), axis=-2)
        lost = (
            np.count_nonzero(own > others, axis=-2) + np.count_nonzero(own == others, axis=-2) / 2
        )
        met = np.count_nonzero(common, axis=-1)
        shares = (lost / np.maximum(common, 1)).sum(axis=-1)
        averages[..., j] = 1 + (k - 1) * shares / np.where(met > 0, met, np.nan)
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
