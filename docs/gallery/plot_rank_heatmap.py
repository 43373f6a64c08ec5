"""
Ranks of every problem
======================

The rank of every algorithm on every problem, the best average rank on the left; the darker, the
better. A column of one shade is an algorithm that does equally well everywhere, a mixed one a
specialist.
"""

import evenkeel
from evenkeel.plot import plot_rank_heatmap

table = evenkeel.load("garcia2010")
ax = plot_rank_heatmap(table)

# %%
# As lines from problem to problem, with one algorithm emphasised.

ax = plot_rank_heatmap(table, form="slope", highlight="PDFC")
