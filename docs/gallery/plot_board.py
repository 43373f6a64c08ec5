"""
A board of votes
================

Ratings of models by votes on two of their answers, the best on top, with intervals; on the right
the places that a model may have, for all models together. Coloured are those that may be the
best. Made-up votes of forty judges.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_board

rng = np.random.default_rng(3)
names = np.array(["Aria", "Brook", "Cedar", "Dune", "Ember", "Fjord"])
strength = np.array([0.9, 0.7, 0.3, 0.0, -0.6, -1.3])
first = rng.integers(0, 6, 1500)
second = (first + rng.integers(1, 6, 1500)) % 6
apart = np.exp((strength[first] - strength[second]) / 2)
drawn = rng.random(1500) * (apart + 1 / apart + 0.5)
ties = drawn > apart + 1 / apart
battles = {
    "model_a": names[first].tolist(),
    "model_b": names[second].tolist(),
    "winner": np.where(ties, "tie", np.where(drawn < apart, "model_a", "model_b")).tolist(),
    "judge": rng.integers(0, 40, 1500).tolist(),
}
ax = plot_board(evenkeel.votes(battles))
