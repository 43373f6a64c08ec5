"""Wilcoxon's test of all pairs against the floor (one argsort) and against scipy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import stats

from benchmarks.timing import Measurement, ratio, seconds
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.pairwise.signed_rank_law import untied_tail
from evenkeel.tables.results import Results


def _tables(n: int, k: int = 50) -> tuple[Results, np.ndarray]:
    """A table without ties, and the differences of its pairs as scipy wants them."""
    values = np.random.default_rng(n).normal(size=(n, k))
    first, second = np.triu_indices(k, 1)
    return Results(values, better="higher"), values[:, first] - values[:, second]


def measurements() -> Iterator[Measurement]:
    results, differences = _tables(1000)
    sizes = np.ascontiguousarray(np.abs(differences).T)  # rows are the faster axis for argsort
    name = "wilcoxon_all, k = 50, n = 1000"
    yield Measurement(
        f"{name} / argsort of the 1225 absolute differences",
        ratio(lambda: wilcoxon_all(results), lambda: np.argsort(sizes, axis=1)),
        limit=2.5,
    )
    yield Measurement(
        f"{name} / scipy.stats.wilcoxon(axis=0), which is normal there",
        ratio(lambda: wilcoxon_all(results), lambda: stats.wilcoxon(differences, axis=0)),
        limit=1.0,
    )

    def first_call() -> None:
        untied_tail.cache_clear()
        wilcoxon_all(results)

    yield Measurement(
        f"{name}, first call, which builds the exact law / the same",
        ratio(first_call, lambda: stats.wilcoxon(differences, axis=0), repeat=3),
    )

    results, differences = _tables(30)
    name = "wilcoxon_all, k = 50, n = 30, exact"
    yield Measurement(
        f"{name} / scipy.stats.wilcoxon(axis=0)",
        ratio(lambda: wilcoxon_all(results), lambda: stats.wilcoxon(differences, axis=0)),
        limit=1.0,
    )
    loop = seconds(lambda: [stats.wilcoxon(column) for column in differences.T], repeat=1)
    yield Measurement(
        f"loop of scipy.stats.wilcoxon / {name}",
        loop / seconds(lambda: wilcoxon_all(results)),
        limit=100.0,
        at_least=True,
    )
    tied = Results(results.values.round(1), better="higher")
    yield Measurement(
        "wilcoxon_all, one decimal, each pair with ties and a law of its own / that loop",
        seconds(lambda: wilcoxon_all(tied), repeat=3) / loop,
        limit=1.0,
    )
