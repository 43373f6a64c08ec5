"""How often one beats the other: superiority, A12 and Cliff's delta, paired or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import stdtrit

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.effects.registry import (
    EFFECTS,
    Bounds,
    EffectSize,
    Takes,
    Words,
    columns_of,
    weighted_means,
    wins_of,
)
from evenkeel.numerics.calculus import solve_increasing
from evenkeel.numerics.intervals import clopper_pearson
from evenkeel.ranks.kernels import rank_rows
from evenkeel.references import REFERENCES

# The probability of superiority: on how many problems the first is better, ties counted half.


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    n = sample.shape[1]
    return Bounds(sample.mean(axis=1), *clopper_pearson(sample.sum(axis=1), n, confidence))


EFFECTS.register(
    EffectSize(
        "superiority",
        title="Probability of superiority",
        formula="share of the problems on which the first is better, ties counted half",
        range=(0.0, 1.0),
        neutral=0.5,
        law="exact binomial law (Clopper and Pearson); with ties the same beta quantiles at the "
        "wins plus half of the ties, which is conservative",
        assumes="nothing but problems drawn independently; how large a difference is does not "
        "count",
        reference=REFERENCES["grissom1994"],
        sample=wins_of,
        kernel=weighted_means,
        bounds=_bounds,
        interval="exact",
        ordinal=True,
        aliases=("probability-of-superiority", "ps"),
    )
)


# The share of wins of two independent samples, such as the runs of one problem; its interval.


_NEAR = 1e-12  # of 0 and 1, where the standard error vanishes


@dataclass(frozen=True)
class WinShares:
    """Of each row the share of the pairs of values that the first sample wins, ties half.

    `variance` is that of DeLong, DeLong and Clarke-Pearson (1988), doi:10.2307/2531595, which
    supposes nothing of the two laws; NaN below two values of a sample.
    """

    share: FloatArray
    variance: FloatArray
    n_first: IntArray
    n_second: IntArray


def win_shares(
    first: FloatArray, second: FloatArray, n_first: IntArray, n_second: IntArray
) -> WinShares:
    """Shares of wins of losses (rows, runs) that are filled up with NaN at the end.

    The placement of a value is the share of the other sample that it beats. Their mean is the
    share of wins, and their variances in both samples give that of the share.

    Examples
    --------
    >>> losses = np.array([[1.0, 2.0, 3.0]]), np.array([[2.0, 4.0, 5.0]])
    >>> win_shares(*losses, np.array([3]), np.array([3])).share.round(4).tolist()
    [0.8333]
    """
    places = [_filled_ranks(np.concatenate([first, second], axis=1))]
    places += [_filled_ranks(sample) for sample in (first, second)]
    width = first.shape[1]
    parts = []
    for pooled, own, count, others in (
        (places[0][:, :width], places[1], n_first, n_second),
        (places[0][:, width:], places[2], n_second, n_first),
    ):
        beaten = 1 - (pooled - own) / np.maximum(others, 1)[:, None]
        mean = np.nanmean(beaten, axis=1)
        squares = np.nansum(np.square(beaten - mean[:, None]), axis=1)
        few = np.where(count > 1, count, np.nan)
        parts.append((mean, squares / (few - 1) / few))
    (share, of_first), (_, of_second) = parts
    return WinShares(share, of_first + of_second, n_first, n_second)


def _filled_ranks(samples: FloatArray) -> FloatArray:
    """Ranks within rows, NaN where the rows are filled up."""
    held = ~np.isnan(samples)
    return np.where(held, rank_rows(np.where(held, samples, np.inf)), np.nan)


def _exponential_variance(t: FloatArray, n_first: FloatArray, n_second: FloatArray) -> FloatArray:
    """V(t) of `newcombe_interval`."""
    law = (1 - t) / (2 - t) + t / (1 + t)
    evened = (n_first + n_second) / 2 - 1
    found: FloatArray = t * (1 - t) * (1 + evened * law) / (n_first * n_second)
    return found


def newcombe_interval(
    wins: WinShares, confidence: float, df: float = np.inf
) -> tuple[FloatArray, FloatArray]:
    """Bounds of the probability that a value of the first sample beats one of the second.

    The probabilities t from which the share is no further than z standard errors, z the quantile of
    the normal law or of Student's with `df` degrees of freedom, with the
    variance that t would have if both laws were exponential, and the sizes of the samples evened
    out (Newcombe 2006, doi:10.1002/sim.2324, method 5)::

        V(t) = t (1 - t) [1 + (N/2 - 1) ((1 - t) / (2 - t) + t / (1 + t))] / (n1 n2),  N = n1 + n2

    Since the variance is that of t and not of the share, the interval keeps its width where one
    sample wins all. Samples of unequal spread vary more than this law: where DeLong's variance of
    the data is larger than V of the share, V is multiplied by their ratio.

    Examples
    --------
    Ten runs that all beat ten others:

    >>> ten = np.array([10])
    >>> all_won = WinShares(np.array([1.0]), np.array([0.0]), ten, ten)
    >>> low, high = newcombe_interval(all_won, 0.95)
    >>> low.round(3).tolist(), high.tolist()
    ([0.8], [1.0])
    """
    z = -float(stdtrit(df, (1 - confidence) / 2))
    share = wins.share
    counts = (wins.n_first.astype(np.float64), wins.n_second.astype(np.float64))

    def variance(t: FloatArray, which: IndexArray) -> FloatArray:
        return _exponential_variance(t, counts[0][which], counts[1][which])

    supposed = variance(share, np.arange(share.size))
    ratio = np.divide(wins.variance, supposed, out=np.ones_like(share), where=supposed > 0)
    wider = np.fmax(ratio, 1.0)

    def below(t: FloatArray, which: IndexArray) -> FloatArray:
        return t + z * np.sqrt(wider[which] * variance(t, which)) - share[which]

    def above(t: FloatArray, which: IndexArray) -> FloatArray:
        return t - z * np.sqrt(wider[which] * variance(t, which)) - share[which]

    low = solve_increasing(below, np.zeros_like(share), np.minimum(share, 1 - _NEAR))
    high = solve_increasing(above, np.maximum(share, _NEAR), np.ones_like(share))
    return np.where(share > 0, low, 0.0), np.where(share < 1, high, 1.0)


def newcombe_mean_interval(wins: WinShares, confidence: float) -> tuple[float, float]:
    """Bounds of the mean of the probabilities of all rows, such as the problems of a study.

    As `newcombe_interval`, which it is for one row. A lower mean t is taken to be lower in the same
    proportion in all rows, and a higher one to be nearer to 1 in the same proportion.
    """
    z = -float(stdtrit(np.inf, (1 - confidence) / 2))
    share = float(wins.share.mean())
    counts = (wins.n_first.astype(np.float64), wins.n_second.astype(np.float64))

    def spread(shares: FloatArray) -> float:
        return float(_exponential_variance(shares, *counts).sum()) / len(shares) ** 2

    own = spread(wins.share)
    seen = float(np.nansum(wins.variance)) / len(wins.share) ** 2
    wider = z * max(seen / own, 1.0) ** 0.5 if own > 0 else z

    def below(t: FloatArray, which: IndexArray) -> FloatArray:
        return np.array([x + wider * spread(wins.share * x / share) ** 0.5 - share for x in t])

    def above(t: FloatArray, which: IndexArray) -> FloatArray:
        return np.array(
            [
                x - wider * spread(1 - (1 - wins.share) * (1 - x) / (1 - share)) ** 0.5 - share
                for x in t
            ]
        )

    def solved(function: Callable[[FloatArray, IndexArray], FloatArray], *ends: float) -> float:
        return float(solve_increasing(function, *(np.array([end]) for end in ends))[0])

    # where nothing varies the variance is 0 at the share itself, and only there
    low = solved(below, 0.0, share * (1 - _NEAR)) if share > 0 else 0.0
    high = solved(above, share + (1 - share) * _NEAR, 1.0) if share < 1 else 1.0
    return low, high


# Vargha and Delaney's A12 and Cliff's delta: how often a value of one beats one of the other.


_ASSUMES = (
    "that values are comparable over the problems: any value of the first is held against any of "
    "the second, as if these were runs of one problem. Which values belong to the same problem "
    "is ignored by the size, not by its interval, which leaves out whole problems. Where the "
    "better one fails by far on a few problems, 95% intervals missed in up to 17% of the tables"
)
_LAW = (
    "Newcombe's score interval, for pairs over problems by Student's law, and wider where leaving "
    "out problems shows more variance"
)
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")
_TAKES: tuple[Takes, ...] = ("pairs over problems", "runs of one problem")


def stochastic_superiorities(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """A12 of the columns (2, m, n), higher is better, with weights (b, n), (b, m).

    The share of the pairs of values that the first wins, ties counted half.
    """
    first, second = sample
    pairs = np.square(weights.sum(axis=1))
    found = np.empty((len(weights), len(first)))
    held = np.zeros((len(weights), weights.shape[1] + 1))
    for j, (one, other) in enumerate(zip(first, second, strict=True)):
        order = np.argsort(other)
        np.cumsum(weights[:, order], axis=1, out=held[:, 1:])
        worse, worse_or_equal = (np.searchsorted(other[order], one, side) for side in _SIDES)
        wins = (held[:, worse] + held[:, worse_or_equal]) / 2
        found[:, j] = (wins * weights).sum(axis=1)
    share: FloatArray = found / np.where(pairs > 0, pairs, np.nan)[:, None]
    return share


def superiorities_left_out(sample: FloatArray) -> FloatArray:
    """A12 (n, m) of the columns (2, m, n) without each of the problems.

    Of the wins over all pairs of values those with a value of the problem go, once each.
    """
    n = sample.shape[-1]
    found = np.empty((n, sample.shape[1]))
    for j, (one, other) in enumerate(zip(*sample, strict=True)):
        wins, losses = _placements(one, np.sort(other)), _placements(other, np.sort(one))
        both = (one > other) + (one == other) / 2
        found[:, j] = wins.sum() - wins - (n - losses) + both
    found /= (n - 1) ** 2
    return found


def _placements(values: FloatArray, ordered: FloatArray) -> FloatArray:
    """Over how many of the others each value wins, ties counted half."""
    worse, not_better = (np.searchsorted(ordered, values, side) for side in _SIDES)
    return (worse + not_better) / 2


def deltas(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Cliff's delta, 2 A12 - 1."""
    return 2 * stochastic_superiorities(sample, weights) - 1


