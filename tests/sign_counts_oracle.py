"""An independent law for the multiple sign test: a walk over sets of counts, in whole numbers.

On each problem the control takes each of the m + 1 places with the same chance, and the r
algorithms before it are any r of the m. Algorithms are exchangeable, so the state is how many of
them have each count, counts above c being taken together. There is no quadrature in it and no
conditioning on quantiles.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb, prod


def walk(n: int, m: int, c: int) -> Fraction:
    """P(some of m counts of n problems is <= c)."""
    states = {(m, *(0 for _ in range(c + 1))): Fraction(1)}
    for _ in range(n):
        following: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for state, chance in states.items():
            for moved in product(*(range(size + 1) for size in state)):
                ways = prod(comb(size, up) for size, up in zip(state, moved, strict=True))
                share = Fraction(ways, comb(m, sum(moved)) * (m + 1))
                new = [size - up for size, up in zip(state, moved, strict=True)]
                for level, up in enumerate(moved):
                    new[min(level + 1, c + 1)] += up
                following[tuple(new)] += chance * share
        states = following
    safe = (*(0 for _ in range(c + 1)), m)
    return 1 - states.get(safe, Fraction(0))
