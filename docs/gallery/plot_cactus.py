"""
Cactus plot of solvers
======================

How many runs each solver has solved within a time: lower and longer is better. A run that timed
out has no time, and is no point of a curve. In grey, the best solver of each problem.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_cactus

random = np.random.default_rng(1)
times = random.lognormal(3, 2, (80, 1)) * random.lognormal([0, 0.5, 1], 0.8, (80, 3))
table = evenkeel.Results(times, algorithms=["alpha", "beta", "gamma"], better="lower")
ax = plot_cactus(evenkeel.runs.timeouts(table, cutoff=300))
