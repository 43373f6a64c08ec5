"""What a study measures with its Monte Carlo interval, and the search for a size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from evenkeel.numerics.intervals import wilson_interval
from evenkeel.result import Result, shown

# What a study measures: shares of its replicates, each with its Monte Carlo interval.


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


# The smallest number from which on a measured power is reached.
#
# The power of a discrete test goes up and down with the number of problems like the edge of a saw,
# as the critical value moves by whole steps. So one crossing of the wanted power says little, and
# the numbers around it are measured too.


_WALK = 25  # steps from the crossing to either side, unless the answer is clear before
# Numbers in succession that must be surely enough. The critical value of the sign test rises at
# least once in two problems, so these are two teeth of the saw.
_RUN = 4


def search(
    measure: Callable[[int], Estimate], power: float, start: int, limit: int
) -> dict[int, Estimate]:
    """Measured power at numbers from `start` to `limit`, the more the nearer to the wanted one.

    First a number is sought that reaches the power while the one below does not. From there the
    walk goes down until a number is surely too few, and up until some in succession are surely
    enough: their whole Monte Carlo interval lies on one side of the wanted power. A walk ends
    after some steps in any case, but upwards only where the power is reached.
    """
    tried: dict[int, Estimate] = {}

    def at(number: int) -> Estimate:
        if number not in tried:
            tried[number] = measure(number)
        return tried[number]

    crossing = _crossing(at, power, start, limit)
    # One by one below 100; then about 2%, and odd, since the saw often has a tooth every second.
    step = 2 * (crossing // 100) + 1
    for number in range(crossing, max(start, crossing - _WALK * step) - 1, -step):
        if at(number).high < power:
            break
    run = 0
    for steps, number in enumerate([*range(crossing, limit, step), limit]):
        share = at(number)
        run = run + 1 if share.low >= power else 0
        if run == _RUN or (steps >= _WALK and share.value >= power):
            break
    return dict(sorted(tried.items()))


def summary(
    tried: Mapping[int, Estimate], power: float
) -> tuple[int | None, int | None, int | None]:
    """From which number on the power is reached, and between which it surely comes to be.

    The first and the last are None if the largest number tried is not enough, or not surely; the
    second is None if no number tried is surely too few.
    """
    too_few = [number for number, share in tried.items() if share.high < power]
    return (
        _from_there_on({number: share.value >= power for number, share in tried.items()}),
        max(too_few) + 1 if too_few else None,
        _from_there_on({number: share.low >= power for number, share in tried.items()}),
    )


def _crossing(at: Callable[[int], Estimate], power: float, start: int, limit: int) -> int:
    """A number with the power, while the one below is without it; or else `limit`."""
    least = number = min(start, limit)
    while at(number).value < power:
        if number == limit:
            return limit
        least, number = number + 1, min(2 * number, limit)
    while least < number:
        middle = (least + number) // 2
        if at(middle).value >= power:
            number = middle
        else:
            least = middle + 1
    return number


def _from_there_on(holds: Mapping[int, bool]) -> int | None:
    """The smallest number that has a property together with all larger ones."""
    found = None
    for number in sorted(holds, reverse=True):
        if not holds[number]:
            break
        found = number
    return found
