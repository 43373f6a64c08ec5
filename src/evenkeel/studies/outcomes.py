"""What a study measures: shares of its replicates, each with its Monte Carlo interval."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from evenkeel._types import FloatArray
from evenkeel.result import Result, shown


class Estimate(Result):
    """A share measured on many replicates, and where the true one lies.

    Attributes
    ----------
    value : float
        The measured share, or the mean of numbers between 0 and 1.
    low, high : float
        Ends of the Monte Carlo interval.
    repetitions : int
        How many replicates are behind it.
    confidence : float
        Confidence of the interval.
    method : {"wilson"}
        How the interval was computed, see `wilson_interval`.
    """

    value: float = shown("statistic")
    low: float = shown("statistic")
    high: float = shown("statistic")
    repetitions: int
    confidence: float = shown("value")
    method: Literal["wilson"] = "wilson"

    def covers(self, value: float) -> bool:
        """Whether the interval holds `value`."""
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"


def estimate(total: float, repetitions: int, confidence: float) -> Estimate:
    """The mean of numbers between 0 and 1 that add to `total`, with its interval."""
    low, high = wilson_interval(total, repetitions, confidence)
    return Estimate(float(total) / repetitions, float(low), float(high), repetitions, confidence)


def wilson_interval(
    totals: ArrayLike, repetitions: int, confidence: float
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
    repetitions : int
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
    total = np.asarray(totals, dtype=np.float64)
    z2 = float(ndtri((1 - confidence) / 2)) ** 2
    centre = total + z2 / 2
    margin = np.sqrt(z2 * (total * (repetitions - total) / repetitions + z2 / 4))
    low = np.where(total <= 0, 0.0, (centre - margin) / (repetitions + z2))
    high = np.where(total >= repetitions, 1.0, (centre + margin) / (repetitions + z2))
    return low, high
