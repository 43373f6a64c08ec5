"""Page's test of convergence: whether two curves draw apart or together in one direction.

Between steps of a run nothing is independent, so that the law of Page's test, by which every order
of the cut points is equally likely, does not hold for curves. Beside it stands a test that needs no
law of the steps: if both algorithms are alike on a problem, their curves may be exchanged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import ndtr
from scipy.stats import rankdata

from evenkeel._types import FloatArray, IntArray
from evenkeel.omnibus.of_page import page_permutation

_SUMS = 20_000_000  # steps of the convolution of all signs; beyond it the normal law


class Trend(NamedTuple):
    """The trend of the differences of two algorithms, against rising and against falling ones.

    `statistic` is Page's L of rising differences, `page` its two one-sided p-values by Page's law,
    `exchange` those by exchanging the curves.
    """

    statistic: float
    page: tuple[float, float]
    exchange: tuple[float, float]


def convergence_ranks(
    first: FloatArray, second: FloatArray, optimum: float | None = None
) -> FloatArray:
    """Ranks (n, c) of the differences first - second over the cut points of each problem.

    With an `optimum`, the variant for algorithms that reach it: from then on the differences only
    tell how the other goes on. If the first is there at more cut points, these get the highest
    ranks in rising order; if the second is, the lowest in falling order.

    Examples
    --------
    >>> a, b = np.array([[4.0, 1.0, 0.0, 0.0]]), np.array([[4.0, 3.0, 2.0, 1.0]])
    >>> convergence_ranks(a, b).tolist(), convergence_ranks(a, b, 0.0).tolist()
    ([[4.0, 1.5, 1.5, 3.0]], [[2.0, 1.0, 3.0, 4.0]])
    """
    ranks: FloatArray = rankdata(first - second, axis=1)
    if optimum is None:
        return ranks
    there, other = (first == optimum).sum(axis=1), (second == optimum).sum(axis=1)
    c = ranks.shape[1]
    for row in np.flatnonzero(there != other).tolist():
        if there[row] > other[row]:
            at = first[row] == optimum
            ranks[row, ~at] = rankdata(ranks[row, ~at])
            ranks[row, at] = np.flatnonzero(at) + 1
        else:
            at = second[row] == optimum
            ranks[row, ~at] = rankdata(ranks[row, ~at]) + at.sum()
            ranks[row, at] = c - np.flatnonzero(at)
    return ranks


def trend_of(
    ranks: FloatArray, *, resamples: int, seed: int, runs: tuple[int, IntArray] | None = None
) -> Trend:
    """The trend of differences with these ranks (n, c).

    `runs` are what `exchanged_runs` gives; without it the curves of whole problems are exchanged.
    """
    pages = tuple(
        page_permutation(each, complete=False, resamples=resamples, seed=seed).value
        for each in (ranks, ranks.shape[1] + 1 - ranks)
    )
    places = np.arange(1, ranks.shape[1] + 1)
    exchanged = _exchanged(trend_scores(ranks)) if runs is None else _drawn(*runs)
    return Trend(float((ranks @ places).sum()), (pages[0], pages[1]), exchanged)


def trend_scores(ranks: FloatArray) -> IntArray:
    """Twice the part of L of each problem, (..., n), about its mean: whole, 0 without a trend."""
    c = ranks.shape[-1]
    twice = 2 * (ranks @ np.arange(1.0, c + 1)) - c * (c + 1) ** 2 / 2
    whole: IntArray = np.rint(twice).astype(np.int64)
    return whole


def _exchanged(scores: IntArray) -> tuple[float, float]:
    """Both tails of the sum of the scores, each with either sign, equally likely."""
    sizes, total = np.abs(scores), int(scores.sum())
    reach = int(sizes.sum())
    if reach * len(sizes) > _SUMS:
        z = total / float(np.sqrt((sizes.astype(np.float64) ** 2).sum()))
        return float(ndtr(-z)), float(ndtr(z))
    law = np.zeros(2 * reach + 1)
    law[reach] = 1.0
    for size in sizes[sizes > 0].tolist():
        law = (np.roll(law, size) + np.roll(law, -size)) / 2
    return float(law[reach + total :].sum()), float(law[: reach + total + 1].sum())


def _drawn(total: int, drawn: IntArray) -> tuple[float, float]:
    size = len(drawn) + 1
    return float((1 + (drawn >= total).sum()) / size), float((1 + (drawn <= total).sum()) / size)


def exchanged_runs(
    problems: list[tuple[FloatArray, FloatArray]],
    resamples: int,
    generator: np.random.Generator,
    optimum: float | None = None,
) -> tuple[int, IntArray]:
    """The trend of every run of the first with every run of the second, and where runs change.

    Each problem has the runs x cut points of both. The scores of a pair of runs turn their sign
    with its order, so that those within a side cancel: the sum over both sides is that of each
    run's score with all runs. It is given for these sides and for sides drawn at random.
    """
    total, drawn = 0, np.zeros(resamples, dtype=np.int64)
    for first, second in problems:
        pooled = np.concatenate([first, second])
        scores = np.array(
            [
                trend_scores(convergence_ranks(np.broadcast_to(run, pooled.shape), pooled, optimum))
                for run in pooled
            ]
        ).sum(axis=1)
        total += int(scores[: len(first)].sum())
        order = generator.random((resamples, len(pooled))).argsort(axis=1)
        drawn += (order < len(first)) @ scores
    return total, drawn
