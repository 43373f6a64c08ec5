"""The standardised mean difference of paired values, with Hedges' correction."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from evenkeel._types import FloatArray
from evenkeel.effects.sizes.registry import EFFECTS, Bounds, EffectSize, Words
from evenkeel.effects.sizes.samples import advantages_of
from evenkeel.numerics.noncentral_t import noncentralities
from evenkeel.numerics.quotients import quotient
from evenkeel.numerics.scaling import by_largest
from evenkeel.pairwise.ttest import t_statistics
from evenkeel.words.references import REFERENCES


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


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
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
        bounds=_bounds,
        interval="exact",
        least=2,
        words=Words((0.2, 0.5, 0.8), REFERENCES["cohen1992"]),
        aliases=("hedges-g", "cohen-d", "d"),
    )
)
