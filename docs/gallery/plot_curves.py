"""
Convergence curves
==================

The median over the runs at each step, in a band from the lower to the upper quartile. Bands that
overlap do not show that the algorithms do alike, and bands that do not overlap are no test.
"""

import numpy as np

from evenkeel.plot import plot_curves

random = np.random.default_rng(1)
steps = np.arange(1, 61)
curves = {
    name: 1 / (1 + speed * random.lognormal(0, 0.5, (15, 1)) * steps)
    for name, speed in (("Fast", 0.3), ("Slow", 0.1))
}
ax = plot_curves(curves, x=steps * 100, label="best error so far", x_label="evaluations")
