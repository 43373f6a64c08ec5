"""The difference of average ranks among all algorithms."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.effects.sizes.registry import EFFECTS, Bounds, EffectSize
from evenkeel.effects.sizes.samples import rank_gains_of, require_all_ranks, weighted_means
from evenkeel.numerics.bounded_means import bounded_mean_interval
from evenkeel.words.references import REFERENCES


def mean_gains(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Means (b, m) of the gains of the sample (2, m, n) with weights (b, n)."""
    return weighted_means(sample[0], weights)


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    gains, most = sample[0], float(sample[1, 0, 0])
    return Bounds(gains.mean(axis=1), *bounded_mean_interval(gains, -most, most, confidence))


EFFECTS.register(
    EffectSize(
        "rank-difference",
        title="Difference of average ranks",
        formula="average rank of the second less that of the first, among all algorithms",
        range=(-np.inf, np.inf),
        neutral=0.0,
        law="Gaffke's bounds of a mean that cannot leave its range, of two algorithms those of "
        "Clopper and Pearson",
        assumes="nothing of the values; it depends on which other algorithms are in the table",
        reference=REFERENCES["friedman1937"],
        sample=rank_gains_of,
        kernel=mean_gains,
        ordinal=True,
        check=require_all_ranks,
        bounds=_bounds,
        interval="bounded",
        aliases=("ranks",),
    )
)
