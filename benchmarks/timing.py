"""Time two functions side by side and print their ratio; how much memory one holds."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """One line of a benchmark: `value` in `unit`, to be held against `limit` (None: only shown).

    `at_least` turns the limit round: the value must not be below it.
    """

    name: str
    value: float
    limit: float | None = None
    unit: str = "x"
    at_least: bool = False

    @property
    def met(self) -> bool:
        """Whether the limit is kept."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def __str__(self) -> str:
        bound = (
            ""
            if self.limit is None
            else f"{'>=' if self.at_least else '<='} {self.limit:g}{self.unit}"
        )
        mark = "" if self.limit is None else ("ok" if self.met else "MISSED")
        return f"{self.name:<72} {self.value:>10.4g}{self.unit:<3} {bound:<12} {mark}"


def seconds(function: Callable[[], object], repeat: int = 5) -> float:
    """Best time of `repeat` calls."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - start)
    return best


def ratio(ours: Callable[[], object], reference: Callable[[], object], repeat: int = 5) -> float:
    """Best time of `ours` over the best time of `reference`, their calls interleaved."""
    mine = theirs = float("inf")
    for _ in range(repeat):
        theirs = min(theirs, seconds(reference, 1))
        mine = min(mine, seconds(ours, 1))
    return mine / theirs


def peak(function: Callable[[], object]) -> int:
    """Bytes that `function` holds at its worst."""
    tracemalloc.start()
    function()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most
