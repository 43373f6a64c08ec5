"""Runs as scores: from any form in which they come, normalised by two anchors if these are given.

An anchor says for each problem which value scores 0, or 1. It is a number, a number for each
problem, the mean of an algorithm's runs (Atari's random play and human), or the worst or best mean
of all algorithms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, UnknownNameError, choice
from evenkeel.numerics.scaling import in_range
from evenkeel.runs.run_cells import Cells, gather
from evenkeel.tables.results import Better
from evenkeel.tables.runs import Runs

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
