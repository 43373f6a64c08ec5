"""
Groups of problems
==================

Features of the problems part them where the algorithms rank differently. Lines join the average
ranks of an algorithm, the best on top; above stand the questions that make the groups.
"""

import numpy as np

import evenkeel
from evenkeel.plot import plot_problem_tree

random = np.random.default_rng(1)
features = {
    "instances": random.lognormal(7, 1, 120).round(),
    "domain": random.choice(["tables", "text", "images"], 120),
}
errors = random.normal(size=(120, 5))
errors[:, 0] -= 1.5 * (features["instances"] < 900)
errors[:, 1] -= 2.0 * ((features["domain"] == "images") & (features["instances"] >= 900))
names = ["SVM", "Network", "Forest", "Boosting", "Nearest"]
table = evenkeel.Results(errors, algorithms=names, better="lower")
ax = plot_problem_tree(evenkeel.stability.problem_tree(table, features))
