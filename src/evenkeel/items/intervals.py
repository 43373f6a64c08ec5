"""Means of scores and their differences, with intervals that hold at the edge and with clusters.

Everything is vectorised over columns: a column is a model, or a pair of models. Item i of n lies in
cluster c of size n_c, of which there are G; items that hang on nothing are clusters of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import ndtri, stdtrit

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.arrays import ByValue

#: The correlation of differences within a cluster that is supposed before any is seen.
_SUPPOSED = 0.3
#: So many clusters with a difference outweigh what was supposed as much as it weighs.
_WEIGHT = 5


@dataclass(frozen=True)
class Clusters:
    """Which items hang together: `codes` numbers the cluster of each item from 0."""

    codes: IntArray

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.codes)

    @cached_property
    def sizes(self) -> FloatArray:
        """How many items each cluster has."""
        return np.bincount(self.codes).astype(np.float64)

    @property
    def count(self) -> int:
        """Number of clusters, G."""
        return len(self.sizes)

    @property
    def single(self) -> bool:
        """Whether each item is a cluster of its own."""
        return self.count == self.n

    @cached_property
    def _order(self) -> tuple[IndexArray, IndexArray]:
        order = np.argsort(self.codes, kind="stable")
        return order, np.r_[0, np.cumsum(self.sizes)[:-1]].astype(np.intp)

    def sums(self, values: FloatArray) -> FloatArray:
        """Sums over the items of each cluster, of columns (n, m)."""
        order, starts = self._order
        ordered = values[order]
        return ordered if self.single else np.add.reduceat(ordered, starts, axis=0)

    @property
    def weights(self) -> FloatArray:
        """What the squares of a cluster count, 1 / (1 - n_c / n)."""
        found: FloatArray = self.n / (self.n - self.sizes)
        return found

    @cached_property
    def df(self) -> float:
        """Degrees of freedom of Bell and McCaffrey (2002) for the mean of all items.

        (sum w_c P_cc)^2 / sum sum w_c w_d P_cd^2 with P_cd = n_c [c = d] - n_c n_d / n. Singletons
        have n - 1.
        """
        squares, weights, n = self.sizes**2, self.weights, self.n
        crossed = (weights @ squares) ** 2 - weights**2 @ squares**2
        return float(n**2 / (squares.sum() + crossed / n**2))

    @property
    def supposed(self) -> float:
        """The effect of clusters on a variance that is supposed before any difference is seen."""
        return 1 + _SUPPOSED * (float(self.sizes @ self.sizes) / self.n - 1)

    def standard_errors(self, values: FloatArray) -> FloatArray:
        """sqrt(G / (G - 1) sum u_c^2) / n, as Inspect has it; without clusters s / sqrt(n)."""
        if self.count < 2:
            return np.full(values.shape[1], np.nan)
        u = self._deviations(values)
        factor = self.count / (self.count - 1)
        found: FloatArray = np.sqrt(factor * (u * u).sum(axis=0)) / self.n
        return found

    def variances(self, values: FloatArray) -> FloatArray:
        """Variances of the means by CR2: sum w_c u_c^2 / n^2; without clusters s^2 / n."""
        u = self._deviations(values)
        found: FloatArray = (self.weights[:, None] * u * u).sum(axis=0) / self.n**2
        return found

    def _deviations(self, values: FloatArray) -> FloatArray:
        found: FloatArray = self.sums(values) - self.sizes[:, None] * values.mean(axis=0)
        return found


def difference_intervals(
    differences: FloatArray, clusters: Clusters, level: FloatArray | float
) -> tuple[FloatArray, FloatArray]:
    """Intervals of mean differences of scores between 0 and 1, of columns (n, m).

    Bonett and Price (2012) add two pairs, one for each side, and take the normal interval of what
    they have then. Here n is the effective number of items, n f, and the quantile is Student's with
    the degrees of freedom of `Clusters.df` ::

        deff  = max(1, V_CR2 / V_item),  deff0 = 1 + 0.3 (sum n_c^2 / n - 1)
        f     = 1 / max(deff, w deff + (1 - w) deff0),  w = g / (g + 5)
        N     = n f + 2,  delta = f sum d_i / N,  V = (f sum d_i^2 + 2) / N - delta^2
        delta +- t sqrt(V / N), between -1 and 1

    where g clusters have a difference. Of singletons f is 1. docs/calibration_items.md has how
    often it holds.

    Examples
    --------
    Ten items of which three differ, all for the first model:

    >>> import numpy as np
    >>> d = np.array([1.0] * 3 + [0.0] * 7)[:, None]
    >>> low, high = difference_intervals(d, Clusters(np.arange(10)), 0.95)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([-0.139], [0.639])
    """
    m = differences.shape[1]
    if clusters.count < 2:
        return np.full(m, -1.0), np.full(m, 1.0)
    n, sums, squares = clusters.n, differences.sum(axis=0), (differences**2).sum(axis=0)
    share = np.ones(m)
    if not clusters.single:
        variance = squares / n - (sums / n) ** 2
        plain = np.maximum(variance, 0) / (n - 1)
        deff = np.divide(
            clusters.variances(differences), plain, out=np.ones(m), where=plain > 1e-15
        )
        deff = np.maximum(deff, 1)
        seen = np.count_nonzero(clusters.sums(np.abs(differences)) > 0, axis=0)
        share = 1 / _tempered(deff, seen, clusters)
    size = n * share + 2
    centre = share * sums / size
    spread = (share * squares + 2) / size - centre**2
    reach = -stdtrit(clusters.df, (1 - np.asarray(level)) / 2) * np.sqrt(spread / size)
    return np.maximum(centre - reach, -1.0), np.minimum(centre + reach, 1.0)


def _tempered(deff: FloatArray, seen: IntArray, clusters: Clusters) -> FloatArray:
    """An effect of clusters, mixed with what is supposed where few clusters show little of it."""
    weight = seen / (seen + _WEIGHT)
    found: FloatArray = np.maximum(deff, weight * deff + (1 - weight) * clusters.supposed)
    return found


def mean_intervals(
    values: FloatArray, clusters: Clusters, level: float, *, plain: bool
) -> tuple[FloatArray, FloatArray]:
    """Intervals of means of scores between 0 and 1, of columns (n, m).

    Of zeros and ones without clusters (`plain`) it is Wilson's (1927). Else it is Wilson's form
    with the number of items that would have the variance found, p (1 - p) / V, as Korn and Graubard
    (1998) do it, and Student's quantile; where few clusters show little of the variance, it is
    mixed with what is supposed of clusters.
    """
    n, mean = clusters.n, values.mean(axis=0)
    if clusters.count < 2:
        return np.zeros(len(mean)), np.ones(len(mean))
    share, z = np.ones(len(mean)), -float(ndtri((1 - level) / 2))
    if not plain:
        usual = np.maximum(mean * (1 - mean), 0)
        ratio = clusters.variances(values) * n
        deff = np.divide(ratio, usual, out=np.ones(len(mean)), where=usual > 1e-15)
        totals, sizes = clusters.sums(values), clusters.sizes[:, None]
        seen = np.count_nonzero((totals > 1e-12) & (totals < sizes - 1e-12), axis=0)
        ends = np.minimum((totals <= 1e-12).sum(axis=0), (totals >= sizes - 1e-12).sum(axis=0))
        share = 1 / _tempered(deff, seen + ends, clusters)
        z = -float(stdtrit(clusters.df, (1 - level) / 2))
    size = n * share
    centre = (mean * size + z**2 / 2) / (size + z**2)
    reach = z * np.sqrt(size * mean * (1 - mean) + z**2 / 4) / (size + z**2)
    low = np.where(mean <= 0, 0.0, np.maximum(centre - reach, 0.0))
    return low, np.where(mean >= 1, 1.0, np.minimum(centre + reach, 1.0))


@dataclass(frozen=True, eq=False)
class Shares(ByValue):
    """How the variance of single answers divides, for each model; the parts add up to 1.

    Attributes
    ----------
    clusters, items, epochs : ndarray
        Between clusters, between the items within them, and between the epochs of an item; NaN
        where it cannot be told, as that of epochs if there is one.
    variance : ndarray
        The variance of a single answer.
    """

    clusters: FloatArray
    items: FloatArray
    epochs: FloatArray
    variance: FloatArray


def variance_shares(scores: FloatArray, clusters: Clusters) -> Shares:
    """Components of variance of scores (n, k, epochs), by analysis of variance; none below 0."""
    n, k, _ = scores.shape
    counts = np.count_nonzero(~np.isnan(scores), axis=2)
    means = np.nanmean(scores, axis=2)
    within = np.nansum((scores - means[:, :, None]) ** 2, axis=2).sum(axis=0)
    free = (counts - 1).sum(axis=0)
    noise = np.divide(within, free, out=np.full(k, np.nan), where=free > 0)
    of_means = np.nan_to_num(noise) * (1 / counts).mean(axis=0)
    if clusters.single or clusters.count < 2:
        spread = means.var(axis=0, ddof=1) if n > 1 else np.full(k, np.nan)
        between, item = np.full(k, np.nan), spread - of_means
    else:
        sizes, total = clusters.sizes, clusters.sums(means)
        inner = (means**2).sum(axis=0) - (total**2 / sizes[:, None]).sum(axis=0)
        inside = inner / (n - clusters.count)
        outer = (total**2 / sizes[:, None]).sum(axis=0) - n * means.mean(axis=0) ** 2
        outside = outer / (clusters.count - 1)
        usual = (n - (sizes**2).sum() / n) / (clusters.count - 1)
        between, item = np.maximum((outside - inside) / usual, 0), inside - of_means
    item = np.maximum(item, 0)
    total = np.nan_to_num(between) + item + np.nan_to_num(noise)
    some = np.where(total > 0, total, np.nan)
    return Shares(between / some, item / some, noise / some, total)


def student(level: float, df: float) -> float:
    """The two-sided quantile of Student's t."""
    return -float(stdtrit(df, (1 - level) / 2))
