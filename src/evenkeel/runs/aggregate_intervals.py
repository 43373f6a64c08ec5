"""Intervals of the aggregates of runs, of their differences, and of the improvement of pairs."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, stdtrit

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.bootstrap import bootstrap_interval
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.scaling import in_range, unscaled
from evenkeel.runs.aggregate_statistics import AGGREGATES
from evenkeel.runs.improvement import Improvement
from evenkeel.runs.run_cells import Cells
from evenkeel.runs.stratified_bootstrap import Resampling, equal_weights, resampled_weights


class DrawnAggregates:
    """Aggregates of the data and of the resamples, turned so that higher is better."""

    def __init__(
        self, cells: Cells, statistics: tuple[str, ...], pairs: IndexArray, threshold: float
    ) -> None:
        self.count, self.pairs = cells.count, pairs
        numbers, self.power = in_range(np.append(cells.values, threshold))
        values, bound = numbers[:-1].reshape(cells.values.shape), float(numbers[-1])
        self.sign = -1.0 if cells.better == "lower" else 1.0
        self.sd = np.nan_to_num(moments_of(values, cells.count).sd)
        self.values = np.nan_to_num(self.sign * values)  # what fills up has no weight
        self.threshold = self.sign * bound
        self.kernels = [AGGREGATES[name].kernel for name in statistics]
        self.turned = np.array([-1.0 if AGGREGATES[s].lower_is_better else 1.0 for s in statistics])
        self.improving = Improvement(self.values, pairs)
        self.value, self.improvement = (
            each[..., 0] for each in self._statistics(equal_weights(cells.count)[..., None])
        )

    def _resample(
        self, resamples: int, generator: np.random.Generator, how: Resampling
    ) -> tuple[FloatArray, FloatArray]:
        """The same of every resample, in the first axis."""
        blocks = [
            self._statistics(weights)
            for weights in resampled_weights(self.count, resamples, generator, how)
        ]
        aggregated, improved = zip(*blocks, strict=True)
        return (
            np.moveaxis(np.concatenate(aggregated, axis=-1), -1, 0),
            np.concatenate(improved, axis=-1).T,
        )

    def _statistics(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Aggregates (s, k, m) and probabilities of improvement (pairs, m)."""
        k, m = self.count.shape[1], weights.shape[-1]
        found = np.empty((len(self.kernels), k, m))
        for column in range(k):
            total = int(self.count[:, column].sum())
            for row, kernel in enumerate(self.kernels):
                found[row, column] = kernel(
                    self.values[:, column], weights[:, column], self.threshold, total
                )
        return found, self.improving.of(weights)

    def intervals(
        self, resamples: int, generator: np.random.Generator, level: float, *, expanded: bool
    ) -> dict[str, FloatArray]:
        """Estimates and bounds, in the units and the direction of the values."""
        how: Resampling = "rescaled" if expanded else "plain"
        aggregated, improved = self._resample(resamples, generator, how)
        levels = of_pairs = np.array(level)
        if expanded:
            levels = expanded_confidence(level, self.sd, self.count)
            of_pairs = expanded_confidence(level, self.sd, self.count, self.pairs)
        first, second = self.pairs.T
        bounds = bootstrap_interval(self.value, aggregated, levels)
        between = (self.value[:, first] - self.value[:, second]) * self.turned[:, None]
        low, high = np.empty_like(between), np.empty_like(between)
        for row, turned in enumerate(self.turned):
            drawn = aggregated[:, row]
            differences = (drawn[:, first] - drawn[:, second]) * turned
            low[row], high[row] = bootstrap_interval(between[row], differences, of_pairs)
        probable = bootstrap_interval(self.improvement, improved, level)
        back = np.where(self.turned > 0, self.sign, 1.0)[:, None]  # an optimality gap stays
        ends = np.sort(np.stack(bounds) * back, axis=0)
        in_units = {
            "value": self.value * back,
            "lower": ends[0],
            "upper": ends[1],
            "difference": between,
            "difference_lower": low,
            "difference_upper": high,
        }
        return {
            **{name: unscaled(array, self.power) for name, array in in_units.items()},
            "improvement": self.improvement.copy(),
            "improvement_lower": probable[0],
            "improvement_upper": probable[1],
        }


def expanded_confidence(
    level: float, sd: FloatArray, count: IntArray, pairs: IndexArray | None = None
) -> FloatArray:
    """Confidence of the percentiles at which a normal quantile is as large as Student's t.

    For each algorithm, or each pair, the degrees of freedom of the variance of the mean over the
    problems, sum of v_i = s_i^2 / R_i, are (sum v_i)^2 / sum (v_i^2 / (R_i - 1)).
    """
    largest = sd.max(initial=0.0)
    part = np.square(sd / largest if largest > 0 else sd) / count
    freedom = np.maximum(count - 1, 1)
    spread, squares = part.sum(axis=0), (np.square(part) / freedom).sum(axis=0)
    whole = (count - 1).sum(axis=0).astype(np.float64)
    if pairs is not None:
        spread, squares, whole = (each[pairs].sum(axis=1) for each in (spread, squares, whole))
    df = np.divide(np.square(spread), squares, out=np.maximum(whole, 1.0), where=squares > 0)
    expanded: FloatArray = 1 - 2 * ndtr(stdtrit(df, (1 - level) / 2))
    return expanded
