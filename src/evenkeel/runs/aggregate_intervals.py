"""The aggregates of runs, the improvement of pairs, and the intervals of both.

Long because each aggregate stands beside the interval that is honest for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, stdtrit

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.effects.superiority import newcombe_mean_interval, win_shares
from evenkeel.numerics.arrays import in_range, unscaled
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.resampling import bootstrap_interval
from evenkeel.runs.cells import Cells
from evenkeel.runs.profile_curves import Resampling, equal_weights, resampled_weights

# The aggregates of the runs of one algorithm over all problems, each an entry with its kernel.
#
# A kernel takes values (n problems, runs), turned so that higher is better and filled up with
# anything finite, and weights (n, runs, m) of m resamples, which add up to 1 on each problem.


_NOTHING = 1e-12  # of the whole weight; less is what rounding leaves of nothing


@dataclass(frozen=True)
class Aggregate:
    """An aggregate: `kernel(values, weights, threshold, runs)` gives one number a resample.

    `runs` is the number of all runs of the data, from which the share that is cut off follows.
    `averaged(values, threshold)` is what a mean of all runs is the mean of, None for others.
    """

    name: str
    title: str
    summary: str
    kernel: Callable[[FloatArray, FloatArray, float, int], FloatArray]
    lower_is_better: bool = False
    averaged: Callable[[FloatArray, float], FloatArray] | None = None


def problem_means(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Means of the runs on each problem, (n, m)."""
    means: FloatArray = np.matmul(values[:, None, :], weights)[:, 0]
    return means


def mean(values: FloatArray, weights: FloatArray, threshold: float, runs: int) -> FloatArray:
    """Mean over the problems of the means of their runs."""
    average: FloatArray = problem_means(values, weights).mean(axis=0)
    return average


def median(values: FloatArray, weights: FloatArray, threshold: float, runs: int) -> FloatArray:
    """Median over the problems of the means of their runs."""
    ordered = np.sort(problem_means(values, weights).T, axis=1)
    n = ordered.shape[1]
    middle: FloatArray = ordered[:, (n - 1) // 2 : n // 2 + 1].mean(axis=1)
    return middle


def interquartile_mean(
    values: FloatArray, weights: FloatArray, threshold: float, runs: int
) -> FloatArray:
    """Mean of what is left of all runs without the lowest and the highest quarter of the weight.

    As in `scipy.stats.trim_mean`, what is cut off of N equally heavy runs is the whole number
    below N / 4.
    """
    order = np.argsort(values, axis=None, kind="stable")
    n, width, m = weights.shape
    cut = runs // 4 / runs
    reached = np.cumsum(weights.reshape(n * width, m)[order], axis=0)
    reached /= n
    np.clip(reached, cut, 1 - cut, out=reached)
    kept = np.diff(reached, axis=0, prepend=cut)
    kept[kept < _NOTHING] = 0.0  # so that what is cut off is, however large
    within: FloatArray = values.ravel()[order] @ kept / (1 - 2 * cut)
    return within


def optimality_gap(
    values: FloatArray, weights: FloatArray, threshold: float, runs: int
) -> FloatArray:
    """Mean of what the runs lack to the threshold; more than the threshold is no merit."""
    return mean(shortfalls(values, threshold), weights, threshold, runs)


def shortfalls(values: FloatArray, threshold: float) -> FloatArray:
    """What values lack to the threshold."""
    lacking: FloatArray = np.maximum(threshold - values, 0.0)
    return lacking


#: The aggregates by their names.
AGGREGATES: Mapping[str, Aggregate] = {
    each.name: each
    for each in (
        Aggregate(
            "mean",
            "Mean",
            "mean over the problems of the means of their runs",
            mean,
            averaged=lambda values, threshold: values,
        ),
        Aggregate(
            "median", "Median", "median over the problems of the means of their runs", median
        ),
        Aggregate(
            "iqm",
            "Interquartile mean",
            "mean of the middle half of all runs on all problems",
            interquartile_mean,
        ),
        Aggregate(
            "optimality-gap",
            "Optimality gap",
            "mean of what the runs lack to the threshold",
            optimality_gap,
            lower_is_better=True,
            averaged=shortfalls,
        ),
    )
}


# Probability of improvement: how probably a run of one algorithm is better than one of another.


class Improvement:
    """Mean over the problems of P(first > second) + P(equal) / 2, for pairs of algorithms.

    A run of the first beats the weight of the runs of the second that lie below it. So the runs of
    each algorithm are put in order once, and it is known once how many of them lie below, and up
    to, each run of the others; a resample only changes the weights, which are added up in order.

    Parameters
    ----------
    values : ndarray, shape (n, k, runs)
        Higher is better; filled up with anything finite that has weight 0.
    pairs : ndarray, shape (m, 2)
        The pairs.
    """

    def __init__(self, values: FloatArray, pairs: IndexArray) -> None:
        n, _, width = values.shape
        self.pairs = pairs
        order = np.argsort(values, axis=-1, kind="stable")
        self.rows = order + (np.arange(n) * width)[:, None, None]  # of runs, problem by problem
        ordered = np.take_along_axis(values, order, axis=-1)
        self.below = [_places(values[:, a], ordered[:, b], "left") for a, b in pairs.tolist()]
        self.up_to = [_places(values[:, a], ordered[:, b], "right") for a, b in pairs.tolist()]

    def of(self, weights: FloatArray) -> FloatArray:
        """For weights (n, k, runs, resamples) the probabilities (m, resamples)."""
        n, _, width, size = weights.shape
        reached = {
            second: self._reached(weights[:, second], second)
            for second in np.unique(self.pairs[:, 1]).tolist()
        }
        found = np.empty((len(self.pairs), size))
        for row, (first, second) in enumerate(self.pairs.tolist()):
            beaten = reached[second][self.below[row]]
            beaten += reached[second][self.up_to[row]]
            held = weights[:, first].reshape(n * width, size)
            found[row] = np.einsum("rm,rm->m", held, beaten) / (2 * n)
        return np.asarray(np.clip(found, 0.0, 1.0))

    def _reached(self, weights: FloatArray, second: int) -> FloatArray:
        """Weight of the first 0, 1, ... runs of each problem in their order, problem by problem."""
        n, width, size = weights.shape
        ordered = weights.reshape(n * width, size)[self.rows[:, second].ravel()]
        reached = np.zeros((n, width + 1, size))
        np.cumsum(ordered.reshape(n, width, size), axis=1, out=reached[:, 1:])
        return reached.reshape(n * (width + 1), size)


def _places(runs: FloatArray, ordered: FloatArray, side: str) -> IndexArray:
    """How many of the ordered runs of each problem lie below each run, as rows of `_reached`."""
    width = ordered.shape[1] + 1
    places = [
        np.searchsorted(row, here, side=side) + i * width  # type: ignore[call-overload]
        for i, (here, row) in enumerate(zip(runs, ordered, strict=True))
    ]
    return np.concatenate(places)


# Intervals of the aggregates of runs, of their differences, and of the improvement of pairs.


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
