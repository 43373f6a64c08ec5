"""Exhaustive sets: which hypotheses of all pairs can be true together.

Long because the list of all sets, the search over subsets and the sets themselves are one idea.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.adjustments.registry import multiple
from evenkeel.errors import InputError

# Exhaustive sets: which hypotheses of all pairs can be true together.


LARGEST_LISTED = 9  # 21,146 sets; there would be 115,974 for 10 algorithms

Pair = tuple[int, int]


@dataclass(frozen=True)
class ExhaustiveSet:
    """Hypotheses of which exactly all can be true: the pairs within the groups of a partition.

    Parameters
    ----------
    groups : tuple of tuple of int
        A partition of the algorithms, numbered from 0: those of one group perform alike.

    Examples
    --------
    The text is the documents' label, in which 13 compares the first algorithm with the third:

    >>> from evenkeel.adjustments.exhaustive import ExhaustiveSet
    >>> str(ExhaustiveSet(((0, 2), (1,), (3, 4))))
    '(13,45)'
    """

    groups: tuple[tuple[int, ...], ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The hypotheses, as pairs of algorithms numbered from 0."""
        return tuple(sorted(pair for group in self.groups for pair in combinations(group, 2)))

    def __len__(self) -> int:
        """How many hypotheses are true."""
        return sum(len(group) * (len(group) - 1) // 2 for group in self.groups)

    def __str__(self) -> str:
        return "(" + ",".join(f"{first + 1}{second + 1}" for first, second in self.pairs) + ")"


def exhaustive_sets(k: int) -> tuple[ExhaustiveSet, ...]:
    """List the exhaustive sets of all pairs of k algorithms, the small ones first.

    A set of hypotheses is exhaustive if exactly its members can be true, all others being false.
    "Perform alike" is transitive, so these sets are the partitions of the algorithms into groups,
    less the one in which every algorithm stands alone and no hypothesis is true: there are
    B(k) - 1 of them, B(k) being the Bell number.

    The list is made by the recursion of the documents. It serves teaching and checking; the
    Bergmann-Hommel procedure itself does not need it.

    Parameters
    ----------
    k : int
        Number of algorithms, 2 to 9.

    Returns
    -------
    tuple of ExhaustiveSet
        Ordered by the number of hypotheses, then by the hypotheses.

    References
    ----------
    .. [1] S. García, F. Herrera, An extension on "Statistical comparisons of classifiers over
       multiple data sets" for all pairwise comparisons, Journal of Machine Learning Research 9
       (2008) 2677-2694, Definition 1, Fig. 1 and Table 1.
    .. [2] B. Bergmann, G. Hommel, Improvements of general multiple test procedures for redundant
       systems of hypotheses, in: Multiple Hypotheses Testing, Springer (1988) 100-115,
       doi:10.1007/978-3-642-52307-6_8.

    Examples
    --------
    The 14 sets of four classifiers of [1]_, Fig. 2:

    >>> from evenkeel.adjustments.exhaustive import exhaustive_sets
    >>> print(*exhaustive_sets(4))
    (12) (13) (14) (23) (24) (34) (12,34) (13,24) (14,23) (12,13,23) (12,14,24) (13,14,34)
    (23,24,34) (12,13,14,23,24,34)
    """
    if not 2 <= k <= LARGEST_LISTED:
        raise InputError(
            f"the exhaustive sets can be listed for 2 to {LARGEST_LISTED} algorithms, not {k}; "
            "the Bergmann-Hommel procedure works for more of them without the list"
        )
    pairs = tuple(combinations(range(k), 2))
    listed = [
        tuple(pair for number, pair in enumerate(pairs) if hypotheses >> number & 1)
        for hypotheses in _obtain_exhaustive(tuple(range(k)), k)
    ]
    listed.sort(key=lambda hypotheses: (len(hypotheses), hypotheses))
    return tuple(ExhaustiveSet(_groups_of(hypotheses, k)) for hypotheses in listed)


@cache
def _obtain_exhaustive(algorithms: tuple[int, ...], k: int) -> frozenset[int]:
    """Fig. 1 of García and Herrera (2008); bit h of a set says that hypothesis h is in it."""
    if len(algorithms) < 2:
        return frozenset()
    found = {sum(_hypothesis(pair, k) for pair in combinations(algorithms, 2))}
    *others, last = algorithms
    for size in range(1, len(algorithms)):
        for first in combinations(others, size):  # step 6: the last one is never in the first part
            second = tuple(a for a in others if a not in first)
            left = _obtain_exhaustive(first, k)
            right = _obtain_exhaustive((*second, last), k)
            found |= left | right
            found.update(one | other for one in left for other in right)
    return frozenset(found)


def _hypothesis(pair: Pair, k: int) -> int:
    """The bit of a pair; pairs are numbered (0, 1), (0, 2), ..., (k - 2, k - 1)."""
    first, second = pair
    return 1 << (first * (2 * k - first - 3) // 2 + second - 1)


def _groups_of(pairs: tuple[Pair, ...], k: int) -> tuple[tuple[int, ...], ...]:
    leader = list(range(k))
    for first, second in pairs:  # in order, so that a leader is the smallest of its group
        leader[second] = min(leader[second], leader[first])
    return tuple(tuple(a for a in range(k) if leader[a] == b) for b in range(k) if leader[b] == b)


# Adjusted p-values over the list of all exhaustive sets, for few algorithms and many tables.
#
# Each line of the computation handles all sets and a block of replicates at once. A set is held as
# its hypotheses, and a hypothesis as the sets that hold it, both flattened for ``ufunc.reduceat``.


LARGEST_ENUMERATED = 9  # beyond, the sets are too many: 115,974 for 10 algorithms

_BLOCK_CELLS = 1 << 14  # numbers gathered at a time: small enough for malloc to keep the memory


@dataclass(frozen=True)
class _Sets:
    """The exhaustive sets of all pairs of k algorithms, ordered by size.

    `hypotheses` lists the members of the first set, of the second, ...; `begins` says where each
    set begins. `holders` lists the sets that hold the first hypothesis, the second, ...;
    `holders_begin` says where each hypothesis begins. `size_begins` is the first set of each size.
    """

    sizes: IndexArray
    hypotheses: IndexArray
    begins: IndexArray
    holders: IndexArray
    holders_begin: IndexArray
    size_begins: IndexArray


def bergmann_by_sets(p: FloatArray, k: int) -> FloatArray:
    """Bergmann-Hommel: the largest |I| min p over the exhaustive sets I that hold the hypothesis.

    `p` has shape (replicates, m); the result is not clipped at 1.
    """
    return _in_blocks(_bergmann, p, _exhaustive(k))


def dynamic_by_sets(p: FloatArray, k: int) -> FloatArray:
    """Shaffer dynamic: the largest |I| min(p_i, min p over I) over all exhaustive sets I.

    `p` has shape (replicates, m); the result is not clipped at 1.
    """
    return _in_blocks(_dynamic, p, _exhaustive(k))


def set_partitions(k: int) -> NDArray[np.int8]:
    """All B(k) partitions of k algorithms: one row each, the number of the group of each one.

    Groups are numbered as they first appear, so that a new algorithm joins one of the groups
    there are or opens the next one.
    """
    labels = np.zeros((1, 1), dtype=np.int8)
    for _ in range(1, k):
        choices = labels.max(axis=1).astype(np.intp) + 2
        begins = np.cumsum(choices) - choices
        joined = np.arange(choices.sum()) - np.repeat(begins, choices)
        labels = np.column_stack([np.repeat(labels, choices, axis=0), joined.astype(np.int8)])
    return labels


@cache
def _exhaustive(k: int) -> _Sets:
    labels = set_partitions(k)
    first, second = np.triu_indices(k, 1)
    holds = labels[:, first] == labels[:, second]
    sizes = holds.sum(axis=1)
    order = np.argsort(sizes, kind="stable")[1:]  # without the empty set
    holds, sizes = holds[order], sizes[order]
    counts = holds.sum(axis=0)
    return _Sets(
        sizes=sizes,
        hypotheses=np.nonzero(holds)[1],
        begins=np.cumsum(sizes) - sizes,
        holders=np.nonzero(holds.T)[1],
        holders_begin=np.cumsum(counts) - counts,
        size_begins=np.flatnonzero(np.diff(sizes, prepend=0)),
    )


def _in_blocks(
    formula: Callable[[FloatArray, _Sets], FloatArray], p: FloatArray, sets: _Sets
) -> FloatArray:
    step = max(1, _BLOCK_CELLS // len(sets.hypotheses))
    adjusted = np.empty_like(p)
    for first in range(0, len(p), step):
        block = np.ascontiguousarray(p[first : first + step].T)
        adjusted[first : first + step] = formula(block, sets).T
    return adjusted


def _bergmann(p: FloatArray, sets: _Sets) -> FloatArray:
    products = multiple(_smallest(p, sets), sets.sizes[:, None])
    adjusted: FloatArray = np.maximum.reduceat(products[sets.holders], sets.holders_begin, axis=0)
    return adjusted


def _dynamic(p: FloatArray, sets: _Sets) -> FloatArray:
    # of the sets of one size, the one whose smallest p-value is largest decides
    highest = np.maximum.reduceat(_smallest(p, sets), sets.size_begins, axis=0)
    adjusted = np.zeros_like(p)
    for size, level in zip(sets.sizes[sets.size_begins], highest, strict=True):
        np.maximum(adjusted, multiple(np.minimum(p, level), size), out=adjusted)
    return adjusted


def _smallest(p: FloatArray, sets: _Sets) -> FloatArray:
    """Smallest p-value of each exhaustive set; `p` has shape (m, replicates)."""
    smallest: FloatArray = np.minimum.reduceat(p[sets.hypotheses], sets.begins, axis=0)
    return smallest


# The largest exhaustive sets for arbitrary p-values, by dynamic programming over subsets.
#
# For a level t, join two algorithms if the p-value of their pair is not below t. An exhaustive set
# without p-values below t is a partition of the algorithms into cliques, groups of which all pairs
# are joined. Its size is the number of pairs within groups. Let best(U) be the largest size of a
# partition of the subset U.
#
# 1. The largest group of a best partition is a maximal clique of U: an algorithm outside it that is
#    joined to all of its c members would gain c pairs there and lose at most c - 1. The maximal
#    cliques of U are among the sets "Q and U", Q running over the maximal cliques of all
#    algorithms, so that ::
#
#        best(U) = max { C(|Q and U|, 2) + best(U without Q) : Q a maximal clique }.
#
# 2. The levels are gone through in increasing order, which takes away one join ab after the other.
#    best(U) changes only if U holds a and b, and it can only fall. So a U is done as soon as some Q
#    reaches the former value. If Q holds a or b, "U without Q" does not hold both of them and has
#    its value already; for the other Q the subsets are taken in the order of their size.
#
# A subset is a bit mask. The procedures need no more than M_ab(t), the largest size of a partition
# at the level t with a and b in one group, and the size at all: docs/bergmann_hommel.md, equation
# (2). Hypotheses whose adjusted p-value has reached 1 are not followed further.


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
    """What the module's docstring says at a level, by mask: `best`, and whether it is a clique."""

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
