"""Differences of the runs of the same name (fold, seed), for every pair and problem."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.numerics.scaling import bound_in_range, in_range
from evenkeel.posterior.registry import Problem


@dataclass(frozen=True, eq=False)
class RunDifferences:
    """By how much the first algorithm of each pair is better, run by run.

    Attributes
    ----------
    values : ndarray, shape (n, m, runs)
        The advantages over 2 to the `power`, NaN beyond the runs of a problem.
    count : ndarray of int, shape (n, m)
        How many runs both algorithms have; 0 on a problem that one of the two has not.
    rope : float
        The rope in the same unit.
    power : int
        The power of two.
    problems, labels : tuple of str
        The problems, and the pairs to be printed.
    """

    values: FloatArray
    count: IntArray
    rope: float
    power: int
    problems: tuple[str, ...]
    labels: tuple[str, ...]


def differences_of_runs(problem: Problem) -> RunDifferences:
    """The differences of all pairs; the runs are paired."""
    assert problem.cells is not None
    cells = problem.cells
    losses, power = in_range(cells.losses)
    first, second = problem.pairs.T
    names = cells.algorithms
    return RunDifferences(
        losses[:, second] - losses[:, first],
        np.minimum(cells.count[:, first], cells.count[:, second]),
        bound_in_range(problem.rope, power),
        power,
        cells.problems,
        tuple(f"{names[a]} vs {names[b]}" for a, b in problem.pairs.tolist()),
    )
