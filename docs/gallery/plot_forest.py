"""
Forest plot of effect sizes
===========================

The size of the difference of each pair with its interval; all intervals together hold with the
confidence that is named. Filled points have an interval without the line of no difference. Open
ones were not told apart, and their intervals say how large a difference the data still allow.
"""

import evenkeel
from evenkeel.plot import plot_forest

table = evenkeel.load("garcia2008")
ax = plot_forest(table)

# %%
# Against a control, as the probability of superiority.

ax = plot_forest(table, control="C4.5", size="superiority")
