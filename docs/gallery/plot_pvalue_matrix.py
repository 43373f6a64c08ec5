"""
Adjusted p-values of all pairs
==============================

A cell is a pair. Blue cells with bold numbers are rejected, the darker the smaller the p-value;
grey cells are not rejected. The p-values are adjusted over all pairs by the procedure that is
named.
"""

import evenkeel
from evenkeel.plot import plot_pvalue_matrix

ax = plot_pvalue_matrix(evenkeel.load("cec2005"), procedure="bergmann")
