"""The likelihoods of Bradley and Terry with ties and of Plackett and Luce, in batches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray

# Maximum likelihood of many small logit models at once, by Newton's method with safe steps.


#: Gradients (r, q), or informations (r, q, q), of the models of these numbers at x (r, q).
Slopes = Callable[[IndexArray, FloatArray], FloatArray]

_TOLERANCE = 1e-9  # the largest change of a parameter in the last step
_ROUNDING = 1e-4  # a smaller one that is no smaller than the one before is a rounding error
_MOST_STEPS = 500
_CHORDS = 60  # steps with one information for all models, after which each gets its own


def maximise(
    gradients: Slopes, informations: Slopes, start: FloatArray, chord: FloatArray | None = None
) -> FloatArray:
    """Parameters (r, q) at which the concave log-likelihoods of r models are largest.

    A full step of Newton's may go too far. Log-likelihoods of logit models are self-concordant in
    the generalised sense: shortened by log(1 + s) / s, where s bounds the change of a difference
    of two scores, a step always increases them, and near the maximum it is all but a full one
    (Sun and Tran-Dinh 2019, doi:10.1007/s10107-018-1282-4). If the inverse (q, q) of an information
    is given that is near enough to those of all models, it is tried first: its steps are many, but
    cheap.

    The maxima must exist, and the informations be regular.
    """
    found = np.array(start)
    every = np.arange(len(found))
    if chord is not None:
        left = _steps(found, every, lambda which, x: gradients(which, x) @ chord, _CHORDS)
        found[left] = start[left]
        every = left

    def newton(which: IndexArray, x: FloatArray) -> FloatArray:
        gradient, information = gradients(which, x), informations(which, x)
        step = np.linalg.solve(information, gradient[..., None])[..., 0]
        return np.asarray(step, dtype=np.float64)

    if _steps(found, every, newton, _MOST_STEPS).size:
        raise ArithmeticError("a likelihood has no maximum that Newton's method finds")
    return found


def _steps(found: FloatArray, active: IndexArray, step: Slopes, most: int) -> IndexArray:
    """Change `found` by steps; the numbers of the models that have not come to rest by then."""
    before = np.full((len(active), 1), np.inf)
    for _ in range(most):
        if active.size == 0:
            break
        change = step(active, found[active])
        size = 2 * np.abs(change).max(axis=-1, keepdims=True)
        found[active] += change * np.log1p(size) / np.where(size > 0, size, 1.0)
        moves = (size > 2 * _TOLERANCE) & ((size < before) | (size > 2 * _ROUNDING))
        active, before = active[moves[:, 0]], size[moves[:, 0]]
    return active


# The likelihood of Bradley and Terry with Davidson's ties, of many tables of wins at once.


_CELLS = 1 << 15  # pairs that are worked on at a time
_MANY = 20  # algorithms, for more of which an information is inverted once for several tables


@dataclass(frozen=True)
class PairCounts:
    """How often the first of each pair won, lost and tied, in r tables: arrays (r, m).

    `pairs` (m, 2) are positions of k algorithms.
    """

    wins: FloatArray
    defeats: FloatArray
    ties: FloatArray
    pairs: IndexArray
    k: int

    def part(self, some: slice) -> PairCounts:
        """Some of the tables."""
        return PairCounts(self.wins[some], self.defeats[some], self.ties[some], self.pairs, self.k)


def fit_pairs(
    counts: PairCounts, start: tuple[FloatArray, FloatArray] | None = None
) -> tuple[FloatArray, FloatArray]:
    """Log strengths (r, k), of mean 0, and the parameter nu of ties (r,), 0 where there are none.

    With strengths a and b, the first of a pair wins, loses and ties as a, b and nu sqrt(a b) are
    to each other (Davidson 1970). With d half the difference of the log strengths, the pair has
    three classes of the scores d, -d and log(nu): a concave log-likelihood. `start` are log
    strengths (k,) and nu () to begin with.
    """
    begin, chord = np.zeros(counts.k + 1), None
    if start is not None:
        begin[:-1] = start[0]
        if counts.k > _MANY:
            begin[-1] = np.log(start[1]) if start[1] > 0 else 0.0
            one = _Likelihoods(counts.part(slice(1)))
            chord = np.linalg.inv(one.informations(np.array([0]), begin[None])[0])
    step = max(1, _CELLS // len(counts.pairs))
    found = np.empty((len(counts.wins), counts.k + 1))
    for at in range(0, len(found), step):
        some = _Likelihoods(counts.part(slice(at, at + step)))
        begins = np.tile(begin, (len(some.tied), 1))
        found[at : at + step] = maximise(some.gradients, some.informations, begins, chord)
    tied = counts.ties.any(axis=-1)
    strengths = found[:, :-1] - found[:, :-1].mean(axis=-1, keepdims=True)
    return strengths, np.where(tied, np.exp(found[:, -1]), 0.0)


class _Likelihoods:
    """Slopes of the log-likelihoods of so few tables that the numbers stay in the cache."""

    def __init__(self, counts: PairCounts) -> None:
        self.counts = counts
        self.number = counts.wins + counts.defeats + counts.ties
        self.tied = np.asarray(counts.ties.any(axis=-1))

    # Beside shares near 1, what is left of them is summed, not subtracted: else it were rounded.
    def gradients(self, which: IndexArray, x: FloatArray) -> FloatArray:
        """Gradients (r, k + 1) of the tables of these numbers."""
        win, lose, tie = self._classes(which, x)
        counts = self.counts
        wins, defeats, ties = counts.wins[which], counts.defeats[which], counts.ties[which]
        score = wins * (lose + tie / 2) - defeats * (win + tie / 2) - ties * (win - lose) / 2
        of_ties = (ties * (win + lose) - (wins + defeats) * tie).sum(axis=-1)
        return np.column_stack([_by_algorithm(score, counts.pairs, counts.k), of_ties])

    def informations(self, which: IndexArray, x: FloatArray) -> FloatArray:
        """Informations (r, k + 1, k + 1)."""
        win, lose, tie = self._classes(which, x)
        k, (first, second) = self.counts.k, self.counts.pairs.T
        count = self.number[which]
        weight = count * (win * lose + tie * (win + lose) / 4)
        cross = _by_algorithm(count * tie * (lose - win) / 2, self.counts.pairs, k)
        matrix = np.zeros((len(x), k + 1, k + 1))
        matrix[:, first, second] = matrix[:, second, first] = -weight
        matrix[:, range(k), range(k)] = -matrix[:, :k, :k].sum(axis=-1)
        matrix[:, :k, :k] += 1 / k  # the mean of the log strengths stays as it is
        matrix[:, :k, k] = matrix[:, k, :k] = cross
        matrix[:, k, k] = (count * tie * (win + lose)).sum(axis=-1) + ~self.tied[which]
        return matrix

    def _classes(
        self, which: IndexArray, x: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        first, second = self.counts.pairs.T
        half = (x[:, first] - x[:, second]) / 2
        log_nu = np.where(self.tied[which], x[:, self.counts.k], -np.inf)[:, None]
        return _classes(half, log_nu)


def outcomes(
    strengths: FloatArray, nu: FloatArray, pairs: IndexArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Probabilities (..., m) that the first of each pair wins, that it loses, and of a tie.

    `strengths` are logarithms (..., k), `nu` has the shape (...).
    """
    return _classes(*_scores(strengths, nu, pairs))


