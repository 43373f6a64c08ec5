"""Typical differences: Hodges and Lehmann's, the median ratio, the standardised mean."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from evenkeel._types import FloatArray
from evenkeel.effects.registry import (
    EFFECTS,
    Bounds,
    EffectSize,
    Words,
    advantages_of,
    differences_of,
    ratios_of,
    require_positive,
)
from evenkeel.numerics.arrays import by_largest, quotient
from evenkeel.numerics.moments import weighted_medians
from evenkeel.numerics.tails import noncentralities
from evenkeel.pairwise.sign import binomial_tail
from evenkeel.pairwise.signed_rank_law import place_within
from evenkeel.pairwise.ttest import t_statistics
from evenkeel.pairwise.walsh import walsh_intervals
from evenkeel.references import REFERENCES

# The Hodges-Lehmann difference: the median of the Walsh averages of the differences.


_HELD = 1 << 21  # weights of Walsh averages that are held at a time


def hodges_lehmann_differences(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Medians (b, m) of the Walsh averages of differences (m, n) with weights (b, n).

    Two problems that count v and w times have v w averages with each other, and one that counts
    w times has w (w + 1) / 2 with itself.
    """
    first, second = np.triu_indices(sample.shape[1])
    sums = sample[:, first] + sample[:, second]
    found = np.empty((len(weights), len(sample)))
    step = max(1, _HELD // first.size)
    for start in range(0, len(weights), step):
        block = weights[start : start + step]
        products = block[:, first] * np.where(
            first == second, (block[:, second] + 1) / 2, block[:, second]
        )
        low, high = weighted_medians(sums, products)
        found[start : start + step] = (low + high) / 4
    return found


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    found = walsh_intervals(sample, confidence)
    return Bounds(found.estimate, found.low, found.high, found.attained)


EFFECTS.register(
    EffectSize(
        "hodges-lehmann",
        title="Hodges-Lehmann difference",
        formula="median of the averages of all pairs of differences first minus second",
        range=(-np.inf, np.inf),
        neutral=0.0,
        law="exact law of Wilcoxon's signed ranks (normal above 1000 problems)",
        assumes="that differences are commensurable over the problems and distributed "
        "symmetrically about their centre",
        reference=REFERENCES["hodges1963"],
        sample=differences_of,
        kernel=hodges_lehmann_differences,
        bounds=_bounds,
        interval="exact",
        turned=False,
        aliases=("hl",),
    )
)


# The median of the ratios of two algorithms, for positive values.


def median_ratios(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Medians (b, m) of ratios (m, n); of two middle ones the geometric mean.

    So that the ratio of second to first is one over that of first to second.
    """
    low, high = weighted_medians(sample, weights)
    return np.where(low == high, low, np.sqrt(low) * np.sqrt(high))


def _bounds_ratio(sample: FloatArray, confidence: float) -> Bounds:
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
        bounds=_bounds_ratio,
        interval="exact",
        turned=False,
        check=require_positive,
        aliases=("ratio",),
    )
)


# The standardised mean difference of paired values, with Hedges' correction.


def hedges_factor(df: FloatArray | float) -> FloatArray:
    """By what a standardised mean is multiplied to be unbiased; 1 with one degree of freedom.

    There the expected value does not exist, and nothing can be corrected.
    """
    freedom = np.asarray(df, dtype=np.float64)
    enough = np.maximum(freedom, 2.0)
    factor = np.exp(gammaln(enough / 2) - gammaln((enough - 1) / 2)) / np.sqrt(enough / 2)
    return np.where(freedom >= 2, factor, 1.0)


def standardised_means(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Mean over standard deviation of advantages (m, n) with weights (b, n), corrected, (b, m)."""
    scaled, _ = by_largest(sample, axis=-1)
    centre = scaled.mean(axis=1, keepdims=True)
    deviations = scaled - centre
    total = weights.sum(axis=1, keepdims=True)
    shift = (weights @ deviations.T) / np.maximum(total, 1)
    squares = (weights @ np.square(deviations).T) - total * np.square(shift)
    noise = 16 * np.finfo(np.float64).eps
    spread = np.sqrt(np.where(squares > noise, squares, 0.0) / np.maximum(total - 1, 1))
    found = hedges_factor(total - 1) * quotient(centre[:, 0] + shift, spread)
    return np.where(total > 1, found, np.nan)


def _bounds_noncentral(sample: FloatArray, confidence: float) -> Bounds:
    n = sample.shape[1]
    _, _, t = t_statistics(sample)
    estimate = hedges_factor(n - 1) * t / np.sqrt(n)
    finite = np.isfinite(t)
    low, high = t.copy(), t.copy()
    low[finite], high[finite] = noncentralities(t[finite], n - 1, confidence)
    return Bounds(estimate, low / np.sqrt(n), high / np.sqrt(n))


EFFECTS.register(
    EffectSize(
        "standardised-mean",
        title="Standardised mean difference",
        formula="mean of the differences over their standard deviation, times Hedges' correction",
        range=(-np.inf, np.inf),
        neutral=0.0,
        law="noncentral t law",
        assumes="that differences are commensurable over the problems and normal, as the paired "
        "t-test does",
        reference=REFERENCES["hedges1981"],
        sample=advantages_of,
        kernel=standardised_means,
        bounds=_bounds_noncentral,
        interval="exact",
        least=2,
        words=Words((0.2, 0.5, 0.8), REFERENCES["cohen1992"]),
        aliases=("hedges-g", "cohen-d", "d"),
    )
)
