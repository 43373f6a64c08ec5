"""Strengths against choix, and what the look at single problems costs a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.timing import Measurement, ratio, seconds
from evenkeel.comparison import compare
from evenkeel.orders import hinges, kemeny, stability, strengths
from evenkeel.orders.contests import Contests
from evenkeel.orders.models import MODELS, PRIOR, times_drawn
from evenkeel.tables.results import Results

_SIZES = ((30, 9), (112, 40))
_RESAMPLES = 1000
_LOOPED = 10  # resamples that the peer fits one by one, to be scaled up


def measurements() -> Iterator[Measurement]:
    for n, k in _SIZES:
        values = np.random.default_rng(0).gumbel(size=(n, k)) + np.linspace(0, 2, k)
        yield from _against_choix(values)
        yield from _hinges(values)
        yield from _single(values)


def _against_choix(values: np.ndarray) -> Iterator[Measurement]:
    n, k = values.shape
    try:
        import choix
    except ImportError:
        yield Measurement("choix is not installed: its lines are left out", float("nan"))
        return
    rows = np.random.default_rng(1).integers(0, n, (_RESAMPLES, n))
    contests = Contests(values, split=False)

    def ours(name: str) -> Callable[[], object]:
        model = MODELS[name]
        start = model.fit(contests, np.ones((1, n)), PRIOR, None)[0][0]  # as strengths() does
        return lambda: model.fit(contests, times_drawn(rows, n), PRIOR, start)

    def pairs() -> None:
        for sample in values[rows[:_LOOPED]]:
            wins = (sample[:, :, None] < sample[:, None, :]).sum(axis=0).astype(float)
            choix.ilsr_pairwise_dense(wins, alpha=0.01)

    def rankings() -> None:
        for sample in values[rows[:_LOOPED]]:
            choix.ilsr_rankings(k, np.argsort(sample, axis=1).tolist(), alpha=0.01)

    size = f"{_RESAMPLES:,} resamples of {n} x {k}"
    for model, theirs in (("bradley-terry", pairs), ("plackett-luce", rankings)):
        found = ratio(theirs, ours(model), repeat=2) * _RESAMPLES / _LOOPED
        name = f"{MODELS[model].title}, {size}: choix one by one / evenkeel"
        yield Measurement(name, found, 1, at_least=True)


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
