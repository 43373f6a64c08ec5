"""Means and standard deviations that no common value and no scale of the data spoils."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.equality import ByValue
from evenkeel.numerics.scaling import Powers, by_largest, in_range, unscaled


@dataclass(frozen=True, eq=False)
class Moments(ByValue):
    """How many values each sample has, their mean and their standard deviation (divisor n - 1).

    The mean of an empty sample is NaN, and so is the standard deviation of fewer than two values.
    A constant sample has exactly its value as the mean and exactly 0 as the standard deviation.
    `first` and `rest` are the mean in two parts that were not rounded to one: the first value of
    the sample, and the mean of what the others differ from it.
    """

    count: IntArray
    mean: FloatArray
    sd: FloatArray
    first: FloatArray
    rest: FloatArray

    def differences(self, minuend: IndexArray, subtrahend: IndexArray) -> FloatArray:
        """Differences of the means at two places along the last axis, with all their digits.

        Means of values with a large common part are so close that rounding each of them to a
        double would cost their difference most of its digits. The samples are to be in range.
        """
        first, rest = (
            np.take_along_axis(part, minuend, -1) - np.take_along_axis(part, subtrahend, -1)
            for part in (self.first, self.rest)
        )
        difference: FloatArray = first + rest
        return difference


def centred(values: FloatArray) -> tuple[FloatArray, Powers]:
    """Values (..., n) less their first one, scaled into [-1, 1], and the power of two (..., 1).

    What is left is `values` less the first, over 2 to that power: neither a large common value
    nor a tiny or huge scale spoils the squares that follow. Of constant values exact zeros are
    left.
    """
    near, power = in_range(values)
    deviations, powers = by_largest(near - near[..., :1], axis=-1)
    return deviations, powers + power


def moments_of(values: FloatArray, count: IntArray) -> Moments:
    """Moments of samples (..., n) of which the first `count` values are there, the rest NaN."""
    near, power = in_range(values)
    deviations, powers = centred(near)
    average = np.nansum(deviations, axis=-1, keepdims=True) / np.maximum(count, 1)[..., None]
    squares = np.nansum(np.square(deviations - average), axis=-1)
    variance = squares / np.where(count > 1, count - 1, np.nan)
    rest = np.ldexp(average, powers)[..., 0]
    return Moments(
        count,
        mean=unscaled(near[..., 0] + rest, power),
        sd=unscaled(np.sqrt(variance), powers[..., 0] + power),
        first=values[..., 0],
        rest=unscaled(rest, power),
    )
