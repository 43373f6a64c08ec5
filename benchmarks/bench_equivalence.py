"""Tests of equivalence of all pairs against a loop of scipy over the pairs.

No other package tests equivalence by ranks; a loop of one-sided tests on shifted differences is
what its user would write, without intervals, verdicts and ties.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import stats

from benchmarks.timing import Measurement, ratio
from evenkeel.effects._equivalence import equivalence
from evenkeel.families import Family
from evenkeel.studies.work import pvalues_of_tables
from evenkeel.tables.results import Results

MARGIN = 0.5


def _by_scipy(values: np.ndarray) -> None:
    for a, b in zip(*np.triu_indices(values.shape[1], 1), strict=True):
        difference = values[:, a] - values[:, b]
        stats.wilcoxon(difference + MARGIN, alternative="greater", method="exact")
        stats.wilcoxon(difference - MARGIN, alternative="less", method="exact")
        stats.wilcoxon(difference, method="exact")


def measurements() -> Iterator[Measurement]:
    values = np.random.default_rng(0).normal(size=(30, 20))
    results = Results(values, better="lower")
    name = "equivalence, k = 20, n = 30, with intervals"
    yield Measurement(
        f"{name} / loop of three scipy.stats.wilcoxon a pair",
        ratio(lambda: equivalence(results, MARGIN), lambda: _by_scipy(values), repeat=3),
        limit=1.0,
    )
    tables = np.random.default_rng(1).normal(size=(50, 30, 20))
    family = Family.of_size(20)
    yield Measurement(
        "p-values of a table, 50 at once by the kernel / that loop of scipy on one",
        ratio(
            lambda: pvalues_of_tables(tables, family, MARGIN, "wilcoxon"),
            lambda: [_by_scipy(table) for table in tables[:1]],
            repeat=2,
        )
        / 50,
        limit=0.1,
    )
