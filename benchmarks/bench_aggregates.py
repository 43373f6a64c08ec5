"""Aggregates of runs with 50,000 resamples, against the loop of rliable.

26 problems x 10 runs x 6 algorithms, as of Atari 100k. rliable's time grows with its resamples, one
call of a function each, so that it is taken from fewer and multiplied. Ours has all that
`aggregates` gives: the four aggregates, their differences and the improvement of all pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Measurement, seconds
from evenkeel.runs import aggregates, profiles

PROBLEMS, RUNS, ALGORITHMS = 26, 10, 6
RESAMPLES, FEWER, FEWEST = 50_000, 500, 10


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
    try:
        from rliable import library, metrics
    except ImportError:
        print("rliable is not installed; its lines are left out")
        return

    def all_four(x: np.ndarray) -> np.ndarray:
        return np.array(
            [
                metrics.aggregate_mean(x),
                metrics.aggregate_median(x),
                metrics.aggregate_iqm(x),
                metrics.aggregate_optimality_gap(x),
            ]
        )

    theirs = (
        RESAMPLES
        / FEWER
        * seconds(lambda: library.get_interval_estimates(scores, all_four, reps=FEWER), 2)
    )
    yield Measurement(
        f"aggregates, {size}: how much faster than rliable's aggregates alone",
        theirs / ours,
        10,
        at_least=True,
    )
    names = list(scores)
    pairs = {f"{a},{b}": (scores[a], scores[b]) for a in names for b in names if a < b}
    improved = (
        RESAMPLES
        / FEWEST
        * seconds(
            lambda: library.get_interval_estimates(
                pairs, metrics.probability_of_improvement, reps=FEWEST
            ),
            1,
        )
    )
    yield Measurement(
        f"the same with the improvement of {len(pairs)} pairs in both",
        (theirs + improved) / ours,
        10,
        at_least=True,
    )
