"""Time two calls in turns, so that what else the machine does hits both."""

from __future__ import annotations

import time
from collections.abc import Callable

BUDGET = 2.0  # seconds a job, about
_SHORTEST = 2e-3  # seconds: quicker calls are repeated within one measurement
_ROUNDS = (5, 25)


def race(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[list[float], ...]:
    """Seconds a call, ours and theirs, of every round; the first call of each is not counted."""
    runners = [(call, _calls(call)) for call in (ours, theirs)]
    times: tuple[list[float], ...] = ([], [])
    begun = time.perf_counter()
    fewest, most = _ROUNDS
    while len(times[0]) < most:
        if len(times[0]) >= fewest and time.perf_counter() - begun > BUDGET:
            break
        for (call, calls), kept in zip(runners, times, strict=True):
            kept.append(seconds_of(call, calls))
    return times


def _calls(call: Callable[[], object]) -> int:
    """How many calls one measurement has, after one to warm up."""
    call()
    return max(1, int(_SHORTEST / seconds_of(call)))


def seconds_of(call: Callable[[], object], calls: int = 1) -> float:
    """Seconds a call."""
    begun = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - begun) / calls
