"""Hommel's procedure: closed testing with Simes' test, without going through all subsets.

Let S_j be Simes' p-value of the j largest p-values of m,::

    S_j = min{p_(m - j + k) j / k : k = 1, ..., j}.

It does not increase with j, since (j + 1) / (k + 1) <= j / k. Hommel finds the largest j with
p_(m - j + k) > k alpha / j for all k, which is to say with S_j > alpha, and rejects H_i if
j p_i <= alpha. So H_i is retained at alpha if and only if some j has both S_j > alpha and
j p_i > alpha, and its adjusted p-value is::

    APV_i = max{min(S_j, j p_i) : j = 1, ..., m}.

All S_j follow from the lower convex hull of the points (i, p_(i)) [1]_: with t = m - j,
p_(i) / (i - t) is the slope of the line from (t, 0) to a point, and the line with the smallest
slope touches the hull. j p_i increases and S_j decreases with j, so that the maximum lies where
they cross.

References
----------
.. [1] R. J. Meijer, T. J. P. Krebs and J. J. Goeman, Hommel's procedure in linear time,
   Biometrical Journal 61 (2019) 73-82, doi:10.1002/bimj.201700316.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from evenkeel.adjustments.registry import Adjustment, Decision, register
from evenkeel.references import REFERENCES
from evenkeel.results import FloatArray
from evenkeel.sorting import blocks
from evenkeel.threads import side_by_side

_SMALL = 256  # up to this m a table of all j for many families at once is the faster way
_BLOCK_CELLS = 1 << 15  # p-values handled at a time by the table: they stay in the cache
_GRID = 64  # points from one to the next of which a first, coarse hull is taken
_FEW = 4096  # crossings that are looked up among the p-values, not the other way round


def hommel(p: FloatArray) -> FloatArray:
    """APV_i = max{min(S_j, j p_i) : j = 1, ..., m}; p sorted along the last axis."""
    m = p.shape[-1]
    rows = p.reshape(-1, m)
    if m <= _SMALL:
        step = max(1, _BLOCK_CELLS // m)
        parts = [
            _adjust_by_table(rows[first : first + step]) for first in range(0, len(rows), step)
        ]
        return np.concatenate(parts).reshape(p.shape)
    adjusted = [_adjust_by_crossing(row, Simes.of(row)) for row in rows]
    return (adjusted[0] if len(rows) == 1 else np.stack(adjusted)).reshape(p.shape)


def decide_hommel(p: FloatArray, alpha: float) -> Decision:
    """Hommel's j and the level alpha / j; without such a j everything is rejected."""
    m = p.shape[-1]
    rows = p.reshape(-1, m)
    if m <= _SMALL:
        simes = _simes_by_table(rows.T).T
    else:
        simes = np.stack([Simes.of(row).at(np.arange(1, m + 1)) for row in rows])
    j = (simes > alpha).sum(axis=-1).reshape(*p.shape[:-1], 1)
    return np.broadcast_to(alpha / np.maximum(j, 1), p.shape), j * p <= alpha


def _simes_by_table(p: FloatArray) -> FloatArray:
    """S_1, ..., S_m of families (m, rows), from the definition."""
    m = len(p)
    simes = np.empty(p.shape)
    for j in range(1, m + 1):
        factors = j / np.arange(1.0, j + 1)
        np.min(p[m - j :] * factors[:, None], axis=0, out=simes[j - 1])
    return simes


def _adjust_by_table(rows: FloatArray) -> FloatArray:
    p = np.ascontiguousarray(rows.T)
    simes = _simes_by_table(p)
    adjusted = np.zeros(p.shape)
    for j, s in enumerate(simes, start=1):
        np.maximum(adjusted, np.minimum(j * p, s), out=adjusted)
    return adjusted.T


@dataclass(frozen=True, eq=False)
class Simes:
    """S_1, ..., S_m of one long family, by the corners of its hull.

    Corner (place, height) is touched by the tangents from (t, 0) with begin <= t < end, and there
    S_(m - t) = height (m - t) / (place - t). `least` is what S has reached before `begin`: where
    the tangent changes corners, a rounding could take it back.
    """

    m: int
    place: FloatArray
    height: FloatArray
    end: NDArray[np.intp]
    least: FloatArray

    @classmethod
    def of(cls, p: FloatArray) -> Self:
        """From sorted p-values."""
        m = p.size
        place, height = _lower_hull(p)
        # The line through two neighbouring corners meets the axis at t = reach: from that t on
        # the tangent from (t, 0) touches the right one of them.
        rise, run = np.diff(height), np.diff(place)
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = np.where(rise > 0, place[:-1] - height[:-1] * run / rise, -np.inf)
        end = np.append(np.clip(np.ceil(reach), 0, m), m).astype(np.intp)
        end = np.maximum.accumulate(end)
        touched = np.diff(end, prepend=0) > 0
        place, height, end = place[touched], height[touched], end[touched]
        last = height * ((m - end + 1) / (place - end + 1))
        least = np.append(0.0, np.maximum.accumulate(last)[:-1])
        return cls(m, place, height, end, least)

    def at(self, j: NDArray[np.intp] | FloatArray) -> FloatArray:
        """S_j, and 0 for j > m."""
        t = self.m - j
        corner = np.searchsorted(self.end, t, side="right")
        simes: FloatArray = j / (self.place[corner] - t) * self.height[corner]
        np.maximum(simes, self.least[corner], out=simes)
        simes[t < 0] = 0.0
        return simes

    @cached_property
    def low(self) -> NDArray[np.intp]:
        """The smallest j of each corner."""
        return self.m - self.end + 1

    @cached_property
    def high(self) -> NDArray[np.intp]:
        """The largest j of each corner."""
        return np.append(self.m, self.low[:-1] - 1)

    @cached_property
    def thresholds(self) -> FloatArray:
        """S_j / j at the smallest j of each corner."""
        return self.at(self.low) / self.low

    def adjust(self, p: FloatArray) -> FloatArray:
        """max{min(S_j, j p_i)} of sorted p-values for which j p < S_j at some j.

        That means p (place - m + j) < height, and the corner for p is the one with the largest j
        at whose smallest j it holds.
        """
        sizes = np.diff(np.searchsorted(p, self.thresholds[:-1]), prepend=0, append=p.size)
        place, height, least, low, high = (
            np.repeat(each, sizes)
            for each in (self.place - self.m, self.height, self.least, self.low, self.high)
        )

        def at(j: FloatArray) -> FloatArray:
            with np.errstate(divide="ignore"):  # elsewhere
                simes: FloatArray = np.maximum(j / (place + j) * height, least)
            elsewhere = np.flatnonzero((j < low) | (j > high))
            simes[elsewhere] = self.at(j[elsewhere])
            return simes

        with np.errstate(divide="ignore", over="ignore"):
            c = np.clip(np.ceil(height / p - place) - 1, low - 1, high)
        c -= c * p >= at(c)  # where a rounding has missed it by one
        beyond = at(c + 1)
        missed = np.flatnonzero((c + 1) * p < beyond)
        c[missed] += 1
        beyond[missed] = self.at(c[missed] + 1)
        adjusted: FloatArray = np.maximum(c * p, beyond)
        return adjusted


