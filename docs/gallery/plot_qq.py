"""
Runs against the normal law
===========================

The ordered runs of one algorithm on one problem against the quantiles of the normal law. Runs
from a normal law lie near the line; a bend at an end is a long tail.
"""

import evenkeel
from evenkeel.plot import plot_qq

runs = evenkeel.load_runs("scipy_optimisers")
ax = plot_qq(runs, of="basin hopping", on="Rastrigin")
