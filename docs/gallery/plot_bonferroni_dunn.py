"""
Bonferroni-Dunn graphic
=======================

Bars of average ranks, shortest for the best, and a line at the control's rank plus the critical
difference of the Bonferroni-Dunn test. An algorithm whose bar reaches the line is significantly
worse than the control. Several levels have a line each.
"""

import evenkeel
from evenkeel.plot import plot_bonferroni_dunn

ax = plot_bonferroni_dunn(evenkeel.load("cec2005"), control="SaDE", alpha=(0.05, 0.10))
