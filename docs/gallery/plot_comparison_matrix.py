"""
Multiple comparison matrix
==========================

A cell compares its row with its column: the mean difference, the row's wins, ties and losses, and
the adjusted p-value. It is blue if the row wins more often than it loses, orange in the reverse,
and bold if the hypothesis is rejected. The mean difference and the counts of a pair do not depend
on which other algorithms are shown.
"""

import evenkeel
from evenkeel.plot import plot_comparison_matrix

table = evenkeel.load("garcia2008")
ax = plot_comparison_matrix(table)

# %%
# One's own algorithms in the rows, the rest in the columns. The p-values are still adjusted over
# the whole family.

ax = plot_comparison_matrix(table, rows=["C4.5", "NaiveBayes"], columns=["1-NN", "Kernel", "CN2"])
