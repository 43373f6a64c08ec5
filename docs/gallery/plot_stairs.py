"""
Stair of a step-down procedure
==============================

The ordered p-values against the levels that Holm's procedure compares them with. It goes down the
stair from the smallest p-value and stops at the first point beyond its step. Filled points are
rejected, open ones are not.
"""

import evenkeel
from evenkeel.plot import plot_stairs

ax = plot_stairs(evenkeel.load("cec2005"), control="SaDE")
