"""Algorithms as points on a line, and the four forms of the exhaustive sets there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments._adjust import as_positions
from evenkeel.errors import InputError
from evenkeel.families import Family, matrix_of_pairs

# Algorithms as points on a line: the largest exhaustive sets when p depends on the distance.
#
# With p-values that decrease with the distance of two average ranks, an exhaustive set without
# p-values below a level is a partition of the points into groups of bounded diameter, and the
# largest one is a partition into runs of neighbours (docs/bergmann_hommel.md has the proof).


IMPOSSIBLE = -(1 << 28)  # the size of no set, and of none even after something is added to it

_NOISE = 1e-9  # relative; p-values out of order by less are taken for equal
_SAME = 1e-12  # relative; levels that differ by less are merged

CountArray = NDArray[np.int32]


@dataclass(frozen=True)
class Line:
    """k points in increasing order, and the levels that the p-values of their pairs take.

    Attributes
    ----------
    order : ndarray, shape (k,)
        Numbers of the algorithms from the first point to the last.
    level : ndarray, shape (k, k)
        Number of the level of each two points in that order; -1 on the diagonal. It does not
        decrease when either point moves away from the other.
    pvalues : ndarray, shape (levels,)
        The p-value of each level, decreasing.
    """

    order: IndexArray
    level: CountArray
    pvalues: FloatArray

    @property
    def k(self) -> int:
        """Number of points."""
        return len(self.order)

    def in_family_order(self, values: FloatArray) -> FloatArray:
        """Read a symmetric matrix (k, k) over the points as a vector over the m hypotheses."""
        place = np.argsort(self.order)
        first, second = np.triu_indices(self.k, 1)
        vector: FloatArray = values[place[first], place[second]]
        return vector


def check_positions(p: FloatArray, family: Family, positions: ArrayLike) -> FloatArray:
    """Positions for each replicate, after checking that p nowhere increases with the distance.

    `p` has shape (..., m); `positions` (..., k) or (k,). Floating noise is forgiven.
    """
    given = as_positions(positions)
    leading = p.shape[:-1]
    if given.shape not in ((family.k,), (*leading, family.k)):
        raise InputError(
            f"positions of shape {given.shape} do not fit p-values of shape {p.shape}; "
            f"give one number for each of the {family.k} algorithms"
        )
    placed = np.broadcast_to(given, (*leading, family.k))
    first, second = family.pairs.T
    distance = np.abs(placed[..., first] - placed[..., second])
    order = np.argsort(distance, axis=-1, kind="stable")
    ordered = np.take_along_axis(p, order, axis=-1)
    allowed = np.minimum.accumulate(ordered, axis=-1) * (1 + _NOISE) + np.finfo(float).tiny
    if (ordered > allowed).any():
        *where, far = np.argwhere(ordered > allowed)[0]
        near = int(np.argmin(ordered[*where, :far]))
        names = [
            " and ".join(family.hypotheses[order[*where, place]]) for place in (near, int(far))
        ]
        raise InputError(
            f"p increases with the distance of the positions: {ordered[*where, near]:.6g} for "
            f"{names[0]}, but {ordered[*where, far]:.6g} for {names[1]}, which are not closer; "
            "give positions only if p depends on nothing but their distance, else leave them out"
        )
    return placed


def place_on_line(p: FloatArray, positions: FloatArray) -> Line:
    """Put one vector of m p-values on the line of the k positions.

    The p-value of a distance is the smallest p of all pairs that are not farther apart: a change
    of no more than the noise that `check_positions` forgives. Levels that agree to 12 digits are
    merged; an adjusted p-value changes by no larger proportion than the raw ones do.
    """
    k = len(positions)
    order = np.argsort(positions, kind="stable")
    sorted_positions = positions[order]
    pairs = np.triu_indices(k, 1)
    distance = (sorted_positions - sorted_positions[:, None])[pairs]
    distances, number = np.unique(distance, return_inverse=True)
    sorted_p = matrix_of_pairs(p, k, diagonal=1.0)[np.ix_(order, order)][pairs]
    smallest = np.ones(len(distances))
    np.minimum.at(smallest, number, sorted_p)
    smallest = np.minimum.accumulate(smallest)
    new = np.append(True, smallest[1:] < smallest[:-1] * (1 - _SAME))
    level = matrix_of_pairs((np.cumsum(new) - 1.0)[number], k, diagonal=-1.0).astype(np.int32)
    return Line(order, level, smallest[np.append(new[1:], True)])


def largest_beginnings(level: CountArray, n_levels: int) -> CountArray:
    """Size of the largest exhaustive set of the first 0, 1, ..., k points (rows), at each level.

    The last run of the first j points begins at some point i from which j - 1 is in reach.
    """
    k = len(level)
    levels = np.arange(n_levels, dtype=np.int32)
    best = np.zeros((k + 1, n_levels), dtype=np.int32)
    for j in range(1, k + 1):
        size = best[:j] + pairs_of(np.arange(j, 0, -1))[:, None]
        np.copyto(size, IMPOSSIBLE, where=level[:j, j - 1, None] > levels)
        best[j] = size.max(axis=0)
    return best


def pairs_of(size: IndexArray | CountArray) -> CountArray:
    """C(size, 2), and 0 for the sizes below 2."""
    size = np.maximum(size, 1)
    pairs: CountArray = (size * (size - 1) >> 1).astype(np.int32, copy=False)
    return pairs


# The largest exhaustive sets on a line that hold two given points: the four forms they can have.
#
# docs/bergmann_hommel.md has the forms and the proof that there are no others. Each function takes
# many pairs at once, each at a level of its own: arrays `number` of levels, `a` and `b` of points,
# a < b in reach of each other. It returns the largest size that a set of its form has, or a number
# below 1 if there is no such set; points are chosen for all pairs together, in arrays
# (pairs, choices of one end, choices of the other).


Points = IndexArray | CountArray


@dataclass(frozen=True)
class Surroundings:
    """What is before, behind and in reach of each point, at each level (the columns).

    Attributes
    ----------
    before, after : ndarray, shape (k + 1, levels)
        Size of the largest exhaustive set of the first, and of the last, 0, 1, ..., k points.
    first, last : ndarray, shape (k, levels)
        The first and the last point in reach of each point.
    """

    before: CountArray
    after: CountArray
    first: CountArray
    last: CountArray

    @classmethod
    def of(cls, level: CountArray, n_levels: int) -> Surroundings:
        """Look around in a line with these levels."""
        mirrored = np.ascontiguousarray(level[::-1, ::-1])
        return cls(
            before=largest_beginnings(level, n_levels),
            after=largest_beginnings(mirrored, n_levels),
            first=len(level) - 1 - _last_in_reach(mirrored, n_levels)[::-1],
            last=_last_in_reach(level, n_levels),
        )

    @property
    def mirrored(self) -> Surroundings:
        """The same line from its other end, on which point i is point k - 1 - i of this one."""
        end = len(self.last) - 1
        return Surroundings(self.after, self.before, end - self.last[::-1], end - self.first[::-1])

    def behind(self, point: IndexArray, number: IndexArray) -> CountArray:
        """Size of the largest exhaustive set of the points behind a point, at a level."""
        sizes: CountArray = self.after[len(self.last) - 1 - point, number]
        return sizes


Form = Callable[[Surroundings, IndexArray, IndexArray, IndexArray], CountArray]


def in_one_run(
    around: Surroundings, number: IndexArray, a: IndexArray, b: IndexArray
) -> CountArray:
    """Form 1: a and b are in one run s..e."""
    s = _points(around.first[b, number], a)
    e = _points(b, around.last[a, number])
    number = number[:, None]
    own = pairs_of(e[:, None, :] - s[:, :, None] + 1)
    own[e[:, None, :] > around.last[s, number][:, :, None]] = IMPOSSIBLE
    return _largest(around.before[s, number], own, around.behind(e, number))


def first_apart(
    around: Surroundings, number: IndexArray, a: IndexArray, b: IndexArray
) -> CountArray:
    """Form 2: the group is a and s..e with s <= b <= e; u..s-1 without a reaches around a.

    Of all s the largest is the best, that is the one behind the last point in reach of u.
    """
    begin = around.first[a + 1, number]
    sizes = np.full(len(a), IMPOSSIBLE, dtype=np.int32)
    some = begin <= a - 3
    number, a, b, begin = number[some], a[some], b[some], begin[some]
    u = _points(begin, a - 3)
    e = _points(b, around.last[a, number])
    number = number[:, None]
    s = np.minimum(around.last[u, number] + 1, b[:, None])
    left = around.before[u, number] + pairs_of(s - 1 - u)
    own = pairs_of(e[:, None, :] - s[:, :, None] + 2)
    sizes[some] = _largest(left, own, around.behind(e, number))
    return sizes


def second_apart(
    around: Surroundings, number: IndexArray, a: IndexArray, b: IndexArray
) -> CountArray:
    """Form 3: the mirror image of form 2."""
    end = len(around.last) - 1
    return first_apart(around.mirrored, number, end - b, end - a)


def both_apart(
    around: Surroundings, number: IndexArray, a: IndexArray, b: IndexArray
) -> CountArray:
    """Form 4: the group is a, b and s..t-1 between them; u..s-1 and t..v reach around a and b.

    Both neighbours are as long as they can be. If they meet, so that nothing is left between
    them, one of the two is: the left one (t = s), or the right one (s = t).
    """
    begin, end = around.first[a + 1, number], around.last[b - 1, number]
    sizes = np.full(len(a), IMPOSSIBLE, dtype=np.int32)
    some = (begin <= a - 3) & (end >= b + 3)
    number, a, b, begin, end = number[some], a[some], b[some], begin[some], end[some]
    u, v = _points(begin, a - 3), _points(b + 3, end)
    number = number[:, None]
    s, t = around.last[u, number] + 1, around.first[v, number]
    left, right = around.before[u, number], around.behind(v, number)
    a, b, u, s = a[:, None, None], b[:, None, None], u[:, :, None], s[:, :, None]
    v, t = v[:, None, :], t[:, None, :]
    earlier, later = np.minimum(s, t), np.maximum(s, t)
    longest_left = pairs_of(s - 1 - u) + pairs_of(v - later)
    longest_left[later >= b] = IMPOSSIBLE
    longest_right = pairs_of(earlier - 1 - u) + pairs_of(v - t)
    longest_right[earlier <= a + 1] = IMPOSSIBLE
    own = np.maximum(longest_left, longest_right)
    own += pairs_of(later - s + 2)
    sizes[some] = _largest(left, own, right)
    return sizes


#: All forms, the cheapest first.
FORMS: tuple[Form, ...] = (in_one_run, first_apart, second_apart, both_apart)


def _largest(left: CountArray, own: CountArray, right: CountArray) -> CountArray:
    own += left[:, :, None]
    own += right[:, None, :]
    largest: CountArray = own.max(axis=(1, 2), initial=IMPOSSIBLE)
    return largest


def _points(first: Points, last: Points) -> IndexArray:
    """The points from `first` to `last` of each pair in a row, the last one repeated to fill it."""
    width = int((last - first).max(initial=0)) + 1
    points: IndexArray = np.minimum(first[:, None] + np.arange(width), last[:, None])
    return points


def _last_in_reach(level: CountArray, n_levels: int) -> CountArray:
    """The last point in reach of each point at each level."""
    k = len(level)
    i, j = np.triu_indices(k, 1)
    new = np.bincount(i * n_levels + level[i, j], minlength=k * n_levels).reshape(k, n_levels)
    last: CountArray = (np.arange(k)[:, None] + np.cumsum(new, axis=1)).astype(np.int32)
    return last