def _lower_hull(p: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Corners of the lower convex hull of the points (1, p_1), ..., (m, p_m).

    First of every 64th point and of the last one. Of the others only those below that hull can be
    corners: of a million random points very few.
    """
    m = p.size
    grid = np.append(np.arange(0, m - 1, _GRID), m - 1)
    hull = np.interp(grid, *_corners(grid + 0.0, p[grid]))
    begins, slopes = hull[:-1, None], np.diff(hull)[:, None] / np.diff(grid)[:, None]
    candidates = []
    for block in blocks(m - 1):  # each begins on the grid
        cells = slice(block.start // _GRID, -(-block.stop // _GRID))
        line = (begins[cells] + slopes[cells] * np.arange(_GRID)).ravel()
        below = p[block] < line[: block.stop - block.start]
        below[::_GRID] = True
        candidates.append(np.flatnonzero(below) + block.start)
    chosen = np.append(np.concatenate(candidates), m - 1)
    return _corners(chosen + 1.0, p[chosen])


def _corners(place: FloatArray, height: FloatArray) -> tuple[FloatArray, FloatArray]:
    while place.size > 2:
        rise, run = np.diff(height), np.diff(place)
        # a point on or above the line between its neighbours is no corner
        corner = np.flatnonzero(rise[:-1] * run[1:] < rise[1:] * run[:-1]) + 1
        if corner.size == place.size - 2:
            break
        slow = corner.size > 0.9 * place.size
        corner = np.concatenate([[0], corner, [place.size - 1]])
        place, height = place[corner], height[corner]
        if slow:
            return _corners_in_order(place, height)
    return place, height


def _corners_in_order(place: FloatArray, height: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The same point by point, for shapes that lose only a few points in each round."""
    hull: list[tuple[float, float]] = []
    for x, y in zip(place.tolist(), height.tolist(), strict=True):
        while len(hull) > 1:
            (x0, y0), (x1, y1) = hull[-2], hull[-1]
            if (y1 - y0) * (x - x1) < (y - y1) * (x1 - x0):
                break
            hull.pop()
        hull.append((x, y))
    corners = np.array(hull)
    return corners[:, 0], corners[:, 1]


def _adjust_by_crossing(p: FloatArray, simes: Simes) -> FloatArray:
    """max{min(S_j, j p_i)} from the number c_i of those j for which j p_i < S_j.

    They are j = 1, ..., c_i, hence the maximum is that of c_i p_i and S_(c_i + 1). c_i is the
    number of thresholds S_j / j above p_i. Most p-values are above all but a few of them; there
    the thresholds are looked up among the p-values, and not the other way round.
    """
    m = p.size
    few = min(m, _FEW)
    first = simes.at(np.arange(1, few + 1))
    bounds = np.searchsorted(p, _exact_thresholds(first))[::-1]
    sizes = np.diff(bounds, prepend=0, append=m)  # how many p-values have c = few, few - 1, ..., 0
    adjusted = np.repeat(np.arange(few, -1.0, -1.0), sizes)
    np.multiply(adjusted, p, out=adjusted)
    np.maximum(adjusted, np.repeat(np.append(0.0, first[::-1]), sizes), out=adjusted)
    if few < m:

        def fill(block: slice) -> None:
            adjusted[block] = simes.adjust(p[block])

        side_by_side(fill, blocks(sizes[0]))  # those below all of the few thresholds
        adjusted[: np.searchsorted(p, 0.0, side="right")] = 0.0  # also where thresholds underflow
    return adjusted


def _exact_thresholds(simes: FloatArray) -> FloatArray:
    """For j = 1, 2, ...: the smallest double x with j x >= S_j in floating point."""
    j = np.arange(1.0, simes.size + 1)
    x = simes / j
    x = np.where(j * x < simes, np.nextafter(x, np.inf), x)
    below = np.nextafter(x, 0.0)
    return np.where(j * below >= simes, below, x)


register(
    Adjustment(
        name="hommel",
        title="Hommel",
        kind="step-up",
        controls="FWER",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["hommel1988"],
        formula=hommel,
        decide=decide_hommel,
    )
)
