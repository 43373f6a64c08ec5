"""
Expected running times
======================

The steps that are to be expected until a target is reached, restarts included, with bounds. An
arrow stands where no run reached the target, so that there is no bound above.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_ert

random = np.random.default_rng(1)
rows = []
for name, speed in (("Fast", 0.3), ("Slow", 0.15)):
    for problem in range(4):
        for run in range(10):
            errors = np.exp(-np.cumsum(random.exponential(speed, 40)))
            rows += [(name, f"f{problem}", run, s, e) for s, e in enumerate(errors.tolist(), 1)]
columns = ("algorithm", "problem", "run", "step", "value")
runs = evenkeel.read_runs(dict(zip(columns, zip(*rows, strict=True), strict=True)), better="lower")
ax = plot_ert(evenkeel.runs.targets(runs, targets=np.logspace(-0.2, -4, 10).tolist()))
