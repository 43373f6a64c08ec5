"""pass@k and pass^k: at least one of k attempts at an item succeeds, or all of them do.

Of N attempts at an item c succeeded. Averaged over the items, C(c, k) / C(N, k) is pass^k and
1 - C(N - c, k) / C(N, k) is pass@k, both without bias (Chen and others 2021; Yao and others 2024);
(c / N)^k is not.
"""

from __future__ import annotations

import numpy as np
from scipy.special import betaincinv, gammaln

from evenkeel._types import FloatArray, IntArray
from evenkeel.items.intervals import Clusters, student
from evenkeel.items.scores import ItemTable
from evenkeel.result import Result

_MIXED = 10  # items with a value on either side of an end, below which all items count as they are


class Attempts(Result):
    """pass@k and pass^k of each model on a benchmark, with intervals.

    Attributes
    ----------
    benchmark : str
        Its name.
    models : tuple of str
        The models.
    k : ndarray of int
        Numbers of attempts, from 1 to those that every item has.
    at_least_one, every : tuple of ndarray
        pass@k and pass^k: the estimate, the lower and the upper bound, each (models, k).
    level : float
        Confidence of each interval.
    """

    benchmark: str
    models: tuple[str, ...]
    k: IntArray
    at_least_one: tuple[FloatArray, FloatArray, FloatArray]
    every: tuple[FloatArray, FloatArray, FloatArray]
    level: float


def attempts_of(table: ItemTable, level: float) -> Attempts:
    """pass@k and pass^k of the epochs of a benchmark of zeros and ones."""
    tried = np.count_nonzero(~np.isnan(table.scores), axis=2)
    won = np.nansum(table.scores, axis=2)
    k = np.arange(1, int(tried.min()) + 1)
    clusters = Clusters(table.clusters)
    every = np.stack([pass_every(won, tried, each) for each in k.tolist()])
    once = np.stack([pass_once(won, tried, each) for each in k.tolist()])
    found = [[_bounded(values, clusters, level) for values in kind] for kind in (once, every)]
    parts = [tuple(np.stack(part, axis=1) for part in zip(*kind, strict=True)) for kind in found]
    once_parts, every_parts = ((a, b, c) for a, b, c in parts)
    return Attempts(table.benchmark, table.models, k, once_parts, every_parts, level)


def pass_every(won: FloatArray, tried: IntArray, k: int) -> FloatArray:
    """C(c, k) / C(N, k) of each item: that all of k attempts succeed.

    Examples
    --------
    >>> import numpy as np
    >>> pass_every(np.array([2.0, 4.0]), np.array([4, 4]), 2).round(4).tolist()
    [0.1667, 1.0]
    """
    return _of(won, tried, k)


def pass_once(won: FloatArray, tried: IntArray, k: int) -> FloatArray:
    """1 - C(N - c, k) / C(N, k) of each item: that one of k attempts succeeds at least.

    Examples
    --------
    >>> import numpy as np
    >>> pass_once(np.array([2.0, 0.0]), np.array([4, 4]), 2).round(4).tolist()
    [0.8333, 0.0]
    """
    return 1 - _of(tried - won, tried, k)


def _of(some: FloatArray, tried: IntArray, k: int) -> FloatArray:
    """C(some, k) / C(tried, k)."""
    enough = some >= k
    safe = np.where(enough, some, k)
    logarithm = gammaln(safe + 1) - gammaln(safe - k + 1) - gammaln(tried + 1)
    found: FloatArray = np.where(enough, np.exp(logarithm + gammaln(tried - k + 1)), 0.0)
    return found


def _bounded(
    values: FloatArray, clusters: Clusters, level: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Means of values (n, k) with the interval of Clopper and Pearson at a number of items.

    It is the effective one of Korn and Graubard (1998), p (1 - p) / V with Student's quantile for
    its degrees of freedom, unless fewer than 10 items are above 0, or below 1; then it is n, or
    with clusters their number.
    """
    n, mean = clusters.n, values.mean(axis=0)
    size = np.full(len(mean), float(clusters.count))
    if clusters.count > 1:
        variance = clusters.variances(values)
        usual = mean * (1 - mean)
        inner = np.minimum((values > 1e-12).sum(axis=0), (values < 1 - 1e-12).sum(axis=0))
        ratio = np.divide(usual, variance, out=size.copy(), where=variance > 1e-15)
        size = np.where(inner >= _MIXED, ratio * _shrunk(level, n, clusters.df), size)
    tail = (1 - level) / 2
    x = mean * size
    low = np.where(x > 0, betaincinv(np.maximum(x, 1e-300), size - x + 1, tail), 0.0)
    high = np.where(x < size, betaincinv(x + 1, np.maximum(size - x, 1e-300), 1 - tail), 1.0)
    return mean, np.minimum(low, mean), np.maximum(high, mean)


def _shrunk(level: float, n: int, df: float) -> float:
    """(t_{n-1} / t_df)^2, as Korn and Graubard have it."""
    return (student(level, n - 1) / student(level, df)) ** 2
