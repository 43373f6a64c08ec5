"""Groups of algorithms that the tests could not tell apart, and their compact letter display.

A hypothesis that is not rejected is not shown to be true, and "not rejected" is not transitive:
A and B may be unrejected, and B and C, while A and C are rejected. Hence the groups overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, IndexArray
from evenkeel.adjustments._adjust import as_positions, as_pvalues
from evenkeel.errors import InputError, Message, Option, fraction
from evenkeel.families import algorithms_of_pairs

_MOST_GROUPS = 100_000


def unrejected_groups(
    decisions: ArrayLike,
    *,
    alpha: float | None = None,
    positions: ArrayLike | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Largest groups of algorithms within which no hypothesis is rejected.

    Every pair of a group is unrejected, no algorithm can be added to it, and every unrejected
    pair is in some group. An algorithm that is told apart from all others is a group of its own.
    The members of a group are not thereby shown to perform alike.

    The groups are the maximal cliques of the graph of unrejected pairs, found by the algorithm of
    Bron and Kerbosch with pivoting. If the rejections follow the distance of the average ranks
    there are at most k of them; arbitrary decisions can make very many, and more than 100,000
    are refused.

    Parameters
    ----------
    decisions : array_like, shape (m,)
        Whether each of all pairs (1, 2), (1, 3), ..., (k - 1, k) is rejected; or, with `alpha`,
        their adjusted p-values, of which those <= alpha are rejected.
    alpha : float, optional
        Level of the decision; only with adjusted p-values.
    positions : array_like, shape (k,), optional
        Numbers such as the average ranks, by which algorithms and groups are put in order. By
        default they keep the order of the algorithms.

    Returns
    -------
    tuple of tuple of int
        The groups, each a tuple of algorithms numbered from 0.

    References
    ----------
    .. [1] C. Bron, J. Kerbosch, Algorithm 457: finding all cliques of an undirected graph,
       Communications of the ACM 16 (1973) 575-577, doi:10.1145/362342.362367.

    Examples
    --------
    The Bergmann-Hommel p-values of Table 5 of García and Herrera (2008), for C4.5, 1-NN,
    NaiveBayes, Kernel and CN2, tell three groups apart:

    >>> from evenkeel.posthocs.groups import unrejected_groups
    >>> adjusted = [0.0291, 1, 4.5e-7, 0.0383, 0.0319, 0.0319, 1, 1e-6, 0.0383, 0.0115]
    >>> unrejected_groups(adjusted, alpha=0.05, positions=[2.1, 3.25, 2.2, 4.333, 3.117])
    ((0, 2), (4, 1), (3,))
    """
    rejected = _as_rejected(decisions, alpha)
    order = _as_order(positions, _number_of_algorithms(len(rejected)))
    return _groups(rejected.tobytes(), tuple(order.tolist()))


