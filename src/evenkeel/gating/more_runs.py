"""How many more runs would decide what is undecided."""

from __future__ import annotations

import math

from scipy.special import ndtri

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.gating.shifts import Shifts
from evenkeel.gating.suites import Suite

_POWER = 0.8
_MOST_RUNS = 100_000  # more are said to be too many


def more_runs(
    shifts: Shifts,
    suite: Suite,
    centres: FloatArray,
    bound: float,
    alpha: float,
    undecided: BoolArray,
    made: IntArray,
) -> list[int | None]:
    """How many more runs of each version would decide with a power of 0.8.

    If the shift is as estimated: with the standard error s now, of n runs, N = n (s (z + z') / D)^2
    for the claim that is nearer, where D is the way to its bound, z the quantile at its level (of
    "worse" that of Holm's first step) and z' that of the power; and at least so many that an exact
    p-value can be as small. `made` are the runs that there are, before any were put together.
    """
    errors = shifts.noise() * suite.inflated
    wanted: list[int | None] = []
    open_ones = max(int(undecided.sum()), 1)
    for row, still in enumerate(undecided.tolist()):
        if not still:
            wanted.append(None)
            continue
        n = int(shifts.sizes[row].max())
        least = math.inf
        ways = (
            (centres[row] - max(suite.common, 0.0), alpha / len(undecided)),
            (bound + min(suite.common, 0.0) - centres[row], alpha / open_ones),
        )
        for way, level in ways:
            if way <= 0:
                continue
            factor = errors[row] * (-ndtri(level) + ndtri(_POWER)) / way
            least = min(least, max(n * factor**2, _least_runs(level, shifts)))
        each = made[row] / n  # runs that were put together
        more = math.ceil(min(least, 1e15) * each) - int(made[row])
        wanted.append(max(more, 1) if more <= _MOST_RUNS else None)
    return wanted


def _least_runs(level: float, shifts: Shifts) -> int:
    """Runs of each version from which a p-value can be as small as the level."""
    n = 1
    while (2.0**-n if shifts.paired else 1 / math.comb(2 * n, n)) > level:
        n += 1
    return n
