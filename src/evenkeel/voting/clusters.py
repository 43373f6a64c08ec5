"""What votes of one judge, or on one prompt, do to the errors of the strengths.

Ten judges may cast most of the votes, each with a taste of their own. The variance is that of
leaving out one cluster at a time (Bell and McCaffrey's CR3), its degrees of freedom are those of
the clusters that a model rests on (Carter, Schnepel and Steigerwald).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from evenkeel._types import FloatArray, IntArray
from evenkeel.voting.battles import TIED, Battles
from evenkeel.voting.likelihood import SCORE, Cells, Fit, information_of

_HEAVY = 0.01  # share of the votes from which a cluster is really left out
_MOST_HEAVY = 100


@dataclass(frozen=True)
class Errors:
    """Variances of all parameters (size, size), and degrees of freedom of each model (k,)."""

    variance: FloatArray
    df: FloatArray

    def apart(self, k: int) -> FloatArray:
        """Variances of the differences of two models, (k, k)."""
        own = np.diag(self.variance)[:k]
        found: FloatArray = own[:, None] + own[None, :] - 2 * self.variance[:k, :k]
        return found


@dataclass(frozen=True)
class Uncertainty:
    """What is believed: the largest variance of each model and pair over all ways to cluster."""

    ways: tuple[tuple[str, Errors], ...]
    k: int

    @property
    def own(self) -> FloatArray:
        """Standard errors of all parameters."""
        largest = np.max([np.diag(each.variance) for _, each in self.ways], axis=0)
        errors: FloatArray = np.sqrt(largest)
        return errors

    @property
    def apart(self) -> FloatArray:
        """Standard errors of the differences of two models."""
        largest = np.max([each.apart(self.k) for _, each in self.ways], axis=0)
        errors: FloatArray = np.sqrt(np.maximum(largest, 0.0))
        return errors

    @property
    def df(self) -> FloatArray:
        """The fewest degrees of freedom of each model."""
        fewest: FloatArray = np.min([each.df for _, each in self.ways], axis=0)
        return fewest


def uncertainty(fit: Fit, battles: Battles, x: FloatArray) -> Uncertainty:
    """The errors if votes are independent, and if those of a judge or on a prompt are not."""
    k = fit.cells.k
    alone = _independent(fit)
    ways = [("votes", alone)]
    if (
        fit.davidson or not (fit.cells.outcome == TIED).any()
    ):  # halves vary less than the model says
        ways.append(("model", Errors(fit.inverse, np.full(k, np.inf))))
    clusters = [
        (name, codes)
        for name, codes in (("judge", battles.judge), ("prompt", battles.prompt))
        if codes is not None and int(codes.max()) + 1 < codes.size
    ]
    for name, codes in clusters:
        ways.append((name, _clustered(fit, battles, x, codes)))
    if len(clusters) == 2:
        both = ways[-2][1], ways[-1][1]
        variance = both[0].variance + both[1].variance - alone.variance
        ways.append(("both", Errors(variance, np.minimum(both[0].df, both[1].df))))
    return Uncertainty(tuple(ways), k)


def _independent(fit: Fit) -> Errors:
    """Each vote by itself, its residual over 1 less its leverage (HC3)."""
    cells, k = fit.cells, fit.cells.k
    inverse = fit.inverse
    a, b = cells.first, cells.second
    spread = inverse[a, a] + inverse[b, b] - 2 * inverse[a, b]
    leverage = np.minimum(fit.variance * spread, 0.9)
    residual = (cells.y - fit.mean) / (1 - leverage)
    tied = ((cells.outcome == TIED) - fit.tie) / (1 - leverage)
    meat = information_of(cells, cells.count, residual**2, fit.mean * 0, fit.tie * 0, fit.davidson)
    if fit.davidson:
        crossed = cells.count * residual * tied
        added = np.bincount(a, crossed, k) - np.bincount(b, crossed, k)
        meat[:k, -1] = meat[-1, :k] = added
        meat[k:-1, -1] = meat[-1, k:-1] = cells.x.T @ crossed
        meat[-1, -1] = float((cells.count * tied**2).sum())
    votes = np.bincount(a, cells.count, k) + np.bincount(b, cells.count, k)
    return Errors(inverse @ meat @ inverse, np.maximum(votes - 1, 1.0))


def votes_of_clusters(battles: Battles, codes: IntArray) -> sparse.csr_matrix:
    """How many votes on each model a cluster casts, (clusters, k)."""
    size, k = int(codes.max()) + 1, len(battles.models)
    rows = np.concatenate([codes, codes])
    columns = np.concatenate([battles.first, battles.second])
    ones = np.ones(rows.size)
    return sparse.coo_matrix((ones, (rows, columns)), shape=(size, k)).tocsr()


def expected(
    fit: Fit, battles: Battles, x: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Mean and variance of y and the probability of a tie, of each vote."""
    eta = fit.theta[battles.first] - fit.theta[battles.second] + x @ fit.beta
    win, loss, tie = np.exp(eta / 2), np.exp(-eta / 2), np.exp(fit.log_nu)
    total = win + loss + tie
    win, loss, tie = win / total, loss / total, tie / total
    return win + tie / 2, win * loss + tie * (1 - tie) / 4, tie


