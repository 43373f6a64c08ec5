"""Means, deviations and medians that no scale of the data spoils, with weights or without."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.arrays import ByValue, Powers, by_largest, in_range, unscaled

# Means and standard deviations that no common value and no scale of the data spoils.


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


# Medians of rows that count several times, or not at all: for resamples written as weights.


_LONG = 64  # weights
_REACH = 4.5  # standard deviations of the place of a resample's median, which is sqrt(n) / 2
_PARTS = 1 << 20  # marks of what lies below the middle that are held at a time


def weighted_medians(values: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The two middle values of samples (m, n) with whole weights (b, n), each of shape (b, m).

    The median is the mean of both. NaN marks what is not there, whatever its weight; a sample
    of which nothing is there has NaN.

    Examples
    --------
    >>> low, high = weighted_medians(np.array([[3.0, 1.0, 2.0]]), np.array([[1.0, 2.0, 1.0]]))
    >>> low.tolist(), high.tolist()
    ([[1.0]], [[2.0]])
    """
    n, b = values.shape[1], len(weights)
    low, high = np.empty((2, len(values), b))
    of_problems = np.ascontiguousarray(weights.T)  # rows are added to rows
    room = np.empty((n, b))  # memory that is asked for anew for every sample takes longer
    step = max(1, _PARTS // n)
    for start in range(0, len(values), step):
        orders = [_present(row) for row in values[start : start + step]]
        windows = [_middle(order.size) for order in orders]
        marks = np.zeros((2, len(orders), n))  # what is there, and what lies below the middle
        for order, window, there, below in zip(orders, windows, *marks, strict=True):
            there[order] = below[order[: window.start]] = 1.0
        totals, begins = marks @ of_problems
        for j, order, window, total, begin in zip(
            range(start, len(values)), orders, windows, totals, begins, strict=False
        ):
            ordered = np.append(values[j, order], np.nan)
            places = (total - 1) // 2, total // 2
            held = _cumulative(of_problems, order[window], room[: order[window].size])
            end = begin + held[-1] if order.size else begin
            missed = np.flatnonzero((total > 0) & ((begin > places[0]) | (end <= places[1])))
            for found, place in zip((low, high), places, strict=True):
                rank = window.start + np.count_nonzero(held <= place - begin, axis=0)
                found[j] = ordered[np.where(total > 0, rank, order.size)]
            if missed.size:  # few, of resamples: their medians lie outside of the middle
                some = np.ascontiguousarray(of_problems[:, missed])
                held = _cumulative(some, order, np.empty((order.size, missed.size)))
                for found, place in zip((low, high), places, strict=True):
                    found[j, missed] = ordered[np.count_nonzero(held <= place[missed], axis=0)]
    return low.T, high.T


def _present(row: FloatArray) -> IndexArray:
    """Positions of what is there, in increasing order."""
    order: IndexArray = np.argsort(row)[: np.count_nonzero(~np.isnan(row))]
    return order


def _middle(n: int) -> slice:
    """Of n values in order those among which the median of nearly every resample lies.

    So the work on a sample is one product of matrices and sums over some sqrt(n) values, not n.
    """
    reach = math.ceil(_REACH * math.sqrt(n) / 2) + 1
    return slice(max(0, n // 2 - reach), min(n, n // 2 + reach))


def _cumulative(rows: FloatArray, order: IndexArray, out: FloatArray) -> FloatArray:
    """Sums of the rows up to each in an order; long rows are added quicker one by one."""
    if rows.shape[1] < _LONG:
        return np.cumsum(rows[order], axis=0, out=out)
    before: FloatArray | float = 0.0
    for row, after in zip(order.tolist(), out, strict=True):
        before = np.add(before, rows[row], out=after)
    return out
