"""
Posterior of a difference
=========================

The posterior density of the share of the problems for the first algorithm less that for the
second, by region. To the right of 0 the first algorithm is better.
"""

import evenkeel
from evenkeel.plot import plot_posterior

ax = plot_posterior(evenkeel.load("demsar2006"), rope=0.01, first="C4.5cf", second="C4.5")
