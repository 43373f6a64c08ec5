"""Kendall's coefficient of concordance W with an interval."""

from __future__ import annotations

from typing import ClassVar, Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.effects.measuring import RESAMPLES
from evenkeel.errors import choice, fraction
from evenkeel.numerics.bootstrap import (
    bootstrap_interval,
    resampled_weights,
    widened,
)
from evenkeel.numerics.randomness import Seed, checked_generator
from evenkeel.ranks.kernels import rank_rows
from evenkeel.result import Result, shown
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results

Bootstrap = Literal["bca", "percentile"]


class KendallW(Result):
    """Kendall's W of a table and its interval.

    Attributes
    ----------
    estimate, low, high : float
        W, corrected for ties, and the bounds of its interval.
    correlation : float
        The mean correlation of the ranks of two problems, (n W - 1) / (n - 1), which is 0 on
        average if there is no common order.
    confidence : float
        The level of the interval.
    interval : {"bca", "percentile"}
        How it was made.
    n, k, resamples : int
        Numbers of problems, algorithms and resamples.
    notes : tuple of str
        What the reader should know.
    """

    _title: ClassVar[str] = "Kendall's W"
    _note: ClassVar[str] = (
        "From 0, the problems rank the algorithms in no common order, to 1, all in the same. "
        "Without any common order it is 1/n on average."
    )

    estimate: float = shown("statistic", title="W")
    low: float = shown("statistic")
    high: float = shown("statistic")
    correlation: float = shown("statistic", title="Mean correlation of two problems")
    confidence: float = shown("value")
    interval: Bootstrap
    n: int
    k: int
    resamples: int
    notes: tuple[str, ...] = ()


def kendall_w(
    results: Results | ArrayLike,
    *,
    confidence: float = 0.95,
    interval: Bootstrap = "percentile",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> KendallW:
    """Say how far the problems rank the algorithms alike: Kendall's W, with an interval.

    W is the variance of the k rank sums over the largest that it can have, corrected for ties; it
    is that of `friedman`. With the mean correlation r of the ranks of two problems, ::

        W = (1 + (n - 1) r) / n.

    A bootstrap of W itself is biased: a resample holds problems twice, which agree with
    themselves, so that W grows by about (1 - W) / n. With 10 problems its 95% intervals missed up
    to 18% in measurements. Here the correlation of a problem with its own copies is left out of r,
    whose bounds then give those of W. What they are to hold is the expected W of n problems. They
    missed it in at most 7%, and near no order at all hardly ever (docs/calibration.md).

    If on every problem all algorithms are equal, W is 0 and the interval a point. Two algorithms
    have a W too, of their wins. A table with holes is refused.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    confidence : float
        Level of the interval.
    interval : {"percentile", "bca"}
        How it is made.
    resamples : int, default 9999
        Resamples of the bootstrap over the problems.
    seed : int, Generator or None
        Seed of these.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    KendallW

    References
    ----------
    Kendall and Babington Smith (1939), doi:10.1214/aoms/1177732186.

    Examples
    --------
    >>> import evenkeel
    >>> w = evenkeel.effects.kendall_w(evenkeel.load("garcia2008"))
    >>> round(w.estimate, 3), round(w.low, 3), round(w.high, 3)
    (0.333, 0.151, 0.545)
    """
    table = failures_last(as_results(results, better))
    table.require_complete("Kendall's W")
    level = fraction(confidence, "confidence")
    method = cast(Bootstrap, choice(interval, ("percentile", "bca"), "interval"))
    generator = checked_generator(resamples, seed)
    ranks = centred_ranks(table.losses)
    n = table.n
    own = mean_correlations(ranks, np.ones((1, n)))[0]
    drawn = resampled_weights(n, resamples, generator)
    replicates = np.concatenate([mean_correlations(ranks, weights) for weights in drawn])
    jackknife = _without_each(ranks) if method == "bca" and n > 1 else None
    bounds = bootstrap_interval(own, replicates, widened(level, n), jackknife=jackknife)
    low, high = (
        float(_concordance(np.clip(bound, -1 / max(n - 1, 1), 1.0), n)[0]) for bound in bounds
    )
    return KendallW(
        float(_concordance(own, n)[0]),
        low=low,
        high=high,
        correlation=float(own[0]),
        confidence=level,
        interval=method,
        n=n,
        k=table.k,
        resamples=resamples,
        notes=_notes(ranks),
    )


def centred_ranks(losses: FloatArray) -> FloatArray:
    """Ranks (n, k) about their mean."""
    centred: FloatArray = rank_rows(losses) - (losses.shape[1] + 1) / 2
    return centred


def mean_correlations(ranks: FloatArray, weights: FloatArray) -> FloatArray:
    """Mean correlation of two different problems that count as the weights (b, n) say, (b, 1).

    The product of the centred ranks (n, k) of two problems over the mean of the product of one
    with itself, so that problems with many ties count less; 0 without any order, or without two
    problems. The sum of all products is the square of the sum of the ranks.
    """
    own = np.square(ranks).sum(axis=1)
    squares = np.square(weights)
    together = np.square(weights @ ranks).sum(axis=1) - squares @ own
    return _correlations(together, weights @ own, weights.sum(axis=1), squares.sum(axis=1))


def _without_each(ranks: FloatArray) -> FloatArray:
    """The correlations without each problem in turn (n, 1), from sums over all."""
    own = np.square(ranks).sum(axis=1)
    held = own.sum() - own
    left = np.full(len(ranks), len(ranks) - 1.0)
    return _correlations(np.square(ranks.sum(axis=0) - ranks).sum(axis=1) - held, held, left, left)


def _correlations(
    together: FloatArray, own: FloatArray, count: FloatArray, squares: FloatArray
) -> FloatArray:
    """From the sums of products of two problems, of one, of the weights and of their squares."""
    size = own / count * (np.square(count) - squares)
    found: FloatArray = np.divide(together, size, out=np.zeros_like(size), where=size > 0)
    return found[:, None]


def _concordance(correlation: FloatArray, n: int) -> FloatArray:
    concordance: FloatArray = (1 + (n - 1) * correlation) / n
    return concordance


def _notes(ranks: FloatArray) -> tuple[str, ...]:
    if not ranks.any():
        return ("on every problem all algorithms are equal",)
    return ()
