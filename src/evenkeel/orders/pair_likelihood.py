"""The likelihood of Bradley and Terry with Davidson's ties, of many tables of wins at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.orders.newton import maximise

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
