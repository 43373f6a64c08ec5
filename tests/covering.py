"""Covering arrays: few choices of a value each that hold every pair of two options' values."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence


def pairwise(options: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Choices of a value each, so that every pair of two options' values is in one of them."""
    names = sorted(options, key=lambda name: -len(options[name]))

    def pair(one: str, value: str, other: str, its: str) -> frozenset[tuple[str, str]]:
        return frozenset(((one, value), (other, its)))

    left = {
        pair(one, value, other, its): None
        for one, other in itertools.combinations(names, 2)
        for value, its in itertools.product(options[one], options[other])
    }
    while left:
        row = dict(next(iter(left)))
        for name in names:
            if name not in row:
                row[name] = max(
                    options[name],
                    key=lambda value: sum(pair(name, value, *set_) in left for set_ in row.items()),
                )
        for (one, value), (other, its) in itertools.combinations(row.items(), 2):
            left.pop(pair(one, value, other, its), None)
        yield row
