"""Ranks and omnibus tests of a large table, and the exact law of rank differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy import stats

from benchmarks.timing import Measurement, peak, ratio
from evenkeel.omnibus._aligned import friedman_aligned
from evenkeel.omnibus._friedman import friedman, friedman_law, iman_davenport
from evenkeel.omnibus._quade import quade
from evenkeel.posthocs.pooled_laws import difference_law
from evenkeel.posthocs.rank_statistics import posthoc_statistics
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.rankings import friedman_ranks
from evenkeel.tables.results import Results

TESTS = (friedman, iman_davenport, friedman_aligned, quade)


def measurements() -> Iterator[Measurement]:
    values = np.random.default_rng(0).normal(size=(100_000, 100))
    table = Results(values, better="lower")

    def argsort() -> object:
        return np.argsort(values, axis=1)

    def afresh(*functions: Callable[[Results], object]) -> Callable[[], None]:
        def run() -> None:
            table._memo.clear()  # ranks are remembered; each timing computes them anew
            for function in functions:
                function(table)

        return run

    size = "100,000 x 100"
    yield Measurement(f"Friedman ranks {size} / argsort", ratio(afresh(friedman_ranks), argsort), 3)
    most = peak(afresh(friedman_ranks))
    yield Measurement(f"Friedman ranks {size}, peak memory / matrix", most / values.nbytes, 3)
    yield Measurement(f"all four omnibus tests {size} / argsort", ratio(afresh(*TESTS), argsort), 8)
    for test in TESTS:
        yield Measurement(
            f"{test.__name__} {size} / scipy.stats.friedmanchisquare",
            ratio(afresh(test), lambda: stats.friedmanchisquare(*values.T), repeat=2),
            1,
        )
    yield from _small()


def _small() -> Iterator[Measurement]:
    values = np.random.default_rng(1).normal(size=(100, 20))
    ranks = rank_rows(values)
    yield Measurement(
        "exact law of rank differences 100 x 20 / ranks of that table",
        ratio(lambda: difference_law(ranks), lambda: rank_rows(values), repeat=200),
        20,
    )

    def pairs(method: str) -> Callable[[], object]:
        return lambda: posthoc_statistics(values, method=method, better="lower")

    yield Measurement(
        "exact p-values of 190 pairs, law remembered / normal ones",
        ratio(pairs("exact"), pairs("normal"), repeat=200),
    )
    yield Measurement(
        "exact law of Friedman's statistic, n = 8, k = 5 / argsort 100 x 20",
        ratio(lambda: friedman_law.__wrapped__(8, 5), lambda: np.argsort(values, axis=1), repeat=5),
    )
