"""What every comparison of two algorithms starts from: who, the differences, the alternative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from evenkeel.differences import rounded_differences
from evenkeel.errors import InputError
from evenkeel.results import Better, FloatArray, Results, as_results

#: In terms of the first algorithm: it differs from, is better than, or is worse than the second.
Alternative = Literal["two-sided", "better", "worse"]
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "better", "worse")
#: For critical values, in which the two one-sided alternatives are alike.
Sides = Literal["two-sided", "one-sided"]
SIDES: tuple[Sides, ...] = ("two-sided", "one-sided")

Number = TypeVar("Number", float, FloatArray)


@dataclass(frozen=True, eq=False)
class Pair:
    """Two algorithms on n problems: their names, their values and the direction of the table."""

    first: str
    second: str
    values: FloatArray
    better: Better

    @property
    def n(self) -> int:
        """Number of problems."""
        return len(self.values)

    @property
    def losses(self) -> FloatArray:
        """The two columns turned so that lower is better."""
        return self.values if self.better == "lower" else -self.values

    @property
    def advantages(self) -> FloatArray:
        """By how much the first algorithm beats the second on each problem, rounded.

        Positive where the first is better, whatever the direction of the table.
        """
        first, second = self.losses.T
        return rounded_differences(second, first)

    @property
    def differences(self) -> FloatArray:
        """First minus second on each problem, as the table has them, rounded."""
        first, second = self.values.T
        return rounded_differences(first, second)


def pick_pair(
    data: Results | ArrayLike,
    first: str | None,
    second: str | None,
    better: Better | None,
    test: str,
    *,
    scaled: bool = False,
) -> Pair:
    """Check the data and the names of the two algorithms, and take their columns."""
    table = as_results(data, better)
    first, second = _two_names(table, first, second, test)
    if scaled:
        table = table.scaled()
    columns = table.select([first, second])
    columns.require_complete(test)
    return Pair(first, second, columns.values, table.better)


def normal_pvalue(z: Number, alternative: Alternative) -> Number:
    """P-value of a z that is large when the first algorithm is good."""
    if alternative == "two-sided":
        pvalue: Number = 2 * ndtr(-np.abs(z))
    else:
        pvalue = ndtr(-z if alternative == "better" else z)
    return pvalue


def _two_names(table: Results, first: str | None, second: str | None, test: str) -> tuple[str, str]:
    if first is None and second is None and table.k == 2:
        first, second = table.algorithms
    if first is None or second is None:
        raise InputError(
            f"{test} compares two algorithms, and the table has {table.k}; name the two, for "
            f"example {table.algorithms[0]!r} and {table.algorithms[1]!r}"
        )
    if first == second:
        raise InputError(f"{test} compares two algorithms, but {first!r} was named twice")
    return first, second
