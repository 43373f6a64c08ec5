"""
ECDFs of runtimes
=================

Which share of problems and targets a run has reached by a time. The bands hold at all times
together; they speak of other runs on the same problems and targets.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_ecdf

random = np.random.default_rng(1)
rows = []
for name, speed in (("Fast", 0.3), ("Slow", 0.15)):
    for problem in range(4):
        for run in range(10):
            errors = np.exp(-np.cumsum(random.exponential(speed, 40)))
            rows += [(name, f"f{problem}", run, s, e) for s, e in enumerate(errors.tolist(), 1)]
columns = ("algorithm", "problem", "run", "step", "value")
runs = evenkeel.read_runs(dict(zip(columns, zip(*rows, strict=True), strict=True)), better="lower")
ax = plot_ecdf(evenkeel.runs.targets(runs, targets=np.logspace(-0.2, -4, 10).tolist()))
