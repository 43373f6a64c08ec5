"""
The gate of a new version
=========================

The ratio of the new version to its base for each benchmark, the worst on top, with its interval;
the dashed line is the margin. The colours are verdicts that are adjusted for all benchmarks: worse,
not worse by more than the margin, or undecided. Made-up times of twenty runs.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_gate

rng = np.random.default_rng(1)
noise = {"parse": 0.01, "render": 0.01, "save": 0.04, "load": 0.02, "sort": 0.004, "merge": 0.008}
base = {name: np.exp(spread * rng.standard_normal(20)) for name, spread in noise.items()}
new = {name: np.exp(spread * rng.standard_normal(20)) for name, spread in noise.items()}
new["parse"] *= 1.05
found = evenkeel.gate(base, new, margin="2%", better="lower")
ax = plot_gate(found)
