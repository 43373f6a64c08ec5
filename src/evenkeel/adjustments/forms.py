"""The largest exhaustive sets on a line that hold two given points: the four forms they can have.

docs/bergmann_hommel.md has the forms and the proof that there are no others. Each function takes
many pairs at once, each at a level of its own: arrays `number` of levels, `a` and `b` of points,
a < b in reach of each other. It returns the largest size that a set of its form has, or a number
below 1 if there is no such set; points are chosen for all pairs together, in arrays
(pairs, choices of one end, choices of the other).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evenkeel._types import IndexArray
from evenkeel.adjustments.line import IMPOSSIBLE, CountArray, largest_beginnings, pairs_of

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
