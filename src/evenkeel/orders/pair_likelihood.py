"""The likelihood of Bradley and Terry with Davidson's ties, of many tables of wins at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.orders.newton import maximise

_CELLS = 1 << 15  # pairs that are worked on at a time


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


def fit_pairs(counts: PairCounts, start: FloatArray | None = None) -> tuple[FloatArray, FloatArray]:
    """Log strengths (r, k), of mean 0, and the parameter nu of ties (r,), 0 where there are none.

    With strengths a and b, the first of a pair wins, loses and ties as a, b and nu sqrt(a b) are
    to each other (Davidson 1970). With d half the difference of the log strengths, the pair has
    three classes of the scores d, -d and log(nu): a concave log-likelihood. `start` are log
    strengths (k,) to begin with.
    """
    step = max(1, _CELLS // len(counts.pairs))
    parts = [
        _fit(counts.part(slice(at, at + step)), start) for at in range(0, len(counts.wins), step)
    ]
    logs, nus = zip(*parts, strict=True)
    return np.concatenate(logs), np.concatenate(nus)


def _fit(counts: PairCounts, start: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """The same for so few tables that the numbers stay in the cache."""
    r = len(counts.wins)
    tied = np.asarray(counts.ties.any(axis=-1))
    k, (first, second) = counts.k, counts.pairs.T

    def classes(which: IndexArray, x: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        half = (x[:, first] - x[:, second]) / 2
        return _classes(half, np.where(tied[which], x[:, k], -np.inf)[:, None])

    # Beside shares near 1, what is left of them is summed, not subtracted: else it were rounded.
    def gradients(which: IndexArray, x: FloatArray) -> FloatArray:
        win, lose, tie = classes(which, x)
        wins, defeats, ties = counts.wins[which], counts.defeats[which], counts.ties[which]
        score = wins * (lose + tie / 2) - defeats * (win + tie / 2) - ties * (win - lose) / 2
        of_ties = (ties * (win + lose) - (wins + defeats) * tie).sum(axis=-1)
        return np.column_stack([_by_algorithm(score, counts.pairs, k), of_ties])

    def informations(which: IndexArray, x: FloatArray) -> FloatArray:
        win, lose, tie = classes(which, x)
        count = (counts.wins + counts.defeats + counts.ties)[which]
        weight = count * (win * lose + tie * (win + lose) / 4)
        cross = _by_algorithm(count * tie * (lose - win) / 2, counts.pairs, k)
        matrix = np.zeros((len(x), k + 1, k + 1))
        matrix[:, first, second] = matrix[:, second, first] = -weight
        matrix[:, range(k), range(k)] = -matrix[:, :k, :k].sum(axis=-1)
        matrix[:, :k, :k] += 1 / k  # the mean of the log strengths stays as it is
        matrix[:, :k, k] = matrix[:, k, :k] = cross
        matrix[:, k, k] = (count * tie * (win + lose)).sum(axis=-1) + ~tied[which]
        return matrix

    begin = np.zeros((r, k + 1))
    if start is not None:
        begin[:, :k] = start
    found = maximise(gradients, informations, begin)
    strengths = found[:, :k] - found[:, :k].mean(axis=-1, keepdims=True)
    return strengths, np.where(tied, np.exp(found[:, k]), 0.0)


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
    signs = np.zeros((len(pairs), k))
    signs[range(len(pairs)), pairs[:, 0]] = 1
    signs[range(len(pairs)), pairs[:, 1]] = -1
    sums: FloatArray = values @ signs
    return sums
