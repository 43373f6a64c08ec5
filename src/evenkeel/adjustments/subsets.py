"""The largest exhaustive sets for arbitrary p-values, by dynamic programming over subsets.

For a level t, join two algorithms if the p-value of their pair is not below t. An exhaustive set
without p-values below t is a partition of the algorithms into cliques, groups of which all pairs
are joined. Its size is the number of pairs within groups. Let best(U) be the largest size of a
partition of the subset U.

1. The largest group of a best partition is a maximal clique of U: an algorithm outside it that is
   joined to all of its c members would gain c pairs there and lose at most c - 1. The maximal
   cliques of U are among the sets "Q and U", Q running over the maximal cliques of all algorithms,
   so that ::

       best(U) = max { C(|Q and U|, 2) + best(U without Q) : Q a maximal clique }.

2. The levels are gone through in increasing order, which takes away one join ab after the other.
   best(U) changes only if U holds a and b, and it can only fall. So a U is done as soon as some Q
   reaches the former value. If Q holds a or b, "U without Q" does not hold both of them and has
   its value already; for the other Q the subsets are taken in the order of their size.

A subset is a bit mask. The procedures need no more than M_ab(t), the largest size of a partition
at the level t with a and b in one group, and the size at all: docs/bergmann_hommel.md, equation
(2). Hypotheses whose adjusted p-value has reached 1 are not followed further.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.adjustments.deciding import multiple

#: Some seconds to half a minute; two more algorithms take five times longer.
LARGEST_BY_SUBSETS = 20

Sizes = NDArray[np.uint8]  # numbers of pairs: 190 for 20 algorithms


def dynamic_by_subsets(p: FloatArray, k: int) -> FloatArray:
    """Shaffer's dynamic procedure for one vector of m arbitrary p-values, not clipped at 1."""
    levels, number = np.unique(p, return_inverse=True)
    reached = np.ones(len(levels))
    highest = 0.0
    for place, state in enumerate(_levels(p, k)):
        highest = max(highest, float(_multiples(state.level, len(p))[state.best[-1]]))
        reached[place] = highest
        if highest >= 1:
            break
    adjusted: FloatArray = reached[number]
    return adjusted


def bergmann_by_subsets(p: FloatArray, k: int) -> FloatArray:
    """Bergmann-Hommel for one vector of m arbitrary p-values, not clipped at 1."""
    pairs = _masks_of_pairs(k)
    within = _pairs_within(_members(k))
    product = np.zeros(1 << k)  # for each group T, the largest |I| min p with T a group of I
    at_least = np.zeros(len(p))
    for state in _levels(p, k):
        wanted = p >= state.level
        if at_least[wanted].min() >= 1:
            break
        times = _multiples(state.level, len(p))
        alone = times[1 + state.best[~pairs[wanted]].astype(np.intp)]  # a group by itself
        at_least[wanted] = np.maximum(at_least[wanted], alone)
        if times[state.best[-1]] > at_least[wanted].min():
            sizes = within + state.best[::-1]  # T and the best partition of all others
            np.maximum(product, times[sizes], out=product, where=state.clique)
    for j in range(k):  # the largest over all groups that hold the members of a mask, and others
        without, holding = product.reshape(-1, 2, 1 << j).swapaxes(0, 1)
        np.maximum(without, holding, out=without)
    return np.maximum(product[pairs], at_least)


def _multiples(level: float, m: int) -> FloatArray:
    """0, 1, ..., m times the level."""
    return multiple(np.array([level]), np.arange(m + 1.0))


@dataclass(frozen=True)
class _State:
    """What the module's docstring tells at a level, by mask: `best`, and whether it is a clique."""

    level: float
    best: Sizes
    clique: BoolArray


def _levels(p: FloatArray, k: int) -> Iterator[_State]:
    """The levels in increasing order; their arrays are changed in place from one to the next."""
    members = _members(k)
    within = _pairs_within(members)
    best, clique = within.copy(), np.ones(1 << k, dtype=bool)
    by_size = np.argsort(members, kind="stable")
    maximal = [(1 << k) - 1]
    pairs = _masks_of_pairs(k).tolist()
    level = -1.0
    for number in np.argsort(p, kind="stable").tolist():
        if p[number] > level:
            level = float(p[number])
            yield _State(level, best, clique)
        join = pairs[number]
        holding = by_size[by_size & join == join]
        clique[holding] = False
        maximal = _part(maximal, join)
        _lower(best, within, members, holding, join, maximal)


def _lower(
    best: Sizes, within: Sizes, members: Sizes, holding: IndexArray, join: int, maximal: list[int]
) -> None:
    """Bring `best` of the masks `holding` a join that was taken away up to date.

    They are in the order of their sizes.
    """
    former = best[holding]
    first = join & -join
    value = np.maximum(best[holding ^ first], best[holding ^ join ^ first])  # one of the two alone
    left = np.flatnonzero(value < former)
    for clique in maximal:
        if clique & join:
            masks = holding[left]
            value[left] = np.maximum(value[left], within[masks & clique] + best[masks & ~clique])
            left = left[value[left] < former[left]]
    best[holding] = value
    masks = holding[left]
    for group in np.split(masks, np.flatnonzero(np.diff(members[masks])) + 1):
        for clique in maximal:
            if not clique & join:
                sizes = within[group & clique] + best[group & ~clique]
                best[group] = np.maximum(best[group], sizes)


def _part(maximal: list[int], join: int) -> list[int]:
    """The maximal cliques after a join is taken away, the largest first."""
    ends = join & -join, join & (join - 1)
    kept = [one for one in maximal if one & join != join]
    parts = [one & ~end for one in maximal if one & join == join for end in ends]
    for one in sorted(parts, key=int.bit_count, reverse=True):
        if all(one & ~other for other in kept):
            kept.append(one)
    return sorted(kept, key=int.bit_count, reverse=True)


def _masks_of_pairs(k: int) -> IndexArray:
    first, second = np.triu_indices(k, 1)
    masks: IndexArray = (1 << first) | (1 << second)
    return masks


def _members(k: int) -> Sizes:
    """Number of members of each mask."""
    members = np.zeros(1, dtype=np.uint8)
    for _ in range(k):
        members = np.concatenate([members, members + np.uint8(1)])
    return members


def _pairs_within(members: Sizes) -> Sizes:
    sizes = members.astype(np.intp)
    pairs: Sizes = (sizes * (sizes - 1) // 2).astype(np.uint8)
    return pairs
