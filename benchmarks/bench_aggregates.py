"""Aggregates of runs with 50,000 resamples.

26 problems x 10 runs x 6 algorithms, as of Atari 100k, with all that `aggregates` gives: the four
aggregates, their differences and the improvement of all pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Measurement, seconds
from evenkeel.runs import aggregates, profiles

PROBLEMS, RUNS, ALGORITHMS = 26, 10, 6
RESAMPLES = 50_000


def measurements() -> Iterator[Measurement]:
    rng = np.random.default_rng(0)
    scores = {
        f"A{j}": rng.lognormal(0.1 * j, 1.0, (RUNS, PROBLEMS)) for j in range(1, ALGORITHMS + 1)
    }
    size = f"{PROBLEMS} x {RUNS} x {ALGORITHMS}, {RESAMPLES} resamples"
    ours = seconds(lambda: aggregates(scores, better="higher", resamples=RESAMPLES), 2)
    yield Measurement(f"aggregates, differences and improvement, {size}", ours, unit="s")
    curves = seconds(lambda: profiles(scores, better="higher", resamples=RESAMPLES), 1)
    yield Measurement(f"profiles of scores at 101 places, {size}", curves, unit="s")
