"""Exact tests of differences by changing the signs of whole clusters, one pair and all together.

If two models are exchangeable within every cluster, the sum D_c of their differences there has
either sign with the same probability. A pair's statistic is T = |sum s_c D_c| with signs s_c of +1
or -1; its p-value is the share of all signs that reach what was found. Of zeros and ones without
clusters that is McNemar's exact test.

All pairs together are adjusted by the step-down maximum of Westfall and Young (1993): the same
signs for all pairs, and the statistic |sum s_c D_c| / sqrt(sum D_c^2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr

from evenkeel._types import FloatArray, IntArray
from evenkeel.numerics.resampling import checked_generator

Method = Literal["exact", "Monte Carlo"]
_EXACT = 13  # clusters whose signs are all tried, for all pairs together
_ENUMERATED = 16  # the same for one pair
_TOLERANCE = 1e-9  # of sums that are equal but for rounding
_SINGLE = np.float32(1 - 1e-5)  # the same of statistics in single precision
_CELLS = 1 << 20  # statistics, and signs, that are held at a time
_LONGEST = 1 << 20  # of the lattice of sums
_SMALLEST = 1e-12  # tails below are lost in the rounding of the transform


def pair_pvalues(
    sums: FloatArray, first: IntArray, second: IntArray, *, mid: bool = False
) -> FloatArray:
    """Exact two-sided p-values of pairs by their sums (G, k); NaN where only drawing would do.

    Differences that are all of one size have the binomial law, others on a lattice have the law of
    its characteristic function, and up to 16 clusters all signs are tried. With `mid` the
    probability of what was found counts half (which is no longer exact).

    Examples
    --------
    Six items differ, all in favour of the first model: 2 / 2^6, and half of it as mid-p.

    >>> import numpy as np
    >>> sums = np.array([[1.0, 0.0]] * 6 + [[1.0, 1.0]] * 4)
    >>> pair_pvalues(sums, np.array([0]), np.array([1])).tolist()
    [0.03125]
    >>> pair_pvalues(sums, np.array([0]), np.array([1]), mid=True).tolist()
    [0.015625]
    """
    found = np.full(len(first), np.nan)
    for at, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        differences = sums[:, i] - sums[:, j]
        sizes = np.abs(differences)
        largest = float(sizes.max(initial=0.0))
        some = differences[sizes > _TOLERANCE * largest] if largest > 0 else differences[:0]
        found[at] = _one_pair(some, mid)
    return found


def _one_pair(differences: FloatArray, mid: bool) -> float:
    g = len(differences)
    if not g:
        return 1.0
    sizes = np.abs(differences)
    unit = float(sizes.min())
    if sizes.max() <= unit * (1 + _TOLERANCE):
        fewer = int(min((differences > 0).sum(), (differences < 0).sum()))
        tail = 2 * float(bdtr(fewer, g, 0.5))
        equal = float(bdtr(fewer, g, 0.5) - (bdtr(fewer - 1, g, 0.5) if fewer else 0))
        if 2 * fewer == g:
            return 1.0 if not mid else 1 - equal / 2
        return min(tail - mid * equal, 1.0)
    whole = _on_lattice(sizes)
    if whole is not None and whole.sum() < _LONGEST:
        return _of_lattice(whole, round(abs(float((np.sign(differences) * whole).sum()))), mid)
    if g <= _ENUMERATED:
        totals = np.zeros(1)
        for size in sizes.tolist():
            totals = np.concatenate([totals - size, totals + size])
        reached = abs(float(differences.sum()))
        slack = _TOLERANCE * float(sizes.sum())
        above = np.abs(totals) > reached + slack
        equal_too = np.abs(totals) >= reached - slack
        share = (1 - 0.5 * mid) * equal_too.mean() + 0.5 * mid * above.mean()
        return float(share)
    return np.nan


def _on_lattice(sizes: FloatArray) -> IntArray | None:
    """The sizes as whole numbers, if they are multiples of one number by small ones."""
    unit = float(sizes.min())
    for part in range(1, 13):
        scaled = sizes * (part / unit)
        whole = np.rint(scaled)
        if (np.abs(scaled - whole) <= 1e-7 * np.maximum(whole, 1)).all():
            return whole.astype(np.int64)
    return None


def _of_lattice(sizes: IntArray, reached: int, mid: bool) -> float:
    """The share of signs whose sum is as far from 0, by the transform of its law.

    A sum of numbers with random signs has the characteristic function prod cos(size u).
    """
    total = int(sizes.sum())
    length = 1 << (2 * total + 1).bit_length()
    values, counts = np.unique(sizes, return_counts=True)
    u = 2 * np.pi * np.arange(length // 2 + 1) / length
    transform = np.ones(length // 2 + 1)
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        transform *= np.cos(value * u) ** count
    law = np.fft.irfft(transform, length)
    sums = np.minimum(np.arange(length), length - np.arange(length))
    tail = float(law[sums >= reached].sum() - mid * 0.5 * law[sums == reached].sum())
    return min(max(tail, _SMALLEST), 1.0)


def joint_pvalues(
    sums: FloatArray,
    first: IntArray,
    second: IntArray,
    *,
    resamples: int = 9999,
    seed: int = 0,
    each: bool = False,
) -> tuple[FloatArray, FloatArray | None, Method]:
    """Adjusted p-values of pairs by the step-down maximum over joint sign changes.

    Parameters
    ----------
    sums : ndarray, shape (G, k)
        Sums (or weighted sums) of each model over each cluster.
    first, second : ndarray of int, shape (m,)
        The pairs.
    resamples, seed : int
        How many random signs, unless all can be tried; the identity is one of them.
    each : bool
        Whether the unadjusted p-values are wanted as well.

    Returns
    -------
    adjusted, unadjusted, method
        ``"exact"`` if all signs were tried.

    References
    ----------
    .. [1] P. H. Westfall, S. S. Young, Resampling-based multiple testing, Wiley 1993, algorithm
       2.8.
    """
    differing = sums[(sums != sums[:, :1]).any(axis=1)]
    differing = differing - differing.mean(axis=1, keepdims=True)
    norms = _norms(differing, first, second)
    found = differing.sum(axis=0)
    scale = np.divide(1.0, norms, out=np.zeros(len(norms)), where=norms > 0)
    statistic = np.abs(found[first] - found[second]) * scale
    order = np.argsort(statistic, kind="stable")
    reached = statistic[order, None].astype(np.float32) * _SINGLE
    count = np.zeros(len(first), dtype=np.int64)
    alone = np.zeros(len(first), dtype=np.int64)
    exact = len(differing) <= _EXACT
    step = max(1, _CELLS // max(len(first), len(differing), 1))
    total = 0
    one, other, factor = first[order], second[order], scale[order, None].astype(np.float32)
    turned = np.ascontiguousarray(differing.T, dtype=np.float32)
    for negative in _negative(len(differing), resamples, seed, step, exact=exact):
        drawn = found[:, None].astype(np.float32) - 2 * (turned @ negative)  # (k, drawn)
        statistics = drawn[one]
        statistics -= drawn[other]
        np.abs(statistics, out=statistics)
        statistics *= factor
        if each:
            alone += np.count_nonzero(statistics >= reached, axis=1)
        np.maximum.accumulate(statistics, axis=0, out=statistics)
        count += np.count_nonzero(statistics >= reached, axis=1)
        total += negative.shape[1]
    extra = 0 if exact else 1  # the signs as they are
    steps = (count + extra) / (total + extra)
    steps = np.maximum.accumulate(steps[::-1])[::-1]
    adjusted = np.ones(len(first))
    adjusted[order] = np.where(norms[order] > 0, steps, 1.0)
    unadjusted = np.ones(len(first))
    unadjusted[order] = np.where(norms[order] > 0, (alone + extra) / (total + extra), 1.0)
    return adjusted, unadjusted if each else None, "exact" if exact else "Monte Carlo"


def _norms(sums: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    """sqrt(sum D_c^2) of each pair; those that never differ have 0."""
    found = np.empty(len(first))
    for i in np.unique(first).tolist():
        here = np.flatnonzero(first == i)
        differences = sums[:, second[here]] - sums[:, [i]]
        differences[np.abs(differences) < 1e-14] = 0.0
        found[here] = np.sqrt(np.einsum("gm,gm->m", differences, differences))
    return found


def _negative(
    clusters: int, resamples: int, seed: int, step: int, *, exact: bool
) -> Iterator[NDArray[np.float32]]:
    """Which signs are negative, 0 or 1 in (clusters, drawn): all but for opposites, or random."""
    if exact:
        codes = np.arange(1 << max(clusters - 1, 0))
        yield (codes[None, :] >> np.arange(clusters)[:, None] & 1).astype(np.float32)
        return
    random = checked_generator(resamples, seed)
    step = max(8, step // 8 * 8)
    for at in range(0, resamples, step):
        drawn = min(step, resamples - at)
        packed = np.frombuffer(random.bytes(clusters * -(-drawn // 8)), dtype=np.uint8)
        bits = np.unpackbits(packed.reshape(clusters, -1), axis=1)
        yield bits[:, :drawn].astype(np.float32)
