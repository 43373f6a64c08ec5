"""The comparisons of a stepwise procedure, one for each rank of the p-values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evenkeel.results import FloatArray
from evenkeel.sorting import blocks
from evenkeel.threads import side_by_side


def by_rank(step: Callable[[FloatArray, FloatArray], FloatArray], p: FloatArray) -> FloatArray:
    """Evaluate ``step(p_i, i)`` for p-values sorted along the last axis and their ranks i.

    It is done block by block, so that a long family stays in the cache, and on all cores.
    """
    steps = np.empty(p.shape)

    def fill(block: slice) -> None:
        steps[..., block] = step(p[..., block], np.arange(block.start + 1.0, block.stop + 1.0))

    side_by_side(fill, blocks(p.shape[-1]))
    return steps
