"""Exhaustive sets: which hypotheses of all pairs can be true together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from evenkeel.errors import InputError

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
