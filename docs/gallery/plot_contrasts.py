"""
Contrast estimation based on medians
====================================

By how much the row differs from the column, in the units of the table, estimated from the medians
of the differences. Blue rows do better than the column. It says how large a difference is, not
whether it is significant.
"""

import evenkeel
from evenkeel.plot import plot_contrasts

ax = plot_contrasts(evenkeel.load("garcia2008"))
