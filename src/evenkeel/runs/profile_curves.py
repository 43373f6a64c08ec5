"""Shares of a profile: of runs with a better score, or of problems solved within a ratio.

Curves are computed at given places for the data and for resamples by the same functions, the
resamples in the last axis.
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IntArray

_ROUNDING = 1e-12  # of a ratio
_LARGEST = 1e308  # ratio
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
