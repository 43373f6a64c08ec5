"""
One algorithm against another
=============================

A point is a problem, the diagonal is where both do equally well. The colour says who is better on
the problem, the legend on how many problems each is.
"""

import evenkeel
from evenkeel.plot import plot_scatter

ax = plot_scatter(evenkeel.load("garcia2008"), first="C4.5", second="1-NN")
