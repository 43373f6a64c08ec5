"""The hot kernel: ranks of any number of tables at once, 1 is the best, ties share their average.

The functions take losses, in which lower is better, and any number of leading axes, so that
thousands of simulated tables are ranked by the code that ranks a single one.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.numerics.arrays import (
    HALF_ULP,
    LONG,
    blocks,
    in_range,
    order_long,
    rounded_differences,
    sort_rows,
)

# Ties of aligned ranks that rounding errors leave in doubt, settled by rational arithmetic.
#
# A problem of large values has large rounding errors. One of its aligned values may be as close to
# several values of other problems as these errors are, and ties them all, although the others are
# clearly apart; or its own values drown. Such ties are few, and here the doubles are compared as
# the rational numbers that they are.


_Cell = tuple[int, int]


def settle_ties(ranks: FloatArray, losses: FloatArray, errors: FloatArray) -> int:
    """Part what is wrongly tied in the aligned `ranks` (n, k), in place.

    Some values stay tied if they could all be one number: within the `errors` (n,) of k times
    the aligned values, and without different values of one problem. Else only equal ones do.
    Returns how many entries do not share their rank any more.
    """
    tied: dict[float, list[_Cell]] = defaultdict(list)
    for i, row in enumerate(ranks.tolist()):
        for j, rank in enumerate(row):
            tied[rank].append((i, j))
    k = losses.shape[1]
    totals: dict[int, Fraction] = {}
    parted = 0
    for rank, cells in tied.items():
        if len(cells) == 1:
            continue
        for i in {i for i, _ in cells} - totals.keys():
            totals[i] = sum(map(Fraction, losses[i].tolist()), Fraction())
        # k times the difference of each value from the mean of its problem
        exact = {(i, j): k * Fraction(losses[i, j].item()) - totals[i] for i, j in cells}
        if _one_number(exact, errors):
            continue
        place = rank - (len(cells) - 1) / 2
        for _, equal in groupby(sorted(cells, key=exact.__getitem__), key=exact.__getitem__):
            group = list(equal)
            for cell in group:
                ranks[cell] = place + (len(group) - 1) / 2
            place += len(group)
            parted += len(group) == 1
    return parted


def _one_number(exact: dict[_Cell, Fraction], errors: FloatArray) -> bool:
    """Whether all could be one number, and none of them differ within one problem."""
    of_problem: dict[int, Fraction] = {}
    if any(of_problem.setdefault(i, value) != value for (i, _), value in exact.items()):
        return False
    bounds = [(value, Fraction(float(errors[i]))) for (i, _), value in exact.items()]
    return max(value - error for value, error in bounds) <= min(
        value + error for value, error in bounds
    )


_BLOCK_CELLS = 1 << 14  # cells ranked at a time: keeps the working memory in the cache


def average_quade_ranks(ranks: FloatArray, weights: FloatArray) -> FloatArray:
    """T of equation (8): the mean of Friedman `ranks` (..., n, k) weighted by problem `weights`."""
    totals = np.matmul(weights[..., None, :], ranks)[..., 0, :]
    average: FloatArray = totals / weights.sum(axis=-1, keepdims=True)
    return average


def rank_rows(losses: FloatArray) -> FloatArray:
    """Rank the last axis, 1 for the lowest, ties averaged, in blocks of bounded memory."""
    return _rank_rows(losses).ranks


def rank_aligned(losses: FloatArray) -> FloatArray:
    """Aligned ranks of tables (..., n, k): differences from the row mean, ranked together."""
    return align_and_count(losses)[0]


def rank_ranges(losses: FloatArray) -> FloatArray:
    """Ranks of the ranges of the problems, tables (..., n, k) to weights (..., n)."""
    losses, _ = in_range(losses)
    return rank_rows(rounded_differences(losses.max(axis=-1), losses.min(axis=-1)))


def whole_scores(ranks: FloatArray) -> tuple[IntArray, float]:
    """Ranks (n, k) less each problem's lowest, as small whole numbers, and the unit of these.

    Ranks are multiples of 1/2, and Quade's products of two such of 1/4. Laws of their sums are
    computed on whole numbers, in which equal sums are equal.
    """
    quarters = np.rint(4 * ranks).astype(np.int64)
    quarters -= quarters.min(axis=-1, keepdims=True)
    divisor = max(int(np.gcd.reduce(quarters, axis=None)), 1)
    return quarters // divisor, divisor / 4


class _Ranked(NamedTuple):
    """Ranks along the last axis, how many entries share theirs, and which rows are doubtful.

    A row is doubtful if it ties values that could not all be one number within their errors.
    """

    ranks: FloatArray
    tied: int
    doubtful: BoolArray


def rank_and_count(losses: FloatArray) -> tuple[FloatArray, int]:
    """Ranks along the last axis, and how many entries share theirs with another of their row."""
    ranks, tied, _ = _rank_rows(losses)
    return ranks, tied


def _rank_rows(
    losses: FloatArray, *, errors: FloatArray | None = None, overwrite: bool = False
) -> _Ranked:
    """Rank along the last axis.

    `errors` (..., parts) bounds the error of the values of each part of a row, the parts being of
    equal length; neighbours that are not further apart than their errors are tied. With
    `overwrite` the ranks take the place of the losses: fresh memory is slow to get.
    """
    rows = np.ascontiguousarray(losses, dtype=np.float64).reshape(-1, losses.shape[-1])
    n, k = rows.shape
    ranks = rows if overwrite else np.empty((n, k))
    bounds = None if errors is None else errors.reshape(n, -1)
    doubtful = np.zeros(n, dtype=bool)
    tied = 0
    if k >= LONG:
        for i, row in enumerate(rows):
            sharing, doubtful[i] = _rank_long(row, ranks[i], None if bounds is None else bounds[i])
            tied += sharing
        return _Ranked(ranks.reshape(losses.shape), tied, doubtful)
    step = max(1, _BLOCK_CELLS // k)
    places = np.tile(np.arange(1.0, k + 1), min(step, n))
    for first in range(0, n, step):
        ordered, source = sort_rows(rows[first : first + step])
        new = np.empty(ordered.shape, dtype=bool)
        new[:, 0] = True
        if bounds is None:
            np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
        else:
            parts = bounds[first : first + step].ravel()
            error = parts[source // (k // bounds.shape[1])].reshape(ordered.shape)
            gap = ordered[:, 1:] - ordered[:, :-1]
            np.greater(gap, error[:, 1:] + error[:, :-1], out=new[:, 1:])
        place = places[: new.size]
        if not new.all():
            place, sharing = shared_places(new)
            tied += sharing
            if bounds is not None:
                doubtful[first + _too_wide(ordered, error, new) // k] = True
        ranks[first : first + step].reshape(-1)[source] = place
    return _Ranked(ranks.reshape(losses.shape), tied, doubtful)


def _too_wide(ordered: FloatArray, error: FloatArray, new: BoolArray) -> IndexArray:
    """Where, in flat sorted values, ties begin that could not all be one number.

    Each is tied to the next, but the errors of the first and of the last need not meet.
    """
    begins = np.flatnonzero(new)
    low = np.maximum.reduceat((ordered - error).ravel(), begins)
    high = np.minimum.reduceat((ordered + error).ravel(), begins)
    return begins[low > high]


def _rank_long(
    values: FloatArray, ranks: FloatArray, errors: FloatArray | None
) -> tuple[int, bool]:
    """Write the ranks of one long vector into `ranks`; how many are shared, and the doubt."""
    order, new = order_long(values)
    if errors is not None:
        _join_close(new, values, order, errors)
    if new.all():
        for block in blocks(values.size):
            ranks[order[block]] = np.arange(block.start + 1.0, block.stop + 1.0)
        return 0, False
    doubtful = False
    if errors is not None:
        shared = np.flatnonzero(~(new & np.append(new[1:], True)))
        part = order[shared] // (values.size // errors.size)
        doubtful = bool(_too_wide(values[order[shared]], errors[part], new[shared]).size)
    places, tied = shared_places(new[None])
    ranks[order] = places
    return tied, doubtful


def _join_close(new: BoolArray, values: FloatArray, order: IntArray, errors: FloatArray) -> None:
    """Unmark in `new` the sorted values that are not further from the last than their errors."""
    part = values.size // errors.size
    widest = 2 * errors.max()
    last = -np.inf
    for block in blocks(values.size):
        ordered = values[order[block]]
        gaps = np.diff(ordered, prepend=last)
        last = ordered[-1]
        close = np.flatnonzero(gaps <= widest) + block.start  # few, unless the scales differ much
        bound = errors[order[close] // part] + errors[order[close - 1] // part]
        new[close[gaps[close - block.start] <= bound]] = False


def align_and_count(losses: FloatArray) -> tuple[FloatArray, int]:
    """Aligned ranks, and how many entries share theirs with another of their table."""
    *leading, n, k = losses.shape
    losses, _ = in_range(losses)
    aligned, errors = _aligned_differences(losses)
    ranked = _rank_rows(aligned.reshape(*leading, n * k), errors=errors, overwrite=True)
    ranks, tied = ranked.ranks.reshape(losses.shape), ranked.tied
    if tied:
        tables, tables_losses = ranks.reshape(-1, n, k), losses.reshape(-1, n, k)
        drowned = (rank_rows(tables_losses) != rank_rows(tables)).any(axis=(1, 2))
        for t in np.flatnonzero(drowned | ranked.doubtful):
            tied -= settle_ties(tables[t], tables_losses[t], errors.reshape(-1, n)[t])
    return ranks, tied


def _aligned_differences(losses: FloatArray) -> tuple[FloatArray, FloatArray]:
    """K times the differences from the row mean, and a bound of their error for each row.

    High parts of few enough bits add up without error, the low parts are too small for theirs to
    matter: the difference has one rounding error, whatever the order of the columns. The values
    themselves may be off by half a unit in the last place, k - 1 times one and once the others.
    If all values of a row are equal, their differences are zero without any error.
    """
    rows = losses.reshape(-1, losses.shape[-1])
    n, k = rows.shape
    aligned = np.empty((n, k))
    errors = np.empty((n, 1))
    step = max(1, _BLOCK_CELLS // k)
    for first in range(0, n, step):
        block = rows[first : first + step]
        largest = np.maximum(block.max(axis=-1), -block.min(axis=-1))[:, None]
        splitter = np.ldexp(1.5, np.frexp(largest)[1] + k.bit_length())
        high = block + splitter
        high -= splitter
        low = block - high
        difference = k * low
        difference -= low.sum(axis=-1, keepdims=True)
        total = high.sum(axis=-1, keepdims=True)
        high *= k
        high -= total
        np.add(difference, high, out=aligned[first : first + step])
        varies = (block != block[:, :1]).any(axis=-1, keepdims=True)
        errors[first : first + step] = np.where(varies, 3 * k * HALF_ULP * largest, 0.0)
    return aligned.reshape(losses.shape), errors.reshape(losses.shape[:-1])


def shared_places(new: BoolArray) -> tuple[FloatArray, int]:
    """Average places of sorted rows, flat, and how many entries share theirs.

    `new` marks where a value differs from its left neighbour.
    """
    k = new.shape[1]
    begins = np.flatnonzero(new)
    sizes = np.diff(begins, append=new.size)
    tied = new.size - int(np.count_nonzero(sizes == 1))
    return np.repeat(begins % k + (sizes + 1) / 2, sizes), tied
