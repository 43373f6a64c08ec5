"""Sort numbers together with their positions, fast for long vectors as for many short ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from evenkeel.results import FloatArray
from evenkeel.threads import side_by_side, threads

LONG = 1 << 12  # from this length on a row is sorted by `sort_long`; below, argsort is as fast
_BLOCK = 1 << 16  # numbers handled at a time, so that what is needed in between stays in the cache


def sort_long(values: FloatArray) -> tuple[FloatArray, NDArray[np.int64]]:
    """Sort one long vector and tell where each number came from.

    One int64 a value holds the leading bits of the value (in an order-preserving form) and, in
    the trailing bits, its position; sorting these integers is several times faster than an
    argsort. Runs of values that agree in the leading bits are then put in order exactly.

    Parameters
    ----------
    values : ndarray, shape (size,)
        Numbers without NaN.

    Returns
    -------
    ordered : ndarray, shape (size,)
        The sorted values.
    order : ndarray, shape (size,)
        Their positions in `values`; those of equal values increase.
    """
    keys, positions = _sorted_keys(values)
    ordered = np.empty(values.size)

    def fetch(block: slice) -> None:  # "clip": the positions need no check
        values.take(keys[block] & positions, out=ordered[block], mode="clip")

    side_by_side(fetch, blocks(values.size))
    wrong = np.flatnonzero(ordered[1:] < ordered[:-1])
    order, moved = _put_in_order(values, keys, positions, wrong)
    ordered[moved] = values[order[moved]]
    return ordered, order


def order_long(values: FloatArray) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Order one long vector as `sort_long` does, without fetching the values where bits will do.

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
    order, _ = _put_in_order(values, keys, positions, wrong)
    if wrong.size:
        before, here = values[order[unsure - 1]], values[order[unsure]]
    new[unsure] = before != here
    return order, new


def sort_rows(values: FloatArray) -> tuple[FloatArray, NDArray[np.int64]]:
    """Sort each row of `values`, shape (rows, size).

    Returns
    -------
    ordered : ndarray, shape (rows, size)
        The sorted rows.
    source : ndarray, shape (rows * size,)
        Where each number of `ordered` stands in ``values.ravel()``.
    """
    rows, size = values.shape
    if size < LONG:
        order = np.argsort(values, axis=1).astype(np.int64, copy=False)
        order += (np.arange(rows) * size)[:, None]
        source = order.ravel()
        return values.ravel()[source].reshape(rows, size), source
    if rows == 1:
        ordered, source = sort_long(values[0])
        return ordered[None, :], source
    pairs = [sort_long(row) for row in values]
    source = np.concatenate([order + size * row for row, (_, order) in enumerate(pairs)])
    return np.stack([ordered for ordered, _ in pairs]), source


def put_back(ordered: FloatArray, source: NDArray[np.int64], out: FloatArray) -> None:
    """Write each number of `ordered` to the place in `out` that `source` tells."""

    def put(block: slice) -> None:
        out[source[block]] = ordered[block]

    side_by_side(put, blocks(source.size))


def blocks(size: int) -> Iterator[slice]:
    """Slices that cover `size` numbers, each small enough for the cache."""
    for start in range(0, size, _BLOCK):
        yield slice(start, min(start + _BLOCK, size))


def _sorted_keys(values: FloatArray) -> tuple[NDArray[np.int64], int]:
    """Sorted keys of leading bits and positions, and the mask of the positions."""
    size = values.size
    positions = (1 << (size - 1).bit_length()) - 1
    keys = np.empty(size, dtype=np.int64)
    negative = values.min() < 0

    def fill(block: slice) -> None:
        bits = (values[block] + 0.0).view(np.int64)  # + 0.0 turns -0.0 into 0.0
        if negative:
            bits ^= (bits >> 63) & np.int64(0x7FFF_FFFF_FFFF_FFFF)
        bits &= ~positions
        np.bitwise_or(bits, np.arange(block.start, block.stop), out=keys[block])

    side_by_side(fill, blocks(size))
    _sort(keys)
    return keys, positions


def _sort(keys: NDArray[np.int64]) -> None:
    """Sort in place; a long array in two halves, side by side.

    One partition is cheap. Those into more parts would take longer than the sorting they save.
    """
    if threads(keys.size) == 1:
        keys.sort()
        return
    middle = keys.size // 2
    keys.partition(middle)
    side_by_side(lambda half: keys[half].sort(), [slice(0, middle), slice(middle, keys.size)])


def _put_in_order(
    values: FloatArray, keys: NDArray[np.int64], positions: int, wrong: NDArray[np.intp]
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Turn sorted keys into positions; order by value the runs of keys that need it.

    `wrong` tells where a value is followed by a smaller one. The places of these runs are
    returned too.
    """
    begins = np.unique(np.searchsorted(keys, keys[wrong] & ~positions))
    ends = np.searchsorted(keys, keys[begins] | positions, side="right")
    order = keys
    order &= positions
    sizes = ends - begins
    places = np.arange(sizes.sum()) + np.repeat(begins - np.cumsum(sizes) + sizes, sizes)
    members = order[places]
    order[places] = members[np.argsort(values[members], kind="stable")]
    return order, places