def win_logits(strengths: FloatArray, nu: FloatArray, pairs: IndexArray) -> FloatArray:
    """Logits (..., m) of the probabilities that the first wins, finite however near 1 these are."""
    half, log_nu = _scores(strengths, nu, pairs)
    logits: FloatArray = half - np.logaddexp(-half, log_nu)
    return logits


def _scores(
    strengths: FloatArray, nu: FloatArray, pairs: IndexArray
) -> tuple[FloatArray, FloatArray]:
    """Half the differences of the log strengths (..., m), and log(nu) (..., 1)."""
    half = (strengths[..., pairs[:, 0]] - strengths[..., pairs[:, 1]]) / 2
    log_nu = np.log(nu, out=np.full(np.shape(nu), -np.inf), where=np.asarray(nu) > 0)
    return half, log_nu[..., None]


def _classes(half: FloatArray, log_nu: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Shares of three classes with the scores d, -d and log(nu)."""
    top = np.maximum(np.abs(half), log_nu)
    win, lose, tie = np.exp(half - top), np.exp(-half - top), np.exp(log_nu - top)
    total = win + lose + tie
    return win / total, lose / total, tie / total


def _by_algorithm(values: FloatArray, pairs: IndexArray, k: int) -> FloatArray:
    """Sums over the pairs (r, m) of an algorithm, with the sign + where it is the first."""
    matrix = np.zeros((len(values), k, k))
    matrix[:, pairs[:, 0], pairs[:, 1]] = values
    matrix[:, pairs[:, 1], pairs[:, 0]] = -values
    sums: FloatArray = matrix.sum(axis=-1)
    return sums


# The likelihood of Plackett and Luce, of many samples of the same problems at once.


_STAGE_CELLS = 1 << 22  # numbers that are worked on at a time


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
    step = max(1, _STAGE_CELLS // len(stages))
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
