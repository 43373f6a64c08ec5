"""Bayesian comparison of all pairs; how it compares with its peers is in docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Measurement, seconds
from evenkeel import Results, bayes

ROPE = 0.01


def measurements() -> Iterator[Measurement]:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(30, 5)) * 0.02 + np.arange(5) * 0.004
    table = Results(values, better="higher")
    ours = 1e3 * seconds(lambda: bayes(table, rope=ROPE), 3)
    yield Measurement("signed-rank, all pairs of 30 x 5, 50,000 draws", ours, None, "ms")
    sign = 1e3 * seconds(lambda: bayes(table, rope=ROPE, method="sign"), 3)
    yield Measurement("sign, all pairs of 30 x 5, exact", sign, None, "ms")
    large = Results(rng.normal(size=(1000, 20)), better="higher")
    value = seconds(lambda: bayes(large, rope=ROPE, resamples=5000), 1)
    yield Measurement("signed-rank, all pairs of 1000 x 20, 5,000 draws", value, None, "s")