@lru_cache(maxsize=4)  # tables, letters and pictures of a report ask for the same groups
def _groups(decisions: bytes, order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    rejected, k = np.frombuffer(decisions, dtype=np.bool_), len(order)
    place = np.argsort(order).tolist()
    neighbours = [0] * k
    for first, second in np.column_stack(np.triu_indices(k, 1))[~rejected].tolist():
        neighbours[place[first]] |= 1 << place[second]
        neighbours[place[second]] |= 1 << place[first]
    cliques: list[tuple[int, ...]] = []
    for clique in _maximal_cliques(neighbours):
        if len(cliques) == _MOST_GROUPS:
            raise InputError(
                f"these decisions on {k} algorithms make more than {_MOST_GROUPS:,} groups, which "
                "nobody can read; show a table of the pairs instead"
            )
        cliques.append(tuple(_bits(clique)))
    return tuple(tuple(order[member] for member in clique) for clique in sorted(cliques))


def compact_letters(
    decisions: ArrayLike,
    *,
    alpha: float | None = None,
    positions: ArrayLike | None = None,
) -> tuple[str, ...]:
    """Compact letter display: two algorithms share a letter if and only if they are unrejected.

    Each group of `unrejected_groups` has a letter: a to z, then aa, ab, ... All groups are shown,
    as the bars of a critical difference diagram are, even where fewer letters would do. Sharing a
    letter means that no difference was shown, not that there is none.

    Parameters
    ----------
    decisions, alpha, positions
        As for `unrejected_groups`.

    Returns
    -------
    tuple of str
        The letters of each algorithm, in the order of the algorithms. With more than 26 groups
        they are separated by commas.

    References
    ----------
    .. [1] H.-P. Piepho, An algorithm for a letter-based representation of all-pairwise
       comparisons, Journal of Computational and Graphical Statistics 13 (2004) 456-466,
       doi:10.1198/1061860043515.

    Examples
    --------
    A and B are not told apart, nor are B and C, but A and C are:

    >>> from evenkeel.posthocs.groups import compact_letters
    >>> compact_letters([False, True, False])
    ('a', 'ab', 'b')
    """
    rejected = _as_rejected(decisions, alpha)
    groups = unrejected_groups(rejected, positions=positions)
    shared: list[list[str]] = [[] for _ in range(_number_of_algorithms(len(rejected)))]
    for number, group in enumerate(groups):
        for algorithm in group:
            shared[algorithm].append(_letter(number))
    separator = "" if len(groups) <= len(ascii_lowercase) else ","
    return tuple(separator.join(letters) for letters in shared)


def _as_rejected(decisions: ArrayLike, alpha: float | None) -> BoolArray:
    values = np.asarray(decisions)
    if values.size == 0:
        raise InputError("there are no decisions; give one for every pair")
    if np.ma.is_masked(decisions):
        raise InputError("a decision is masked; leave its algorithms out")
    if values.ndim != 1:
        raise InputError(f"the decisions have {values.ndim} dimensions; give one value per pair")
    if alpha is None:
        if values.dtype != np.bool_:
            raise InputError(
                Message(
                    f"the decisions are {values.dtype} numbers; give True for each rejected "
                    "pair, or adjusted p-values and ",
                    Option("alpha"),
                )
            )
        return values
    if values.dtype == np.bool_:
        raise InputError("alpha was given with decisions already made; leave it out")
    rejected: BoolArray = as_pvalues(values) <= fraction(alpha, "alpha")
    return rejected


def _number_of_algorithms(m: int) -> int:
    return algorithms_of_pairs(m, "give the decision on every pair")


def _as_order(positions: ArrayLike | None, k: int) -> IndexArray:
    if positions is None:
        return np.arange(k)
    values = as_positions(positions)
    if values.shape != (k,):
        raise InputError(
            f"positions of shape {values.shape} do not fit; give one number for each of the {k} "
            "algorithms"
        )
    return np.argsort(values, kind="stable")


def _maximal_cliques(neighbours: Sequence[int]) -> Iterator[int]:
    """Bron and Kerbosch's algorithm on bit masks; the pivot has the most candidates beside it."""
    stack = [(0, (1 << len(neighbours)) - 1, 0)]
    while stack:
        clique, candidates, excluded = stack.pop()
        if not candidates:
            if not excluded:
                yield clique
            continue
        pivot, most, enough = 0, -1, candidates.bit_count()
        for vertex in _bits(candidates | excluded):
            beside = (neighbours[vertex] & candidates).bit_count()
            if beside > most:
                pivot, most = vertex, beside
                if beside >= enough - (candidates >> vertex & 1):  # all that there are
                    break
        for vertex in _bits(candidates & ~neighbours[pivot]):
            beside = neighbours[vertex]
            stack.append((clique | 1 << vertex, candidates & beside, excluded & beside))
            candidates &= ~(1 << vertex)
            excluded |= 1 << vertex


def short_letters(groups: Sequence[Sequence[int]], k: int, *, dash: str = "-") -> tuple[str, ...]:
    """The letters of groups as `compact_letters` has them, with runs of three or more as ranges.

    Examples
    --------
    >>> short_letters([(0, 1), (0, 2), (0, 1), (1, 2)], 3)
    ('a-c', 'a, c, d', 'b, d')
    """
    found = []
    for algorithm in range(k):
        runs: list[list[int]] = []
        for number in (i for i, group in enumerate(groups) if algorithm in group):
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        parts = [
            [f"{_letter(run[0])}{dash}{_letter(run[-1])}"] if len(run) > 2 else map(_letter, run)
            for run in runs
        ]
        found.append(", ".join(part for run in parts for part in run))
    return tuple(found)


def _bits(mask: int) -> Iterator[int]:
    """Numbers of the bits that are set, increasing."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _letter(number: int) -> str:
    """a, b, ..., z, aa, ab, ...: the letters of the columns of a spreadsheet."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, len(ascii_lowercase))
        text = ascii_lowercase[rest] + text
    return text