def scores_of_clusters(
    fit: Fit, battles: Battles, x: FloatArray, codes: IntArray
) -> sparse.csr_matrix:
    """The gradient of each cluster, (clusters, parameters)."""
    mean, _, tie = expected(fit, battles, x)
    residual = SCORE[battles.outcome] - mean
    parts = [(codes, battles.first, residual), (codes, battles.second, -residual)]
    k = fit.cells.k
    for column in range(x.shape[1]):
        parts.append((codes, np.full(codes.size, k + column), residual * x[:, column]))
    if fit.davidson:
        at = np.full(codes.size, k + x.shape[1])
        parts.append((codes, at, (battles.outcome == TIED) - tie))
    rows, columns, values = (np.concatenate([part[i] for part in parts]) for i in range(3))
    shape = (int(codes.max()) + 1, len(fit.information))
    return sparse.coo_matrix((values, (rows, columns)), shape=shape).tocsr()


def _clustered(fit: Fit, battles: Battles, x: FloatArray, codes: IntArray) -> Errors:
    k = fit.cells.k
    scores = scores_of_clusters(fit, battles, x, codes)
    sizes = np.bincount(codes)
    heavy = np.flatnonzero(sizes > max(_HEAVY * codes.size, 1))
    heavy = heavy[np.argsort(-sizes[heavy], kind="stable")][:_MOST_HEAVY]
    light = np.ones(len(sizes), dtype=bool)
    light[heavy] = False
    rest = scores[np.flatnonzero(light)]
    inverse = fit.inverse
    variance = inverse @ (rest.T @ rest).toarray() @ inverse
    own = np.zeros(len(fit.information))
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(sizes)
    for cluster in heavy.tolist():
        votes = order[ends[cluster] - sizes[cluster] : ends[cluster]]
        moved = _left_out(fit, battles, x, votes, scores[cluster].toarray()[0])
        moved[:k] -= moved[:k].mean()
        variance += np.outer(moved, moved)
        own += moved
    cast = votes_of_clusters(battles, codes)
    shares = cast.multiply(1 / np.asarray(cast.sum(axis=0)))
    squares = np.asarray(shares.power(2).sum(axis=0)).ravel()
    fourths = np.asarray(shares.power(4).sum(axis=0)).ravel()
    return Errors(variance, np.maximum(squares**2 / fourths - 1, 0.0))


def _left_out(
    fit: Fit, battles: Battles, x: FloatArray, votes: IntArray, score: FloatArray
) -> FloatArray:
    """By how much the parameters move, in one step, if a cluster is left out."""
    mean, variance, tie = expected(
        fit,
        Battles(
            battles.models,
            battles.first[votes],
            battles.second[votes],
            battles.outcome[votes],
            0,
            None,
            None,
            battles.shown[votes],
            battles.style[votes],
            battles.covariates,
            battles.source,
        ),
        x[votes],
    )
    cells = Cells(
        battles.first[votes],
        battles.second[votes],
        x[votes],
        battles.outcome[votes],
        np.ones(votes.size),
        fit.cells.k,
    )
    own = information_of(cells, cells.count, variance, mean, tie, fit.davidson)
    left = fit.information - own
    left[: fit.cells.k, : fit.cells.k] += 1.0
    return np.asarray(np.linalg.lstsq(left, score, rcond=1e-10)[0], dtype=np.float64)
