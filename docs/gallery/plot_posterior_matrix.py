"""
Posterior probabilities of all pairs
====================================

The first number of a cell is the probability that the row is practically better than the column,
the second that the two are practically alike. Blue rows are more probably better than worse; bold
cells are decided.
"""

import evenkeel
from evenkeel.plot import plot_posterior_matrix

ax = plot_posterior_matrix(evenkeel.load("demsar2006"), rope=0.01)
