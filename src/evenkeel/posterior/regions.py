"""The region of practical equivalence (rope), and the differences of pairs about it.

Three regions: left, the first algorithm is better by more than the rope; within, the two differ by
no more than the rope; right, the second is better by more than it. Without a rope there are two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.differences import HALF_ULP, rounded_differences
from evenkeel.numerics.scaling import bound_in_range, in_range

_HELD = 1 << 20  # advantages that are held at a time

Place = Literal["left", "rope", "right"]
PLACES: tuple[Place, ...] = ("left", "rope", "right")
Rope = float | Literal["none"]


@dataclass(frozen=True, eq=False)
class Advantages:
    """By how much the first algorithm of each pair is better on each problem.

    Attributes
    ----------
    values : ndarray, shape (m, n)
        The advantages, over 2 to the `power`; NaN on problems that one of the two has not.
    rope : float
        Half the width of the rope, over 2 to the `power`; 0 without a rope.
    error : ndarray, shape (m,)
        Rounding error of the sum of two advantages and two ropes, at most.
    power : int
        The power of two.
    """

    values: FloatArray
    rope: float
    error: FloatArray
    power: int

    @property
    def present(self) -> BoolArray:
        """Which problems both algorithms have."""
        return ~np.isnan(self.values)


def checked_rope(rope: object) -> float:
    """Half the width of the rope: a positive number, or 0 for ``"none"``."""
    if isinstance(rope, str) and rope == "none":
        return 0.0
    if rope is None:
        raise InputError(
            Message(
                "rope is missing: by how much may two algorithms differ and still be "
                "alike in practice? Give it in the units of the values, such as ",
                Option("rope", 0.01),
                " for accuracies, or say ",
                Option("rope", "none"),
                " to ask only which one is better",
            )
        )
    number = not isinstance(rope, bool | str) and isinstance(rope, int | float | np.number)
    if not (number and math.isfinite(width := float(rope)) and width > 0):  # type: ignore[arg-type]
        raise InputError(
            Message(
                f"rope is {rope!r}; give a positive number in the units of the values, or say ",
                Option("rope", "none"),
                " to ask only which algorithm is better",
            )
        )
    return width


def advantages_of(losses: FloatArray, pairs: IndexArray, rope: float) -> Advantages:
    """Advantages of the first of each pair of columns of (n, k), lower losses being better."""
    near, power = in_range(losses)
    first, second = np.moveaxis(near.T[pairs], 1, 0)
    missing = np.isnan(first) | np.isnan(second)
    first, second = (np.where(missing, 0.0, side) for side in (first, second))
    values = rounded_differences(second, first)
    width = bound_in_range(rope, power)
    largest = (np.abs(first) + np.abs(second) + np.abs(values)).max(axis=1, initial=0.0)
    return Advantages(
        np.where(missing, np.nan, values), width, 4 * HALF_ULP * (largest + width), power
    )


def blocks_of_advantages(
    losses: FloatArray, pairs: IndexArray, rope: float
) -> Iterator[Advantages]:
    """The same of some pairs after others, in blocks of bounded memory."""
    step = max(1, _HELD // len(losses))
    return (advantages_of(losses, pairs[at : at + step], rope) for at in range(0, len(pairs), step))
