"""Random numbers, resamples of rows, and intervals from replicates."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError
from evenkeel.numerics.arrays import by_largest
from evenkeel.numerics.progress import steps

# Where random numbers come from: a seed, and how many times something is drawn.


Seed = int | np.random.Generator | None


def checked_generator(resamples: int, seed: Seed) -> np.random.Generator:
    """The generator of random numbers, if the number of draws is at least 1."""
    if isinstance(resamples, bool) or not isinstance(resamples, int | np.integer) or resamples < 1:
        raise InputError(
            f"resamples is {resamples!r}; give a whole number of at least 1, such as 9999"
        )
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise InputError(
            f"seed is {seed!r}; give a whole number from 0, a generator of numpy, or None for a "
            "fresh one"
        ) from None


# Bootstrap and jackknife over problems (or other rows): resamples, and intervals from replicates.
#
# Replicates and jackknife values have the resamples in their first axis and any statistics in the
# others, so that the intervals of all pairs are computed at once. A resample is written as rows, or
# as weights: how often it holds each row. A statistic of weighted rows serves the data, the
# resamples and the jackknife alike.


_HELD = 1 << 21  # row numbers that are drawn at a time
_LEAST = 1e-16  # a level nearer to 0 or 1 is taken as this one


def resampled_rows(n: int, resamples: int, generator: np.random.Generator) -> Iterator[IndexArray]:
    """Rows of `resamples` samples of n out of n with replacement, in blocks of shape (m, n).

    Examples
    --------
    >>> [block.shape for block in resampled_rows(5, 3, np.random.default_rng(0))]
    [(3, 5)]
    """
    block = max(1, _HELD // n)
    starts = range(0, resamples, block)
    for start in steps(starts, "resampling", len(starts)):
        yield generator.integers(0, n, (min(block, resamples - start), n))


def resampled_weights(
    n: int, resamples: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """The samples of `resampled_rows` as weights (m, n): how often each row was drawn.

    Examples
    --------
    >>> [block.sum(axis=1).tolist() for block in resampled_weights(5, 3, np.random.default_rng(0))]
    [[5.0, 5.0, 5.0]]
    """
    for rows in resampled_rows(n, resamples, generator):
        yield counts_of_rows(rows, n)


def counts_of_rows(rows: IndexArray, n: int) -> FloatArray:
    """How often each of n rows is among the rows (r, size) of samples: shape (r, n).

    Examples
    --------
    >>> counts_of_rows(np.array([[0, 2, 2]]), 3).tolist()
    [[1.0, 0.0, 2.0]]
    """
    shifted = rows + n * np.arange(len(rows))[:, None]
    counts = np.bincount(shifted.ravel(), minlength=n * len(rows))
    return counts.reshape(len(rows), n).astype(np.float64)


def left_out_weights(n: int) -> Iterator[FloatArray]:
    """Weights without each of n rows in turn, for the jackknife, in blocks of shape (m, n)."""
    block = max(1, _HELD // n)
    for start in range(0, n, block):
        out = np.arange(start, min(start + block, n))
        weights = np.ones((len(out), n))
        weights[np.arange(len(out)), out] = 0.0
        yield weights


def widened(confidence: FloatArray | float, n: int) -> FloatArray:
    """The level with which a bootstrap of n rows is as wide as a t-interval of normal data.

    Bootstrap intervals of few rows are too narrow: a resample varies by the divisor n instead of
    n - 1, and its quantiles are those of a normal law rather than of Student's. The tail alpha / 2
    becomes Phi(-sqrt(n / (n - 1)) t), t the quantile of Student's law with n - 1 degrees of
    freedom (Hesterberg 2015, doi:10.1080/00031305.2015.1089789).

    Examples
    --------
    >>> widened(0.95, 10).round(4).item(), widened(0.95, 1000).round(4).item()
    (0.9829, 0.9504)
    """
    tail = (1 - np.asarray(confidence, dtype=np.float64)) / 2
    if n < 2:
        return 1 - 2 * tail
    level: FloatArray = 1 - 2 * ndtr(np.sqrt(n / (n - 1)) * stdtrit(n - 1, tail))
    return level


def joint_level(replicates: FloatArray, confidence: float) -> float:
    """The level of each of m percentile intervals that together hold a share of the resamples.

    Balanced simultaneous intervals (Beran 1988, doi:10.1080/01621459.1988.10478648): the tail of a
    resample is its smallest tail among the m statistics, and the level of every interval leaves
    out the resamples with the smallest tails. So statistics that depend on each other cost less
    than by Bonferroni's inequality, below whose level it never goes.

    Parameters
    ----------
    replicates : ndarray, shape (resamples, m)
        The statistics of the resamples.
    confidence : float
        The share of the resamples, of which all m statistics are to lie in their intervals.
    """
    size, m = replicates.shape
    smallest = np.full(size, np.inf)
    for column in replicates.T:
        order = np.argsort(column)
        ordered = column[order]
        begins = np.append(True, ordered[1:] != ordered[:-1])
        starts = np.flatnonzero(begins)  # of equal values
        group = np.cumsum(begins) - 1
        below, above = np.append(starts[1:], size)[group], size - starts[group]
        smallest[order] = np.minimum(smallest[order], np.minimum(below, above))
    # where most resamples are alike both of their tails are above a half: no level is below 0
    tail = min(np.quantile(smallest, 1 - confidence) / size, 0.5)
    return float(1 - 2 * max(tail, (1 - confidence) / (2 * m)))


def bootstrap_interval(
    estimate: FloatArray,
    replicates: FloatArray,
    confidence: FloatArray | float,
    *,
    jackknife: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Bounds of the intervals, by BCa if the values of the jackknife are given, else percentiles.

    BCa moves the percentiles by z0, the normal quantile of the share of replicates below the
    estimate (of equal ones half), and a, the acceleration from the values without each row in
    turn (Efron 1987, doi:10.1080/01621459.1987.10478410). Where all replicates are alike the
    interval is a point.

    Parameters
    ----------
    estimate : ndarray, shape (...)
        The statistics of the data.
    replicates : ndarray, shape (resamples, ...)
        The statistics of the resamples.
    confidence : float or ndarray, shape (...)
        The level, which may differ among the statistics.
    jackknife : ndarray, shape (n, ...), optional
        The statistics without each of the n rows.
    """
    low = np.broadcast_to((1 - np.asarray(confidence, dtype=np.float64)) / 2, estimate.shape)
    high = 1 - low
    if jackknife is not None:
        low, high = _moved(estimate, replicates, jackknife, low, high)
    ordered = np.sort(replicates, axis=0)
    return _quantile(ordered, low), _quantile(ordered, high)


