"""Intervals of proportions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from evenkeel._types import FloatArray


def wilson_interval(
    totals: ArrayLike, repetitions: ArrayLike, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Wilson's score interval of proportions, from counts out of `repetitions`.

    It holds every p that differs from the measured share by at most z standard errors
    sqrt(p (1 - p) / repetitions), z being the normal quantile. Of all variables between 0 and 1
    with mean p the one that is only ever 0 or 1 has the largest variance, p (1 - p); so for the
    mean of other numbers between 0 and 1 the interval is rather too wide than too narrow.

    Parameters
    ----------
    totals : array_like
        Counts, or sums of numbers between 0 and 1.
    repetitions : array_like
        Out of how many.
    confidence : float
        Confidence, such as 0.95.

    Returns
    -------
    low, high : ndarray
        Of the shape of `totals`.

    References
    ----------
    Wilson (1927), doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> low, high = wilson_interval([0, 50, 1000], 1000, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.0381, 0.9962], [0.0038, 0.0653, 1.0])
    """
    total, repetitions = (np.asarray(each, dtype=np.float64) for each in (totals, repetitions))
    z2 = float(ndtri((1 - confidence) / 2)) ** 2
    centre = total + z2 / 2
    margin = np.sqrt(z2 * (total * (repetitions - total) / repetitions + z2 / 4))
    low = np.where(total <= 0, 0.0, (centre - margin) / (repetitions + z2))
    high = np.where(total >= repetitions, 1.0, (centre + margin) / (repetitions + z2))
    return low, high


def normal_interval(
    totals: ArrayLike, repetitions: ArrayLike, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """The share with z of its estimated standard errors on either side: p +- z sqrt(p (1 - p) / n).

    It leaves the range from 0 to 1 and is too narrow where the share is near its ends; at the ends
    it is a point.

    Examples
    --------
    >>> low, high = normal_interval([0, 50], 1000, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.0365], [0.0, 0.0635])
    """
    total, size = (np.asarray(each, dtype=np.float64) for each in (totals, repetitions))
    share = total / size
    half = -ndtri((1 - confidence) / 2) * np.sqrt(share * (1 - share) / size)
    return share - half, share + half
