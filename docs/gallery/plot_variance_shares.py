"""
Where the variance of answers lies
==================================

Shares of the variance of one answer of each model: between clusters of questions, between the
questions within them, and between the epochs of a question.
"""

import io

import numpy as np

from evenkeel.items import items
from evenkeel.plot import plot_variance_shares

# Four models on 120 questions, four to a passage, three epochs: made up.
random = np.random.default_rng(2)
passage = np.repeat(random.normal(size=30), 4)[:, None, None]
question = random.normal(size=(120, 1, 1))
level = np.array([1.2, 0.9, 0.2, -0.4])[None, :, None]
right = level + passage + question + random.normal(size=(120, 4, 3)) > 0
rows = ["model,item,epoch,passage,correct"] + [
    f"{model},q{i},{e},{i // 4},{int(right[i, j, e])}"
    for i in range(120)
    for j, model in enumerate("ABCD")
    for e in range(3)
]
log = io.BytesIO(chr(10).join(rows).encode())
found = items([log])
ax = plot_variance_shares(found.benchmarks[0])
