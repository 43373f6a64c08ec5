"""
Aggregates of runs
==================

All runs of an algorithm on all problems in one number, with the interval of a stratified
bootstrap. The bar is the interval, the line in it the estimate; below each panel stands which end
is the good one. The interquartile mean leaves out the best and the worst quarter of the runs.
Here the mean run of Nelder-Mead on a function scores 0 and an error of 0 scores 1.
"""

import evenkeel
from evenkeel.plot import plot_aggregates

runs = evenkeel.load_runs("scipy_optimisers")
found = evenkeel.runs.aggregates(runs, zero="Nelder-Mead", one=0.0, resamples=999)
ax = plot_aggregates(found, statistics=["iqm", "median"])
