"""The courses of runs: every value with its step, run after run, and what they are at any step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.tables.results import Better
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.engines import collect

_MOST_ROWS = 1 << 25  # held in memory, some 60 bytes each while they are sorted


@dataclass(frozen=True, eq=False)
class Courses:
    """Curves of runs in memory.

    The runs stand in the order of their cells, cell i k + j of problem i and algorithm j; run r has
    the rows from ``start[r]`` to ``start[r + 1]``, its steps increasing.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    better: Better
    cell: IndexArray
    start: IndexArray
    step: FloatArray
    value: FloatArray
    source: str

    @property
    def first(self) -> FloatArray:
        """The first step of each run."""
        return self.step[self.start[:-1]]

    @property
    def last(self) -> FloatArray:
        """The last step of each run, which is how long it was watched."""
        return self.step[self.start[1:] - 1]

    def of_runs(self) -> Iterator[tuple[FloatArray, FloatArray]]:
        """The steps and values of each run."""
        for begin, end in zip(self.start[:-1].tolist(), self.start[1:].tolist(), strict=True):
            yield self.step[begin:end], self.value[begin:end]

    def runs_in(self, problem: int, algorithm: int) -> slice:
        """The runs of a cell."""
        cell = problem * len(self.algorithms) + algorithm
        low, high = np.searchsorted(self.cell, [cell, cell + 1]).tolist()
        return slice(low, high)

    def at(self, steps: FloatArray) -> FloatArray:
        """The value that each run had last at these steps, (runs, steps); NaN before its first."""
        held = np.full((len(self.cell), len(steps)), np.nan)
        for row, (of_run, values) in zip(held, self.of_runs(), strict=True):
            places = np.searchsorted(of_run, steps, "right") - 1
            row[:] = np.where(places >= 0, values[np.maximum(places, 0)], np.nan)
        return held

    def best_so_far(self) -> Courses:
        """The same with the best value that each run had reached at each step."""
        so_far = np.minimum if self.better == "lower" else np.maximum
        reached = np.concatenate([so_far.accumulate(values) for _, values in self.of_runs()])
        return Courses(
            self.algorithms, self.problems, self.better, self.cell, self.start, self.step,
            reached, self.source,
        )  # fmt: skip


def courses_of(runs: Runs) -> Courses:
    """The curves of a table of runs with steps.

    Examples
    --------
    >>> import evenkeel
    >>> text = {"algorithm": [*"AABB"], "problem": ["p"] * 4, "run": [1] * 4,
    ...         "step": [1, 2, 1, 2], "value": [5.0, 3.0, 4.0, 4.0]}
    >>> courses_of(evenkeel.read_runs(text, better="lower")).at(np.array([0, 2.0])).tolist()
    [[nan, 3.0], [nan, 4.0]]
    """
    import polars as pl

    source = runs.origin.description
    if not runs.has_steps:
        raise InputError(
            Message(
                f"{source}: the runs have no steps; say which column holds them with ",
                Option("step"),
                ", or read the curves of a format such as ",
                Option("format", "coco-curves"),
            )
        )
    if runs.facts.total > _MOST_ROWS:
        raise InputError(
            f"{source}: {runs.facts.total} values are too many to hold (at most {_MOST_ROWS}); "
            "keep fewer steps of each run"
        )
    if not runs.facts.present.all():
        i, j = np.argwhere(~runs.facts.present)[0].tolist()
        raise InputError(
            Message(
                f"{source}: {runs.algorithms[j]!r} has no run on {runs.problems[i]!r}; leave one "
                "of them out with ",
                Option("algorithms"),
                " or ",
                Option("where"),
            )
        )
    codes = [
        pl.col(role).replace_strict(list(names), range(len(names)), return_dtype=pl.Int32)
        for role, names in (("problem", runs.problems), ("algorithm", runs.algorithms))
    ]
    names = [
        name
        for name in ("algorithm", "problem", "run", "step", "value")
        if name in runs.frame.columns
    ]
    table = collect(runs.frame.select(*names), source)
    table = table.with_columns((codes[0] * len(runs.algorithms) + codes[1]).alias("cell"))
    table = table.drop("algorithm", "problem")
    if "run" not in names:
        table = table.with_columns(pl.lit(0, pl.Int32).alias("run"))
    elif table["run"].dtype == pl.String:
        table = table.with_columns(pl.col("run").cast(pl.Categorical).to_physical())
    table = table.sort("cell", "run", "step")
    cell, run = table["cell"].to_numpy(), table["run"].to_numpy()
    step = table["step"].cast(pl.Float64).to_numpy()
    begun = (np.diff(cell) != 0) | (np.diff(run) != 0)
    begins = np.append(0, np.flatnonzero(begun) + 1)
    same = np.flatnonzero((np.diff(step) == 0) & ~begun)
    if same.size:
        at = int(cell[same[0]])
        which = f"{runs.algorithms[at % runs.k]!r} on {runs.problems[at // runs.k]!r}"
        raise InputError(
            Message(
                f"{source}: a run of {which} has two values at step {step[same[0]]:g}; say which "
                "column names the runs with ",
                Option("run"),
            )
        )
    return Courses(
        runs.algorithms,
        runs.problems,
        runs.better,
        cell[begins].astype(np.intp),
        np.append(begins, len(step)).astype(np.intp),
        step,
        table["value"].cast(pl.Float64).to_numpy(),
        source,
    )
