"""Effect sizes with intervals against loops of scipy's bootstrap, and what compare() pays."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout

import numpy as np
from scipy import stats

import evenkeel
from benchmarks.timing import Measurement, ratio, seconds
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.effects.measuring import effect_sizes
from evenkeel.tables.results import Results


def _a12(first: np.ndarray, second: np.ndarray) -> float:
    wins = (first[:, None] > second) + (first[:, None] == second) / 2
    return float(wins.mean())


def _by_scipy(values: np.ndarray, resamples: int) -> None:
    """What a user writes: a bootstrap of A12 by BCa for each pair, resampling the problems."""
    for a, b in zip(*np.triu_indices(values.shape[1], 1), strict=True):
        stats.bootstrap(
            (values[:, a], values[:, b]),
            _a12,
            paired=True,
            vectorized=False,
            n_resamples=resamples,
            rng=0,
        )


def measurements() -> Iterator[Measurement]:
    values = np.random.default_rng(0).normal(size=(25, 5))
    small = Results(values, better="higher")
    yield Measurement(
        "loop of scipy.stats.bootstrap of A12 / effect_sizes by BCa, k = 5, n = 25, 999 resamples",
        seconds(lambda: _by_scipy(values, 999), repeat=1)
        / seconds(
            lambda: effect_sizes(
                small, size="a12", interval="bca", resamples=999, simultaneous=False
            )
        ),
        limit=10.0,
        at_least=True,
    )
    cec = evenkeel.load("cec2005")
    yield Measurement(
        "contrast_estimation with intervals, k = 9, n = 25, 1,999 resamples",
        seconds(lambda: contrast_estimation(cec)),
        limit=0.3,
        unit="s",
    )
    large = np.random.default_rng(1).normal(size=(112, 40))
    table = Results(large, better="higher")
    yield Measurement(
        "effect_sizes of all 780 pairs, exact / compare() that holds them, k = 40, n = 112",
        ratio(
            lambda: effect_sizes(table),
            lambda: evenkeel.compare(Results(large, better="higher"), always=True),
            repeat=3,
        ),
        limit=0.3,
    )
    yield from _against_autorank(cec)


def _against_autorank(results: Results) -> Iterator[Measurement]:
    try:
        from autorank import autorank
    except ImportError:
        print("autorank is not installed; its line is left out")
        return
    frame = results.to_pandas()

    def peer() -> None:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            autorank(frame, order="ascending", verbose=False)

    yield Measurement(
        "effect_sizes of all pairs with intervals, 25 x 9 / autorank, without intervals",
        ratio(lambda: effect_sizes(results), peer),
        limit=1.0,
    )
