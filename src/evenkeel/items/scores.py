"""Items: the score of each model on each item; several attempts at one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from scipy.special import betaincinv, gammaln

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.items.intervals import Clusters, student
from evenkeel.numerics.arrays import ByValue

# Items: the score of each model on each item of each benchmark, paired by the items' names.


Better = Literal["higher", "lower"]
_FEW = 5  # names that a message lists


@dataclass(frozen=True, eq=False)
class ItemTable(ByValue):
    """The items of one benchmark that all its models have.

    Attributes
    ----------
    benchmark : str
        Its name.
    models, items : tuple of str
        The k models and the n items.
    scores : ndarray, shape (n, k, epochs)
        NaN where a model has fewer epochs of an item than another.
    clusters : ndarray of int, shape (n,)
        The cluster of each item, numbered from 0; each item its own if nothing hangs together.
    """

    benchmark: str
    models: tuple[str, ...]
    items: tuple[str, ...]
    scores: FloatArray
    clusters: IntArray

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.items)

    @property
    def k(self) -> int:
        """Number of models."""
        return len(self.models)

    @property
    def epochs(self) -> int:
        """The largest number of epochs of an item."""
        return int(self.scores.shape[2])

    @cached_property
    def means(self) -> FloatArray:
        """Mean of the epochs of each item and model, (n, k)."""
        found: FloatArray = np.nanmean(self.scores, axis=2)
        return found

    @property
    def clustered(self) -> bool:
        """Whether any two items hang together."""
        return len(np.unique(self.clusters)) < self.n

    @property
    def binary(self) -> bool:
        """Whether all scores are 0 or 1."""
        present = self.scores[~np.isnan(self.scores)]
        return bool(((present == 0) | (present == 1)).all())

    @property
    def bounds(self) -> tuple[float, float]:
        """The range that the scores can have: 0 to 1 if they keep to it, else what was seen."""
        low, high = float(np.nanmin(self.scores)), float(np.nanmax(self.scores))
        return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)


@dataclass(frozen=True, eq=False, repr=False)
class Items(ByValue):
    """Scores of models on items, a row per answer; `read_items` makes it.

    Attributes
    ----------
    model, benchmark, item, cluster, epoch : ndarray of int, shape (rows,)
        Codes into the names below; `cluster` numbers within a benchmark.
    score : ndarray, shape (rows,)
        NaN where there is none.
    models, benchmarks : tuple of str
        Names.
    items : tuple of tuple of str
        For each benchmark, the names of its items.
    better : {"higher", "lower"}
        Which scores are good.
    measure : str
        What the scores are called.
    kinds, sources : tuple of str
        Which tools wrote the logs, and the files.
    notes : tuple of str
        What was chosen or left out in reading.
    also : mapping
        Columns beside the scores, with NaN: ``human`` labels, ``length``, ``order``.
    """

    model: IntArray
    benchmark: IntArray
    item: IntArray
    cluster: IntArray
    epoch: IntArray
    score: FloatArray
    models: tuple[str, ...]
    benchmarks: tuple[str, ...]
    items: tuple[tuple[str, ...], ...]
    better: Better = "higher"
    measure: str = "score"
    kinds: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    also: Mapping[str, FloatArray] = field(default_factory=dict)
    clustered_by: str = ""

    def __repr__(self) -> str:
        count = sum(map(len, self.items))
        many = len(self.benchmarks)
        word = "benchmark" if many == 1 else "benchmarks"
        return f"Items: {len(self.models)} models, {count} items of {many} {word}"

    @cached_property
    def tables(self) -> tuple[ItemTable, ...]:
        """Each benchmark as a table of the items that all its models have."""
        return tuple(self._table(b)[0] for b in range(len(self.benchmarks)))

    @cached_property
    def left_out(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Items that not all models have: benchmark, item, and the models that lack it."""
        return tuple(each for b in range(len(self.benchmarks)) for each in self._table(b)[1])

    def column(self, name: str, benchmark: int) -> FloatArray:
        """A column beside the scores as the table of a benchmark has it, (n, k, epochs)."""
        return self._arranged(benchmark, self.also[name])[0]

    def _arranged(
        self, b: int, values: FloatArray
    ) -> tuple[FloatArray, list[int], list[tuple[str, str, tuple[str, ...]]]]:
        """Values as (n, k, epochs), with the items kept and those that some model lacks."""
        here = np.flatnonzero(self.benchmark == b)
        present = sorted({*self.model[here].tolist()})
        place = np.zeros(len(self.models), dtype=np.int64)
        place[present] = np.arange(len(present))
        shape = (len(self.items[b]), len(present), int(self.epoch[here].max()) + 1)
        cells = np.full(shape, np.nan)
        there = np.full(shape, np.nan)
        at = (self.item[here], place[self.model[here]], self.epoch[here])
        cells[at], there[at] = values[here], self.score[here]
        has = ~np.isnan(there).all(axis=2)
        kept = np.flatnonzero(has.all(axis=1))
        lacking = [
            (
                self.benchmarks[b],
                self.items[b][i],
                tuple(self.models[present[j]] for j in np.flatnonzero(~has[i]).tolist()),
            )
            for i in np.flatnonzero(~has.all(axis=1)).tolist()
        ]
        return cells[kept], kept.tolist(), lacking

    def _table(self, b: int) -> tuple[ItemTable, list[tuple[str, str, tuple[str, ...]]]]:
        cells, kept, lacking = self._arranged(b, self.score)
        here = self.benchmark == b
        models = tuple(self.models[j] for j in sorted({*self.model[here].tolist()}))
        if not kept:
            raise InputError(self._nothing_shared(b, models))
        cluster = np.zeros(len(self.items[b]), dtype=np.int64)
        cluster[self.item[here]] = self.cluster[here]
        codes = np.unique(cluster[kept], return_inverse=True)[1].astype(np.int64)
        names = tuple(self.items[b][i] for i in kept)
        return ItemTable(self.benchmarks[b], models, names, cells, codes), lacking

    def _nothing_shared(self, b: int, models: Sequence[str]) -> str:
        counts = Counter(
            self.models[int(j)] for j in self.model[(self.benchmark == b) & ~np.isnan(self.score)]
        )
        fewest = min(models, key=lambda name: counts[name])
        of = f" of {self.benchmarks[b]}" if self.benchmarks[b] else ""
        return (
            f"no item{of} has a score of every model; {fewest} has only "
            f"{counts[fewest]}: leave out the models that have few, or give logs of the same items"
        )


# pass@k and pass^k: at least one of k attempts at an item succeeds, or all of them do.
#
# Of N attempts at an item c succeeded. Averaged over the items, C(c, k) / C(N, k) is pass^k and 1 -
# C(N - c, k) / C(N, k) is pass@k, both without bias (Chen and others 2021; Yao and others 2024); (c
# / N)^k is not.


_MIXED = 10  # items with a value on either side of an end, below which all items count as they are


@dataclass(frozen=True, eq=False)
class Attempts(ByValue):
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
