"""Sums d_i + d_j, i <= j, at some positions in their order: the kernel of Walsh averages.

Few differences have few sums, and those of many pairs are sorted together. Of many differences
only the sums near the position are looked at: a grid of the differences tells between which bounds
it lies, and the counts of the sums below say whether it does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from evenkeel._types import FloatArray

_SIGN = np.int64(-(2**63))
_SORTED = 200  # differences up to which all of their sums are sorted
_HELD = 1 << 21  # sums of one row that are held at a time
_SORTED_TOGETHER = 1 << 18  # sums of several rows, few enough for the cache
_LEAST_GRID, _LARGEST_GRID = 32, 512  # points


def ordered_walsh_sums(ordered: FloatArray, positions: Sequence[int]) -> FloatArray:
    """The sums at the `positions` (from 0) of each row of `ordered` (m, n), (m, positions)."""
    m, n = ordered.shape
    found = np.empty((m, len(positions)))
    if n > _SORTED:
        for row, sums in zip(ordered, found, strict=True):
            sums[:] = _select_sums(row, positions)
        return found
    count = n * (n + 1) // 2
    half = n // 2 + 1
    step = max(1, _SORTED_TOGETHER // (half * n))
    held = np.empty((min(step, m), half, n))
    for start in range(0, m, step):
        rows = ordered[start : start + step]
        sums = _cyclic_sums(rows, held[: len(rows)])[:, :count]
        sums.sort(axis=1)
        found[start : start + step] = sums[:, list(positions)]
    return found


def _cyclic_sums(rows: FloatArray, held: FloatArray) -> FloatArray:
    """The sums of each row with itself, turned by 0, 1, ..., n // 2 places: every pair once.

    Turned by n / 2 places, if n is even, it gives every pair twice, the second time at the end.
    """
    n = rows.shape[1]
    turned = sliding_window_view(np.concatenate([rows, rows], axis=1), n, axis=1)
    sums: FloatArray = np.add(rows[:, None, :], turned[:, : held.shape[1]], out=held)
    return sums.reshape(len(rows), -1)


def _select_sums(ordered: FloatArray, positions: Sequence[int]) -> list[float]:
    """Some of the sums of one row, without storing them all."""
    n = ordered.size
    size = min(max(_LEAST_GRID, n // 8), _LARGEST_GRID)
    grid = ordered[(2 * np.arange(size) + 1) * n // (2 * size)]
    around = np.sort((grid[:, None] + grid).ravel())
    found: dict[int, float] = {}
    for position in positions:
        if position not in found:
            found |= _near(ordered, position, around, size) or _near(
                ordered, position, around, 4 * size
            )
    return [
        found[position] if position in found else _bisect_sum(ordered, position)
        for position in positions
    ]


def _near(ordered: FloatArray, position: int, around: FloatArray, reach: int) -> dict[int, float]:
    """The sums at a position and the next one, from those between two sums of the grid.

    There are none if they do not lie there or are too many. Whether d_j <= bound - d_i may differ
    from d_i + d_j <= bound by rounding, which matters only within the margin at a bound.
    """
    n = ordered.size
    margin = 16 * np.finfo(np.float64).eps * max(abs(ordered[0]), abs(ordered[-1]))
    place = int(position / (n * (n + 1) / 2) * around.size)
    first, last = place - reach, place + reach + 1
    low = (around[first] if first > 0 else 2 * ordered[0]) - 2 * margin
    high = (around[last] if last < around.size else 2 * ordered[-1]) + 2 * margin
    own = np.arange(n)
    begin = np.maximum(np.searchsorted(ordered, low - ordered, side="left"), own)
    end = np.maximum(np.searchsorted(ordered, high - ordered, side="right"), own)
    below, within = int((begin - own).sum()), end - begin
    total = int(within.sum())
    if not below <= position < below + total or total > _HELD:
        return {}
    shift = np.repeat(begin - (np.cumsum(within) - within), within)
    sums = np.repeat(ordered, within) + ordered[np.arange(total) + shift]
    places = [place for place in (position - below, position - below + 1) if place < total]
    sums.partition(places)
    return {
        place + below: float(sums[place])
        for place in places
        if low + margin <= sums[place] <= high - margin
    }


def _bisect_sum(ordered: FloatArray, position: int) -> float:
    """One of the sums by bisection on the bits of a double.

    The bits are in the order of the values, so that at most 64 counts of the sums that do not
    exceed a bound find the sum exactly.
    """
    low, high = (_key(2 * bound) for bound in (ordered[0], ordered[-1]))
    while low < high:
        middle = (low + high) >> 1  # Python integers: no overflow
        if _count_up_to(ordered, _value(middle)) > position:
            high = middle
        else:
            low = middle + 1
    return _value(low)


def _count_up_to(ordered: FloatArray, bound: float) -> int:
    """How many sums d_i + d_j, i <= j, do not exceed `bound`."""
    n = ordered.size
    begin = np.arange(n)  # row i: the sums with d_i, d_{i+1}, ... are in increasing order
    left, right = begin.copy(), np.full(n, n)
    while (left < right).any():
        middle = (left + right) >> 1
        within = ordered + ordered[np.minimum(middle, n - 1)] <= bound
        unfinished = left < right
        left = np.where(unfinished & within, middle + 1, left)
        right = np.where(unfinished & ~within, middle, right)
    return int((left - begin).sum())


def _key(value: float) -> int:
    """An integer that orders as the doubles do."""
    bits = np.float64(value + 0.0).view(np.int64)
    return int(bits if bits >= 0 else _SIGN - bits)


def _value(key: int) -> float:
    bits = np.int64(key) if key >= 0 else _SIGN - np.int64(key)
    return float(bits.view(np.float64))
