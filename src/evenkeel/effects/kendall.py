"""Kendall's coefficient of concordance W with an interval."""

from __future__ import annotations

from typing import ClassVar, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtri

from evenkeel._types import FloatArray
from evenkeel.effects._effect_sizes import RESAMPLES
from evenkeel.effects.registry import EFFECTS, EffectSize
from evenkeel.errors import choice, fraction
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.numerics.resampling import (
    Seed,
    bootstrap_interval,
    checked_generator,
    resampled_weights,
    widened,
)
from evenkeel.ranks.kernels import rank_rows
from evenkeel.references import REFERENCES
from evenkeel.result import Result, shown
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results

# Kendall's coefficient of concordance W with an interval.


ConcordanceInterval = Literal["bounded", "percentile", "bca"]


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
    interval : {"bounded", "percentile", "bca"}
        How it was made.
    n, k : int
        Numbers of problems and algorithms.
    resamples : int or None
        How many resamples there were, for a bootstrap.
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
    interval: ConcordanceInterval
    n: int
    k: int
    resamples: int | None = None
    notes: tuple[str, ...] = ()


def kendall_w(
    results: Results | ArrayLike,
    *,
    confidence: float = 0.95,
    interval: ConcordanceInterval = "bounded",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> KendallW:
    """Say how far the problems rank the algorithms alike: Kendall's W, with an interval.

    W is the variance of the k rank sums over the largest that it can have, corrected for ties; it
    is that of `friedman`. With the mean correlation r of the ranks of two problems, ::

        W = (1 + (n - 1) r) / n.

    What the interval is to hold is the expected W of n problems. In all of them together r is the
    square of the length of the mean ranking (centred, of length 1). The length is the mean of how
    far each problem goes along with the others, a number from -1 to 1, and its bounds are Gaffke's
    (2005) of a mean that cannot leave its range; where Friedman's test does not reject, 0 is within
    them. So the interval does not become a point where all problems agree: ten that do leave it
    possible that others are contrary. It missed in at most 6% of the tables in measurements, with
    and without contrary problems (docs/calibration.md).

    A bootstrap, on request, knows nothing of what was not seen: it misses up to 67% of the time
    where nearly all problems agree. One of W itself is biased as well: a resample holds problems
    twice, which agree with themselves, so that W grows by about (1 - W) / n. Therefore the
    correlation of a problem with its own copies is left out of r, whose bounds then give those of
    W.

    If on every problem all algorithms are equal, W is 1/n, as without any common order, and nothing
    is known: the interval goes from 0 to 1. Two algorithms have a W too, of their wins. A table
    with holes is refused.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    confidence : float
        Level of the interval.
    interval : {"bounded", "percentile", "bca"}
        How it is made.
    resamples : int, default 9999
        Resamples of a bootstrap over the problems.
    seed : int, Generator or None
        Seed of these.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    KendallW

    References
    ----------
    Kendall and Babington Smith (1939), doi:10.1214/aoms/1177732186. Gaffke (2005), Mathematical
    Methods of Statistics 14:451-467.

    Examples
    --------
    >>> import evenkeel
    >>> w = evenkeel.effects.kendall_w(evenkeel.load("garcia2008"))
    >>> round(w.estimate, 3), round(w.low, 3), round(w.high, 3)
    (0.333, 0.115, 0.535)
    """
    table = failures_last(as_results(results, better, directed=False))
    table.require_complete("Kendall's W")
    level = fraction(confidence, "confidence")
    method = cast(ConcordanceInterval, choice(interval, get_args(ConcordanceInterval), "interval"))
    generator = checked_generator(resamples, seed)
    ranks = centred_ranks(table.losses)
    correlation, low, high = bounded_correlation(ranks, level)
    if method != "bounded" and ranks.any():
        low, high = _resampled(ranks, level, method, resamples, generator)
    estimate, low, high = (
        float((1 + (table.n - 1) * each) / table.n) for each in (correlation, low, high)
    )
    return KendallW(
        estimate,
        low=min(low, estimate),
        high=max(high, estimate),
        correlation=correlation,
        confidence=level,
        interval=method,
        n=table.n,
        k=table.k,
        resamples=None if method == "bounded" else resamples,
        notes=() if ranks.any() else (_NO_ORDER,),
    )


_NO_ORDER = "on every problem all algorithms are equal, so that nothing is known of a common order"


def bounded_correlation(ranks: FloatArray, confidence: float) -> tuple[float, float, float]:
    """The mean correlation of the centred ranks (n, k) of two problems, and its bounds.

    The expected correlation is the square of a length, the mean of how far each problem goes along
    with the others: its pseudo-values on the scale of the root.
    """
    n, k = ranks.shape
    own = float(np.square(ranks).sum()) / n
    if own == 0:
        return 0.0, -1 / (n - 1), 1.0
    along = (ranks @ ranks.sum(axis=0) - np.square(ranks).sum(axis=1)) / (own * (n - 1))
    correlation = float(along.mean())
    if n == 2:
        return correlation, 0.0, 1.0
    root = max(correlation, 1 / n) ** 0.5
    most = (k * (k * k - 1) / 12 / own) ** 0.5  # ties shorten other rankings
    lengths = root + (n - 1) / (n - 2) * (along - correlation) / root
    bounds = bounded_mean_interval(np.clip(lengths, -most, most)[None], -most, most, confidence)
    low, high = (min(max(float(bound[0]), 0.0) ** 2, 1.0) for bound in bounds)
    friedman = (k - 1) * (1 + (n - 1) * correlation)
    if friedman < chdtri(k - 1, (1 - confidence) / 2):
        low = 0.0
    return correlation, low, high


def _resampled(
    ranks: FloatArray,
    confidence: float,
    method: ConcordanceInterval,
    resamples: int,
    generator: np.random.Generator,
) -> tuple[float, float]:
    """Bounds of the mean correlation by drawing whole problems."""
    n = len(ranks)
    own = mean_correlations(ranks, np.ones((1, n)))[0]
    drawn = resampled_weights(n, resamples, generator)
    replicates = np.concatenate([mean_correlations(ranks, weights) for weights in drawn])
    jackknife = _without_each(ranks) if method == "bca" and n > 1 else None
    bounds = bootstrap_interval(own, replicates, widened(confidence, n), jackknife=jackknife)
    low, high = (float(np.clip(bound[0], -1 / max(n - 1, 1), 1.0)) for bound in bounds)
    return low, high


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


# Kendall's coefficient of concordance W: how far the problems rank the algorithms alike.


EFFECTS.register(
    EffectSize(
        "kendall-w",
        title="Kendall's W",
        formula="variance of the rank sums over the largest that it can have, corrected for ties",
        range=(0.0, 1.0),
        neutral=0.0,
        law="bootstrap over problems of the mean correlation of two problems",
        assumes="nothing of the values; without any common order it is 1/n on average, not 0",
        reference=REFERENCES["kendall1939"],
        takes=("whole table",),
        aliases=("concordance",),
    )
)
