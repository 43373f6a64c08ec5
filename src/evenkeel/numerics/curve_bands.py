"""Bands that hold for a whole distribution function at once, of few and unequal samples.

The mean of N independent functions that each rise from 0 to at most 1 lies nowhere further from its
expectation than Kolmogorov's exact quantile for N draws, but with probability alpha: for the
empirical distribution of N equal draws that is Kolmogorov's law. Functions that rise in several
steps, or on several problems, vary less than single steps drawn from them. docs/watched_runs.md
has what was measured.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from evenkeel._types import FloatArray


@lru_cache(maxsize=1024)
def kolmogorov_distance(size: int, confidence: float) -> float:
    """The distance that the empirical distribution of `size` draws keeps from its law.

    References
    ----------
    Kolmogorov (1933); Massart (1990), doi:10.1214/aop/1176990746.

    Examples
    --------
    Miller's table (1956) has 0.409 for 10 draws at 0.95:

    >>> round(kolmogorov_distance(10, 0.95), 3)
    0.409
    """
    from scipy.stats import kstwo

    return float(kstwo.isf(1 - confidence, size))


def effective_size(weights: FloatArray) -> int:
    """How many equal draws vary as much as the mean of these with weights that sum to 1.

    Examples
    --------
    >>> effective_size(np.array([0.25, 0.25, 0.25, 0.25])), effective_size(np.array([0.5, 0.5, 0]))
    (4, 2)
    """
    return max(1, int(1 / float(np.square(weights).sum()) + 1e-9))


def band_around(
    curve: FloatArray, weights: FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """The band of a whole curve that is the mean of functions with these weights.

    Examples
    --------
    >>> low, high = band_around(np.array([0.0, 0.5, 1.0]), np.full(10, 0.1), 0.95)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.091, 0.591], [0.409, 0.909, 1.0])
    """
    distance = kolmogorov_distance(effective_size(weights), confidence)
    return np.maximum(curve - distance, 0.0), np.minimum(curve + distance, 1.0)
