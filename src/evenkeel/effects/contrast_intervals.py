"""Intervals of contrasts by a bootstrap over the problems, with holes or without."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.effects.medians_with_holes import consistent_effects
from evenkeel.numerics.bootstrap import (
    bootstrap_interval,
    joint_level,
    resampled_weights,
    widened,
)
from evenkeel.numerics.randomness import Seed, checked_generator
from evenkeel.numerics.weighted import weighted_medians
from evenkeel.ranks.designs import eigen


@dataclass(frozen=True)
class ContrastIntervals:
    """Bounds (k, k) of the differences row minus column, the level of each, what was left out."""

    low: FloatArray
    high: FloatArray
    level: float
    left_out: int


def contrast_intervals(
    values: FloatArray, confidence: float, simultaneous: bool, resamples: int, seed: Seed
) -> ContrastIntervals:
    """Percentile intervals of the contrasts of a table (n, k) in range."""
    n, k = values.shape
    generator = checked_generator(resamples, seed)
    drawn = [
        resampled_effects(values, weights) for weights in resampled_weights(n, resamples, generator)
    ]
    effects = np.concatenate([found for found, _ in drawn])
    kept = effects[np.concatenate([connected for _, connected in drawn])]
    first, second = np.triu_indices(k, 1)
    columns = np.ascontiguousarray(kept.T)
    replicates = (columns[first] - columns[second]).T
    level = confidence
    if simultaneous and first.size > 1 and len(kept):
        level = joint_level(replicates, confidence)
    own = resampled_effects(values, np.ones((1, n)))[0][0]
    estimate = own[first] - own[second]
    bounds = (estimate, estimate)
    if len(kept):
        bounds = bootstrap_interval(estimate, replicates, widened(level, n))
    low, high = np.zeros((2, k, k))
    low[first, second], high[first, second] = bounds
    low[second, first], high[second, first] = -bounds[1], -bounds[0]
    return ContrastIntervals(low, high, level, resamples - len(kept))


def resampled_effects(values: FloatArray, weights: FloatArray) -> tuple[FloatArray, BoolArray]:
    """The effects (b, k) of a table (n, k) whose problems count as the weights (b, n) say.

    And of which resamples they are comparable: where no group of algorithms is cut off from the
    others because no problem that was drawn holds both.
    """
    k = values.shape[1]
    first, second = np.triu_indices(k, 1)
    columns = np.ascontiguousarray(values.T)
    low, high = weighted_medians(columns[first] - columns[second], weights)
    medians = low / 2 + high / 2
    present = ~np.isnan(values)
    if present.all():
        sums = np.zeros((k, len(weights)))
        for u, v, median in zip(first, second, medians.T, strict=True):
            sums[u] += median
            sums[v] -= median
        return sums.T / k, np.ones(len(weights), dtype=bool)
    both = np.zeros((len(weights), k, k))
    both[:, first, second] = medians
    both[:, second, first] = -medians
    cells = present.astype(np.float64)
    common = np.swapaxes(weights[:, :, None] * cells, 1, 2) @ cells
    return consistent_effects(both, common), _connected(common)


def _connected(common: FloatArray) -> BoolArray:
    """Whether the graph of the algorithms that share problems, (b, k, k), is in one piece."""
    joined = (common > 0).astype(np.float64)
    laplacian = joined.sum(axis=-1)[..., None] * np.eye(joined.shape[-1]) - joined
    values, _ = eigen(laplacian)
    one_piece: BoolArray = np.count_nonzero(values == 0, axis=-1) == 1
    return one_piece
