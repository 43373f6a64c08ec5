"""What the look at single problems costs a comparison, and the orders of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.timing import Measurement, ratio, seconds
from evenkeel.comparison import compare
from evenkeel.stability import hinges, kemeny, stability, strengths
from evenkeel.tables.results import Results

_SIZES = ((30, 9), (112, 40))


def measurements() -> Iterator[Measurement]:
    for n, k in _SIZES:
        values = np.random.default_rng(0).gumbel(size=(n, k)) + np.linspace(0, 2, k)
        yield from _hinges(values)
        yield from _single(values)


def _hinges(values: np.ndarray) -> Iterator[Measurement]:
    n, k = values.shape
    table = Results(values, better="lower")

    def afresh(function: Callable[[Results], object]) -> Callable[[], object]:
        return lambda: function(Results(table.values, better="lower"))

    found = seconds(afresh(hinges), 10)
    limit = 60 if k > 20 else 5
    yield Measurement(
        f"without each problem, {n} x {k}, normal and Shaffer", 1e3 * found, limit, "ms"
    )
    share = ratio(afresh(hinges), afresh(lambda made: compare(made, always=True)), repeat=5)
    yield Measurement(f"the same / compare, {n} x {k}", share, 0.25)


def _single(values: np.ndarray) -> Iterator[Measurement]:
    n, k = values.shape
    for function in (kemeny, strengths, stability):
        found = seconds(lambda made=function: made(values, better="lower"), 2)
        yield Measurement(f"{function.__name__}, {n} x {k}", 1e3 * found, unit="ms")
