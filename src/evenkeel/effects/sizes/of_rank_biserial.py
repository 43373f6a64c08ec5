"""The matched-pairs rank-biserial correlation: the share of the signed ranks for the first."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.effects.sizes.registry import EFFECTS, Bounds, EffectSize
from evenkeel.effects.sizes.samples import advantages_of
from evenkeel.effects.sizes.signed_rank_score import score_interval
from evenkeel.words.references import REFERENCES


def rank_biserials(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """(R+ - R-) / (R+ + R-) of advantages (m, n) with weights (b, n), (b, m).

    As in Wilcoxon's test zeros are ranked and count half for each, an odd one is left out. Copies
    of a problem tie with each other.
    """
    found = np.empty((len(weights), len(sample)))
    for j, advantages in enumerate(sample):
        size = np.abs(advantages)
        order = np.argsort(size)
        signs, held = np.sign(advantages[order]), weights[:, order]
        begins = np.flatnonzero(np.diff(size[order], prepend=-1.0))
        counts = np.add.reduceat(held, begins, axis=1)
        ranks = np.cumsum(counts, axis=1) - (counts - 1) / 2
        balance = np.add.reduceat(held * signs, begins, axis=1)
        zeros = held @ (signs == 0)
        left_out = zeros % 2
        ranked = held.sum(axis=1) - left_out
        excess = (ranks * balance).sum(axis=1) - left_out * balance.sum(axis=1)
        found[:, j] = excess / np.maximum(ranked * (ranked + 1) / 2, 1)
    return found


def rank_biserials_left_out(sample: FloatArray) -> FloatArray:
    """The same (n, m) without each of the problems.

    Without one, the ranks of all larger differences are lower by 1, those of equal ones by 1/2. A
    zero is the smallest, and has no sign.
    """
    m, n = sample.shape
    found = np.empty((n, m))
    for j, advantages in enumerate(sample):
        size, signs = np.abs(advantages), np.sign(advantages)
        values, group, counts = np.unique(size, return_inverse=True, return_counts=True)
        balance = np.bincount(group, weights=signs, minlength=values.size)
        ranks = np.cumsum(counts) - (counts - 1) / 2
        total, larger = balance.sum(), balance[::-1].cumsum()[::-1] - balance
        excess = (ranks * balance).sum() - signs * ranks[group] - larger[group]
        excess -= (balance[group] - signs) / 2
        left_out = (np.count_nonzero(size == 0) - (size == 0)) % 2
        ranked = n - 1 - left_out
        excess -= left_out * (total - signs)
        found[:, j] = excess / np.maximum(ranked * (ranked + 1) / 2, 1)
    return found


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    n = sample.shape[1]
    estimate = rank_biserials(sample, np.ones((1, n)))[0]
    without = rank_biserials_left_out(sample)
    variance = (n - 1) / n * np.square(without - without.mean(axis=0)).sum(axis=0)
    low, high = score_interval((1 + estimate) / 2, variance / 4, n, confidence)
    return Bounds(estimate, 2 * low - 1, 2 * high - 1)


EFFECTS.register(
    EffectSize(
        "rank-biserial",
        title="Matched-pairs rank-biserial correlation",
        formula="(R+ - R-) / (R+ + R-) of Wilcoxon's signed ranks",
        range=(-1.0, 1.0),
        neutral=0.0,
        law="score interval with the variance of normal differences, or that of the jackknife if "
        "it is larger",
        assumes="that differences are commensurable over the problems",
        reference=REFERENCES["kerby2014"],
        sample=advantages_of,
        kernel=rank_biserials,
        bounds=_bounds,
        interval="score",
        aliases=("matched-rank-biserial",),
    )
)
