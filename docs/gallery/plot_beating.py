"""
Who beats whom on a new problem
===============================

The probability that the row does better than the column on a new problem, by a model of strengths
(Bradley and Terry), with its interval; the strongest on top. Blue rows beat the column more often
than not.
"""

import evenkeel
from evenkeel.plot import plot_beating

ax = plot_beating(evenkeel.load("garcia2008"))
