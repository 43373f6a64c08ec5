"""Bayesian comparison: all pairs of 30 x 5 against autorank, and single tests against baycomp.

The peers are timed in the same run, each probability held against theirs.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout

import numpy as np

from benchmarks.timing import Measurement, ratio, seconds
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
    yield from _against_autorank(table)
    yield from _against_baycomp(table)


def _against_autorank(table: Results) -> Iterator[Measurement]:
    try:
        import pandas as pd
        from autorank import autorank
    except ImportError:
        print("autorank is not installed; its lines are left out")
        return
    frame = pd.DataFrame(table.values, columns=list(table.algorithms))

    def theirs() -> object:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            return autorank(
                frame, approach="bayesian", rope=ROPE, rope_mode="absolute", random_state=1
            )

    value = 1 / ratio(lambda: bayes(table, rope=ROPE), theirs, repeat=1)
    yield Measurement("autorank / signed-rank, all pairs of 30 x 5", value, 20.0, at_least=True)
    posterior = theirs().posterior_matrix  # type: ignore[attr-defined]
    found = bayes(table, rope=ROPE)
    apart = max(
        np.abs(np.subtract(found.of(a, b), posterior.loc[a, b])).max()
        for a in posterior.index
        for b in posterior.index
        if isinstance(posterior.loc[a, b], tuple)
    )
    yield Measurement("largest difference of a probability from autorank's", apart, 0.01, "")


def _against_baycomp(table: Results) -> Iterator[Measurement]:
    try:
        from baycomp import SignedRankTest, SignTest
    except ImportError:
        print("baycomp is not installed; its lines are left out")
        return
    first, second = table.values.T[:2]
    pair = table.select(table.algorithms[:2])
    for method, test in (("signed-rank", SignedRankTest), ("sign", SignTest)):
        value = ratio(
            lambda: bayes(pair, rope=ROPE, method=method),  # noqa: B023
            lambda: test.probs(first, second, ROPE),  # noqa: B023
            repeat=2,
        )
        yield Measurement(f"{method}, one pair of 30 / baycomp", value)
