"""Ranks, tests and bands of runs that may end before they are solved."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.tables.outcomes import Outcomes

# Ranks and two-sample tests of runs that may end before they are solved.
#
# A censored run enters by what is known of it alone: that it was not solved up to its limit.


_EXACT_RUNS = 60  # of both samples, up to which Gehan's test goes through all permutations


def wins_of_runs(
    end: FloatArray, solved: BoolArray, other: FloatArray, other_solved: BoolArray
) -> IntArray:
    """1 where a run was solved before the other, -1 where after, 0 where nothing is known.

    A run beats another that was solved later, or was watched at least so long without being
    solved. Of two that were not solved none is known to be better, and a run that was solved after
    the other was stopped is not known to be worse.

    Examples
    --------
    >>> wins_of_runs(np.array([3.0, 9.0]), np.array([True, True]), np.array([5.0]), np.array(False))
    array([1, 0])
    """
    with np.errstate(invalid="ignore"):
        won = solved & ((end < other) | ((end == other) & ~other_solved))
        lost = other_solved & ((other < end) | ((other == end) & ~solved))
    wins: IntArray = won.astype(np.int64) - lost.astype(np.int64)
    return wins


def beaten_by_problem(outcomes: Outcomes) -> IntArray:
    """How clearly each algorithm beats each other on each problem, (n, k, k).

    The wins of its runs over those of the other, minus the losses.
    """
    k = len(outcomes.algorithms)
    found = np.zeros((len(outcomes.problems), k, k), dtype=np.int64)
    end, solved = outcomes.end, outcomes.solved
    for a in range(k):
        for b in range(a + 1, k):
            signs = wins_of_runs(
                end[:, a, :, None], solved[:, a, :, None], end[:, b, None], solved[:, b, None]
            )
            found[:, a, b] = signs.sum(axis=(1, 2))
            found[:, b, a] = -found[:, a, b]
    return found


def censored_ranks(outcomes: Outcomes) -> FloatArray:
    """Ranks (n, k) of what is known: 1, plus 1 for each better algorithm, 1/2 for each in doubt.

    With one run per cell and one limit for all these are the average ranks of the times, those that
    were not solved tied behind all others.

    Examples
    --------
    >>> end = np.array([[[3.0], [8.0], [8.0]]])
    >>> censored_ranks(Outcomes(("A", "B", "C"), ("p",), end, end < 8)).tolist()
    [[1.0, 2.5, 2.5]]
    """
    won = np.sign(beaten_by_problem(outcomes))
    ranks: FloatArray = (won.shape[-1] + 1 - won.sum(axis=-1)) / 2
    return ranks


def median_times(outcomes: Outcomes) -> FloatArray:
    """The median time of each cell (n, k), NaN if that is a run that was not solved.

    A run that was stopped before its cell's median, or an unsolved cell before the best of the
    problem, leaves open what these are.
    """
    runs = np.where(outcomes.solved, outcomes.end, np.inf)
    cells: FloatArray = np.nanmedian(np.where(outcomes.present, runs, np.nan), axis=2)
    stopped = np.where(outcomes.present & ~outcomes.solved, outcomes.end, np.inf).min(axis=2)
    needed = np.where(np.isfinite(cells), cells, cells.min(axis=1, keepdims=True))
    for i, j in np.argwhere(np.isfinite(needed) & (stopped < needed)).tolist()[:1]:
        raise InputError(
            f"{outcomes.source}: a run of {outcomes.algorithms[j]!r} on {outcomes.problems[i]!r} "
            f"was stopped at {stopped[i, j]:g}, before {needed[i, j]:g}, so that its ratio to the "
            "best is not known; give runs with one limit"
        )
    if not np.isfinite(cells).any():
        raise InputError(f"{outcomes.source}: nothing was solved, so that there are no ratios")
    return np.where(np.isfinite(cells), cells, np.nan)


class TwoSampleTest(NamedTuple):
    """A test of two samples of runs: `statistic` is negative where the first is solved sooner."""

    statistic: float
    pvalue: float


def gehan(
    end: FloatArray, solved: BoolArray, other: FloatArray, other_solved: BoolArray
) -> TwoSampleTest:
    """Gehan's test, the rank-sum test of censored times, of two samples without NaN.

    The statistic is the losses of the first minus its wins, over all pairs of runs; p is two-sided,
    exact among all permutations of the runs up to 60 of them, else normal with their variance
    (Mantel). Without censoring this is the rank-sum test of Wilcoxon, Mann and Whitney.

    References
    ----------
    Gehan (1965), doi:10.1093/biomet/52.1-2.203. Mantel (1967), doi:10.2307/2528197.

    Examples
    --------
    >>> yes = np.ones(3, bool)
    >>> gehan(np.array([1.0, 2, 3]), yes, np.array([4.0, 5, 6]), yes)
    TwoSampleTest(statistic=-9.0, pvalue=0.1)
    """
    ends = np.concatenate([end, other])
    known = np.concatenate([solved, other_solved])
    signs = wins_of_runs(ends[:, None], known[:, None], ends, known)
    scores = -signs.sum(axis=1)
    first, total = len(end), len(ends)
    statistic = int(scores[:first].sum())
    if not scores.any():
        return TwoSampleTest(0.0, 1.0)
    if total <= _EXACT_RUNS:
        return TwoSampleTest(float(statistic), _exact_tail(scores, first, statistic))
    variance = first * len(other) * float((scores**2).sum()) / (total * (total - 1))
    return TwoSampleTest(float(statistic), 2 * float(ndtr(-abs(statistic) / variance**0.5)))


def _exact_tail(scores: IntArray, first: int, statistic: int) -> float:
    """How likely `first` of the scores, drawn at random, have a sum at least so far from 0.

    The scores sum to 0, so that their mean does; ways[c, s] counts how c of them sum to s.
    """
    reach = int(np.abs(scores).sum())
    ways = np.zeros((first + 1, 2 * reach + 1))
    ways[0, reach] = 1.0
    for score in scores.tolist():
        shifted = np.zeros_like(ways)
        low, high = max(score, 0), min(2 * reach + 1, 2 * reach + 1 + score)
        shifted[1:, low:high] = ways[:-1, low - score : high - score]
        ways += shifted
    sums = np.arange(-reach, reach + 1)
    extreme = ways[first, np.abs(sums) >= abs(statistic)].sum()
    return min(float(extreme / ways[first].sum()), 1.0)


def log_rank(
    end: FloatArray, solved: BoolArray, other: FloatArray, other_solved: BoolArray
) -> TwoSampleTest:
    """The log-rank test of two samples without NaN, by its normal approximation, two-sided.

    At each time at which runs are solved, those of the first are compared with how many there
    would be among the runs still watched if both were alike; z is the sum of these differences
    over its standard error, turned so that it is negative where the first is solved sooner.

    References
    ----------
    Mantel (1966), Cancer Chemotherapy Reports 50:163-170. Peto and Peto (1972),
    doi:10.2307/2344317.

    Examples
    --------
    >>> yes = np.ones(3, bool)
    >>> found = log_rank(np.array([1.0, 2, 3]), yes, np.array([4.0, 5, 6]), yes)
    >>> round(found.statistic, 3), round(found.pvalue, 4)
    (-2.248, 0.0246)
    """
    times = np.unique(np.concatenate([end[solved], other[other_solved]]))
    if not times.size:
        return TwoSampleTest(0.0, 1.0)

    def at(times_of: FloatArray, solved_of: BoolArray) -> tuple[FloatArray, FloatArray]:
        watched = len(times_of) - np.searchsorted(np.sort(times_of), times)
        mine = np.sort(times_of[solved_of])
        ends = np.searchsorted(mine, times, "right") - np.searchsorted(mine, times)
        return watched.astype(np.float64), ends.astype(np.float64)

    n1, d1 = at(end, solved)
    n2, d2 = at(other, other_solved)
    n, d = n1 + n2, d1 + d2
    excess = float((d1 - d * n1 / n).sum())
    spread = d * (n1 / n) * (n2 / n) * np.divide(n - d, n - 1, out=np.zeros_like(n), where=n > 1)
    variance = float(spread.sum())
    if variance <= 0:
        return TwoSampleTest(0.0, 1.0)
    z = -excess / variance**0.5
    return TwoSampleTest(z, 2 * float(ndtr(-abs(z))))


# Bands that hold for a whole distribution function at once, of few and unequal samples.
#
# The mean of N independent functions that each rise from 0 to at most 1 lies nowhere further from
# its expectation than Kolmogorov's exact quantile for N draws, but with probability alpha: for the
# empirical distribution of N equal draws that is Kolmogorov's law. Functions that rise in several
# steps, or on several problems, vary less than single steps drawn from them. docs/watched_runs.md
# has what was measured.


@lru_cache(maxsize=1024)
def kolmogorov_distance(size: int, confidence: float) -> float:
    """The distance that the empirical distribution of `size` draws keeps from its law.

    References
    ----------
    Kolmogorov (1933); Massart (1990), doi:10.1214/aop/1176990746.

    Examples
    --------
    Miller's table (1956) has 0.409 for 10 draws at 0.95:

    >>> round(kolmogorov_distance(10, 0.95), 3)
    0.409
    """
    from scipy.stats import kstwo

    return float(kstwo.isf(1 - confidence, size))


def effective_size(weights: FloatArray) -> int:
    """How many equal draws vary as much as the mean of these with weights that sum to 1.

    Examples
    --------
    >>> effective_size(np.array([0.25, 0.25, 0.25, 0.25])), effective_size(np.array([0.5, 0.5, 0]))
    (4, 2)
    """
    return max(1, int(1 / float(np.square(weights).sum()) + 1e-9))


def band_around(
    curve: FloatArray, weights: FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """The band of a whole curve that is the mean of functions with these weights.

    Examples
    --------
    >>> low, high = band_around(np.array([0.0, 0.5, 1.0]), np.full(10, 0.1), 0.95)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.091, 0.591], [0.409, 0.909, 1.0])
    """
    distance = kolmogorov_distance(effective_size(weights), confidence)
    return np.maximum(curve - distance, 0.0), np.minimum(curve + distance, 1.0)
