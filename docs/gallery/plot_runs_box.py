"""
Boxes and violins of runs
=========================

A box goes from the lower to the upper quartile of the runs, its line is the median, its whiskers
end at the last run within 1.5 times the box's length, and runs beyond are points. A violin is an
estimate of the density.
"""

import evenkeel
from evenkeel.plot import plot_runs_box

runs = evenkeel.load_runs("scipy_optimisers")
algorithms = ("basin hopping", "L-BFGS-B", "SLSQP")
cells = {
    problem: {name: runs.cell(name, problem) for name in algorithms}
    for problem in ("Ackley", "Rastrigin")
}
ax = plot_runs_box(cells, label="error")

# %%
# The runs of one problem, as violins round the boxes.

ax = plot_runs_box(cells["Rastrigin"], kind="both", label="error on Rastrigin")
