"""
What is missing
===============

Dark cells are results that are missing, those with most holes first, so that holes that belong
together stand together. If the holes crowd in one algorithm or in the hardest problems, they are
hardly missing at random.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_missing

full = evenkeel.load("garcia2010")
values = full.values.copy()
values[[2, 5, 11, 17], 1] = np.nan  # four runs of the second algorithm were lost
values[5, 3] = np.nan
table = evenkeel.Results(
    values,
    algorithms=full.algorithms,
    problems=full.problems,
    better=full.better,
    missing="keep",
)
ax = plot_missing(table)
