"""How often the intervals of both answers on several benchmarks hold.

Run ``python -m calibration.of_benchmarks [TABLES]`` from the folder tools, with PYTHONPATH=.; it
prints a table for docs/calibration_items.md. Three minutes of the processor with 400 tables.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

import numpy as np
from scipy.special import ndtr, ndtri

from calibration.of_items import ALPHA, SURE, scores
from evenkeel.items.benchmarks import compare_benchmarks
from evenkeel.items.one_benchmark import Settings
from evenkeel.items.scores import ItemTable
from evenkeel.numerics.intervals import wilson_interval

MODELS, ACCURACY, SMALL, LARGE, CLUSTER = 5, 0.7, 20, 400, 5
COUNTS, CORRELATIONS, SPREADS = (2, 3, 5, 10, 20), (0.0, 0.6), (0.0, 0.1, 0.3)
_SEED = 347


def benchmarks(
    random: np.random.Generator, count: int, rho: float, spread: float
) -> tuple[tuple[ItemTable, ...], np.ndarray]:
    """Benchmarks of 20 to 400 items, and the true accuracies of all models on each.

    On the scale of the probit model each model is shifted on each benchmark by a normal number with
    the standard deviation `spread`, so that on benchmarks like these all are alike.
    """
    sizes = np.geomspace(SMALL, LARGE, count).round().astype(int)
    truth = ndtr(ndtri(ACCURACY) + spread * random.standard_normal((count, MODELS)))
    names = tuple(f"m{j}" for j in range(MODELS))
    tables = []
    for at, n in enumerate(sizes.tolist()):
        codes = np.arange(n) // (CLUSTER if rho else 1)
        drawn = scores(random, truth[at], codes, rho, 1)
        tables.append(ItemTable(f"b{at}", names, tuple(map(str, range(n))), drawn, codes))
    return tuple(tables), truth


def measure(count: int, rho: float, spread: float, tables: int) -> list[float]:
    """How often each interval holds its answer, all of these hold, and each holds the other's.

    The last rate is that of any difference said to be shown on these benchmarks.
    """
    random = np.random.default_rng([_SEED, count, int(10 * rho), int(100 * spread)])
    single = Settings(None, ALPHA, "max-t", "none", False, False, 999, 0)
    joint = Settings(None, ALPHA, "max-t", "none", True, False, 999, 0)
    found = np.zeros(5)
    for _ in range(tables):
        drawn, truth = benchmarks(random, count, rho, spread)
        each, wide = (compare_benchmarks(drawn, "higher", "equal", s) for s in (single, joint))
        assert each is not None
        assert wide is not None
        order = [int(name[1:]) for name in each.models]
        level = truth[:, order].mean(axis=0)
        pairs = each.these
        target = level[pairs.first] - level[pairs.second]
        held = (pairs.low <= target) & (target <= pairs.high)
        found += [
            held.mean(),
            ((wide.these.low <= target) & (target <= wide.these.high)).all(),
            ((each.low <= 0) & (each.high >= 0)).mean(),
            ((pairs.low <= 0) & (pairs.high >= 0)).mean(),
            pairs.shown.any(),
        ]
    return (found / tables).tolist()


def table(tables: int) -> Iterator[str]:
    """Lines of Markdown."""
    yield (
        "| Benchmarks | Correlation | Spread | These | These, together | Like these | "
        "These, for benchmarks like these | Error |"
    )
    yield "|" + " --: |" * 8
    for count, rho, spread in itertools.product(COUNTS, CORRELATIONS, SPREADS):
        *rates, error = measure(count, rho, spread, tables)
        cells = " | ".join(f"{rate:.3f}" for rate in rates)
        last = f"{error:.3f}" if spread == 0 else ""
        yield f"| {count} | {rho:g} | {spread:g} | {cells} | {last} |"
    for rate in (ALPHA, 1 - ALPHA):
        low, high = (float(end) for end in wilson_interval(rate * tables, tables, SURE))
        yield f"The interval of a measured {rate:g} goes from {low:.3f} to {high:.3f}."


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else 400):
        print(line, flush=True)
