"""The rankings: Friedman's, with holes or without, aligned, and Quade's."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import Message
from evenkeel.ranks.kernels import align_and_count, average_quade_ranks, rank_and_count, rank_ranges
from evenkeel.ranks.named import Ranks, compute_ranks
from evenkeel.ranks.registry import CALIBRATED, RANKINGS, Ranked, Ranking, Tables
from evenkeel.references import REFERENCES
from evenkeel.tables.results import Results

# Friedman's ranks: within each problem.


def friedman_ranks(results: Results) -> Ranks:
    """Rank the algorithms within each problem, 1 for the best, ties averaged.

    Examples
    --------
    Table 8 of Derrac et al. (2011), whose printed average of C (1.250) is a misprint:

    >>> import evenkeel
    >>> evenkeel.ranks.friedman_ranks(evenkeel.load("toy")).average.tolist()
    [2.375, 4.0, 1.75, 1.875]
    """
    return compute_ranks(results, "friedman")


def _rank(tables: Tables) -> Ranked:
    ranks, tied = rank_and_count(tables.losses)
    return Ranked(ranks, ranks.mean(axis=-2), np.ones(ranks.shape[:-1]), tied)


def friedman_standard_error(n: int, k: int) -> float:
    """Equation (12) of Derrac et al. (2011)."""
    return math.sqrt(k * (k + 1) / (6 * n))


def _caveats(n: int, k: int, tied: int) -> Iterator[str]:
    if tied:
        yield Message(
            f"{tied} of the {n * k} values are tied, which the standard error of equation (12) "
            "leaves out: the p-values are somewhat too large; ",
            CALIBRATED,
        )


RANKINGS.register(
    Ranking(
        "friedman",
        "Friedman",
        "Friedman rank",
        "Ranks the algorithms within each problem, 1 for the best; ties share their average rank.",
        _rank,
        friedman_standard_error,
        _caveats,
        REFERENCES["friedman1937"],
        interval="quartiles",
        ordinal=True,
    )
)


# Friedman's ranks of a table with holes: within each problem, among the algorithms present.


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


def _rank_with_holes(tables: Tables) -> Ranked:
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


def _caveats_of_holes(n: int, k: int, tied: int) -> Iterator[str]:
    yield from ()  # no law of pairs takes a standard error from a table with holes


RANKINGS.register(
    Ranking(
        "skillings-mack",
        "Skillings-Mack",
        "rank among those present",
        "Friedman's ranks of a table with holes: among the algorithms present on each problem; the "
        "average ranks are those to be expected without holes.",
        _rank_with_holes,
        friedman_standard_error,
        _caveats_of_holes,
        REFERENCES["skillings1981"],
        ordinal=True,
        holes=True,
        averages="Average rank as estimated without holes (Skillings-Mack)",
    )
)


# Aligned ranks: the whole table at once, after each problem's mean is taken off.


def aligned_ranks(results: Results) -> Ranks:
    """Rank all n k differences from the problem's mean together (Hodges and Lehmann 1962).

    Differences that are equal in decimal arithmetic are tied whatever the order of the columns:
    some of them that could all be one number within the rounding errors of their values are taken
    as equal. Within one problem different values are never tied: where the rounding errors of
    a problem of large values exceed the differences of another, the doubles are compared exactly.

    Examples
    --------
    Table 9 of Derrac et al. (2011):

    >>> import evenkeel
    >>> evenkeel.ranks.aligned_ranks(evenkeel.load("toy")).average.tolist()
    [7.625, 14.5, 5.5, 6.375]
    """
    return compute_ranks(results, "aligned")


def _rank_aligned(tables: Tables) -> Ranked:
    ranks, tied = align_and_count(tables.losses)
    return Ranked(ranks, ranks.mean(axis=-2), np.ones(ranks.shape[:-1]), tied)


def _standard_error(n: int, k: int) -> float:
    """Equation (13) of Derrac et al. (2011), which is printed with k (n + 1) under the root."""
    return math.sqrt(k * (k * n + 1) / 6)


def _caveats_aligned(n: int, k: int, tied: int) -> Iterator[str]:
    yield Message("the standard error of equation (13) is only roughly right; ", CALIBRATED)


RANKINGS.register(
    Ranking(
        "aligned",
        "Friedman aligned",
        "aligned rank",
        "Ranks all results together after the mean of each problem is taken off, so that results "
        "of different problems are compared too. Useful with few algorithms.",
        _rank_aligned,
        _standard_error,
        _caveats_aligned,
        REFERENCES["hodges1962"],
        interval="quartiles",
        ends=lambda n, k: ((n + 1) / 2, n * k - (n - 1) / 2),
    )
)


# Quade's ranks: Friedman's, weighted by how much the algorithms differ on a problem.


def quade_ranks(results: Results) -> Ranks:
    """Weight the Friedman ranks of each problem by the rank of its range (Quade 1979).

    Ranges that differ by no more than the rounding errors of their values are tied.

    Examples
    --------
    Table 10 of Derrac et al. (2011), T:

    >>> import evenkeel
    >>> evenkeel.ranks.quade_ranks(evenkeel.load("toy")).average.round(2).tolist()
    [2.3, 4.0, 1.55, 2.15]
    """
    return compute_ranks(results, "quade")


def _rank_quade(tables: Tables) -> Ranked:
    within = tables.by("friedman")
    weights = rank_ranges(tables.losses)
    average = average_quade_ranks(within.ranks, weights)
    return Ranked(within.ranks * weights[..., None], average, weights, within.tied)


def _standard_error_quade(n: int, k: int) -> float:
    """Equation (14) of Derrac et al. (2011)."""
    return math.sqrt(k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1)))


def _caveats_quade(n: int, k: int, tied: int) -> Iterator[str]:
    if k != 3:
        yield Message(
            "the variance of equation (14) is (k - 1) / 2 times the exact one: the p-values are "
            f"too {'large' if k > 3 else 'small'}; ",
            CALIBRATED,
        )


RANKINGS.register(
    Ranking(
        "quade",
        "Quade",
        "Quade rank",
        "Friedman's ranks, of which a problem's weigh more the more the algorithms differ on it.",
        _rank_quade,
        _standard_error_quade,
        _caveats_quade,
        REFERENCES["quade1979"],
    )
)
