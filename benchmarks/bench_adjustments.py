"""The adjustments: small families against plain numpy, ten thousand of them, and a million p."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.timing import Measurement, ratio, seconds
from evenkeel.adjustments import adjust, adjusted_alphas, procedures
from evenkeel.adjustments.step_up import LARGEST

SIZES = (3, 10, 36, 190, 1000, 1_000_000)
MILLION = 1_000_000
PAIRS = 1413 * 1414 // 2  # the number of pairs nearest to a million


def measurements() -> Iterator[Measurement]:
    rng = np.random.default_rng(0)
    for m in SIZES:
        yield _against_numpy(rng.random(m))
    some_false = rng.random(MILLION) < 0.1
    p = np.where(some_false, rng.random(MILLION) ** 6, rng.random(MILLION))
    families = rng.random((10_000, 36))
    simple = [a for a in procedures() if a.kind != "logical"]
    for adjustment in simple:
        name = adjustment.name
        if name in ("rom", "nemenyi-range"):
            continue
        values = p if "control" in adjustment.families else p[:PAIRS]
        value = ratio(lambda: adjust(values, name), lambda: np.sort(values), repeat=10)  # noqa: B023
        yield Measurement(f"{name}, a million p-values / numpy.sort of them", value)
    value = seconds(lambda: adjust(p[:PAIRS], "nemenyi-range"), 1)
    yield Measurement("nemenyi-range, a million p-values", value, None, "s")
    value = seconds(lambda: adjust(p[:LARGEST], "rom"), 1)
    yield Measurement(f"rom, {LARGEST} p-values", value, None, "s")
    for adjustment in simple:
        name = adjustment.name
        value = 1e3 * seconds(lambda: adjust(families, name), 3)  # noqa: B023
        yield Measurement(f"{name}, 10,000 families of 36 p-values", value, None, "ms")
    value = 1e3 * seconds(lambda: adjusted_alphas(families, "hommel"), 3)
    yield Measurement("levels of hommel, 10,000 families of 36 p-values", value, None, "ms")


def _against_numpy(p: np.ndarray) -> Measurement:
    calls = max(1, 20_000 // p.size)

    def repeatedly(function: Callable[[np.ndarray], object]) -> Callable[[], None]:
        def run() -> None:
            for _ in range(calls):
                function(p)

        return run

    value = ratio(repeatedly(adjust), repeatedly(plain_holm), repeat=20)
    return Measurement(f"holm, {p.size:,} p-values / six lines of numpy", value, 4.0)


def plain_holm(p: np.ndarray) -> np.ndarray:
    """Holm's procedure as one writes it for oneself, without a look at the p-values."""
    m = len(p)
    order = np.argsort(p)
    steps = np.maximum.accumulate((m - np.arange(m)) * p[order])
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(steps, 1)
    return adjusted
