"""The median of the ratios of two algorithms, for positive values."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.effects.sizes.registry import EFFECTS, Bounds, EffectSize
from evenkeel.effects.sizes.samples import ratios_of, require_positive
from evenkeel.numerics.weighted import weighted_medians
from evenkeel.pairwise.sign import binomial_tail
from evenkeel.pairwise.signed_rank_law import place_within
from evenkeel.words.references import REFERENCES


def median_ratios(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Medians (b, m) of ratios (m, n); of two middle ones the geometric mean.

    So that the ratio of second to first is one over that of first to second.
    """
    low, high = weighted_medians(sample, weights)
    return np.where(low == high, low, np.sqrt(low) * np.sqrt(high))


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    n = sample.shape[1]
    place, attained = place_within(binomial_tail(n), (1 - confidence) / 2)
    ordered = np.sort(sample, axis=1)
    estimate = median_ratios(sample, np.ones((1, n)))[0]
    return Bounds(estimate, ordered[:, place], ordered[:, n - 1 - place], attained)


EFFECTS.register(
    EffectSize(
        "median-ratio",
        title="Median of ratios",
        formula="median over the problems of first divided by second; of two middle ratios their "
        "geometric mean",
        range=(0.0, np.inf),
        neutral=1.0,
        law="exact law of order statistics",
        assumes="positive values with a true zero, such as times and errors; nothing of the law "
        "of the ratios",
        reference=REFERENCES["thompson1936"],
        sample=ratios_of,
        kernel=median_ratios,
        bounds=_bounds,
        interval="exact",
        turned=False,
        check=require_positive,
        aliases=("ratio",),
    )
)
