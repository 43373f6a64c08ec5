"""The aggregates of the runs of one algorithm over all problems, each an entry with its kernel.

A kernel takes values (n problems, runs), turned so that higher is better and filled up with
anything finite, and weights (n, runs, m) of m resamples, which add up to 1 on each problem.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray

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
