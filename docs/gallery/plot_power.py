"""
Power of procedures
===================

How often each procedure rejects the hypothesis of a pair in samples of the problems of a table,
against the bias by which samples are drawn: the larger the bias, the more the samples hold
problems on which the pair differs. The bands are Monte Carlo intervals.
"""

import evenkeel
from evenkeel.plot import plot_power

table = evenkeel.load("garcia2008")
study = evenkeel.power(table, "C4.5", "1-NN", bias=[0, 5, 10, 15, 20], repetitions=200)
ax = plot_power(study)
