"""Scores that a model gave: agreement with human labels, correction by them, length and order.

With human labels h of some answers and the judge's scores f of all, the mean is estimated as the
judge's mean with what the labelled answers say about its error (Angelopoulos and others 2023)::

    theta = mean of h + c (mean of f on all - mean of f on the labelled),
    c     = cov(h, f) / var(f) on the labelled, times 1 / (1 + n / N)

which is never much worse than the labels alone. Labelled items must be a random part of all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.items.intervals import Clusters, student
from evenkeel.items.scores import Items
from evenkeel.numerics.arrays import ByValue

_FEWEST = 10  # labels, or answers, without which nothing is said


@dataclass(frozen=True, eq=False)
class Judged(ByValue):
    """What is known of a judge on one benchmark.

    Attributes
    ----------
    benchmark : str
        Its name.
    kind : {"human", "length", "order"}
        What the scores are held against: labels, the length of answers, the order of showing.
    models : tuple of str
        The models.
    count : ndarray of int
        Answers of each model that have it.
    agreement : ndarray
        Of human labels of zeros and ones: the share on which both agree, and Cohen's kappa
        (models, 2); else their correlation, twice. Of others, the slope of the score and its
        standard error.
    mean : ndarray
        The mean by the judge alone.
    corrected, low, high : ndarray
        The mean corrected by the labels, or at equal length or in no order, with its interval.
    level : float
        Confidence of each interval.
    notes : tuple of str
        What it rests on.
    """

    benchmark: str
    kind: str
    models: tuple[str, ...]
    count: FloatArray
    agreement: FloatArray
    mean: FloatArray
    corrected: FloatArray
    low: FloatArray
    high: FloatArray
    level: float
    notes: tuple[str, ...]


def judge_scores(items: Items, benchmark: str, level: float) -> tuple[Judged, ...]:
    """All that the log says about its judge on a benchmark."""
    at = items.benchmarks.index(benchmark)
    table = items.tables[at]
    found = []
    for kind in items.also:
        beside = items.column(kind, at)
        if np.isnan(beside).all():
            continue
        rows = []
        for j in range(table.k):
            score = np.nanmean(table.scores[:, j], axis=1)
            has = ~np.isnan(beside[:, j]).all(axis=1)
            other = np.full(table.n, np.nan)
            other[has] = np.nanmean(beside[has, j], axis=1)
            clusters = Clusters(table.clusters)
            one = corrected_mean if kind == "human" else at_zero
            rows.append((has.sum(), float(score.mean()), *one(score, other, clusters, level)))
        count, mean, corrected, low, high, *both = (
            np.array(c, dtype=float) for c in zip(*rows, strict=True)
        )
        note = _NOTES[kind]
        found.append(
            Judged(
                benchmark,
                kind,
                table.models,
                count,
                np.stack(both, axis=1),
                mean,
                corrected,
                low,
                high,
                level,
                (note,),
            )
        )
    return tuple(found)


_NOTES = {
    "human": "The correction supposes that the labelled answers are a random part of all.",
    "length": "A straight line in the logged length; at 0, as long as what it is compared with.",
    "order": "A straight line in the logged order; at 0, shown in neither order.",
}


def corrected_mean(
    judge: FloatArray, human: FloatArray, clusters: Clusters, level: float
) -> tuple[float, float, float, float, float]:
    """The corrected mean with its bounds, and the agreement; see the words above.

    Examples
    --------
    A judge that is always 0.1 too high: ten labels show it.

    >>> import numpy as np
    >>> judge = np.linspace(0.1, 0.9, 81)
    >>> human = np.where(np.arange(81) % 8 == 0, judge - 0.1, np.nan)
    >>> found = corrected_mean(judge, human, Clusters(np.arange(81)), 0.95)
    >>> round(float(judge.mean()), 3), round(found[0], 3)
    (0.5, 0.4)
    """
    labelled = ~np.isnan(human)
    n, total = int(labelled.sum()), len(judge)
    if n < _FEWEST:
        return (np.nan,) * 5
    h, f = human[labelled], judge[labelled]
    spread = float(f.var(ddof=1))
    slope = float(np.cov(h, f)[0, 1] / spread) / (1 + n / total) if spread > 0 else 0.0
    estimate = float(h.mean() + slope * (judge.mean() - f.mean()))
    # Each item shows of it what its part in the sum is, labelled or not.
    influence = slope * (judge - judge.mean()) / total
    influence[labelled] += (h - slope * f - (h - slope * f).mean()) / n
    parts = clusters.sums(influence[:, None])[:, 0]
    used = np.unique(clusters.codes[labelled]).size
    error = float(np.sqrt((parts**2).sum() * used / max(used - 1, 1)))
    reach = student(level, max(used - 1, 1)) * error
    return estimate, estimate - reach, estimate + reach, *_agreement(h, f)


def _agreement(human: FloatArray, judge: FloatArray) -> tuple[float, float]:
    """Of zeros and ones the share of agreement and Cohen's kappa, else the correlation, twice."""
    if np.isin(human, (0, 1)).all() and np.isin(judge, (0, 1)).all():
        same = float((human == judge).mean())
        a, b = float(human.mean()), float(judge.mean())
        chance = a * b + (1 - a) * (1 - b)
        return same, (same - chance) / (1 - chance) if chance < 1 else np.nan
    if human.std() == 0 or judge.std() == 0:
        return np.nan, np.nan
    r = float(np.corrcoef(human, judge)[0, 1])
    return r, r


def at_zero(
    score: FloatArray, other: FloatArray, clusters: Clusters, level: float
) -> tuple[float, float, float, float, float]:
    """The mean score where a covariate is 0, by a straight line, its bounds, slope and error."""
    has = ~np.isnan(other)
    n = int(has.sum())
    if n < _FEWEST or other[has].std() == 0:
        return (np.nan,) * 5
    x = np.column_stack([np.ones(n), other[has]])
    inverse = np.linalg.inv(x.T @ x)
    fitted = inverse @ (x.T @ score[has])
    residual = score[has] - x @ fitted
    codes = np.unique(clusters.codes[has], return_inverse=True)[1]
    own = Clusters(codes.astype(np.int64))
    parts = own.sums(x * residual[:, None]) @ inverse
    factor = own.count / max(own.count - 1, 1) * (n - 1) / (n - 2)
    error = np.sqrt(factor * (parts**2).sum(axis=0))
    reach = student(level, max(own.count - 2, 1)) * error[0]
    at, slope = float(fitted[0]), float(fitted[1])
    return at, at - float(reach), at + float(reach), slope, float(error[1])
