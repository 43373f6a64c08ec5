"""
Several measures together
=========================

On how many problems each combination of better and worse holds, a row per pair and a sign per
measure: + where the first is better. Bold where the combination is shown to be the most frequent.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_joint

random = np.random.default_rng(3)
accuracy = 0.8 + random.normal([0.05, 0.03, 0], 0.03, (30, 3))
seconds = random.lognormal(np.log([9, 3, 1]), 0.8, (30, 3))
names = ["Big", "Medium", "Small"]
tables = {
    "accuracy": evenkeel.Results(accuracy, algorithms=names, better="higher"),
    "seconds": evenkeel.Results(seconds, algorithms=names, better="lower"),
}
ax = plot_joint(tables)
