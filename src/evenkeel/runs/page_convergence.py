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

from evenkeel._types import BoolArray, FloatArray, IntArray
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
    ranks: FloatArray, *, resamples: int, seed: int, scores: IntArray | None = None
) -> Trend:
    """The trend of differences with these ranks (n, c).

    `scores` (resamples, n) are those that drew lots of the runs of each problem; without them the
    curves of whole problems are exchanged.
    """
    pages = tuple(
        page_permutation(each, complete=False, resamples=resamples, seed=seed).value
        for each in (ranks, ranks.shape[1] + 1 - ranks)
    )
    own = trend_scores(ranks)
    places = np.arange(1, ranks.shape[1] + 1)
    exchanged = _exchanged(own) if scores is None else _drawn(int(own.sum()), scores)
    return Trend(float((ranks @ places).sum()), (pages[0], pages[1]), exchanged)


def trend_scores(ranks: FloatArray) -> IntArray:
    """Twice the part of L of each problem, (..., n), about its mean: whole, 0 without a trend."""
    c = ranks.shape[-1]
    twice = 2 * (ranks @ np.arange(1.0, c + 1)) - c * (c + 1) ** 2 / 2
    return np.rint(twice).astype(np.int64)


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


def _drawn(total: int, scores: IntArray) -> tuple[float, float]:
    drawn = scores.sum(axis=1)
    size = len(drawn) + 1
    return float((1 + (drawn >= total).sum()) / size), float((1 + (drawn <= total).sum()) / size)


def scores_of_exchanged_runs(
    problems: list[tuple[FloatArray, FloatArray]],
    resamples: int,
    generator: np.random.Generator,
) -> IntArray:
    """Scores (resamples, n) where the runs of both algorithms on each problem change sides.

    Each problem has the runs x cut points of both.
    """
    found = np.empty((resamples, len(problems)), dtype=np.int64)
    for column, (first, second) in enumerate(problems):
        pooled = np.concatenate([first, second])
        order = generator.random((resamples, len(pooled))).argsort(axis=1)
        mine: BoolArray = order < len(first)
        here = mine @ pooled
        gap = here / len(first) - (pooled.sum(axis=0) - here) / len(second)
        found[:, column] = trend_scores(rankdata(_without_noise(gap), axis=1))
    return found


def _without_noise(gaps: FloatArray) -> FloatArray:
    """Differences of sums that are equal but for rounding, equal."""
    scale = np.abs(gaps).max(initial=0.0)
    return gaps if scale == 0 else np.round(gaps / scale, 12)
