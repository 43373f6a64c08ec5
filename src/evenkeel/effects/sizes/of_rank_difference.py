"""The difference of average ranks among all algorithms."""

from __future__ import annotations

from functools import partial

import numpy as np

from evenkeel.effects.sizes.jackknife import student_bounds
from evenkeel.effects.sizes.registry import EFFECTS, EffectSize
from evenkeel.effects.sizes.samples import (
    means_left_out,
    rank_gains_of,
    require_all_ranks,
    weighted_means,
)
from evenkeel.words.references import REFERENCES

EFFECTS.register(
    EffectSize(
        "rank-difference",
        title="Difference of average ranks",
        formula="average rank of the second less that of the first, among all algorithms",
        range=(-np.inf, np.inf),
        neutral=0.0,
        law="Student's law of the mean over the problems",
        assumes="nothing of the values; it depends on which other algorithms are in the table",
        reference=REFERENCES["friedman1937"],
        sample=rank_gains_of,
        kernel=weighted_means,
        ordinal=True,
        check=require_all_ranks,
        bounds=partial(student_bounds, weighted_means, means_left_out),
        interval="jackknife",
        aliases=("ranks",),
    )
)
