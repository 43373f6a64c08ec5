"""
Posterior of two algorithms in a triangle
=========================================

A point of the cloud is a draw of three shares of the problems: on which the first algorithm is
practically better (lower left), on which the two are practically alike (top) and on which the
second is practically better (lower right). The probability that a share is the largest stands at
its corner.
"""

import evenkeel
from evenkeel.plot import plot_simplex

ax = plot_simplex(evenkeel.load("demsar2006"), rope=0.01, first="C4.5cf", second="C4.5")
