"""The likelihood of Plackett and Luce, of many samples of the same problems at once."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.orders.newton import maximise

_CELLS = 1 << 22  # numbers that are worked on at a time


def choices(losses: FloatArray) -> FloatArray:
    """The choices of which orders consist: shape (n, k, k), one for each result of a problem.

    The order of a problem is the choice of the best of all, then of the best of the others, and
    so on. Entry (i, s, j) is the weight with which algorithm j is there to be chosen when s is,
    on problem i. Of a tie of g results, which are chosen one after the other, a share of
    1, 1 - 1/g, ..., 1/g of each is there (Efron 1977). Missing results (NaN) are never there.

    Examples
    --------
    >>> import numpy as np
    >>> choices(np.array([[0.2, 0.5, 0.5]]))[0].tolist()
    [[1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.5, 0.5]]
    """
    later = losses[:, None, :] > losses[:, :, None]
    level = losses[:, None, :] == losses[:, :, None]
    size = np.maximum(level.sum(axis=-1), 1)
    before = np.tril(level, -1).sum(axis=-1)
    there: FloatArray = later + level * (1 - before / size)[:, :, None]
    return there


def fit_choices(
    there: FloatArray,
    times: FloatArray,
    pairs: IndexArray,
    drawn: float,
    start: FloatArray | None = None,
) -> FloatArray:
    """Log strengths (r, k), of mean 0.

    Parameters
    ----------
    there : ndarray, shape (n, k, k)
        The `choices` of n problems.
    times : ndarray, shape (r, n)
        How often each problem counts in each of r samples.
    pairs, drawn
        Pairs (m, 2) that are compared beside the problems, and how often: half of these
        comparisons are won, half lost.
    start : ndarray, shape (k,), optional
        Log strengths to begin with.
    """
    n, _, k = there.shape
    stages = np.zeros((n * k + len(pairs), k))
    stages[: n * k] = there.reshape(n * k, k)
    stages[np.arange(n * k, len(stages))[:, None], pairs] = 1.0
    once = drawn / 2 * np.bincount(pairs.ravel(), minlength=k)
    step = max(1, _CELLS // len(stages))
    found = np.empty((len(times), k))
    for at in range(0, len(times), step):
        part = times[at : at + step]
        weights = np.full((len(part), len(stages)), drawn)
        weights[:, : n * k] = np.repeat(part, k, axis=1)
        found[at : at + step] = _fit(stages, weights, part @ there.any(axis=-1) + once, start)
    found -= found.mean(axis=-1, keepdims=True)
    return found


def _fit(
    stages: FloatArray, weights: FloatArray, won: FloatArray, start: FloatArray | None
) -> FloatArray:
    """The same for choices (s, k) that count `weights` (r, s), and how often each was chosen."""

    def gradients(which: IndexArray, x: FloatArray) -> FloatArray:
        strengths = _strengths(x)
        expected = (weights[which] / _positive(strengths @ stages.T)) @ stages
        gradient: FloatArray = won[which] - strengths * expected
        gradient -= gradient.mean(axis=-1, keepdims=True)  # 0 but for rounding errors
        return gradient

    def informations(which: IndexArray, x: FloatArray) -> FloatArray:
        rows = zip(weights[which], _strengths(x), strict=True)
        return np.stack([_information(stages, row, strengths) for row, strengths in rows])

    if start is None:
        return maximise(gradients, informations, np.zeros(won.shape))
    information = _information(stages, weights.mean(axis=0), _strengths(start))
    chord = np.asarray(np.linalg.inv(information), dtype=np.float64)
    return maximise(gradients, informations, np.tile(start, (len(won), 1)), chord)


def _information(stages: FloatArray, weights: FloatArray, strengths: FloatArray) -> FloatArray:
    """The information (k, k), regular by a matrix that leaves the mean log strength alone."""
    shares = stages * strengths
    shares /= _positive(shares.sum(axis=-1, keepdims=True))
    weighted = shares * weights[:, None]
    matrix: FloatArray = np.diag(weighted.sum(axis=0)) - weighted.T @ shares + 1 / len(strengths)
    return matrix


def _strengths(x: FloatArray) -> FloatArray:
    strengths: FloatArray = np.exp(x - x.max(axis=-1, keepdims=True))
    return strengths


def _positive(totals: FloatArray) -> FloatArray:
    """Totals, 1 in place of 0: nobody is there where a result is missing."""
    return np.where(totals > 0, totals, 1.0)
