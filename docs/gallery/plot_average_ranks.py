"""
Average ranks with intervals
============================

Average ranks as bars, the best on top. By default the interval goes from the lower to the upper
quartile of an algorithm's ranks over the problems: it shows how much the rank changes from
problem to problem and tests nothing.
"""

import evenkeel
from evenkeel.plot import plot_average_ranks

table = evenkeel.load("garcia2008")
ax = plot_average_ranks(table, highlight="C4.5")

# %%
# With ``interval="nemenyi-range"`` two algorithms differ by Nemenyi's test if and only if their
# intervals do not overlap.

ax = plot_average_ranks(table, interval="nemenyi-range")

# %%
# With ``interval="rank-sets"`` the intervals are simultaneous confidence sets: which places each
# algorithm may have.

ax = plot_average_ranks(table, interval="rank-sets")
