"""Later passes: exact moments, and order statistics in bounded memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.tables.scanning.survey import CELL, HELD, Survey, arrays, numbered

if TYPE_CHECKING:
    import narwhals as nw

    from evenkeel.tables.scanning.survey import Frame

# The second pass: means that do not depend on the order of the rows, standard deviations.


#: Tables of more rows keep the engine's own mean: a second pass would cost more than it mends.
EXACT = 1 << 24
_FLOAT = np.finfo(np.float64)


def means_and_deviations(
    frame: Frame, survey: Survey, source: str
) -> tuple[FloatArray, FloatArray]:
    """Mean and standard deviation (divisor runs - 1) of every cell, (n, k).

    Both come from sums that are exact to some hundred bits of the largest term, so that two
    algorithms with the same values have the same mean, in whatever order an engine adds. Each
    term is split in a high part, a multiple of one power of two so large that high parts add up
    without rounding, and a low part, too small for the rounding of its sum to matter. For a
    splitter s = 1.5 2^e the high part is (x + s) - s; the sum of c terms below 2^a in magnitude is
    exact if e >= a + log2(c). Values near the largest number are scaled down first.

    The squares are those of (x - middle) / range, which can neither overflow nor vanish; the
    middle is near the mean, and what it is off by is taken out at the end.
    """
    import narwhals as nw

    counts = survey.counts
    scale, splitter, unit_splitter = _scales(survey)
    low, high = survey.minimum * scale, survey.maximum * scale
    width = np.where(high > low, high - low, 1.0)
    mean = np.clip(np.where(np.isfinite(survey.mean), survey.mean * scale, low), low, high)
    # Coarse, for the last digits of the engine's mean depend on the order of the rows.
    middle = low + width * (np.round((mean - low) / width * 2.0**20) / 2.0**20)
    columns = {
        "scale": scale,
        "middle": middle,
        "width": width,
        "splitter": splitter,
        "unit": unit_splitter,
    }
    terms = numbered(frame.select(*CELL, "value"), survey, columns).with_columns(
        value=nw.col("value") * nw.col("scale")
    )
    terms = terms.with_columns(first=(nw.col("value") - nw.col("middle")) / nw.col("width"))
    terms = terms.with_columns(second=nw.col("first") * nw.col("first"))
    parts = {"value": "splitter", "first": "unit", "second": "unit"}
    terms = terms.with_columns(
        **{
            f"{name}_high": (nw.col(name) + nw.col(power)) - nw.col(power)
            for name, power in parts.items()
        }
    )
    terms = terms.with_columns(
        **{f"{name}_low": nw.col(name) - nw.col(f"{name}_high") for name in parts}
    )
    names = [f"{name}_{part}" for name in parts for part in ("high", "low")]
    sums = arrays(terms.group_by("cell").agg(*(nw.col(name).sum() for name in names)), source)
    facts = np.full((3, *counts.shape), np.nan)
    for fact, name in zip(facts.reshape(3, -1), parts, strict=True):
        fact[sums["cell"]] = sums[f"{name}_high"] + sums[f"{name}_low"]
    total, first, second = facts
    some, more = np.maximum(counts, 1), np.maximum(counts - 1, 1)
    # Rounding may push the mean of equal values off them.
    mean = np.clip(total / some, low, high) / scale
    squares = np.maximum(second - first * first / some, 0.0)
    with np.errstate(over="ignore"):
        std = np.where(high > low, width * np.sqrt(squares / more), 0.0) / scale
    return mean, np.where(counts > 1, std, np.nan)


def engine_means(survey: Survey) -> FloatArray:
    """The means of the first pass to 12 digits; the others depend on the order of the rows.

    They are not finite where the engine's sum overflowed.
    """
    rounded = np.array([float(f"{mean:.12g}") for mean in survey.mean.flat])
    return rounded.reshape(survey.mean.shape)


def _scales(survey: Survey) -> tuple[FloatArray, FloatArray, FloatArray]:
    """A power of two that keeps the sum of a cell finite, and splitters.

    The first splitter is for the scaled values, the second for numbers between -1 and 1.
    """
    largest = np.nan_to_num(np.maximum(np.abs(survey.minimum), np.abs(survey.maximum)))
    _, exponent = np.frexp(largest)
    _, size = np.frexp(survey.counts.astype(np.float64))
    excess = np.maximum(exponent + size - (_FLOAT.maxexp - 2), 0)
    splitter = np.ldexp(1.5, exponent + size - excess)
    return np.ldexp(1.0, -excess), splitter, np.ldexp(1.5, size + 1)


# Order statistics of every cell, exact, in bounded memory and a few passes.
#
# For each wanted rank a window is kept that holds it: two values, how many of the cell's values lie
# below, and how many inside. As long as the windows hold too many values to be fetched, a pass
# counts them in buckets, with the least and the largest value of each; the bucket that holds the
# rank is the next window. Buckets come from a function of the value that never decreases, so that
# values of different buckets are in order whatever the rounding.


_BUCKETS = 1 << 20  # of all windows together
_MOST, _LEAST = 1 << 12, 1 << 4  # of one window


def quantiles(
    frame: Frame, survey: Survey, levels: list[float], source: str, *, held: int = HELD
) -> FloatArray:
    """Quantiles of every cell by linear interpolation, shape (levels, n, k), NaN if empty.

    The quantile at level q of c values lies at position q (c - 1) of the sorted values, counted
    from 0 (definition 7 of Hyndman and Fan, 1996). Halfway it is the mean of both neighbours.
    """
    frame = frame.select(*CELL, "value")
    cells = survey.counts[survey.present]
    position = np.multiply.outer(np.asarray(levels), cells - 1.0)
    before = np.floor(position).astype(np.int64)
    after = np.minimum(before + 1, cells - 1)
    ranks, inverse = _in_order(np.concatenate([before, after]))
    values = _order_statistics(frame, survey, ranks, source, held)
    chosen = np.take_along_axis(values, inverse, axis=0)
    first, second = chosen[: len(levels)], chosen[len(levels) :]
    found = np.full((len(levels), *survey.counts.shape), np.nan)
    found[:, survey.present] = _between(first, second, position - before)
    return found


def _between(first: FloatArray, second: FloatArray, weight: FloatArray) -> FloatArray:
    """Interpolate from the nearer end; halfway take the mean, the same from either side."""
    with np.errstate(over="ignore", invalid="ignore"):
        gap = second - first
        near = np.where(weight < 0.5, first + gap * weight, second - gap * (1 - weight))
        near = np.where(weight == 0.5, (first + second) / 2, near)
    return np.where(np.isfinite(near), near, first * (1 - weight) + second * weight)


def _in_order(ranks: IntArray) -> tuple[IntArray, IntArray]:
    """Sort the ranks (targets, cells) down each column, and say where each one went."""
    order = np.argsort(ranks, axis=0, kind="stable")
    inverse = np.empty_like(order)
    np.put_along_axis(inverse, order, np.arange(len(ranks))[:, None], axis=0)
    return np.take_along_axis(ranks, order, axis=0), inverse


@dataclass
class _Windows:
    """Windows of all targets and present cells, (targets, cells); `low` and `high` belong to it.

    Windows of one cell are equal or apart, and increase with the target.
    """

    low: FloatArray
    high: FloatArray
    below: IntArray
    inside: IntArray

    @property
    def leading(self) -> BoolArray:
        """Which windows must be looked into: not closed, and not equal to the one before."""
        return self._fresh & (self.low < self.high)

    @property
    def leader(self) -> IntArray:
        """For each window the first target that has the same one."""
        places = np.where(self._fresh, np.arange(len(self.low))[:, None], 0)
        return np.maximum.accumulate(places, axis=0)

    @property
    def _fresh(self) -> BoolArray:
        fresh = np.ones(self.low.shape, dtype=bool)
        fresh[1:] = self.low[1:] != self.low[:-1]
        return fresh


def _order_statistics(
    frame: Frame, survey: Survey, ranks: IntArray, source: str, held: int
) -> FloatArray:
    """Values of the given ranks, (targets, present cells), increasing with the target."""
    counts = survey.counts[survey.present]
    windows = _Windows(
        np.tile(survey.minimum[survey.present], (len(ranks), 1)),
        np.tile(survey.maximum[survey.present], (len(ranks), 1)),
        np.zeros_like(ranks),
        np.tile(counts, (len(ranks), 1)),
    )
    number = np.cumsum(survey.present.ravel()) - 1  # of a cell, among those present
    passes = 0
    while int(windows.inside[windows.leading].sum()) > held:
        _shrink(frame, survey, windows, ranks, number, source, rooted=passes % 2 == 1)
        passes += 1
    if windows.leading.any():
        _fetch(frame, survey, windows, ranks, number, source)
    return windows.low


def _shrink(
    frame: Frame,
    survey: Survey,
    windows: _Windows,
    ranks: IntArray,
    number: IntArray,
    source: str,
    *,
    rooted: bool,
) -> None:
    """Count the values of each window in buckets; the bucket of the rank is the new window."""
    import narwhals as nw

    leading, leader = windows.leading, windows.leader
    buckets = int(np.clip(_BUCKETS // int(leading.sum()), _LEAST, _MOST))
    bucket = nw.lit(-1)
    for target in reversed(range(len(ranks))):
        if leading[target].any():
            number_in = _bucket(target, buckets, rooted) + target * buckets
            bucket = nw.when(_inside(target)).then(number_in).otherwise(bucket)
    counted = (
        numbered(frame, survey, _bounds(survey, windows))
        .with_columns(bucket=bucket)
        .filter(nw.col("bucket") >= 0)
        .group_by("cell", "bucket")
        .agg(
            nw.len().alias("inside"),
            nw.col("value").min().alias("low"),
            nw.col("value").max().alias("high"),
        )
    )
    found = arrays(counted, source)
    cell = number[found["cell"]]
    order = np.lexsort((found["bucket"], cell))
    cell, low, high = cell[order], found["low"][order], found["high"][order]
    inside = found["inside"][order].astype(np.int64)
    window = cell * len(ranks) + found["bucket"][order] // buckets
    upto = np.cumsum(inside)
    targets, cells = np.nonzero(np.take_along_axis(leading, leader, axis=0))
    start = np.searchsorted(window, cells * len(ranks) + leader[targets, cells])
    before = upto[start] - inside[start]
    wanted = ranks[targets, cells] - windows.below[targets, cells]
    chosen = np.searchsorted(upto, before + wanted, side="right")
    windows.below[targets, cells] += upto[chosen] - inside[chosen] - before
    windows.inside[targets, cells] = inside[chosen]
    windows.low[targets, cells] = low[chosen]
    windows.high[targets, cells] = high[chosen]


def _fetch(
    frame: Frame,
    survey: Survey,
    windows: _Windows,
    ranks: IntArray,
    number: IntArray,
    source: str,
) -> None:
    """Fetch the values of all windows and close each window on its rank."""
    import narwhals as nw

    leading, leader = windows.leading, windows.leader
    chosen = [_inside(target) for target in range(len(ranks)) if leading[target].any()]
    rows = numbered(frame, survey, _bounds(survey, windows)).filter(
        nw.any_horizontal(*chosen, ignore_nulls=False)
    )
    found = arrays(rows.select("cell", "value"), source)
    order = np.lexsort((found["value"], number[found["cell"]]))
    values = found["value"][order]
    # Fetched values lie cell by cell, and in a cell window by window.
    sizes = np.where(leading, windows.inside, 0)
    flat = sizes.T.ravel()
    starts = (np.cumsum(flat) - flat).reshape(sizes.shape[::-1]).T
    targets, cells = np.nonzero(np.take_along_axis(leading, leader, axis=0))
    offset = ranks[targets, cells] - windows.below[targets, cells]
    value = values[starts[leader[targets, cells], cells] + offset]
    windows.low[targets, cells] = windows.high[targets, cells] = value


def _bounds(survey: Survey, windows: _Windows) -> dict[str, NDArray[Any]]:
    """The bounds of the leading windows, as columns for `numbered`."""
    leading = windows.leading
    with np.errstate(over="ignore"):
        half = np.where(np.isinf(windows.high - windows.low), 0.5, 1.0)
    columns: dict[str, NDArray[Any]] = {}
    for target in range(len(leading)):
        if leading[target].any():
            open_ = leading[target]
            low = np.where(open_, windows.low[target], 1.0)  # from 1 to 0 there is nothing
            high = np.where(open_, windows.high[target], 0.0)
            factor = half[target]
            bounds = {
                "low": low,
                "high": high,
                "half": factor,
                "width": np.where(open_, high * factor - low * factor, 1.0),
            }
            for name, column in bounds.items():
                spread = np.ones(survey.counts.shape)
                spread[survey.present] = column
                columns[f"{name}{target}"] = spread
    return columns


def _inside(target: int) -> nw.Expr:
    import narwhals as nw

    value = nw.col("value")
    return (value >= nw.col(f"low{target}")) & (value <= nw.col(f"high{target}"))


def _bucket(target: int, buckets: int, rooted: bool) -> nw.Expr:
    """Number of the bucket, 0 to buckets - 1, never decreasing with the value.

    Equal buckets serve values that are spread evenly. Where small values crowd, as the errors of
    optimisers do over many orders of magnitude, the 16th root of the place in the window parts
    them; the square root is rounded correctly everywhere, so its order is right as well.
    """
    import narwhals as nw

    half = nw.col(f"half{target}")
    place = (nw.col("value") * half - nw.col(f"low{target}") * half) / nw.col(f"width{target}")
    place = place.clip(0.0, 1.0)
    if rooted:
        place = place.sqrt().sqrt().sqrt().sqrt()
    return (place * buckets).floor().clip(0.0, buckets - 1.0).cast(nw.Int64)
