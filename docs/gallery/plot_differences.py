"""
Differences of two algorithms
=============================

A bar per problem, the first minus the second algorithm, sorted; the problems on which the first is
better are on top. It shows whether many small differences or a few large ones make the result.
"""

import evenkeel
from evenkeel.plot import plot_differences

ax = plot_differences(evenkeel.load("garcia2008"), first="C4.5", second="1-NN")
