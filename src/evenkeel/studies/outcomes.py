"""What a study measures: shares of its replicates, each with its Monte Carlo interval."""

from __future__ import annotations

from typing import Literal

from evenkeel.numerics.proportions import wilson_interval
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