def _share_bounds(sample: FloatArray, confidence: float) -> Bounds:
    """Newcombe's interval, which keeps its width where one algorithm wins everything.

    With Student's quantile for the n problems, and the variance of the jackknife over them where
    it is the larger.
    """
    m, n = sample.shape[1:]
    share = stochastic_superiorities(sample, np.ones((1, n)))[0]
    if n < 2:  # nothing is known about the spread
        return Bounds(share, np.zeros(m), np.ones(m))
    without = superiorities_left_out(sample)
    variance = (n - 1) / n * np.square(without - without.mean(axis=0)).sum(axis=0)
    wins = WinShares(share, variance, np.full(m, n), np.full(m, n))
    return Bounds(share, *newcombe_interval(wins, confidence, df=n - 1))


def _delta_bounds(sample: FloatArray, confidence: float) -> Bounds:
    share = _share_bounds(sample, confidence)
    return Bounds(2 * share.estimate - 1, 2 * share.low - 1, 2 * share.high - 1)


EFFECTS.register(
    EffectSize(
        "a12",
        title="Vargha-Delaney A12",
        formula="share of the pairs of a value of the first and one of the second that the first "
        "wins, ties counted half",
        range=(0.0, 1.0),
        neutral=0.5,
        law=_LAW,
        assumes=_ASSUMES,
        reference=REFERENCES["vargha2000"],
        sample=columns_of,
        kernel=stochastic_superiorities,
        bounds=_share_bounds,
        interval="score",
        takes=_TAKES,
        words=Words((0.06, 0.14, 0.21), REFERENCES["vargha2000"]),
        of_wins=lambda share: share,
        aliases=("vargha-delaney",),
    )
)
EFFECTS.register(
    EffectSize(
        "cliff-delta",
        title="Cliff's delta",
        formula="share of the pairs of values that the first wins less the share that it loses",
        range=(-1.0, 1.0),
        neutral=0.0,
        law=_LAW,
        assumes=_ASSUMES,
        reference=REFERENCES["cliff1993"],
        sample=columns_of,
        kernel=deltas,
        bounds=_delta_bounds,
        interval="score",
        takes=_TAKES,
        words=Words((0.147, 0.33, 0.474), REFERENCES["romano2006"]),
        of_wins=lambda share: 2 * share - 1,
        aliases=("cliff", "delta"),
    )
)
