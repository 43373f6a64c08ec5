"""Runs as one array, problems x algorithms x runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.decisions.testing import resolve_control
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.moments import Moments as Moments  # public in this room
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.scaling import in_range
from evenkeel.tables.results import Better, Results

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs


_STILL_POSSIBLE = (
    "what remains possible is the comparison over the problems, for which one is enough: ",
    Option("compare", call='give runs.aggregate("mean") to compare'),
)

_UNPAIRED = "choose an unpaired test: 'mann-whitney', 'welch' or 't'"


@dataclass(frozen=True)
class Cells:
    """All runs at once: `values` (n, k, most runs), shorter cells filled up with NaN at the end.

    `count` (n, k) is the number of runs of each cell, `test_share` the share of the examples that
    a run of a cross validation or resampling was tested on, if it was said.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    better: Better
    values: FloatArray
    count: IntArray
    test_share: float | None = None

    @property
    def losses(self) -> FloatArray:
        """The values turned so that lower is better."""
        return self.values if self.better == "lower" else -self.values

    @cached_property
    def moments(self) -> Moments:
        """Runs, mean and standard deviation of every cell, (n, k)."""
        return moments_of(self.values, self.count)

    @cached_property
    def harmless(self) -> Cells:
        """The same runs over a power of two with which they can be added and subtracted.

        Tests take these cells; only extreme values are changed.
        """
        values, power = in_range(self.values)
        return replace(self, values=values) if power else self

    @cached_property
    def constant(self) -> BoolArray:
        """Which cells have two runs or more, all of them equal."""
        same = (self.values == self.values[..., :1]) | np.isnan(self.values)
        return np.asarray((self.count > 1) & np.all(same, axis=-1))

    def equal_counts(self) -> Iterator[tuple[IndexArray, IndexArray, FloatArray]]:
        """Groups of cells with as many runs: their problems, their algorithms, (cells, runs)."""
        for runs in np.unique(self.count[self.count > 0]):
            rows, columns = np.nonzero(self.count == runs)
            yield rows, columns, self.values[rows, columns, :runs]

    def require_runs(self, least: int, purpose: str) -> None:
        """Raise if no cell has `least` runs, and say what remains possible."""
        most = int(self.count.max(initial=0))
        if most >= least:
            return
        raise InputError(
            Message(
                f"{purpose} need at least {least} runs a cell, but no cell has more than {most}; ",
                *_STILL_POSSIBLE,
            )
        )

    def require_pairs(self, runs: Runs, test: str, instead: str = _UNPAIRED) -> None:
        """Raise if on some problem the algorithms have not the same runs.

        `instead` says what serves runs that are not paired.
        """
        uneven = np.flatnonzero(np.ptp(self.count, axis=1))
        if uneven.size:
            row = int(uneven[0])
            most, least = int(self.count[row].argmax()), int(self.count[row].argmin())
            raise InputError(
                Message(
                    test,
                    " pairs the runs of the same name and needs as many of each algorithm, but on "
                    f"problem {self.problems[row]!r} {self.algorithms[most]!r} has "
                    f"{self.count[row, most]} and {self.algorithms[least]!r} has "
                    f"{self.count[row, least]}; complete the runs, or ",
                    instead,
                )
            )
        if not runs.is_paired():
            why = (
                "on some problem the algorithms have runs of different names"
                if runs.has_run_names
                else "no column names the runs"
            )
            raise InputError(
                Message(
                    test,
                    f" pairs the runs of the same name (seed, fold), but {why}; name them, or ",
                    instead,
                )
            )


def control_of(cells: Cells, control: str | None) -> str | None:
    """The control, or the algorithm with the best average rank of the means if it is "best"."""
    if control != "best" or "best" in cells.algorithms:
        return control
    means = Results(
        cells.moments.mean, cells.problems, algorithms=cells.algorithms, better=cells.better
    )
    return resolve_control(means, control, "friedman")


def gather(runs: Runs) -> Cells:
    """Put the runs of all cells side by side."""
    cells = runs.values_by_cell()
    shape = (len(runs.problems), len(runs.algorithms))
    count = np.zeros(shape, dtype=np.int64)
    values = np.full((*shape, max((len(cell) for cell in cells.values()), default=0)), np.nan)
    for i, problem in enumerate(runs.problems):
        for j, algorithm in enumerate(runs.algorithms):
            cell = cells.get((algorithm, problem))
            if cell is not None:
                count[i, j] = len(cell)
                values[i, j, : len(cell)] = cell
    for array in (values, count):
        array.flags.writeable = False
    return Cells(runs.algorithms, runs.problems, runs.better, values, count)
