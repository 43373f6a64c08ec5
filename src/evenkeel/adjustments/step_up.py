"""Step-up procedures: Hochberg's, Hommel's and Rom's."""

from __future__ import annotations

import numpy as np
from numpy.polynomial.chebyshev import chebval

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments.registry import Adjustment, Decision, multiple, register, step_up
from evenkeel.adjustments.single_step import at_least_one
from evenkeel.adjustments.step_down import holm, holm_levels
from evenkeel.errors import InputError
from evenkeel.numerics.calculus import chebyshev_nodes, chebyshev_series, solve_increasing
from evenkeel.references import REFERENCES

# Hochberg's step-up procedure: from the largest p-value on, until a comparison holds.


# Hochberg's comparisons are Holm's, made from the other end:
# APV_i = min{(m - j + 1) p_j : j >= i}. The documents print max instead of min.
register(
    Adjustment(
        name="hochberg",
        title="Hochberg",
        meaning="Goes up from the largest p-value with the levels of Holm. Needs positive "
        "dependence.",
        aliases=("simes-hochberg",),
        kind="step-up",
        controls="FWER",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["hochberg1988"],
        formula=holm,
        decide=step_up(holm, holm_levels),
    )
)


# Hommel's procedure: closed testing with Simes' test, without going through all subsets.
#
# Let S_j be Simes' p-value of the j largest p-values of m, ::
#
#     S_j = min{p_(m - j + k) j / k : k = 1, ..., j}.
#
# It does not increase with j, since (j + 1) / (k + 1) <= j / k. Hommel finds the largest j with
# p_(m - j + k) > k alpha / j for all k, which is to say with S_j > alpha, and rejects H_i if
# j p_i <= alpha. So H_i is retained at alpha if and only if some j has both S_j > alpha and
# j p_i > alpha, and its adjusted p-value is::
#
#     APV_i = max{min(S_j, j p_i) : j = 1, ..., m}.
#
# All S_j follow from the lower convex hull of the points (i, p_(i)) [1]_: with t = m - j,
# p_(i) / (i - t) is the slope of the line from (t, 0) to a point, and the line with the smallest
# slope touches the hull. j p_i increases and S_j decreases with j, so that the maximum lies where
# they cross.
#
# The usual loop over j is of order m^2. For all pairs of 25 algorithms the hull is 7 times as fast,
# for those of 100 algorithms 190 times (0.8 ms instead of 0.14 s). Up to 256 p-values it is the
# loop, over many families at once: 10,000 families of 36 take 60 ms.
#
# References
# ----------
# .. [1] R. J. Meijer, T. J. P. Krebs and J. J. Goeman, Hommel's procedure in linear time,
#    Biometrical Journal 61 (2019) 73-82, doi:10.1002/bimj.201700316.


_SMALL = 256  # up to this m a table of all j for many families at once is the faster way
_BLOCK_CELLS = 1 << 15  # p-values handled at a time: they stay in the cache


