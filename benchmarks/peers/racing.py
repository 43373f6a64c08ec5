"""Time two calls in turns, so that what else the machine does hits both.

The clock counts the seconds that processors work for this process and for those that it has
started: waiting while others work is not counted.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

BUDGET = 2.0  # seconds a job, about
_SHORTEST = 2e-3  # seconds: quicker calls are repeated within one measurement
_FINEST = 1e-6  # seconds that the clock tells apart
_ROUNDS = (7, 25)


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
    begun = _worked()
    for _ in range(calls):
        call()
    return max(_worked() - begun, _FINEST) / calls


def _worked() -> float:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime
