"""Estimates and intervals of all pairs: of sizes, and of the centres of differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.effects.registry import EffectSize, IntervalMethod
from evenkeel.errors import Message, Option
from evenkeel.numerics.arrays import HALF_ULP, in_range, unscaled, without_noise
from evenkeel.numerics.resampling import (
    Seed,
    bootstrap_interval,
    checked_generator,
    joint_level,
    left_out_weights,
    resampled_weights,
    widened,
)
from evenkeel.numerics.tails import Alternative, by_alternative
from evenkeel.pairwise._wilcoxon_all import IRREGULAR_LIMIT, pairs_by_problems
from evenkeel.pairwise.sign import sign_pvalues, sign_test_critical
from evenkeel.pairwise.signed_ranks import Options, SignedRanks, Zeros, signed_ranks, tails_of
from evenkeel.pairwise.walsh import walsh_intervals
from evenkeel.tables.results import Better

# Estimates and intervals of all pairs of a table: by the law of the size, or by bootstrap.


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


# Where the differences of two algorithms have their centre: tests and intervals, row by row.
#
# Each row of an array (r, n) holds the differences of one pair, or of one pair of one table of a
# study. Wilcoxon's test speaks of the centre about which differences are symmetric, and without
# symmetry of the pseudo-median; the sign test of the median, whatever the law.


CentreTest = Literal["wilcoxon", "sign"]

#: Estimates, the ends of their intervals, and the confidence that these really have.
Intervals = tuple[FloatArray, FloatArray, FloatArray, float]


@dataclass(frozen=True)
class Centre:
    """A test of the centre of differences, and the interval that belongs to it.

    Attributes
    ----------
    title, centre, supposes
        What it is called, what its centre is, and a sentence on what it supposes.
    above
        ``above(rows)`` gives one-sided p-values of "the centre is not above 0", and which of them
        are exact. A difference of 0 counts against the claim that it is above.
    apart
        ``apart(rows)`` gives two-sided p-values of "the centre is 0", on which side the
        differences lie (-1, 0 or 1), and which p-values are exact.
    interval
        ``interval(rows, confidence)`` estimates the centres.
    """

    title: str
    centre: str
    supposes: str
    above: Callable[[FloatArray], tuple[FloatArray, BoolArray]]
    apart: Callable[[FloatArray], tuple[FloatArray, IntArray, BoolArray]]
    interval: Callable[[FloatArray, float], Intervals]


def within(
    differences: FloatArray,
    errors: FloatArray,
    bounds: tuple[float, float],
    bound_error: float,
    test: CentreTest,
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Two one-sided p-values of each row, and whether both are exact.

    The first is of "the centre is not above the lower bound", the second of "it is not below the
    upper one". `errors` says how far each difference may be from the true one, `bound_error` the
    same of a bound, as a share of it.
    """
    above = CENTRES[test].above
    low, high = (
        without_noise(
            differences - bound,
            errors + bound_error * abs(bound) + HALF_ULP * np.abs(differences - bound),
        )
        for bound in bounds
    )
    p_low, exact_low = above(low)
    p_high, exact_high = above(-high)
    return p_low, p_high, exact_low & exact_high


def _wilcoxon_above(rows: FloatArray) -> tuple[FloatArray, BoolArray]:
    # The least of all numbers in place of 0: it ranks first, and has the sign that speaks against.
    against = np.where(rows == 0, -np.finfo(np.float64).smallest_subnormal, rows)
    return _signed_ranks(against, "pratt", "better")[1:]


def _wilcoxon_apart(rows: FloatArray) -> tuple[FloatArray, IntArray, BoolArray]:
    sums, pvalue, exact = _signed_ranks(rows, "split", "two-sided")
    return pvalue, np.sign(sums.plus - sums.minus).astype(np.int64), exact


def _signed_ranks(
    rows: FloatArray, zeros: Zeros, alternative: Alternative
) -> tuple[SignedRanks, FloatArray, BoolArray]:
    sums, ranks = signed_ranks(rows, zeros)
    options = Options(zeros, "auto", alternative, continuity=False)
    tails, exact = tails_of(sums, ranks, options, IRREGULAR_LIMIT)
    return sums, by_alternative(tails, alternative), exact


def _wilcoxon_intervals(rows: FloatArray, confidence: float) -> Intervals:
    values, power = in_range(rows)
    found = walsh_intervals(values, confidence)
    ends = (unscaled(part, power) for part in (found.estimate, found.low, found.high))
    estimate, low, high = ends
    return estimate, low, high, found.attained


def _sign_above(rows: FloatArray) -> tuple[FloatArray, BoolArray]:
    plus = (rows > 0).sum(axis=1)
    n = rows.shape[1]
    return sign_pvalues(plus, n - plus, n, "better"), np.ones(len(rows), dtype=bool)


def _sign_apart(rows: FloatArray) -> tuple[FloatArray, IntArray, BoolArray]:
    plus, minus = (rows > 0).sum(axis=1), (rows < 0).sum(axis=1)
    pvalue = sign_pvalues(plus, minus, rows.shape[1], "two-sided", "drop")
    return pvalue, np.sign(plus - minus), np.ones(len(rows), dtype=bool)


def _sign_intervals(rows: FloatArray, confidence: float) -> Intervals:
    """The medians, and the order statistics between which the sign test does not reject."""
    ordered, n = np.sort(rows, axis=1), rows.shape[1]
    wins = sign_test_critical(n, (1 - confidence) / 2, alternative="one-sided")
    place = 0 if wins is None else n - wins
    tail = sign_pvalues(np.array([place]), np.array([n - place]), n, "worse")
    middle = ordered[:, (n - 1) // 2] / 2 + ordered[:, n // 2] / 2
    return middle, ordered[:, place], ordered[:, n - 1 - place], 1 - 2 * float(tail[0])


#: The tests, by name.
CENTRES: Mapping[str, Centre] = {
    "wilcoxon": Centre(
        "Wilcoxon's signed-rank test",
        "the Hodges-Lehmann estimate",
        Message(
            "It supposes that differences are symmetric about their centre; if they "
            "are skewed, it may claim equivalence or a difference too often, and ",
            Option("test", "sign"),
            " is exact for the median.",
        ),
        _wilcoxon_above,
        _wilcoxon_apart,
        _wilcoxon_intervals,
    ),
    "sign": Centre(
        "the sign test",
        "the median",
        "It speaks of the median of the differences, whatever their law.",
        _sign_above,
        _sign_apart,
        _sign_intervals,
    ),
}
