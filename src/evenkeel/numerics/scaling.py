"""Powers of two that keep differences, sums and squares of any doubles within their range.

Multiplying by a power of two is exact: it changes no order, no tie and no ratio. Whoever adds or
subtracts values brings them in range first; whoever squares them divides by their largest.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import FloatArray

Powers = NDArray[np.int32]

# Beyond the first, sums of many values may overflow; below the second, half units in the last
# place of values that are far smaller than the largest may vanish.
_LARGE, _SMALL = 2.0**960, 2.0**-500


_DRAWN = 1e300  # an axis reckons with multiples of what it shows


def drawable(values: FloatArray) -> bool:
    """Whether an axis can show all of these numbers; what is missing (NaN) does not count."""
    return not (np.abs(values) > _DRAWN).any()


def in_range(values: FloatArray) -> tuple[FloatArray, int]:
    """The values over a power of two with which they can be added and subtracted, and the power.

    It is 0, and the values are the same array, unless the largest of them is extreme. NaN stays.
    """
    largest = max(
        float(np.fmax.reduce(values, axis=None, initial=0.0)),
        -float(np.fmin.reduce(values, axis=None, initial=0.0)),
    )
    if largest > _LARGE:
        power = 64
    elif 0 < largest < _SMALL:
        power = -512
    else:
        return values, 0
    return np.ldexp(values, -power), power


def bound_in_range(bound: float, power: int) -> float:
    """A bound over 2 to the power; one beyond all values in range stays beyond them."""
    part, exponent = math.frexp(bound)
    return math.ldexp(part, min(exponent - power, 1000))


def by_largest(
    values: FloatArray, axis: int | tuple[int, ...] | None = None
) -> tuple[FloatArray, Powers]:
    """The values over powers of two that bring the largest magnitude along `axis` into [1/2, 1).

    The powers keep their axes. What is so small that it vanishes would vanish in a sum of squares.
    """
    largest = np.fmax.reduce(np.abs(values), axis=axis, keepdims=True, initial=0.0)
    power = np.frexp(largest)[1]
    return np.ldexp(values, -power), power


def unscaled(values: FloatArray | float, power: int | Powers) -> FloatArray:
    """The values times 2 to the power, infinite where no double is so large."""
    with np.errstate(over="ignore"):
        return np.asarray(np.ldexp(values, power))
