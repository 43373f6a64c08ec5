"""Brute force for the closed tests by permutation: definitions, in plain Python."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from logical_oracle import Partition, all_pairs, partitions


def arrangements_within(row: tuple[int, ...], groups: Partition) -> list[tuple[int, ...]]:
    """Every row that permuting within the groups can give, repeated as often as it arises."""
    rows = []
    for orders in product(*(permutations(group) for group in groups)):
        arranged = list(row)
        for group, order in zip(groups, orders, strict=True):
            for place, source in zip(group, order, strict=True):
                arranged[place] = row[source]
        rows.append(tuple(arranged))
    return rows


def largest_within(totals: tuple[int, ...], groups: Partition) -> int:
    return max(abs(totals[a] - totals[b]) for group in groups for a, b in combinations(group, 2))


def permutation_pvalue(rows: list[tuple[int, ...]], groups: Partition) -> Fraction:
    """P(largest difference within groups >= the observed one), all permutations within groups."""
    observed = largest_within(tuple(map(sum, zip(*rows, strict=True))), groups)
    law: dict[tuple[int, ...], int] = {(0,) * len(rows[0]): 1}
    for row in rows:
        following: dict[tuple[int, ...], int] = {}
        for arranged in arrangements_within(row, groups):
            for totals, ways in law.items():
                new = tuple(map(sum, zip(totals, arranged, strict=True)))
                following[new] = following.get(new, 0) + ways
        law = following
    extreme = sum(
        ways for totals, ways in law.items() if largest_within(totals, groups) >= observed
    )
    return Fraction(extreme, sum(law.values()))


def closed_test(rows: list[tuple[int, ...]]) -> list[Fraction]:
    """Adjusted p-values of all pairs: the largest p over the partitions that join the pair."""
    k = len(rows[0])
    adjusted = dict.fromkeys(all_pairs(k), Fraction(0))
    for partition in partitions(range(k)):
        groups = [sorted(group) for group in partition if len(group) > 1]
        if groups:
            p = permutation_pvalue(rows, groups)
            for group in groups:
                for pair in combinations(group, 2):
                    adjusted[pair] = max(adjusted[pair], p)
    return list(adjusted.values())


def closed_test_from(
    below: dict[int, np.ndarray], totals: list[int], levels: list[int]
) -> list[float]:
    """The same from given laws of the groups (bit masks): P(M < level), level by level."""
    k = len(totals)
    adjusted = dict.fromkeys(all_pairs(k), 0.0)
    for partition in partitions(range(k)):
        groups = [sorted(group) for group in partition if len(group) > 1]
        if groups:
            level = levels.index(largest_within(tuple(totals), groups))
            stays = np.prod([below[sum(1 << j for j in group)][level] for group in groups])
            for group in groups:
                for pair in combinations(group, 2):
                    adjusted[pair] = max(adjusted[pair], 1 - float(stays))
    return list(adjusted.values())


def control_test(rows: list[tuple[int, ...]]) -> list[Fraction]:
    """Adjusted p-values against the first: the largest p over the sets that hold an algorithm."""
    k = len(rows[0])
    adjusted = [Fraction(0)] * (k - 1)
    for size in range(1, k):
        for chosen in combinations(range(1, k), size):
            p = control_pvalue(rows, chosen)
            for j in chosen:
                adjusted[j - 1] = max(adjusted[j - 1], p)
    return adjusted


def control_pvalue(rows: list[tuple[int, ...]], chosen: tuple[int, ...]) -> Fraction:
    """P(largest difference to the first >= the observed one), it and the chosen permuted."""

    def largest(totals: tuple[int, ...]) -> int:
        return max(abs(totals[0] - totals[j]) for j in chosen)

    observed = largest(tuple(map(sum, zip(*rows, strict=True))))
    outcomes = [
        largest(tuple(map(sum, zip(*table, strict=True)))) >= observed
        for table in product(*(arrangements_within(row, [[0, *chosen]]) for row in rows))
    ]
    return Fraction(sum(outcomes), len(outcomes))
