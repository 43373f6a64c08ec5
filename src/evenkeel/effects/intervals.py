"""Estimates and intervals of all pairs of a table: by the law of the size, or by bootstrap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.effects.sizes.registry import EffectSize, IntervalMethod
from evenkeel.numerics.bootstrap import (
    bootstrap_interval,
    joint_level,
    left_out_weights,
    resampled_weights,
    widened,
)
from evenkeel.numerics.randomness import Seed, checked_generator
from evenkeel.numerics.scaling import unscaled
from evenkeel.pairwise.signed_rank_pairs import pairs_by_problems
from evenkeel.tables.results import Better

_BLOCK_CELLS = 1 << 22  # of the samples of pairs that are made at a time


@dataclass(frozen=True)
class Level:
    """What is asked of the intervals: the confidence, for each or for all of them together."""

    confidence: float
    simultaneous: bool
    resamples: int
    seed: Seed


@dataclass(frozen=True)
class Found:
    """Estimates and bounds of m pairs, NaN where a pair has too few problems.

    `level` is that of one interval as it was asked for; `attained` are the levels that discrete
    laws really have, `left_out` the resamples in which a pair had too few problems.
    """

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    level: float
    attained: FloatArray | None = None
    left_out: int = 0


@dataclass(frozen=True)
class Group:
    """Pairs that share the same problems: which pairs, which problems, and their sample."""

    members: IndexArray
    problems: IndexArray
    sample: FloatArray
    power: int


def groups_of(
    size: EffectSize, values: FloatArray, pairs: IndexArray, better: Better
) -> Iterator[Group]:
    """The samples of the pairs of columns (n, k) on the problems that both have, if enough.

    Many pairs are several groups, so that one after the other takes little memory.
    """
    assert size.sample is not None  # it takes pairs
    for alike, problems in pairs_by_problems(values, pairs):
        if problems.size < size.least:
            continue
        step = max(1, _BLOCK_CELLS // problems.size)
        for members in np.split(alike, range(step, alike.size, step)):
            columns, own = np.unique(pairs[members], return_inverse=True)
            # ranks are among all algorithms, and only complete tables have them
            part = values if problems.size == len(values) else values[np.ix_(problems, columns)]
            local = pairs[members] if part is values else own.reshape(-1, 2)
            yield Group(members, problems, *size.sample(part, local, better))


def level_of_each(confidence: float, m: int) -> float:
    """The level of each of m intervals, by Bonferroni's inequality; it stays below 1."""
    return min(1 - (1 - confidence) / m, float(np.nextafter(1, 0)))


def lawful_intervals(size: EffectSize, groups: Iterable[Group], m: int, level: Level) -> Found:
    """By the law of the size; together by Bonferroni's inequality, which supposes nothing."""
    assert size.bounds is not None
    each = level_of_each(level.confidence, m if level.simultaneous else 1)
    estimate, low, high, attained = (np.full(m, np.nan) for _ in range(4))
    for group in groups:
        bounds = size.bounds(group.sample, each)
        for array, found in ((estimate, bounds.estimate), (low, bounds.low), (high, bounds.high)):
            array[group.members] = unscaled(found, group.power)
        attained[group.members] = np.nan if bounds.attained is None else bounds.attained
    discrete = not np.isnan(attained).all()
    return Found(estimate, low, high, each, attained if discrete else None)


def bootstrap_intervals(
    size: EffectSize,
    groups: list[Group],
    shape: tuple[int, int],
    level: Level,
    method: IntervalMethod,
) -> Found:
    """By drawing whole problems; together by Beran's balanced level; widened for few problems.

    `shape` is the number of problems and of pairs. Every pair sees the same resamples.
    """
    n, m = shape
    generator = checked_generator(level.resamples, level.seed)
    weighted = [
        _weighted(size, groups, w, m) for w in resampled_weights(n, level.resamples, generator)
    ]
    replicates = np.concatenate(weighted)
    there = np.concatenate([group.members for group in groups])
    complete = ~np.isnan(replicates[:, there]).any(axis=1)
    kept = replicates[complete]
    estimate = _weighted(size, groups, np.ones((1, n)), m)[0]
    jackknife = None
    if method == "bca":
        jackknife = np.concatenate([_weighted(size, groups, w, m) for w in left_out_weights(n)])
    each = level.confidence
    if level.simultaneous and len(there) > 1 and len(kept):
        each = joint_level(kept[:, there], level.confidence)
    confidence = np.full(m, each)
    for group in groups:
        confidence[group.members] = widened(each, group.problems.size)
    low, high = estimate.copy(), estimate.copy()
    if len(kept):
        low, high = bootstrap_interval(estimate, kept, confidence, jackknife=jackknife)
    for group in groups:
        for array in (estimate, low, high):
            array[group.members] = unscaled(array[group.members], group.power)
    return Found(estimate, low, high, each, left_out=int(np.count_nonzero(~complete)))


def _weighted(size: EffectSize, groups: list[Group], weights: FloatArray, m: int) -> FloatArray:
    """The estimates (b, m) of all groups with weights (b, n) of all problems."""
    assert size.kernel is not None
    found = np.full((len(weights), m), np.nan)
    for group in groups:
        found[:, group.members] = size.kernel(group.sample, weights[:, group.problems])
    return found
