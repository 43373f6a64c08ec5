"""Shaffer's and the Bergmann-Hommel procedures: how the time grows with the algorithms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import log

import numpy as np
from scipy.special import erfc

from benchmarks.timing import Measurement, seconds
from evenkeel import Family
from evenkeel.adjustments.bergmann import bergmann_hommel, bergmann_on_line
from evenkeel.adjustments.exhaustive import _obtain_exhaustive, exhaustive_sets
from evenkeel.adjustments.lines import check_positions
from evenkeel.adjustments.shaffer import _possible_counts, shaffer_dynamic, shaffer_static
from evenkeel.posthocs.groups import unrejected_groups
from evenkeel.ranks.kernels import rank_rows

Array = np.ndarray

# spread of the true means of the first and the last algorithm, in standard deviations of a result
EFFECTS = {"no difference": 0.0, "moderate": 1.0, "large": 3.0}
LIMITS = {9: 0.02, 30: 0.1, 50: 0.5, 100: 5.0}  # seconds


def simulated(k: int, effect: float, n: int = 30, seed: int = 0) -> tuple[Array, Array]:
    """Average ranks of k algorithms on n problems, and the p-values of all pairs."""
    rng = np.random.default_rng([k, seed])
    results = rng.normal(size=(n, k)) + effect * np.linspace(0, 1, k)
    return with_p(rank_rows(results).mean(axis=0), n)


def evenly_spread(k: int, seed: int = 0) -> tuple[Array, Array]:
    """The hardest case known: ranks 1, 2, ..., k with noise, so that all distances differ."""
    noise = np.random.default_rng([k, seed]).random(k) / 100
    return with_p(np.arange(1, k + 1) + noise, 20)


def with_p(average: Array, n: int) -> tuple[Array, Array]:
    k = average.shape[-1]
    first, second = np.triu_indices(k, 1)
    z = (average[..., first] - average[..., second]) / np.sqrt(k * (k + 1) / (6 * n))
    return average, erfc(np.abs(z) / np.sqrt(2))


def line(k: int, average: Array, p: Array) -> float:
    """Seconds for one table by the algorithm for points on a line, its check included."""
    family = Family.of_size(k)
    repeat = 5 if k < 50 else 1
    return seconds(lambda: bergmann_on_line(p, check_positions(p, family, average)), repeat=repeat)


def measurements() -> Iterator[Measurement]:
    for name, effect in EFFECTS.items():
        times = {k: line(k, *simulated(k, effect)) for k in LIMITS}
        for k, time in times.items():
            yield Measurement(f"Bergmann-Hommel on a line, {name}, k = {k}", time, LIMITS[k], "s")
        for (k, time), (larger, longer) in pairwise(times.items()):
            power = log(longer / time) / log(larger / k)
            yield Measurement(
                f"  time grows as k to the power, from {k} to {larger}", power, None, ""
            )
    for k, limit in LIMITS.items():
        time = line(k, *evenly_spread(k))
        yield Measurement(f"Bergmann-Hommel on a line, evenly spread, k = {k}", time, limit, "s")

    rng = np.random.default_rng(0)
    for k, replicates, limit in [(5, 10_000, 0.1), (7, 1_000, 0.2), (9, 100, 0.5)]:
        average, p = with_p(rank_rows(rng.random((replicates, 12, k))).mean(axis=1), 12)
        family = Family.of_size(k)
        for formula in (bergmann_hommel, shaffer_dynamic):
            time = seconds(partial(formula, p, family, average), repeat=3)
            yield Measurement(
                f"{formula.__name__}, {replicates:,} tables, k = {k}", time, limit, "s"
            )

    for k, limit in [(10, 0.1), (12, 0.5), (16, 3.0), (18, 10.0), (20, 60.0)]:
        m = k * (k - 1) // 2
        p, family = rng.random(m) / (2 * m), Family.of_size(k)  # nothing ends early at 1
        for formula in (bergmann_hommel, shaffer_dynamic):
            time = seconds(partial(formula, p, family), repeat=1)
            yield Measurement(f"{formula.__name__}, arbitrary p, k = {k}", time, limit, "s")

    average, p = simulated(100, EFFECTS["large"])
    family = Family.of_size(100)
    time = seconds(partial(shaffer_dynamic, p, family, average), repeat=3)
    yield Measurement("shaffer_dynamic on a line, k = 100", time, 1.0, "s")
    time = seconds(lambda: (_possible_counts.cache_clear(), shaffer_static(p, family)))
    yield Measurement("shaffer_static, k = 100, nothing cached", time, 0.05, "s")
    time = seconds(lambda: unrejected_groups(p <= 0.001, positions=average))
    yield Measurement("unrejected_groups, k = 100", time, 0.1, "s")
    time = seconds(lambda: (_obtain_exhaustive.cache_clear(), exhaustive_sets(9)), repeat=1)
    yield Measurement("exhaustive_sets(9), nothing cached", time, 3.0, "s")
