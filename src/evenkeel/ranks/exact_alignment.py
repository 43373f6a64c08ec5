"""Ties of aligned ranks that rounding errors leave in doubt, settled by rational arithmetic.

A problem of large values has large rounding errors. One of its aligned values may be as close to
several values of other problems as these errors are, and ties them all, although the others are
clearly apart; or its own values drown. Such ties are few, and here the doubles are compared as
the rational numbers that they are.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import groupby

from evenkeel._types import FloatArray

_Cell = tuple[int, int]


def settle_ties(ranks: FloatArray, losses: FloatArray, errors: FloatArray) -> int:
    """Part what is wrongly tied in the aligned `ranks` (n, k), in place.

    Some values stay tied if they could all be one number: within the `errors` (n,) of k times
    the aligned values, and without different values of one problem. Else only equal ones do.
    Returns how many entries do not share their rank any more.
    """
    tied: dict[float, list[_Cell]] = defaultdict(list)
    for i, row in enumerate(ranks.tolist()):
        for j, rank in enumerate(row):
            tied[rank].append((i, j))
    k = losses.shape[1]
    totals: dict[int, Fraction] = {}
    parted = 0
    for rank, cells in tied.items():
        if len(cells) == 1:
            continue
        for i in {i for i, _ in cells} - totals.keys():
            totals[i] = sum(map(Fraction, losses[i].tolist()), Fraction())
        # k times the difference of each value from the mean of its problem
        exact = {(i, j): k * Fraction(losses[i, j].item()) - totals[i] for i, j in cells}
        if _one_number(exact, errors):
            continue
        place = rank - (len(cells) - 1) / 2
        for _, equal in groupby(sorted(cells, key=exact.__getitem__), key=exact.__getitem__):
            group = list(equal)
            for cell in group:
                ranks[cell] = place + (len(group) - 1) / 2
            place += len(group)
            parted += len(group) == 1
    return parted


def _one_number(exact: dict[_Cell, Fraction], errors: FloatArray) -> bool:
    """Whether all could be one number, and none of them differ within one problem."""
    of_problem: dict[int, Fraction] = {}
    if any(of_problem.setdefault(i, value) != value for (i, _), value in exact.items()):
        return False
    bounds = [(value, Fraction(float(errors[i]))) for (i, _), value in exact.items()]
    return max(value - error for value, error in bounds) <= min(
        value + error for value, error in bounds
    )
