"""Roots of many increasing functions at once, each between its own two bounds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evenkeel._types import FloatArray, IndexArray

_STEPS = 200  # far above the dozen that smooth functions need


def solve_increasing(
    function: Callable[[FloatArray, IndexArray], FloatArray],
    low: FloatArray,
    high: FloatArray,
    *,
    tolerance: float = 1e-13,
) -> FloatArray:
    """Solve ``function(x) = 0`` for increasing functions, ``low <= x <= high``.

    The regula falsi with the Illinois modification (Dowell and Jarratt 1971,
    doi:10.1007/BF01934364), for all functions at once. A function that is negative at `high`
    yields `high`, one that is positive at `low` yields `low`.

    Parameters
    ----------
    function : callable
        ``function(x, which)`` evaluates the functions numbered `which` at `x`, one value each.
    low, high : ndarray, shape (size,)
        The bounds.
    tolerance : float
        A root is accepted after a step, or within a bracket, of this relative size. The steps
        shrink superlinearly, so that the last one is far larger than the error left.

    Returns
    -------
    ndarray, shape (size,)
    """
    which = np.arange(low.size)
    root = high.astype(np.float64)
    x0, x1 = low.astype(np.float64), root.copy()
    f0, f1 = function(x0, which), function(x1, which)
    root[f0 >= 0] = x0[f0 >= 0]
    open_ = np.flatnonzero((f0 < 0) & (f1 > 0))
    x0, x1, f0, f1, which = x0[open_], x1[open_], f0[open_], f1[open_], which[open_]
    last = np.full(which.size, np.inf)
    for _ in range(_STEPS):
        if not which.size:
            break
        x = x1 - f1 * (x1 - x0) / (f1 - f0)
        x = np.where((x > x0) & (x < x1), x, x0 + (x1 - x0) / 2)
        f = function(x, which)
        left = f < 0
        # Illinois: halve the value at the end that stays put, if it stayed put before as well
        same = np.sign(f) == np.sign(last)
        f0, f1 = (
            np.where(left, f, np.where(same, f0 / 2, f0)),
            np.where(left, np.where(same, f1 / 2, f1), f),
        )
        step = np.abs(x - root[which])
        x0, x1 = np.where(left, x, x0), np.where(left, x1, x)
        root[which] = x
        last = f
        width = np.minimum(x1 - x0, step)
        going = (f != 0) & (width > tolerance * x)
        x0, x1, f0, f1, last, which = (array[going] for array in (x0, x1, f0, f1, last, which))
    return root
