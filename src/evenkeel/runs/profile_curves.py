"""Shares of profiles, and the stratified bootstrap of runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import bootstrap_interval
from evenkeel.runs.cells import Cells

# Shares of a profile: of runs with a better score, or of problems solved within a ratio.
#
# Curves are computed at given places for the data and for resamples by the same functions, the
# resamples in the last axis.


_ROUNDING = 1e-12  # of a ratio
_LARGEST = 1e308  # ratio
_PLACES = 101  # of the curves, unless they are given
_HALF = 1e-9  # around one half, within which a sum of weights is one half


def score_shares(values: FloatArray, weights: FloatArray, places: FloatArray) -> FloatArray:
    """Share of the runs (n, runs) of one algorithm that exceed each place, (places, m).

    Every problem has the share 1 / n; what has no weight is never better.
    """
    n, width, m = weights.shape
    flat = values.ravel()
    order = np.argsort(flat, kind="stable")
    reached = np.zeros((n * width + 1, m))
    np.cumsum(weights.reshape(n * width, m)[order], axis=0, out=reached[1:])
    beyond = reached[-1] - reached[np.searchsorted(flat[order], places, side="right")]
    return np.asarray(np.clip(beyond / n, 0.0, 1.0))


def cell_costs(
    values: FloatArray, weights: FloatArray, count: IntArray, statistic: str
) -> FloatArray:
    """Mean or median cost of each cell, (n, k, m); infinite where there is no run."""
    if statistic == "mean":
        costs = np.matmul(values[..., None, :], weights)[..., 0, :]
    else:
        costs = _weighted_medians(values, weights)
    return np.where(count[..., None] > 0, costs, np.inf)


def _weighted_medians(values: FloatArray, weights: FloatArray) -> FloatArray:
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    reached = np.cumsum(np.take_along_axis(weights, order[..., None], axis=-2), axis=-2)
    last = values.shape[-1] - 1
    low = np.minimum((reached < 0.5 - _HALF).sum(axis=-2), last)
    high = np.minimum((reached <= 0.5 + _HALF).sum(axis=-2), last)
    middle: FloatArray = np.take_along_axis(ordered, low, axis=-1) / 2
    return middle + np.take_along_axis(ordered, high, axis=-1) / 2


def ratios_to_best(costs: FloatArray) -> FloatArray:
    """Costs (n, k, ...) over the lowest of their problem; infinite where a cost is.

    A ratio of finite costs stays finite, at most 1e308.
    """
    best = costs.min(axis=1, keepdims=True)
    solved = np.isfinite(costs)
    with np.errstate(over="ignore"):
        ratios = np.divide(costs, best, out=np.full_like(costs, np.inf), where=solved)
    return np.where(solved, np.minimum(ratios, _LARGEST), np.inf)


def ratio_shares(ratios: FloatArray, places: FloatArray) -> FloatArray:
    """Share of the problems (n, k, m) whose ratio is at most each place, (k, places, m).

    A ratio may exceed a place in its last digits, which are the rounding of means.
    """
    allowed = np.minimum(places, _LARGEST) * (1 + _ROUNDING)
    return np.stack([(ratios <= place).mean(axis=0) for place in allowed.tolist()], axis=1)


# Stratified bootstrap: the runs of each cell are drawn again from the runs of that cell.
#
# A resample is held as weights of the runs: how often each was drawn, over the draws of its cell.
# Every statistic of runs is then a function of values and weights, and the weights of many
# resamples stand side by side in the last axis, along which numpy computes.


Resampling = Literal["rescaled", "plain"]

_HELD = 1 << 18  # weights that are held at a time, so that they stay in the cache
_TOGETHER, _MOST = 16, 1 << 24  # resamples that are held in any case, unless these are too many


def equal_weights(count: IntArray) -> FloatArray:
    """The weights of the data themselves, of shape (*cells, most runs): 1 / runs of the cell.

    Examples
    --------
    >>> equal_weights(np.array([2, 1])).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    held = np.arange(int(count.max(initial=0))) < count[..., None]
    return np.where(held, 1.0 / np.maximum(count, 1)[..., None], 0.0)