def jackknife_interval(
    estimate: FloatArray, jackknife: FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds of Student's intervals with the standard errors of the jackknife, n - 1 degrees.

    Of a mean they are Student's interval of the mean. Where all values without a row are alike the
    interval is a point (Tukey 1958, Annals of Mathematical Statistics 29:614).

    Parameters
    ----------
    estimate : ndarray, shape (...)
        The statistics of the data.
    jackknife : ndarray, shape (n, ...)
        The statistics without each of the n rows.
    confidence : float
        The level.

    Examples
    --------
    Student's interval of the mean of 1, 2 and 6, whose variance is 7:

    >>> values = np.array([1.0, 2.0, 6.0])
    >>> low, high = jackknife_interval(values.mean(), (9 - values) / 2, 0.95)
    >>> round(float(low), 3), round(float(high), 3)
    (-3.572, 9.572)
    """
    n = len(jackknife)
    deviations = jackknife - jackknife.mean(axis=0)
    error = np.sqrt((n - 1) / n * np.square(deviations).sum(axis=0))
    reach = -stdtrit(n - 1, (1 - confidence) / 2) * np.where(error > 0, error, 1.0)
    reach = np.where(error > 0, reach, 0.0)
    return estimate - reach, estimate + reach


def _moved(
    estimate: FloatArray,
    replicates: FloatArray,
    jackknife: FloatArray,
    low: FloatArray,
    high: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """The levels alpha_1 and alpha_2 of BCa."""
    below = (replicates < estimate).mean(axis=0) + (replicates == estimate).mean(axis=0) / 2
    size = len(replicates)
    z0 = ndtri(np.clip(below, 0.5 / size, 1 - 0.5 / size))
    acceleration = _acceleration(jackknife)

    def moved(level: FloatArray) -> FloatArray:
        z = z0 + ndtri(np.clip(level, _LEAST, 1 - _LEAST))
        # beyond the pole, which only wild jackknife values reach, the level is 0 or 1
        level_moved: FloatArray = ndtr(z0 + z / np.maximum(1 - acceleration * z, _LEAST))
        return level_moved

    return moved(low), moved(high)


def _acceleration(jackknife: FloatArray) -> FloatArray:
    """A sixth of the skewness of the jackknife values; 0 where they are all alike or infinite."""
    finite = np.isfinite(jackknife).all(axis=0)
    scaled, _ = by_largest(np.where(finite, jackknife, 0.0), axis=0)
    deviations = scaled.mean(axis=0) - scaled
    spread = np.square(deviations).sum(axis=0)
    safe = np.where(spread > 0, spread, 1.0)
    found: FloatArray = np.where(
        spread > 0, (np.square(deviations) * deviations).sum(axis=0) / (6 * safe**1.5), 0.0
    )
    return found


def _quantile(ordered: FloatArray, level: FloatArray) -> FloatArray:
    """Quantiles between the order statistics, a level for each of the statistics."""
    place = level * (len(ordered) - 1)
    floor = np.floor(place).astype(np.intp)
    below = np.take_along_axis(ordered, floor[None], axis=0)[0]
    above = np.take_along_axis(ordered, np.minimum(floor + 1, len(ordered) - 1)[None], axis=0)[0]
    share = place - floor
    between = np.isfinite(below) & np.isfinite(above)
    gap = np.where(between, above, 0.0) - np.where(between, below, 0.0)
    # an infinite neighbour counts only if the quantile lies beyond the finite one
    beyond = np.where(share > 0, np.where(np.isneginf(below), below, above), below)
    quantile: FloatArray = np.where(between, below + share * gap, beyond)
    return quantile
