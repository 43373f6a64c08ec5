"""
Performance profiles
====================

Of costs: the share of the problems that an algorithm solves within so many times the lowest cost.
A curve that is higher on the left is often the best, one that is higher on the right fails
seldom. The bands are bounds of a bootstrap over the problems.
"""

import evenkeel
from evenkeel.plot import plot_profiles

table = evenkeel.load("dietterich2000")
ax = plot_profiles(table)

# %%
# Of scores: the share of the problems on which the accuracy is above a value.

ax = plot_profiles(evenkeel.load("garcia2010"), bounds="none")
