"""Curves: runs whose value is recorded at several steps, and the choice of one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import InputError
from evenkeel.tables.scanning.engines import arrays, beside, collect
from evenkeel.tables.scanning.survey import CELL

if TYPE_CHECKING:
    from evenkeel.tables.scanning.engines import Frame

_RUNS = 1 << 25  # whose last steps are held in memory, some 50 bytes each


def steps_of(frame: Frame, source: str) -> FloatArray:
    """All steps that occur, in increasing order."""
    import narwhals as nw

    counted = frame.group_by("step").agg(nw.len().alias("rows"))
    steps: FloatArray = np.sort(arrays(counted.select("step"), source)["step"])
    return steps


def at_one_step(frame: Frame, step: float, source: str) -> Frame:
    """The rows of one step, which must occur."""
    import narwhals as nw

    if isinstance(step, bool) or not isinstance(step, (int, float, np.number)):
        raise InputError(f'{step!r} is no step; give a number, such as 1000, or "last"')
    steps = steps_of(frame, source)
    if step not in steps:
        nearest = steps[np.abs(steps - step).argmin()]
        raise InputError(
            f"{source}: no run has a value at step {step:g}; there are {steps.size} steps from "
            f"{steps[0]:g} to {steps[-1]:g}, the nearest is {nearest:g}"
        )
    return frame.filter(nw.col("step") == step).drop("step")


def at_last_step(frame: Frame, rows: int, source: str) -> tuple[Frame, tuple[str, ...]]:
    """The row of each run with its largest step, and a remark if these differ.

    A row a run is held in memory.
    """
    import narwhals as nw

    steps = steps_of(frame, source).size
    if rows / steps > _RUNS:
        raise InputError(
            f"{source}: there are at least {rows // steps} runs, too many to find the last step of "
            "each; choose one step for all with at_step(1000)"
        )
    keys = [*CELL, "run"]
    last = collect(frame.group_by(*keys).agg(nw.col("step").max().alias("last")), source)
    joined = frame.join(beside(frame, last), on=keys, how="inner")
    chosen = joined.filter(nw.col("step") == nw.col("last")).drop("step", "last")
    ends = np.unique(last["last"].to_numpy())
    if ends.size == 1:
        return chosen, ()
    return chosen, (f"the runs end at different steps, from {ends[0]:g} to {ends[-1]:g}",)
