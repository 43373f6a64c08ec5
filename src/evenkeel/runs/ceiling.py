"""The ceiling effect, as far as runs can show it."""

from __future__ import annotations

import numpy as np

from evenkeel.runs.run_cells import gather
from evenkeel.tables.runs import Runs


def ceiling_remark(runs: Runs) -> str | None:
    """A sentence if several algorithms reach the best value of a problem in most of their runs.

    It speaks if that happens on at least one problem in ten. Such problems cannot tell those
    algorithms apart, however many runs are made. The other spurious effects of the documents
    (regression, order, sampling bias) lie in the design and cannot be seen in the values.
    """
    cells = gather(runs)
    best = np.nanmin(cells.losses, axis=(1, 2), keepdims=True)
    at_best = (cells.losses == best).sum(axis=2) > cells.count / 2
    crowded = at_best.sum(axis=1) >= 2
    if crowded.sum() < max(1, 0.1 * runs.n):
        return None
    first = runs.problems[int(np.argmax(crowded))]
    return (
        f"On {int(crowded.sum())} of {runs.n} problems, the first {first!r}, two or more "
        "algorithms reach the best value in most of their runs (ceiling effect): these problems "
        "cannot tell them apart; add harder ones or use a finer measure."
    )