def resampled_weights(
    count: IntArray, resamples: int, generator: np.random.Generator, how: Resampling
) -> Iterator[FloatArray]:
    """Weights of the runs in `resamples` resamples, in blocks of shape (*cells, most runs, m).

    The bootstrap draws as many of the r runs of a cell as there are (``"plain"``). The variance
    of a mean of these draws is (r - 1) / r times the unbiased one, which makes intervals too
    narrow if the cells have few runs. Drawing r - 1 runs (``"rescaled"``) has the unbiased one
    (Rao and Wu 1988, doi:10.1080/01621459.1988.10478591, for strata of few units). The one run of
    a cell that has no other is drawn always.

    Parameters
    ----------
    count : ndarray of int, any shape
        Runs of each cell; a cell without runs has weights 0.

    Examples
    --------
    >>> generator = np.random.default_rng(0)
    >>> (weights,) = resampled_weights(np.array([3, 2]), 4, generator, "rescaled")
    >>> weights.shape, weights.sum(axis=1).tolist()
    ((2, 3, 4), [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]])
    """
    most = int(count.max(initial=0))
    cells = count.ravel()
    size = max(cells.size * most, 1)
    block = max(_HELD // size, min(_TOGETHER, _MOST // size), 1)
    starts = range(0, resamples, block)
    for start in steps(starts, "resampling runs", len(starts)):
        m = min(block, resamples - start)
        weights = np.zeros((cells.size, most, m))
        for runs in np.unique(cells[cells > 0]).tolist():
            (here,) = np.nonzero(cells == runs)
            draws = max(runs - (how == "rescaled"), 1)
            times = _times_drawn(here.size, runs, draws, m, generator)
            weights[here, :runs] = times / draws
        yield weights.reshape(*count.shape, most, m)


def _times_drawn(
    cells: int, runs: int, draws: int, m: int, generator: np.random.Generator
) -> IntArray:
    """How often each run of each cell is drawn in each of m resamples, (cells, runs, m)."""
    size = (cells, draws, m)
    drawn = generator.integers(0, runs, size, dtype=np.uint16 if runs < 1 << 16 else np.int64)
    places = np.multiply(drawn, m, dtype=np.int64)
    places += (np.arange(cells) * runs * m)[:, None, None] + np.arange(m)
    times: IntArray = np.bincount(places.ravel(), minlength=cells * runs * m)
    return times.reshape(cells, runs, m)


class ProfileCurves:
    """The curves of the data and of resamples; scores are turned so that higher is better."""

    def __init__(
        self,
        cells: Cells,
        kind: str,
        statistic: str,
        places: ArrayLike | None,
        *,
        by_runs: bool,
    ) -> None:
        self.count, self.statistic, self.by_runs = cells.count, statistic, by_runs
        self.sign = -1.0 if kind == "score" and cells.better == "lower" else 1.0
        self.values = self.sign * cells.values
        held = self.values[~np.isnan(self.values)]
        self.values = np.where(np.isnan(self.values), held[0], self.values)
        self.of_data = equal_weights(cells.count)[..., None]
        self.ratios = kind == "ratio"
        if self.ratios:
            held = ratios_to_best(self._costs(self.of_data))
            held = held[np.isfinite(held)]
        self.places = self._checked(places) if places is not None else _quantiles(held)

    def _checked(self, places: ArrayLike) -> FloatArray:
        given = np.asarray(places, dtype=np.float64)
        if given.ndim != 1 or given.size == 0 or not np.isfinite(given).all():
            raise InputError("places are where the curves are computed; give finite numbers")
        if self.ratios and given.min() < 1:
            raise InputError(
                f"a ratio to the best is never below 1, but places has {given.min():g}; give "
                "ratios of at least 1"
            )
        return np.unique(self.sign * given)

    def _costs(self, weights: FloatArray) -> FloatArray:
        return cell_costs(self.values, weights, self.count, self.statistic)

    def _of_runs(self, weights: FloatArray) -> FloatArray:
        """Curves (k, places, m) of the weights (n, k, runs, m)."""
        if self.ratios:
            return ratio_shares(ratios_to_best(self._costs(weights)), self.places)
        k = self.values.shape[1]
        return np.stack(
            [score_shares(self.values[:, j], weights[:, j], self.places) for j in range(k)]
        )

    def _reached(self) -> FloatArray:
        """Whether each of n problems is reached at each place, (k, places, n)."""
        if self.ratios:
            costs = ratios_to_best(self._costs(self.of_data))[..., 0]
            return ratio_shares(costs.T[None], self.places)
        better = self.values[..., 0] > self.places[:, None, None]
        return np.moveaxis((better & (self.count > 0)).astype(np.float64), 2, 0)

    def bounds(
        self, resamples: int, generator: np.random.Generator, level: float
    ) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """The curves, their bounds at each place, and their largest distance, (k, 1)."""
        share = self._of_runs(self.of_data)[..., 0]
        if self.by_runs:
            count, curves = self.count, self._of_runs
        else:
            reached, count = self._reached(), np.array(len(self.count))

            def curves(weights: FloatArray) -> FloatArray:
                return reached @ weights

        blocks = resampled_weights(count, resamples, generator, "rescaled")
        drawn = np.concatenate([curves(weights).astype(np.float32) for weights in blocks], axis=-1)
        low, high, sup = np.empty_like(share), np.empty_like(share), np.empty((len(share), 1))
        for row, curve in enumerate(share):
            replicates = drawn[row].T.astype(np.float64)
            low[row], high[row] = bootstrap_interval(curve, replicates, level)
            distance = np.abs(replicates - curve).max(axis=1)
            sup[row] = np.quantile(distance, level, method="higher")
        return share, np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0), sup


def _quantiles(held: FloatArray) -> FloatArray:
    """Up to 101 of the numbers that occur, spread over them by rank."""
    distinct = np.unique(held)
    if distinct.size <= _PLACES:
        return distinct
    return np.unique(np.quantile(held, np.linspace(0, 1, _PLACES), method="inverted_cdf"))
