"""Sort numbers together with their positions: many short rows, or one long vector."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray

LONG = 1 << 12  # from this length on `order_long` takes no longer than an argsort
_BLOCK = 1 << 16  # numbers handled at a time, so that what is needed in between stays in the cache


def sort_rows(values: FloatArray) -> tuple[FloatArray, IndexArray]:
    """Sort `values` along the last axis.

    Returns
    -------
    ordered : ndarray, shape (..., size)
        The sorted values.
    source : ndarray, flat
        Where each number of `ordered` stands in ``values.ravel()``.
    """
    order = values.argsort(axis=-1)
    if values.ndim > 1:
        *rows, size = values.shape
        order += np.arange(0, values.size, size).reshape(*rows, 1)
    return values.ravel()[order], order.ravel()


def order_long(values: FloatArray) -> tuple[IntArray, BoolArray]:
    """Order one long vector, and tell which of its sorted values are new.

    One int64 a value holds the leading bits of the value (in an order-preserving form) and, in
    the trailing bits, its position; these integers are sorted. Runs of values that agree in the
    leading bits are then put in order exactly.

    It is there for the aligned ranks, which sort a whole table at once. The four omnibus tests of
    100,000 problems and 100 algorithms take 6.7 times as long as an argsort of the rows of that
    table; with an argsort in place of this function they would take 15 times as long. Of 20,000
    values it takes 0.8 times as long as an argsort, of 4,096 as long.

    Parameters
    ----------
    values : ndarray, shape (size,)
        Numbers without NaN.

    Returns
    -------
    order : ndarray, shape (size,)
        Positions of the sorted values.
    new : ndarray of bool, shape (size,)
        Whether a sorted value differs from the one before it; true for the first.
    """
    keys, positions = _sorted_keys(values)
    new = np.ones(values.size, dtype=bool)
    left, right = keys[:-1], keys[1:]
    for block in blocks(values.size - 1):
        np.greater(left[block] ^ right[block], positions, out=new[1:][block])
    unsure = np.flatnonzero(~new)  # agree in the leading bits with the value before
    before, here = values[keys[unsure - 1] & positions], values[keys[unsure] & positions]
    wrong = unsure[here < before] - 1
    order = _put_in_order(values, keys, positions, wrong)
    if wrong.size:
        before, here = values[order[unsure - 1]], values[order[unsure]]
    new[unsure] = before != here
    return order, new


def blocks(size: int) -> Iterator[slice]:
    """Slices that cover `size` numbers, each small enough for the cache."""
    for start in range(0, size, _BLOCK):
        yield slice(start, min(start + _BLOCK, size))


def _sorted_keys(values: FloatArray) -> tuple[IntArray, int]:
    """Sorted keys of leading bits and positions, and the mask of the positions."""
    size = values.size
    positions = (1 << (size - 1).bit_length()) - 1
    keys = np.empty(size, dtype=np.int64)
    negative = values.min() < 0
    for block in blocks(size):
        bits = (values[block] + 0.0).view(np.int64)  # + 0.0 turns -0.0 into 0.0
        if negative:
            bits ^= (bits >> 63) & np.int64(0x7FFF_FFFF_FFFF_FFFF)
        bits &= ~positions
        np.bitwise_or(bits, np.arange(block.start, block.stop), out=keys[block])
    keys.sort()
    return keys, positions


def _put_in_order(
    values: FloatArray, keys: IntArray, positions: int, wrong: IndexArray
) -> IntArray:
    """Turn sorted keys into positions; order by value the runs of keys that need it.

    `wrong` tells where a value is followed by a smaller one.
    """
    begins = np.unique(np.searchsorted(keys, keys[wrong] & ~positions))
    ends = np.searchsorted(keys, keys[begins] | positions, side="right")
    order = keys
    order &= positions
    sizes = ends - begins
    places = np.arange(sizes.sum()) + np.repeat(begins - np.cumsum(sizes) + sizes, sizes)
    members = order[places]
    order[places] = members[np.argsort(values[members], kind="stable")]
    return order
