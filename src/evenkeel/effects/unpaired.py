"""The share of wins of two independent samples, such as the runs of one problem; its interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.bracketing import solve_increasing
from evenkeel.ranks.kernels import rank_rows

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
