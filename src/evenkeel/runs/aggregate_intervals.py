"""Intervals of the aggregates of runs, of their differences, and of the improvement of pairs."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, stdtrit

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.effects.unpaired import newcombe_mean_interval, win_shares
from evenkeel.numerics.bootstrap import bootstrap_interval
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.scaling import in_range, unscaled
from evenkeel.runs.aggregate_statistics import AGGREGATES
from evenkeel.runs.improvement import Improvement
from evenkeel.runs.run_cells import Cells
from evenkeel.runs.stratified_bootstrap import Resampling, equal_weights, resampled_weights

Interval = tuple[FloatArray, FloatArray]


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
        self.entries = [AGGREGATES[name] for name in statistics]
        self.held = np.where(np.isnan(values), np.nan, self.values)
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
        found = np.empty((len(self.entries), k, m))
        for column in range(k):
            found[:, column] = self._of_one(column, self.values[:, column], weights[:, column])
        return found, self.improving.of(weights)

    def _of_one(self, column: int, values: FloatArray, weights: FloatArray) -> FloatArray:
        """The aggregates (s, m) of one algorithm."""
        total = int(self.count[:, column].sum())
        kernels = (entry.kernel for entry in self.entries)
        return np.stack([kernel(values, weights, self.threshold, total) for kernel in kernels])

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
        if expanded:
            probable = self._improvement_bounds(level)
            bounds, (low, high) = self._widened(level, bounds, between, (low, high))
        else:
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

    def _improvement_bounds(self, level: float) -> tuple[FloatArray, FloatArray]:
        """Newcombe's, which keep their width where one algorithm wins all runs."""
        losses, count = -self.held, self.count
        bounds = [
            newcombe_mean_interval(
                win_shares(losses[:, a], losses[:, b], count[:, a], count[:, b]), level
            )
            for a, b in self.pairs.tolist()
        ]
        low, high = np.array(bounds).T
        return low, high

    def _widened(
        self, level: float, bounds: Interval, between: FloatArray, of_pairs: Interval
    ) -> tuple[Interval, Interval]:
        """Intervals of aggregates (s, k) and differences (s, m), no narrower than what is known.

        They hold what the aggregates would be if a share of the runs, so large that none of them
        is seen with the probability (1 - level) / 2, were as bad, or as good, as any run of the
        problem; if all of its runs are equal, any run at all. And those of means hold Student's
        interval, which few runs of unequal spread need, within the ends that runs seem to have.
        """
        first, second = self.pairs.T
        worst, best = self._if_unseen(level)
        student = np.stack([self.value, self.value])
        reach_of_pairs = np.zeros_like(between)
        for row, entry in enumerate(self.entries):
            if entry.averaged is not None:
                averaged = entry.averaged(self.held, self.threshold)
                sd = np.nan_to_num(moments_of(averaged, self.count).sd)
                student[:, row] += _student_reach(level, sd, self.count) * np.array([[-1], [1]])
                student[:, row] = np.clip(student[:, row], _end(averaged), -_end(-averaged))
                reach_of_pairs[row] = _student_reach(level, sd, self.count, self.pairs)
        ends = np.stack([worst, best, *student, *bounds])
        turned = self.turned[:, None]
        apart = [
            (one - other) * turned
            for one, other in (
                (worst[:, first], self.value[:, second]),
                (best[:, first], self.value[:, second]),
                (self.value[:, first], worst[:, second]),
                (self.value[:, first], best[:, second]),
            )
        ]
        all_apart = np.stack(
            [*apart, between - reach_of_pairs, between + reach_of_pairs, *of_pairs]
        )
        return (ends.min(axis=0), ends.max(axis=0)), (
            all_apart.min(axis=0),
            all_apart.max(axis=0),
        )

    def _if_unseen(self, level: float) -> tuple[FloatArray, FloatArray]:
        """The aggregates (s, k) with so many unseen runs, the worst or the best."""
        weights = equal_weights(self.count)
        least, most = np.nanmin(self.held, axis=(1, 2)), np.nanmax(self.held, axis=(1, 2))
        constant = least == most
        found = []
        for end, any_run in ((least, least.min()), (most, most.max())):
            worst = np.where(constant, any_run, end)[:, None]
            columns = []
            for column, total in enumerate(self.count.sum(axis=0).tolist()):
                unseen = 1 - ((1 - level) / 2) ** (1 / total)
                values = np.append(self.values[:, column], worst, axis=1)
                shares = np.append(
                    (1 - unseen) * weights[:, column], np.full_like(worst, unseen), axis=1
                )
                columns.append(self._of_one(column, values, shares[..., None])[:, 0])
            found.append(np.stack(columns, axis=1))
        return found[0], found[1]


def _end(values: FloatArray) -> float:
    """The least that a mean of values (n, k, runs) can be: what several problems have, or 0."""
    least = float(np.nanmin(values))
    if np.count_nonzero((values == least).any(axis=(1, 2))) > 1:
        return least
    return 0.0 if least >= 0 else -np.inf


def _student_reach(
    level: float, sd: FloatArray, count: IntArray, pairs: IndexArray | None = None
) -> FloatArray:
    """Half of Student's interval of a mean over the problems, or of a difference of two.

    Where one cell has more than half of the variance its own degrees of freedom are taken, for
    Satterthwaite's are then too many, by chance, where the variance seems too small.
    """
    n, largest = len(sd), float(sd.max(initial=0.0)) or 1.0
    df = freedom(sd, count, pairs)
    if pairs is not None:
        sd, count = (
            np.concatenate([each[:, pairs[:, 0]], each[:, pairs[:, 1]]]) for each in (sd, count)
        )
    part = np.square(sd / largest) / count
    leading = part.argmax(axis=0)[None]
    most, own = (np.take_along_axis(each, leading, axis=0)[0] for each in (part, count - 1))
    df = np.where(most > part.sum(axis=0) / 2, np.maximum(own, 1), df)
    reach: FloatArray = largest / n * np.sqrt(part.sum(axis=0)) * -stdtrit(df, (1 - level) / 2)
    return reach


def expanded_confidence(
    level: float, sd: FloatArray, count: IntArray, pairs: IndexArray | None = None
) -> FloatArray:
    """Confidence of the percentiles at which a normal quantile is as large as Student's t.

    The degrees of freedom are those of each algorithm, or each pair.
    """
    df = freedom(sd, count, pairs)
    expanded: FloatArray = 1 - 2 * ndtr(stdtrit(df, (1 - level) / 2))
    return expanded


def freedom(sd: FloatArray, count: IntArray, pairs: IndexArray | None = None) -> FloatArray:
    """Satterthwaite's degrees of freedom of the variance of the mean over the problems.

    With the variance sum of v_i = s_i^2 / R_i they are (sum v_i)^2 / sum (v_i^2 / (R_i - 1)).
    """
    largest = sd.max(initial=0.0)
    part = np.square(sd / largest if largest > 0 else sd) / count
    spread, squares = part.sum(axis=0), (np.square(part) / np.maximum(count - 1, 1)).sum(axis=0)
    whole = (count - 1).sum(axis=0).astype(np.float64)
    if pairs is not None:
        spread, squares, whole = (each[pairs].sum(axis=1) for each in (spread, squares, whole))
    df: FloatArray = np.divide(
        np.square(spread), squares, out=np.maximum(whole, 1.0), where=squares > 0
    )
    return df
