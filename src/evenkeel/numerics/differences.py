"""Differences of decimals in binary floating point: which of them are really equal.

0.9 - 0.8 and 0.2 - 0.1 are equal in the decimals that a table prints, but not in binary floating
point, where such ties would be broken by noise. A double is within half a unit in the last place
of the number that it stands for; what could coincide within these errors is taken as equal.
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray

HALF_ULP = np.finfo(np.float64).eps / 2


def rounded_differences(minuend: FloatArray, subtrahend: FloatArray) -> FloatArray:
    """Differences along the last axis, those that rounding errors alone tell apart made equal.

    Two absolute differences that could coincide within their errors become equal, and a
    difference that could be zero becomes zero. Extreme values are to be brought in range before
    (`evenkeel.numerics.scaling.in_range`).
    """
    differences = minuend - subtrahend
    error = HALF_ULP * np.abs(minuend) + HALF_ULP * np.abs(subtrahend)
    return without_noise(differences, error + HALF_ULP * np.abs(differences))


def without_noise(differences: FloatArray, error: FloatArray) -> FloatArray:
    """The differences along the last axis, each within its `error` of the true one, made equal.

    Two whose absolute values could coincide become equal, and what could be zero becomes zero.
    Most rows need neither, which their sorted absolute values tell in a third of the time.
    """
    n = differences.shape[-1]
    rows, errors = differences.reshape(-1, n), error.reshape(-1, n)
    ordered = np.sort(np.abs(rows), axis=1)
    gap = np.diff(ordered, axis=1, prepend=0.0).min(axis=1, initial=np.inf)
    close = ~(gap > 2 * errors.max(axis=1, initial=0.0))
    if not close.any():
        return differences
    made = rows.copy()
    made[close] = _made_equal(rows[close], errors[close])
    return made.reshape(differences.shape)


def _made_equal(differences: FloatArray, error: FloatArray) -> FloatArray:
    """The same of rows (m, n) that need it."""
    zero = np.abs(differences) <= error
    size, error = (np.where(zero, 0.0, values) for values in (np.abs(differences), error))
    m, n = size.shape
    starts = n * np.arange(m)[:, None]  # of the rows, among all values
    order = np.argsort(size, axis=1) + starts
    size, error = size.take(order), error.take(order)
    begins = np.zeros(size.shape, dtype=np.intp)  # position where the run of equals begins
    apart = size[:, 1:] - size[:, :-1] > error[:, 1:] + error[:, :-1]
    begins[:, 1:] = np.where(apart, np.arange(1, n), 0)
    np.maximum.accumulate(begins, axis=1, out=begins)
    equal = np.empty(size.size)
    equal[order] = size.take(begins + starts)
    return np.copysign(equal.reshape(size.shape), differences)
