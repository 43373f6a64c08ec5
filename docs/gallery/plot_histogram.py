"""
Histogram of runs
=================

The runs of one algorithm on one problem, and the normal curve with their mean and standard
deviation. Where the bars and the curve differ, a t-test rests on an assumption that does not
hold.
"""

import evenkeel
from evenkeel.plot import plot_histogram

runs = evenkeel.load_runs("scipy_optimisers")
ax = plot_histogram(runs, of="basin hopping", on="Rastrigin")
