"""The Hodges-Lehmann estimate of the difference of two algorithms, and its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.errors import fraction
from evenkeel.numerics.arrays import unscaled
from evenkeel.pairwise.pair import pick_pair
from evenkeel.pairwise.signed_rank_law import place_within, untied_tail
from evenkeel.pairwise.signed_ranks import EXACT_LIMIT, Method
from evenkeel.result import Result, shown
from evenkeel.tables.results import Better, Results

# Sums d_i + d_j, i <= j, at some positions in their order: the kernel of Walsh averages.
#
# Few differences have few sums, and those of many pairs are sorted together. Of many differences
# only the sums near the position are looked at: a grid of the differences shows between which
# bounds it lies, and the counts of the sums below say whether it does. Differences that are equal
# are taken together, so that many ties make it faster. Time grows as n log n, memory as n.


_SORTED = 200  # differences up to which all of their sums are sorted
_HELD = 1 << 19  # sums of one row that are held at a time
_SAMPLE = 1 << 15  # of more sums than that, to look among fewer
_SORTED_TOGETHER = 1 << 18  # sums of several rows, few enough for the cache
_LEAST_GRID, _LARGEST_GRID = 32, 128  # points
_FEW = 64  # distinct differences of which all sums are looked at
_COUNTED = 1 << 13  # differences from which a number of sums is estimated
_CHEAP = 1 << 12  # sums on either side of a position that are looked at without an estimate
_STEPS = 6  # estimates that bring a bound near to the sum at a position
_ROUNDING = 4 * np.finfo(np.float64).eps


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
    row = _Row.of(ordered)
    if row.distinct.size <= _FEW:
        i, j = np.triu_indices(row.distinct.size)
        return [*map(float, row.at(i, j, np.array(positions)))]
    n = ordered.size
    size = min(max(_LEAST_GRID, n // 8), _LARGEST_GRID)
    grid = ordered[(2 * np.arange(size) + 1) * n // (2 * size)]
    around = np.sort((grid[:, None] + grid).ravel())
    each = n * (n + 1) / 2 / around.size  # sums that one of the grid stands for
    ends = float(2 * ordered[0]), float(2 * ordered[-1])
    found: dict[int, float] = {}
    for position in positions:
        if position not in found:
            between = _places(around, position / each, size)
            if size * each > _CHEAP:
                between = row.estimate(position, between, 2 * size * each)
            found |= row.near(position, between or ends, ends)
    return [found[position] for position in positions]


def _places(sample: FloatArray, place: float, reach: int) -> tuple[float, float] | None:
    """The numbers of an ordered sample on either side of a place; None if there are not so many."""
    first, last = int(place) - reach, int(place) + reach
    if first < 0 or last >= sample.size:
        return None
    return float(sample[first]), float(sample[last])


@dataclass(frozen=True)
class _Row:
    """Differences in order; the distinct ones, how many there are of each and before it."""

    ordered: FloatArray
    distinct: FloatArray
    counts: IntArray
    before: IntArray

    @classmethod
    def of(cls, ordered: FloatArray) -> _Row:
        begins = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
        before = np.append(begins, ordered.size)
        return cls(ordered, ordered[begins], np.diff(before), before)

    def estimate(
        self, position: int, between: tuple[float, float] | None, number: float
    ) -> tuple[float, float] | None:
        """Closer bounds of the sum at a position than those that have a `number` of sums between.

        Sums up to a bound are counted over some of the differences, and the bound is moved as
        the number of sums between the given ones says.
        """
        if between is None:
            return None
        step = -(-self.ordered.size // _COUNTED) | 1  # odd: each of them is amid its neighbours
        rows = np.arange(step // 2, self.ordered.size, step)
        slope, bound = (between[1] - between[0]) / number, sum(between) / 2
        near = step * math.sqrt(self.ordered.size)
        for _ in range(_STEPS):
            own = rows[: np.searchsorted(self.ordered[rows], bound / 2, side="right")]
            until = np.searchsorted(self.ordered, bound - self.ordered[own], side="right")
            excess = step * float(np.maximum(until - own, 0).sum()) - position
            bound -= excess * slope
            if abs(excess) <= near:
                break
        return bound - 4 * near * slope, bound + 4 * near * slope

    def near(
        self, position: int, between: tuple[float, float], ends: tuple[float, float]
    ) -> dict[int, float]:
        """The sums at a position and the next one, looked for between two bounds.

        If the position is elsewhere, these are moved apart up to the `ends`. There is nothing if it
        is not even between them.
        """
        while True:
            low, high = max(between[0], ends[0]), min(between[1], ends[1])
            found = self._between(low, high, position, all_held=(low, high) == ends)
            if position in found or (low, high) == ends:
                return found
            apart = 2 * (high - low)
            between = (low - apart, high + apart) if apart > 0 else ends

    def _between(
        self, low: float, high: float, position: int, *, all_held: bool
    ) -> dict[int, float]:
        """The sums at the position and the next one, as far as they lie between two bounds.

        A sum beyond the bounds may be among those that are looked at, for d_j < bound - d_i is
        rounded otherwise than d_i + d_j < bound, but none between them is left out.
        """
        values = self.distinct
        own = np.arange(np.searchsorted(values, high / 2, side="right"))
        first = values[own]
        error = _ROUNDING * (max(abs(low), abs(high)) + np.abs(first))
        begin = np.maximum(np.searchsorted(values, low - first - error, side="left"), own)
        end = np.maximum(np.searchsorted(values, high - first + error, side="right"), own)
        below, until = self._sums(own, begin), self._sums(own, end)
        if not below <= position < until:
            return {}
        rows = np.append(0, np.cumsum(end - begin))
        total = int(rows[-1])
        if total > _HELD and not all_held:
            some = np.arange(0, total, total // _SAMPLE)
            i = np.searchsorted(rows, some, side="right") - 1
            sample = np.sort(values[i] + values[begin[i] + some - rows[i]])
            place = (position - below) / (until - below) * sample.size
            between = _places(sample, place, math.isqrt(_SAMPLE))
            return self.near(position, between or (low, high), (low, high))
        i = np.repeat(own, end - begin)
        j = np.arange(total) + np.repeat(begin - rows[:-1], end - begin)
        wanted = np.arange(position, min(position + 2, until))
        return {
            place: each
            for place, each in zip(wanted.tolist(), self.at(i, j, wanted - below), strict=True)
            if low <= each <= high
        }

    def at(self, i: IndexArray, j: IndexArray, places: IndexArray) -> FloatArray:
        """Of the sums of some pairs of distinct differences, those at some places."""
        sums = self.distinct[i] + self.distinct[j]
        if self.distinct.size == self.ordered.size:
            sums.partition(places)
            return sums[places]
        weights = self.counts[i] * (self.counts[j] + (i == j))
        weights[i == j] //= 2
        order = np.argsort(sums)
        found: FloatArray = sums[
            order[np.searchsorted(np.cumsum(weights[order]), places, side="right")]
        ]
        return found

    def _sums(self, own: IndexArray, until: IndexArray) -> int:
        """How many sums of distinct differences, each with those from it up to another, there are.

        Of c equal ones there are c (c - 1) / 2 pairs and c that are added to themselves.
        """
        if self.distinct.size == self.ordered.size:
            return int((until - own).sum())
        counts = self.counts[own]
        sums = counts * (self.before[until] - self.before[own])
        return int(sums.sum() - (counts * (counts - 1) // 2)[until > own].sum())


class HodgesLehmann(Result):
    """Estimate and confidence interval of first minus second, in the units of the table.

    `confidence` is the level that was asked for, `attained` the one that the interval from `low`
    to `high` really has: never less if n is large enough, else that of the widest interval.
    `method` says which law the interval comes from.
    """

    _title: ClassVar[str] = "Hodges-Lehmann estimate"
    _note: ClassVar[str] = "Differences are of first minus second, in the units of the table."

    first: str
    second: str
    estimate: float = shown("value")
    low: float = shown("value")
    high: float = shown("value")
    confidence: float = shown("value")
    attained: float = shown("value", title="Attained confidence")
    method: Method
    n: int


def hodges_lehmann(
    results: Results | ArrayLike,
    first: str | None = None,
    second: str | None = None,
    *,
    confidence: float = 0.95,
    better: Better | None = None,
) -> HodgesLehmann:
    """Estimate by how much two algorithms differ, with the interval that belongs to Wilcoxon's.

    The estimate is the median of the n(n + 1)/2 Walsh averages (d_i + d_j)/2, i <= j, of the
    differences d = first - second. The interval holds the shifts that the two-sided signed-rank
    test does not reject: it runs from the c-th smallest to the c-th largest Walsh average, with
    the greatest c such that P(W <= c - 1) <= (1 - confidence)/2.

    The estimate is in the units of the table and is not turned by its direction: where lower is
    better, a negative difference speaks for the first algorithm.

    Ties, few problems, degenerate data. Zeros and ties stay in; the interval is then
    conservative. If n is too small for the confidence, the interval is the whole range of the
    differences and `attained` says what that is worth (with n = 5: 0.9375). The law is exact up
    to 1000 problems and normal above. Memory grows no faster than n.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    first, second : str, optional
        The two algorithms. They may be left out if the table has just two columns.
    confidence : float
        Level of the interval.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    HodgesLehmann

    References
    ----------
    Hodges and Lehmann (1963), doi:10.1214/aoms/1177704172. Hollander and Wolfe (1999),
    Nonparametric Statistical Methods, Sections 3.2 and 3.3.

    Examples
    --------
    Tuning the leaf size of C4.5 (Demsar 2006) gains about 0.013 of AUC:

    >>> import evenkeel
    >>> gain = evenkeel.pairwise.hodges_lehmann(evenkeel.load("demsar2006"), "C4.5m", "C4.5")
    >>> round(gain.estimate, 4), round(gain.low, 4), round(gain.high, 4), round(gain.attained, 3)
    (0.013, 0.003, 0.0275, 0.951)
    """
    level = fraction(confidence, "confidence")
    pair = pick_pair(results, first, second, better, "the Hodges-Lehmann estimate")
    found = walsh_intervals(pair.differences[None], level)
    bounds = np.array([found.estimate[0], found.low[0], found.high[0]])
    estimate, low, high = unscaled(bounds, pair.power).tolist()
    return HodgesLehmann(
        pair.first,
        pair.second,
        estimate=estimate,
        low=low,
        high=high,
        confidence=level,
        attained=found.attained,
        method=found.method,
        n=pair.n,
    )


@dataclass(frozen=True)
class WalshIntervals:
    """Estimates and intervals of many pairs on as many problems, and the level they attain."""

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    attained: float
    method: Method


def walsh_intervals(differences: FloatArray, confidence: float) -> WalshIntervals:
    """Hodges-Lehmann estimates and intervals of differences (m, n), all pairs at once."""
    n = differences.shape[1]
    count = n * (n + 1) // 2
    place, attained, method = _interval_place(n, confidence)
    positions = (place, (count - 1) // 2, count // 2, count - 1 - place)
    low, middle, next_, high = ordered_walsh_sums(np.sort(differences, axis=1), positions).T
    return WalshIntervals((middle + next_) / 4, low / 2, high / 2, attained, method)


def _interval_place(n: int, confidence: float) -> tuple[int, float, Method]:
    """Position from 0 of the lower bound among the Walsh averages, and the attained level."""
    half = (1 - confidence) / 2
    if n <= EXACT_LIMIT:
        return *place_within(untied_tail(1, n), half), "exact"
    mean = n * (n + 1) / 4
    deviation = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    place = math.floor(mean + ndtri(half) * deviation - 0.5)
    return place, 1 - 2 * float(ndtr((place + 0.5 - mean) / deviation)), "normal"
