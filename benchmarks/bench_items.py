"""Models on items against one plain pass of numpy over the sign changes.

The pass draws the signs, sums the models' scores with them and takes the differences of all pairs,
9,999 times; the comparison has means, intervals, exact p-values and the step-down maximum as well.
It is wanted in 5 s for 134 models on 500 items (8,911 pairs) and in 2 s for 20 on 10,000.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Measurement, ratio
from evenkeel.items.one_benchmark import Settings, compare_one
from evenkeel.items.scores import ItemTable

RESAMPLES = 9999
_CHUNK = 128


def _table(n: int, k: int) -> ItemTable:
    random = np.random.default_rng(1)
    scores = (random.random((n, k, 1)) < random.beta(2, 2, (n, 1, 1))).astype(float)
    names = tuple(f"m{j}" for j in range(k))
    return ItemTable("made up", names, tuple(map(str, range(n))), scores, np.arange(n))


def _pass(table: ItemTable) -> None:
    random = np.random.default_rng(2)
    means = table.means.astype(np.float32).T
    first, second = np.triu_indices(table.k, 1)
    for _ in range(0, RESAMPLES, _CHUNK):
        signs = random.integers(0, 2, (table.n, _CHUNK)).astype(np.float32) * 2 - 1
        sums = means @ signs
        np.abs(sums[first] - sums[second]).max(axis=0)


def measurements() -> Iterator[Measurement]:
    settings = Settings(None, 0.05, "max-t", "none", True, False, RESAMPLES, 0)
    for n, k in ((500, 134), (10_000, 20)):
        table = _table(n, k)
        yield Measurement(
            f"{k} models on {n:,} items, all pairs / one pass of numpy over the sign changes",
            ratio(lambda t=table: compare_one(t, "higher", settings), lambda t=table: _pass(t), 1),
            limit=3.0,
        )
