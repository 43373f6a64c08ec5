"""
Confidence curve
================

The intervals of every level of the difference of two algorithms, one above the other: at the dashed
line the 95% interval, on top the estimate. The null is marked, and the region in which the two are
practically alike. After Berrar (2017).
"""

import evenkeel
from evenkeel.plot import plot_confidence_curve

table = evenkeel.load("demsar2006")
ax = plot_confidence_curve(table, first="C4.5", second="C4.5m", rope=0.01)
