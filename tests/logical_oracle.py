"""Brute force for the logically related procedures: definitions, written out as they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

Partition = list[list[int]]


def partitions(items: Sequence[int]) -> Iterator[Partition]:
    """All partitions of the items: the first one joins a group of the rest, or is alone."""
    if not items:
        yield []
        return
    first, *rest = items
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for number, group in enumerate(smaller):
            yield [*smaller[:number], [first, *group], *smaller[number + 1 :]]


def all_pairs(k: int) -> list[tuple[int, int]]:
    return list(combinations(range(k), 2))


def hypotheses_within(partition: Partition, k: int) -> frozenset[int]:
    """Numbers of the hypotheses that say that members of one group are alike."""
    number = {pair: i for i, pair in enumerate(all_pairs(k))}
    return frozenset(number[pair] for group in partition for pair in combinations(sorted(group), 2))


def exhaustive(k: int) -> list[frozenset[int]]:
    """The exhaustive sets, without the empty one."""
    sets = [hypotheses_within(partition, k) for partition in partitions(range(k))]
    return [one for one in sets if one]


def membership(sets: list[frozenset[int]], m: int) -> np.ndarray:
    """Which of the m hypotheses each set holds."""
    return np.array([[i in one for i in range(m)] for one in sets])


def bergmann(p: np.ndarray, members: np.ndarray) -> np.ndarray:
    """max{|I| min p : I exhaustive, i in I}, clipped."""
    products = members.sum(axis=1) * np.where(members, p, np.inf).min(axis=1)
    return np.minimum(np.where(members, products[:, None], 0.0).max(axis=0), 1.0)


def bergmann_by_recursion(p: Sequence[float], k: int) -> np.ndarray:
    """The same for more algorithms: the group of the first one, and the best of the others."""
    number = {pair: i for i, pair in enumerate(all_pairs(k))}
    adjusted = np.zeros(len(p))
    for level in sorted(set(p)):

        @cache
        def cliques(members: frozenset[int], level: float = level) -> list[frozenset[int]]:
            first, *others = sorted(members)
            return [
                frozenset({first, *chosen})
                for size in range(len(others) + 1)
                for chosen in combinations(others, size)
                if all(p[number[pair]] >= level for pair in combinations((first, *chosen), 2))
            ]

        @cache
        def largest(members: frozenset[int]) -> int:
            return (
                max(
                    (comb(len(one), 2) + largest(members - one) for one in cliques(members)),
                    default=0,
                )
                if members
                else 0
            )

        everyone = frozenset(range(k))
        for first in range(k):
            for one in cliques(everyone - frozenset(range(first))):
                product = level * (comb(len(one), 2) + largest(everyone - one))
                for pair in combinations(sorted(one), 2):
                    adjusted[number[pair]] = max(adjusted[number[pair]], product)
    return np.minimum(adjusted, 1.0)


def retained(p: np.ndarray, members: np.ndarray, alpha: float) -> np.ndarray:
    """Which hypotheses are in the acceptance set A of Bergmann and Hommel."""
    accepted = np.where(members, p, np.inf).min(axis=1) > alpha / members.sum(axis=1)
    return members[accepted].any(axis=0)


def dynamic_rejections(p: Sequence[float], sets: list[frozenset[int]], alpha: float) -> set[int]:
    """Shaffer's dynamic procedure, step by step, in the order in which p is given if tied."""
    rejected: set[int] = set()
    for i in sorted(range(len(p)), key=lambda j: p[j]):
        possible = max(len(one) for one in [*sets, frozenset()] if not one & rejected)
        if possible and p[i] > alpha / possible:
            break
        rejected.add(i)
    return rejected


def closed_test(p: Sequence[float], k: int) -> np.ndarray:
    """Adjusted p of the closed test with Bonferroni's test of every intersection hypothesis.

    Each of the 2^m - 1 intersections is closed under transitivity before it is tested.
    """
    pairs = all_pairs(k)
    adjusted = np.zeros(len(pairs))
    for chosen in range(1, 1 << len(pairs)):
        group = list(range(k))
        for number, (a, b) in enumerate(pairs):
            if chosen >> number & 1:
                old, new = group[b], group[a]
                group = [new if g == old else g for g in group]
        implied = [number for number, (a, b) in enumerate(pairs) if group[a] == group[b]]
        product = len(implied) * min(p[j] for j in implied)
        adjusted[implied] = np.maximum(adjusted[implied], product)
    return np.minimum(adjusted, 1.0)


def random_points(rng: np.random.Generator, k: int) -> np.ndarray:
    """Points on a line, mostly with many ties or repeated distances."""
    kind = rng.integers(4)
    if kind == 0:
        return rng.normal(size=k)
    if kind == 1:
        return rng.integers(0, rng.integers(2, 14), k).astype(float)
    if kind == 2:
        return rng.integers(1, 60, k) / 10  # average ranks on ten problems
    return rng.integers(0, 3, k) * 3 + rng.integers(0, 3, k) * 0.5  # clusters


def decreasing_p(rng: np.random.Generator, x: np.ndarray) -> np.ndarray:
    """P-values of all pairs of the points: a random non-increasing function of the distance."""
    first, second = np.triu_indices(len(x), 1)
    distances, number = np.unique(np.abs(x[first] - x[second]), return_inverse=True)
    values = np.sort(10 ** -rng.uniform(0, rng.choice([1, 2, 4]), len(distances)))[::-1]
    if rng.random() < 0.3:
        values = np.ceil(values * 20) / 20  # equal p at different distances
    return (values / rng.choice([1, 5, 25]))[number]
