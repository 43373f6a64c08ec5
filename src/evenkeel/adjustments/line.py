"""Algorithms as points on a line: the largest exhaustive sets when p depends on the distance.

With p-values that decrease with the distance of two average ranks, an exhaustive set without
p-values below a level is a partition of the points into groups of bounded diameter, and the
largest one is a partition into runs of neighbours (docs/bergmann_hommel.md has the proof).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments.inputs import as_positions
from evenkeel.errors import InputError
from evenkeel.families import Family, matrix_of_pairs

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
