"""Two objectives: the runs of IOHprofiler by an indicator of all that they have found so far.

No value of a run with two objectives is its result; the set of its non-dominated points is. Two
numbers are usual for it. The objectives are scaled first, so that the non-dominated points of all
runs on a problem go from 0 to 1 in each.

hypervolume
    The area that the points dominate up to 1.1 in both objectives: higher is better.
IGD+
    The mean over the non-dominated points of all runs of how far the nearest point of the run is
    worse: lower is better.

Both depend on which runs take part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import SourceError
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.optimisers import (
    IOH,
    TOLD,
    Experiment,
    curves_of,
    ioh_columns,
    ioh_experiments,
    table_of_runs,
    to_the_end,
)
from evenkeel.tables.formats.registry import FORMATS
from evenkeel.tables.parsing.cells import Table

REFERENCE = 1.1  # of the hypervolume, in scaled objectives


def hypervolume(points: FloatArray, reference: float = REFERENCE) -> float:
    """The area between points (m, 2) of two costs and a reference point equal in both.

    Examples
    --------
    >>> hypervolume(np.array([[1.0, 2.0], [2.0, 1.0]]), 3.0)
    3.0
    """
    inside = points[(points < reference).all(axis=1)]
    x, y = inside[np.lexsort((inside[:, 1], inside[:, 0]))].T
    lowest = np.minimum.accumulate(np.append(reference, y))
    return float(((reference - x) * np.maximum(lowest[:-1] - y, 0.0)).sum())


def igd_plus(points: FloatArray, front: FloatArray) -> float:
    """The mean distance by which the points (m, 2) of costs are worse than those of a front.

    References
    ----------
    Ishibuchi, Masuda, Tanigaki and Nojima (2015), doi:10.1007/978-3-319-15892-1_8.

    Examples
    --------
    >>> igd_plus(np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[0.0, 2.0], [2.0, 0.0]]))
    1.0
    """
    worse = np.maximum(points[:, None] - front, 0.0)
    return float(np.sqrt(np.square(worse).sum(axis=2)).min(axis=0).mean())


def non_dominated(points: FloatArray) -> FloatArray:
    """The points (m, 2) of two costs that no other is at least as good as, by the first cost.

    Examples
    --------
    >>> non_dominated(np.array([[2.0, 1.0], [3.0, 1.0], [1.0, 2.0], [2.0, 1.0]])).tolist()
    [[1.0, 2.0], [2.0, 1.0]]
    """
    ordered = points[np.lexsort((points[:, 1], points[:, 0]))]
    lowest = np.minimum.accumulate(np.append(np.inf, ordered[:, 1]))
    return ordered[ordered[:, 1] < lowest[:-1]]


def _course(run: FloatArray, indicator: Callable[[FloatArray], float]) -> FloatArray:
    """The indicator (steps, 2) at the first evaluation, and wherever it changes."""
    held = np.empty((0, 2))
    course: list[list[float]] = []
    for step, *point in run.tolist():
        if not (held <= point).all(axis=1).any():
            held = np.vstack([held[~(held >= point).all(axis=1)], point])
            value = indicator(held)
            if not course or value != course[-1][1]:
                course.append([step, value])
    return np.array(course)


def _read(given: Given, format: str, measure: str, better: str) -> Table:
    told = [each for member in given.members for each in ioh_experiments(member, several=True)]
    for experiment, _, objectives in told:
        if len(objectives) != 2:
            count = f"{len(objectives)} objective{'s' * (len(objectives) > 1)}"
            raise SourceError(
                f"{experiment.member.content.description}: the runs have {count}, and this "
                "indicator is of two; give the files of runs with two objectives"
            )
    clouds: list[tuple[Experiment, list[FloatArray]]] = []
    for experiment, maximised, objectives in told:
        curve = partial(_points, objectives=objectives, sign=-1.0 if maximised else 1.0)
        clouds.append((experiment, curves_of(given, format, experiment, curve)))
    fronts = {
        problem: non_dominated(
            np.vstack(
                [run[:, 1:] for each, runs in clouds if each.problem == problem for run in runs]
            )
        )
        for problem in {experiment.problem for experiment, _ in clouds}
    }
    blocks = []
    for experiment, runs in clouds:
        front = fronts[experiment.problem]
        low, high = front.min(axis=0), front.max(axis=0)
        width = np.where(high > low, high - low, 1.0)
        indicator = (
            hypervolume
            if measure == "hypervolume"
            else partial(igd_plus, front=(front - low) / width)
        )
        scaled = [np.column_stack([run[:, 0], (run[:, 1:] - low) / width]) for run in runs]
        courses = [_course(run, indicator) for run in scaled]
        ends = [max(run[-1, 0], told) for run, told in zip(runs, experiment.lengths, strict=True)]
        blocks.append((experiment, to_the_end(courses, ends)))
    return table_of_runs(given, format, blocks, better, steps=True, measure=measure)


def _points(member: Member, *, objectives: tuple[str, ...], sign: float) -> list[FloatArray]:
    """Of each run the evaluations and both objectives, as costs."""
    turned = np.array([1.0, sign, sign])
    return [run * turned for run in ioh_columns(member, objectives, every=True)]


for _name, _measure, _better, _what in (
    ("iohprofiler-hypervolume", "hypervolume", "higher", "the hypervolume up to 1.1"),
    ("iohprofiler-igd-plus", "IGD+", "lower", "the IGD+"),
):
    FORMATS.register(
        replace(
            IOH,
            name=_name,
            title=f"IOHprofiler folders with two objectives, by {_measure}",
            gives=f"curves of the runs from the .dat files, {_what} of all points so far at each "
            "step, objectives scaled by the non-dominated points of all runs on the problem; "
            f"{TOLD}",
            read=partial(_read, format=_name, measure=_measure, better=_better),
            aliases=(),
            asked=True,
        )
    )
