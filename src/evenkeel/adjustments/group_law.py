"""Laws of rank totals under permutations within a group of algorithms, for very many groups.

A group is a bit mask of algorithms. If its members are exchangeable within each problem, all
arrangements of their ranks among them are equally likely, problem by problem. If they are few, all
of them are gone through; else some are sampled, for all groups together: a random arrangement of a
group and one more algorithm j comes from one of the group by exchanging, on every problem, the rank
of j with that of a random member of the larger group (the shuffle of Fisher and Yates, inside out).
So a group costs one exchange a problem. These random members are drawn once for every j and every
size of the group. Groups without a common member share no draw: their samples are independent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Lock

import numpy as np

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.omnibus.permutation import arrangement_count, arrangements

_BLOCK_CELLS = 1 << 14  # replicates times problems worked on at a time


@dataclass(frozen=True)
class Statistic:
    """A statistic of a group: a function of the totals (members, replicates) of its members.

    `symmetric` says that it is the same for any order of the members; otherwise the first
    algorithm, the control, is in every group.
    """

    of_totals: Callable[[IntArray], IntArray]
    symmetric: bool


@dataclass(frozen=True)
class GroupLaw:
    """Laws of a statistic of groups; groups that were not asked for have the law of no members.

    Attributes
    ----------
    levels : ndarray, shape (l,)
        The different observed values of the statistic, increasing.
    observed : ndarray of int, shape (2^k,)
        Which of the levels the observed statistic of a group is; 0 for fewer than two members.
    below : ndarray, shape (2^k, l)
        Probability that the statistic of a group is below a level; 1 for fewer than two members.
        A sampled one is (b + c) / (1 + resamples), b being the number of samples below the level,
        c = 1 if the observed statistic is below it, else 0.
    sampled : bool
        Whether any of the laws was sampled.
    """

    levels: IntArray
    observed: IndexArray
    below: FloatArray
    sampled: bool


def group_law(scores: IntArray, statistic: Statistic, *, resamples: int, seed: Seed) -> GroupLaw:
    """Laws of a statistic of all groups of two or more of the columns of whole `scores` (n, k)."""
    generator = checked_generator(resamples, seed)
    k = scores.shape[1]
    totals = scores.sum(axis=0)
    groups = dict(_groups(k, statistic.symmetric))
    values = {mask: int(statistic.of_totals(totals[g, None])[0]) for mask, g in groups.items()}
    levels, number = np.unique(list(values.values()), return_inverse=True)
    observed = np.zeros(1 << k, dtype=np.intp)
    observed[list(groups)] = number
    below = np.ones((1 << k, len(levels)))
    sampled = []
    for mask, members in groups.items():
        law = _all_arrangements(scores[:, members], statistic, resamples)
        if law is None:
            sampled.append(mask)
        else:
            below[mask] = (law[:, None] < levels).mean(axis=0)
    if sampled:
        counts = _samples_below(scores, statistic, levels, resamples, generator)[sampled]
        counts += np.array([values[mask] for mask in sampled])[:, None] < levels
        below[sampled] = counts / (1 + resamples)
    return GroupLaw(levels, observed, below, bool(sampled))


def _groups(k: int, symmetric: bool) -> Iterator[tuple[int, list[int]]]:
    """Groups of two or more of k algorithms; the first one is in all if the rest is not alike."""
    for mask in range(1 << k):
        if mask.bit_count() >= 2 and (symmetric or mask & 1):
            yield mask, [j for j in range(k) if mask >> j & 1]


def _all_arrangements(scores: IntArray, statistic: Statistic, most: int) -> IntArray | None:
    """The statistic of all arrangements of a group, equally likely; None if there are too many.

    If the order of the members does not matter, one problem may stay as it is.
    """
    differing = scores[scores.max(axis=1) > scores.min(axis=1)]
    if len(differing) - statistic.symmetric > math.log2(most):
        return None
    counts = [arrangement_count(row) for row in differing]
    order = np.argsort(counts, kind="stable")[::-1]  # the problem with the most may stay
    varied = differing[order[1:]] if statistic.symmetric else differing
    if math.prod(counts) > most * (max(counts, default=1) if statistic.symmetric else 1):
        return None
    totals = scores.sum(axis=0)[None] - varied.sum(axis=0)
    for row in varied:
        totals = (totals[:, None] + arrangements(row)).reshape(-1, scores.shape[1])
    return statistic.of_totals(totals.T)


def _samples_below(
    scores: IntArray,
    statistic: Statistic,
    levels: IntArray,
    resamples: int,
    generator: np.random.Generator,
) -> IntArray:
    """How many samples of the statistic of each group are below each level."""
    import joblib

    n, k = scores.shape
    counts = np.zeros((1 << k, len(levels) + 1), dtype=np.int64)
    step = max(1, _BLOCK_CELLS // n)
    generators = generator.spawn(-(-resamples // step))
    lock = Lock()

    def work(first: int, generator: np.random.Generator) -> None:
        size = min(step, resamples - first)
        draws = _random_totals(scores, size, generator, statistic.symmetric)
        own = np.zeros_like(counts)
        for mask, totals in draws:
            place = np.searchsorted(levels, statistic.of_totals(totals), side="right")
            own[mask] = np.bincount(place, minlength=len(levels) + 1)
        with lock:
            np.add(counts, own, out=counts)

    done = joblib.Parallel(n_jobs=-1, prefer="threads", return_as="generator_unordered")(
        joblib.delayed(work)(first, generator)
        for first, generator in zip(range(0, resamples, step), generators, strict=True)
    )
    for _ in steps(done, "permutations", len(generators)):
        pass
    return np.cumsum(counts, axis=1)[:, :-1]


def _random_totals(
    scores: IntArray, replicates: int, generator: np.random.Generator, symmetric: bool
) -> Iterator[tuple[int, IntArray]]:
    """Totals (members, replicates) of random arrangements of each group of two or more."""
    n, k = scores.shape
    cells = n * replicates
    small = n * scores.max() < 2**15
    columns = np.repeat(scores.T.astype(np.int16 if small else np.int64), replicates, axis=1)
    partners = {
        (j, size): generator.integers(0, size + 1, cells) * cells + np.arange(cells)
        for j in range(1, k)
        for size in range(1, j + 1)
    }

    def larger(mask: int, ranks: IntArray) -> Iterator[tuple[int, IntArray]]:
        size = len(ranks)
        for j in range(mask.bit_length(), k):
            joined = np.empty((size + 1, cells), dtype=columns.dtype)
            joined[:size], joined[size] = ranks, columns[j]
            partner = partners[j, size]
            moved = joined.ravel().take(partner)
            joined.ravel()[partner] = columns[j]
            joined[size] = moved
            arranged = joined.reshape(size + 1, n, replicates)
            yield mask | 1 << j, arranged.sum(axis=1, dtype=columns.dtype)
            yield from larger(mask | 1 << j, joined)

    for first in range(k - 1 if symmetric else 1):
        yield from larger(1 << first, columns[first : first + 1])
