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

import numpy as np

from evenkeel.adjustments.registry import Adjustment, Decision, register
from evenkeel.references import REFERENCES
from evenkeel.results import FloatArray

_SMALL = 256  # up to this m a table of all j for many families at once is the faster way
_BLOCK_CELLS = 1 << 15  # p-values handled at a time by the table: they stay in the cache
_HULL_CELLS = 1 << 17  # points of which the convex hull is taken at a time
_FEW = 4096  # crossings that are looked up among the p-values, not the other way round


def hommel(p: FloatArray) -> FloatArray:
    """APV_i = max{min(S_j, j p_i) : j = 1, ..., m}; p sorted along the last axis."""
    m = p.shape[-1]
    rows = p.reshape(-1, m)
    adjusted = np.empty(rows.shape)
    if m <= _SMALL:
        step = max(1, _BLOCK_CELLS // m)
        for first in range(0, len(rows), step):
            adjusted[first : first + step] = _adjust_by_table(rows[first : first + step])
    else:
        for row, out in zip(rows, adjusted, strict=True):
            _adjust_by_crossing(row, _simes_by_hull(row), out)
    return adjusted.reshape(p.shape)


def decide_hommel(p: FloatArray, alpha: float) -> Decision:
    """Hommel's j and the level alpha / j; without such a j everything is rejected."""
    m = p.shape[-1]
    rows = p.reshape(-1, m)
    if m <= _SMALL:
        simes = _simes_by_table(rows.T).T
    else:
        simes = np.stack([_simes_by_hull(row) for row in rows])
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


def _simes_by_hull(p: FloatArray) -> FloatArray:
    """S_1, ..., S_m of one long family."""
    m = p.size
    place, height = _lower_hull(p)
    # The line through two neighbouring corners meets the axis at t = reach: from that t on the
    # tangent from (t, 0) touches the right one of them.
    rise, run = np.diff(height), np.diff(place)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(rise > 0, place[:-1] - height[:-1] * run / rise, -np.inf)
    ends = np.append(np.clip(np.ceil(reach), 0, m), m).astype(np.intp)
    times = np.diff(np.maximum.accumulate(ends), prepend=0)
    t = np.arange(m, dtype=np.float64)
    factors = (m - t) / (np.repeat(place, times) - t)
    simes = (factors * np.repeat(height, times))[::-1]
    if (simes[1:] > simes[:-1]).any():  # by a rounding, where the tangent changes corners
        simes = np.maximum.accumulate(simes[::-1])[::-1]
    return simes


def _lower_hull(p: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Corners of the lower convex hull of the points (1, p_1), ..., (m, p_m).

    Blocks that fit into the cache first: a corner of the whole is a corner of its block.
    """
    place = np.arange(1.0, p.size + 1)
    if p.size <= _HULL_CELLS:
        return _corners(place, p)
    blocks = [
        _corners(place[first : first + _HULL_CELLS], p[first : first + _HULL_CELLS])
        for first in range(0, p.size, _HULL_CELLS)
    ]
    return _corners(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))


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


def _adjust_by_crossing(p: FloatArray, simes: FloatArray, out: FloatArray) -> None:
    """max{min(S_j, j p_i)} from the number c_i of those j for which j p_i < S_j.

    They are j = 1, ..., c_i, hence the maximum is that of c_i p_i and S_(c_i + 1). c_i is the
    number of thresholds S_j / j above p_i. Most p-values are above all but a few of them; there
    the thresholds are looked up among the p-values, and not the other way round.
    """
    m = p.size
    few = min(m, _FEW)
    bounds = np.searchsorted(p, _exact_thresholds(simes[:few]))[::-1]
    small = int(bounds[0])  # how many p-values are below all of the few thresholds
    sizes = np.diff(bounds, append=m)
    np.multiply(np.repeat(np.arange(few - 1.0, -1.0, -1.0), sizes), p[small:], out=out[small:])
    np.maximum(out[small:], np.repeat(simes[few - 1 :: -1], sizes), out=out[small:])
    if small:
        thresholds = (simes / np.arange(1.0, m + 1))[::-1]
        c = m - np.searchsorted(thresholds, p[:small], side="right")
        padded = np.concatenate([[np.inf], simes, [0.0]])  # padded[j] = S_j
        c -= c * p[:small] >= padded[c]  # where the quotient was rounded
        c += (c < m) & ((c + 1) * p[:small] < padded[c + 1])
        np.maximum(c * p[:small], padded[c + 1], out=out[:small])


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
