"""
Places in resamples of the problems
===================================

In which per cent of the resamples of the problems an algorithm has which place. Dark cells on the
diagonal are a ranking that other problems of the same kind would hardly change; a row with
several grey cells is a place that the choice of problems decides.
"""

import evenkeel
from evenkeel.plot import plot_rank_shares

ax = plot_rank_shares(evenkeel.load("garcia2008"))
