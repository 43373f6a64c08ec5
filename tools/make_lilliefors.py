"""Simulate the law of Lilliefors' statistic that `conditions` looks up.

For each number of runs in SIZES, normal samples are drawn and the distance D of each from its
own fitted normal law is measured. What is stored is the upper quantiles, at the probabilities in
LEVELS, of Stephens' modified statistic (sqrt(n) - 0.01 + 0.85 / sqrt(n)) D, which hardly depends
on n. There are two million samples of a size, fewer above 250 runs (500 million values each): the
standard error of a probability of 0.05 is 0.00015 up to 250 runs and 0.0006 for 4000.

Usage: python tools/make_lilliefors.py [FILE]    (some ten minutes)
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from evenkeel.runs.normality import distance_from_normal, modified

SEED = 19_670_601
SAMPLES = 2_000_000
VALUES = 500_000_000
BLOCK = 1 << 16  # values drawn at a time: they stay in the cache
SIZES = (*range(4, 21), 25, 30, 40, 50, 70, 100, 200, 400, 1000, 4000)
LEVELS = (
    *(0.99, 0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.12, 0.1),
    *(0.08, 0.06, 0.05, 0.04, 0.03, 0.025, 0.02, 0.015, 0.01, 0.0075, 0.005, 0.0035, 0.0025),
    *(0.0015, 0.001),
)
TARGET = Path(__file__).parents[1] / "src/evenkeel/runs/lilliefors.csv"


def quantiles(runs: int) -> np.ndarray:
    """Upper quantiles of the modified statistic of normal samples."""
    generator = np.random.default_rng([SEED, runs])
    samples = min(SAMPLES, VALUES // runs)
    step = max(1, BLOCK // runs)
    distance = np.empty(samples)
    for first in range(0, samples, step):
        block = distance[first : first + step]
        block[:] = distance_from_normal(generator.standard_normal((block.size, runs)))
    return modified(np.quantile(distance, 1 - np.array(LEVELS)), runs)


def main(target: Path) -> None:
    """Write one line for each number of runs."""
    lines = [
        f"# Made by tools/make_lilliefors.py, seed {SEED}, {SAMPLES} samples per size and fewer "
        f"above {VALUES // SAMPLES} runs.",
        "# Upper quantiles of (sqrt(n) - 0.01 + 0.85 / sqrt(n)) D for the probabilities of the "
        "first line, by the number n of runs.",
        ",".join(["0", *(f"{level:g}" for level in LEVELS)]),
    ]
    for runs in SIZES:
        lines.append(",".join([str(runs), *(f"{value:.4f}" for value in quantiles(runs))]))
        print(lines[-1], flush=True)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
