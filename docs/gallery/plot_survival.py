"""
Survival curves of solvers
==========================

The share of the runs that are not solved yet: a curve that falls sooner and lower is better. What
timed out stays above to the end. The bands hold for whole curves.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_survival

random = np.random.default_rng(1)
times = random.lognormal(3, 2, (80, 1)) * random.lognormal([0, 0.5, 1], 0.8, (80, 3))
table = evenkeel.Results(times, algorithms=["alpha", "beta", "gamma"], better="lower")
ax = plot_survival(table, cutoff=300)
