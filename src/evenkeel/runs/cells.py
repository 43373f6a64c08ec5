"""Runs as one array, their moments, and as scores between two anchors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option, UnknownNameError, choice
from evenkeel.numerics.arrays import in_range
from evenkeel.numerics.moments import Moments as Moments
from evenkeel.numerics.moments import moments_of
from evenkeel.posthocs._posthoc import resolve_control
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs

# Runs as one array, problems x algorithms x runs.


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
                f"{purpose} need at least {least} runs per cell, but no cell has more than "
                f"{most}; ",
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


# Runs as scores: from any form in which they come, normalised by two anchors if these are given.
#
# An anchor says for each problem which value scores 0, or 1. It is a number, a number for each
# problem, the mean of an algorithm's runs (Atari's random play and human), or the worst or best
# mean of all algorithms.


#: What scores 0, or 1.
Anchor = float | str | Mapping[str, float]

_EXTREMES = ("worst", "best")


def cells_of(data: Runs | Mapping[str, ArrayLike], better: Better | None) -> Cells:
    """The runs of all cells; a mapping holds for each algorithm an array (runs, problems)."""
    if isinstance(data, Runs):
        if better not in (None, data.better):
            raise InputError(
                Message(
                    Option("better", better),
                    f" was given, but the runs say {data.better!r} is better; leave the option out",
                )
            )
        return gather(data)
    if not isinstance(data, Mapping):
        raise InputError(
            f"a {type(data).__name__} holds no runs; give what read_runs returns, or a dict of an "
            "array (runs, problems) for each algorithm"
        )
    return _cells_of_arrays(data, better)


def _cells_of_arrays(data: Mapping[str, ArrayLike], better: Better | None) -> Cells:
    if better is None:
        raise InputError(
            Message(
                "arrays do not say which values are good; say ",
                Option("better", "lower"),
                " or ",
                Option("better", "higher"),
            )
        )
    choice(better, ("lower", "higher"), "direction")
    arrays = {str(name): _checked(str(name), values) for name, values in data.items()}
    if not arrays:
        raise InputError("no runs were given; give an array (runs, problems) for each algorithm")
    sizes = {name: array.shape[1] for name, array in arrays.items()}
    n = next(iter(sizes.values()))
    for name, size in sizes.items():
        if size != n:
            raise InputError(
                f"the array of {name!r} has {size} problems in its columns, that of "
                f"{next(iter(sizes))!r} {n}; give the same problems for every algorithm"
            )
    count = np.tile([len(array) for array in arrays.values()], (n, 1))
    values = np.full((n, len(arrays), int(count.max())), np.nan)
    for column, array in enumerate(arrays.values()):
        values[:, column, : len(array)] = array.T
    problems = tuple(f"P{row + 1}" for row in range(n))
    return Cells(tuple(arrays), problems, better, values, count)


def _checked(name: str, values: ArrayLike) -> FloatArray:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or 0 in array.shape:
        raise InputError(
            f"the array of {name!r} has the shape {array.shape}; give runs x problems, with a "
            "column for each problem"
        )
    if not np.isfinite(array).all():
        run, problem = np.argwhere(~np.isfinite(array))[0].tolist()
        raise InputError(
            f"{name!r} has {array[run, problem]:g} in run {run + 1} of problem {problem + 1}; give "
            "finite numbers, or read the runs with read_runs, whose cells may have fewer runs"
        )
    return array


def require_runs_everywhere(cells: Cells, purpose: str) -> None:
    """Raise if a cell has no run."""
    lacking = np.argwhere(cells.count == 0)
    if lacking.size:
        row, column = lacking[0].tolist()
        gaps = [cells.problems[i] for i in np.unique(lacking[:, 0]).tolist()]
        more = f", and {len(lacking) - 1} more cells have none" if len(lacking) > 1 else ""
        raise InputError(
            Message(
                f"{cells.algorithms[column]!r} has no run on {cells.problems[row]!r}{more}; "
                f"{purpose} of algorithms on different problems cannot be compared. Add the runs, "
                f"or read them without {'this problem' if len(gaps) == 1 else 'these problems'}: ",
                Option("drop", gaps),
            )
        )


def scored(cells: Cells, zero: Anchor | None, one: Anchor | None) -> Cells:
    """The runs as (value - zero) / (one - zero), for which higher is better.

    Without anchors they stay as they are.
    """
    if zero is None and one is None:
        return cells
    if zero is None or one is None:
        given, lacking = ("one", "zero") if zero is None else ("zero", "one")
        raise InputError(f"{given} is given without {lacking}; a scale needs both: add {lacking}")
    values, power = in_range(cells.values)
    bottom, top = (
        _anchored(cells, power, each, what) for each, what in ((zero, "zero"), (one, "one"))
    )
    equal = np.flatnonzero(bottom == top)
    if equal.size:
        raise InputError(
            f"on problem {cells.problems[equal[0]]!r} zero and one are the same value, so that no "
            "score can be computed; give other anchors, or leave this problem out"
        )
    with np.errstate(over="ignore"):
        scale = (top - bottom)[:, None, None]
        values = (values - bottom[:, None, None]) / scale
    if np.isinf(values).any():
        row = int(np.argwhere(np.isinf(values))[0, 0])
        raise InputError(
            f"on problem {cells.problems[row]!r} zero and one are so close that the scores are "
            "beyond the largest number; give anchors that are further apart"
        )
    return replace(cells, values=values, better="higher")


def _anchored(cells: Cells, power: int, anchor: Anchor, what: str) -> FloatArray:
    """The value of an anchor on each problem, over 2 to the power, as the runs are."""
    if isinstance(anchor, str):
        named = _named(cells, anchor, what)
        if named is not None:
            return named
        anchor = _number(anchor, cells, what)
    if isinstance(anchor, Mapping):
        for name in cells.problems:
            if name not in anchor:
                raise InputError(
                    f"{what} has no number for problem {name!r}; give one for every problem"
                )
        numbers = [_number(anchor[name], cells, what) for name in cells.problems]
    else:
        numbers = [_number(anchor, cells, what)] * len(cells.problems)
    return np.asarray(np.ldexp(np.array(numbers), -power))


def _named(cells: Cells, name: str, what: str) -> FloatArray | None:
    """Means of an algorithm's runs, or the worst or best of the means of all."""
    mean = cells.harmless.moments.mean
    if name in cells.algorithms:
        column = cells.algorithms.index(name)
        if np.isnan(mean[:, column]).any():
            row = int(np.flatnonzero(np.isnan(mean[:, column]))[0])
            raise InputError(
                f"{what} is {name!r}, which has no run on {cells.problems[row]!r}; add runs, or "
                "give numbers"
            )
        return mean[:, column]
    if name not in _EXTREMES:
        return None
    highest = (name == "best") == (cells.better == "higher")
    extreme: FloatArray = np.fmax.reduce(mean, axis=1) if highest else np.fmin.reduce(mean, axis=1)
    return extreme


def _number(value: Any, cells: Cells, what: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = np.nan
    if not np.isfinite(number):
        if isinstance(value, str):
            known = ", ".join(map(repr, (*cells.algorithms, *_EXTREMES)))
            raise UnknownNameError(
                f"{what} is {value!r}, which is neither a number nor an algorithm; give a number, "
                f"or one of {known}"
            )
        raise InputError(
            f"{what} is {value!r}; give a finite number, an algorithm, 'worst', 'best', or a dict "
            "of a number for each problem"
        )
    return number


def anchor_in_words(anchor: Anchor) -> str:
    """An anchor as reports name it."""
    return "a number for each problem" if isinstance(anchor, Mapping) else f"{anchor}"


# The ceiling effect, as far as runs can show it.


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
