"""The smallest number at which a measured power is reached."""

from __future__ import annotations

from collections.abc import Callable

from evenkeel.studies.outcomes import Estimate


def search(
    measure: Callable[[int], Estimate], power: float, start: int, limit: int
) -> dict[int, Estimate]:
    """Measured power at start, 2 start, 4 start, ... until it is reached, then by bisection."""
    tried: dict[int, Estimate] = {}
    below, number = 0, min(start, limit)
    while True:
        tried[number] = measure(number)
        if tried[number].value >= power:
            break
        if number == limit:
            return tried
        below, number = number, min(2 * number, limit)
    least = start if below == 0 else below + 1
    while least < number:
        middle = (least + number) // 2
        tried[middle] = measure(middle)
        if tried[middle].value >= power:
            number = middle
        else:
            least = middle + 1
    return dict(sorted(tried.items()))


def crossing(tried: dict[int, Estimate], power: float) -> tuple[int | None, int | None, int | None]:
    """Where the power is reached, and between which numbers it surely is."""
    reached = [number for number, share in tried.items() if share.value >= power]
    too_few = [number for number, share in tried.items() if share.high < power]
    enough = [number for number, share in tried.items() if share.low >= power]
    low = max(too_few) + 1 if too_few else min(tried)
    found = min((number for number in reached if number >= low), default=None)
    return found, low if found is not None else None, min(enough, default=None)
