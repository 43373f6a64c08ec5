"""Aggregates of runs by rliable: estimates, stratified bootstrap intervals, profiles.

Run from the root of the repository, with rliable installed (in an environment of its own):
``python tests/oracles/python/aggregates.py``. It writes aggregates.json beside itself: the scores
of every algorithm (runs x problems), and what the other program makes of them.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

REPS, REPS_OF_PAIRS = 20_000, 2_000


def main() -> None:
    import numpy as np
    from rliable import library, metrics

    rng = np.random.default_rng(7)
    np.random.seed(7)  # noqa: NPY002 - from which rliable draws
    sets = {
        "skewed, 8 problems x 5 runs": {
            name: rng.lognormal(0.2 * j, 0.8, (5, 8)) for j, name in enumerate("ABC")
        },
        "ties, 7 problems x 3 runs": {
            name: np.round(rng.normal(0.8 + 0.2 * j, 0.5, (3, 7)), 1) for j, name in enumerate("AB")
        },
        "6 problems x 4 and 10 runs": {
            "A": rng.normal(1.0, 1.0, (4, 6)),
            "B": rng.normal(0.5, 2.0, (10, 6)),
        },
    }

    def all_four(scores: np.ndarray) -> np.ndarray:
        return np.array(
            [
                metrics.aggregate_mean(scores),
                metrics.aggregate_median(scores),
                metrics.aggregate_iqm(scores),
                metrics.aggregate_optimality_gap(scores, gamma=1.2),
            ]
        )

    taus = np.linspace(-1, 3, 9)
    cases = []
    for title, scores in sets.items():
        values, bounds = library.get_interval_estimates(scores, all_four, reps=REPS)
        names = list(scores)
        pairs = {
            f"{a},{b}": (scores[a], scores[b]) for i, a in enumerate(names) for b in names[i + 1 :]
        }
        better, better_bounds = library.get_interval_estimates(
            pairs, metrics.probability_of_improvement, reps=REPS_OF_PAIRS
        )
        curves, bands = library.create_performance_profile(scores, taus, reps=2_000)
        cases.append(
            {
                "title": title,
                "scores": {name: array.tolist() for name, array in scores.items()},
                "threshold": 1.2,
                "value": {name: values[name].tolist() for name in names},
                "bounds": {name: bounds[name].tolist() for name in names},
                "improvement": {pair: float(better[pair]) for pair in pairs},
                "improvement_bounds": {
                    pair: better_bounds[pair].ravel().tolist() for pair in pairs
                },
                "taus": taus.tolist(),
                "share": {name: curves[name].tolist() for name in names},
                "share_bounds": {name: bands[name].tolist() for name in names},
            }
        )
    packages = ("rliable", "arch", "numpy", "scipy")
    made = {
        "versions": {name: version(name) for name in packages},
        "reps": REPS,
        "reps of pairs": REPS_OF_PAIRS,
        "order": ["mean", "median", "iqm", "optimality-gap"],
        "cases": cases,
    }
    Path(__file__).with_suffix(".json").write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