def hommel(p: FloatArray) -> FloatArray:
    """APV_i = max{min(S_j, j p_i) : j = 1, ..., m}; p sorted along the last axis."""
    m = p.shape[-1]
    rows = p.reshape(-1, m)
    step = max(1, _BLOCK_CELLS // m)
    parts = [_adjust(rows[first : first + step]) for first in range(0, len(rows), step)]
    return np.concatenate(parts).reshape(p.shape)


def decide_hommel(p: FloatArray, alpha: float) -> Decision:
    """Hommel's j and the level alpha / j; without such a j everything is rejected."""
    simes = _simes(p.reshape(-1, p.shape[-1]))
    j = (simes > alpha).sum(axis=-1).reshape(*p.shape[:-1], 1)
    some = np.maximum(j, 1)
    return np.broadcast_to(alpha / some, p.shape), (multiple(p, some) <= alpha) | (j == 0)


def _adjust(p: FloatArray) -> FloatArray:
    """max{min(S_j, j p_i)} of families (rows, m) from the number c_i of j with j p_i < S_j.

    They are j = 1, ..., c_i, hence the maximum is that of c_i p_i and S_(c_i + 1).
    """
    simes = _simes(p)
    c = _crossings(p, simes)
    beyond = np.append(simes, np.zeros((len(p), 1)), axis=1)
    adjusted: FloatArray = np.maximum(multiple(p, c), np.take_along_axis(beyond, c, axis=1))
    return adjusted


def _crossings(p: FloatArray, simes: FloatArray) -> IndexArray:
    """How many j have j p_i < S_j, for families (rows, m).

    As doubles, the `multiple` of p_i is below S_j where p_i is not above the next double below
    S_j over j, or, of subnormal numbers, which are rounded more, the double before that.
    """
    m = p.shape[1]
    j = np.arange(1.0, m + 1)
    largest = np.nextafter(simes, 0.0) / j
    largest = np.where(multiple(largest, j) < simes, largest, np.nextafter(largest, 0.0))
    if m <= _SMALL:
        c: IndexArray = np.count_nonzero(p[:, :, None] <= largest[:, None, :], axis=2)
    else:
        pairs = zip(largest, p, strict=True)
        c = m - np.array([np.searchsorted(bounds[::-1], row) for bounds, row in pairs])
    return c


def _simes(p: FloatArray) -> FloatArray:
    """S_1, ..., S_m of families (rows, m)."""
    m = p.shape[1]
    if m > _SMALL:
        return np.stack([_simes_by_hull(row) for row in p])
    columns = np.ascontiguousarray(p.T)
    simes = np.empty(columns.shape)
    for j in range(1, m + 1):
        factors = j / np.arange(1.0, j + 1)
        np.min(columns[m - j :] * factors[:, None], axis=0, out=simes[j - 1])
    return simes.T


def _simes_by_hull(p: FloatArray) -> FloatArray:
    """S_1, ..., S_m of one long family, by the corners of its hull."""
    m = p.size
    place, height = _lower_hull(p)
    # The line through two neighbouring corners meets the axis at t = reach: from that t on the
    # tangent from (t, 0) touches the right one of them.
    rise, run = np.diff(height), np.diff(place)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(rise > 0, place[:-1] - height[:-1] * run / rise, -np.inf)
    ends = np.maximum.accumulate(np.append(np.clip(np.ceil(reach), 0, m), m))
    touched = np.diff(ends, prepend=0).astype(np.intp)  # by how many of the m tangents
    t = np.arange(m)
    simes = (m - t) / (np.repeat(place, touched) - t) * np.repeat(height, touched)
    # where the tangent changes corners, a rounding could take it back
    descending: FloatArray = np.maximum.accumulate(simes)[::-1]
    return descending


def _lower_hull(p: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Corners of the lower convex hull of the points (1, p_1), ..., (m, p_m)."""
    place, height = np.arange(1.0, p.size + 1), p
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


register(
    Adjustment(
        name="hommel",
        title="Hommel",
        meaning="Closed testing with Simes' inequality; never rejects less than Hochberg.",
        kind="step-up",
        controls="FWER",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["hommel1988"],
        formula=hommel,
        decide=decide_hommel,
    )
)


# Rom's step-up procedure: Hochberg's with the largest levels that independence allows.
#
# The level c_j of the j-th largest p-value does not depend on m. Under m independent true
# hypotheses the procedure rejects none with probability exactly 1 - alpha, for every m, if::
#
#     c_1 = alpha,  c_2 = alpha / 2,
#     c_i = [alpha + ... + alpha^(i - 1) - sum{C(i, j) c_(j + 1)^(i - j) : j = 1, ..., i - 2}] / i.
#
# In equation (15) of Derrac et al. (2011) the binomial coefficient is misprinted. The constants
# depend on alpha, and not in proportion to it. The adjusted p-value of the hypothesis with the
# j-th largest p-value is hence found by solving c_j(alpha) = p. Two bounds enclose the solution::
#
#     1 - (1 - p)^j <= alpha <= j p,
#
# the left one because something is rejected whenever the smallest of j p-values is at most c_j, so
# that 1 - (1 - c_j)^j <= alpha; the right one because Hochberg's levels alpha / j are not above
# Rom's.
#
# The published tables use one set of ratios alpha / c_j, 1, 2, 3, 3.814, 4.755, 5.705, 6.655, ...,
# whatever alpha is: those of alpha = 0.05 with the last term of each sum left out. They are the
# variant ``"keel"``, named after the software that computed the tables.


#: The most hypotheses for which the constants are known to 1e-10 in double precision.
LARGEST = 2000

_WINDOW = 64  # terms of the second sum; those before are below 1e-20 of the first sum
_BLOCK_CONSTANTS = 1 << 17  # constants held at a time: they stay in the cache
_NODES = 64  # of the interpolation; 56 give 1e-14 for every j up to 500


def rom_constants(m: int, alpha: FloatArray, *, last_terms: bool = True) -> FloatArray:
    """Levels c_1, ..., c_m of the largest, second largest, ... p-value.

    Every term of the two sums is positive and the difference is no smaller than alpha, so that
    little is lost by the subtraction: against 120-digit arithmetic the relative error is below
    1e-14 for alpha <= 0.9 and below 3e-11 up to alpha = 1, for m up to 2000.

    Parameters
    ----------
    m : int
        How many levels.
    alpha : ndarray, shape (size,)
        Levels of the whole family.
    last_terms : bool
        False leaves out the last term of both sums, as in the published tables.

    Returns
    -------
    ndarray, shape (m, size)
    """
    constants = np.empty((m, alpha.size))
    constants[0] = alpha
    constants[1:2] = alpha / 2
    terms = np.empty((m, alpha.size))  # terms[j] = C(i, j) c_(j + 1)^(i - j)
    power = alpha.copy()
    powers = alpha.copy() if last_terms else np.zeros(alpha.size)
    for i in range(3, m + 1):
        power *= alpha
        powers += power if last_terms else power / alpha
        first = max(1, i - 1 - _WINDOW)
        j = np.arange(first, i - 2)
        terms[first : i - 2] *= constants[first : i - 2] * (i / (i - j))[:, None]
        terms[i - 2] = i * (i - 1) / 2 * constants[i - 2] ** 2
        summed = terms[first : i - 1 if last_terms else i - 2]
        constants[i - 1] = (powers - summed.sum(axis=0)) / i
    return constants


def rom(p: FloatArray, *, variant: str) -> FloatArray:
    """The alpha with c_(m - i + 1)(alpha) = p_i; p sorted along the last axis.

    Where a larger p-value leads to a smaller alpha anyway, the upper bound stands in for it.
    """
    m = p.shape[-1]
    if variant == "keel":
        return multiple(p, _keel_ratios(m))
    _check_size(m)
    j = np.arange(m, 0.0, -1.0)
    high = np.minimum(multiple(p, j), 1.0)
    steps = high.copy()
    best = np.minimum.accumulate(high[..., ::-1], axis=-1)[..., ::-1]
    wanted = (at_least_one(p, j) < best) & (j > 2)  # the first two levels are alpha / j
    rank = np.broadcast_to(j, p.shape)[wanted].astype(np.intp)
    invert = _solve if rank.size < 2 * _NODES * m else _interpolate
    steps[wanted] = invert(p[wanted], rank)
    return steps


def rom_levels(m: int, alpha: float, *, variant: str) -> FloatArray:
    """Levels from the smallest p-value on."""
    if variant == "keel":
        return alpha / _keel_ratios(m)
    _check_size(m)
    return rom_constants(m, np.array([alpha]))[::-1, 0]


def _solve(p: FloatArray, rank: IndexArray) -> FloatArray:
    """Solve c_rank(alpha) = p."""
    order = np.argsort(rank, kind="stable")  # those that need as many constants go together
    solved = np.empty(p.size)
    together = max(64, _BLOCK_CONSTANTS // int(rank.max(initial=1)))
    for first in range(0, p.size, together):
        part = order[first : first + together]
        solved[part] = _solve_together(p[part], rank[part])
    return solved


def _solve_together(p: FloatArray, rank: IndexArray) -> FloatArray:
    def excess(alpha: FloatArray, which: IndexArray) -> FloatArray:
        j = rank[which]
        constants = rom_constants(int(j.max()), alpha)
        difference: FloatArray = constants[j - 1, np.arange(j.size)] - p[which]
        return difference

    high = np.minimum(p * rank, 1.0)
    return solve_increasing(
        excess, np.minimum(at_least_one(p, rank.astype(np.float64)), high), high
    )


def _interpolate(p: FloatArray, rank: IndexArray) -> FloatArray:
    """Solve c_rank(alpha) = p for very many p by Chebyshev interpolation, rank by rank.

    What is interpolated is the ratio of alpha to its lower bound, a smooth function of p between
    0 and c_rank(1), the p-value from which on alpha is 1.
    """
    order = np.argsort(rank, kind="stable")
    ranks, begins = np.unique(rank[order], return_index=True)
    largest = rom_constants(int(ranks[-1]), np.ones(1))[ranks - 1]
    sample = (chebyshev_nodes(_NODES) + 1) / 2 * largest
    of_rank = np.repeat(ranks, _NODES)
    low = at_least_one(sample, ranks[:, None].astype(np.float64))
    coefficients = chebyshev_series(_solve(sample.ravel(), of_rank).reshape(sample.shape) / low)
    solved = np.empty(p.size)
    for j, part, top, series in zip(
        ranks, np.split(order, begins[1:]), largest[:, 0], coefficients, strict=True
    ):
        inside = np.minimum(p[part] / top, 1.0)
        low, high = at_least_one(p[part], float(j)), np.minimum(p[part] * j, 1.0)
        alpha = np.clip(low * chebval(2 * inside - 1, series), low, high)
        solved[part] = np.where(inside < 1, alpha, high)
    return solved


def _keel_ratios(m: int) -> FloatArray:
    """The ratios of the published tables, from the smallest p-value on."""
    ratios: FloatArray = 0.05 / rom_constants(m, np.array([0.05]), last_terms=False)[::-1, 0]
    return ratios


def _check_size(m: int) -> None:
    if m > LARGEST:
        raise InputError(
            f"Rom's constants are computed for at most {LARGEST} hypotheses, not {m}; "
            'use "hommel" or "hochberg"'
        )


register(
    Adjustment(
        name="rom",
        title="Rom",
        meaning="Hochberg with levels that use alpha up exactly if tests are independent.",
        kind="step-up",
        controls="FWER",
        assumes="independence",
        families=("control", "all-pairs"),
        reference=REFERENCES["rom1990"],
        formula=rom,
        decide=step_up(rom, rom_levels, upwards=False),
        variants=("exact", "keel"),
    )
)
