"""Bradley and Terry's and Davidson's model of votes, by Newton's method on counts of pairs.

With eta = theta_a - theta_b + x beta of a vote, Davidson's probabilities are, over their sum, ::

    a wins: exp(eta / 2),   b wins: exp(-eta / 2),   a tie: nu.

That is an exponential family whose statistics are y = 1, 0, 1/2 and whether the vote is a tie, so
that the gradient is what was counted less what is expected, and the Hessian their covariance.
Bradley and Terry's model has nu = 0; a tie then counts as half a win and half a defeat.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.voting.battles import TIED, Battles

_STEPS = 100
_FAR = 20.0  # odds of 5e8: what lies beyond has no maximum
_CLOSE = 1e-11  # gradient over number of votes
SCORE = np.array([1.0, 0.0, 0.5])  # y of a win, a defeat and a tie


@dataclass(frozen=True)
class Cells:
    """Votes that are alike, counted: models, covariates x (cells, p), outcome, how many."""

    first: IntArray
    second: IntArray
    x: FloatArray
    outcome: IntArray
    count: FloatArray
    k: int

    @property
    def y(self) -> FloatArray:
        """What each vote of a cell gives to the first model."""
        scores: FloatArray = SCORE[self.outcome]
        return scores


@dataclass(frozen=True)
class Fit:
    """The maximum: strengths that add to 0, coefficients, log nu, and the negative Hessian.

    `mean`, `variance` are those of y in each cell, `tie` is the probability of a tie; `davidson`
    says whether ties have a parameter, the last row and column of the Hessian.
    """

    cells: Cells
    theta: FloatArray
    beta: FloatArray
    log_nu: float
    davidson: bool
    mean: FloatArray
    variance: FloatArray
    tie: FloatArray
    information: FloatArray

    @property
    def inverse(self) -> FloatArray:
        """The inverse information, of strengths that add to 0."""
        k = self.cells.k
        widened = self.information.copy()
        widened[:k, :k] += 1.0
        inverse = np.asarray(np.linalg.inv(widened), dtype=np.float64)
        inverse[:k, :k] -= 1 / k**2
        return inverse


def counted(battles: Battles, x: FloatArray) -> Cells:
    """Votes that are alike, counted; with covariates of many values each vote stays a cell."""
    k = len(battles.models)
    code = (battles.first * k + battles.second) * 3 + battles.outcome
    constant = x.shape[1] == 0 or (x.shape[1] == 1 and {*np.unique(x).tolist()} <= {-1.0, 1.0})
    if not constant:
        ones = np.ones(battles.size)
        return Cells(battles.first, battles.second, x, battles.outcome, ones, k)
    sides = 2 if x.shape[1] else 1
    if x.shape[1]:
        code = code * 2 + (x[:, 0] > 0)
    if k * k * 3 * sides <= 4 * battles.size + 10_000:
        counts = np.bincount(code, minlength=k * k * 3 * sides)
        found = np.flatnonzero(counts)
        counts = counts[found]
    else:
        found, counts = np.unique(code, return_counts=True)
    signs = 2.0 * (found % 2)[:, None].astype(np.float64) - 1
    signs = signs[:, : x.shape[1]]
    pair, outcome = np.divmod(found // sides, 3)
    return Cells(pair // k, pair % k, signs, outcome, counts.astype(np.float64), k)


def fit(cells: Cells, *, davidson: bool, prior: float = 0.0) -> Fit:
    """Maximise the likelihood, with a normal prior of the strengths of precision `prior`."""
    k, p = cells.k, cells.x.shape[1]
    ties = cells.outcome == TIED
    davidson = davidson and bool(ties.any())
    theta, beta = np.zeros(k), np.zeros(p)
    total = float(cells.count.sum())
    share = float(cells.count[ties].sum()) / total
    log_nu = float(np.log(2 * share / max(1 - share, 1e-9))) if davidson else -np.inf
    best = -np.inf
    step = np.zeros(k + p + davidson)
    for _ in range(_STEPS):
        mean, variance, tie, value = _moments(cells, theta, beta, log_nu)
        value -= prior * float(theta @ theta) / 2
        if value < best - 1e-12 * abs(best):  # too far: go back half of the last step
            step = step / 2
            theta, beta = theta - step[:k], beta - step[k : k + p]
            log_nu -= float(step[-1]) if davidson else 0.0
            continue
        best = value
        residual = cells.count * (cells.y - mean)
        gradient = np.concatenate(
            [
                _per_model(cells, residual) - prior * theta,
                cells.x.T @ residual,
                [float((cells.count * (ties - tie)).sum())] if davidson else [],
            ]
        )
        information = information_of(cells, cells.count, variance, mean, tie, davidson)
        information[:k, :k] += prior * np.eye(k)
        if np.abs(gradient).max() <= _CLOSE * total:
            if max(np.abs(theta - theta.mean()).max(), *np.abs(beta), 0.0) > _FAR:
                break
            theta = theta - theta.mean()
            return Fit(cells, theta, beta, log_nu, davidson, mean, variance, tie, information)
        widened = information.copy()
        widened[:k, :k] += 1.0
        try:
            step = np.linalg.solve(widened, gradient)
        except np.linalg.LinAlgError:
            break
        step *= min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-300))
        theta, beta = theta + step[:k], beta + step[k : k + p]
        log_nu += float(step[-1]) if davidson else 0.0
    raise InputError(
        "the strengths of these votes have no maximum of the likelihood that can be found; leave "
        "out covariates, or give a prior such as 0.1"
    )


def _moments(
    cells: Cells, theta: FloatArray, beta: FloatArray, log_nu: float
) -> tuple[FloatArray, FloatArray, FloatArray, float]:
    eta = theta[cells.first] - theta[cells.second] + cells.x @ beta
    logs = np.stack([eta / 2, -eta / 2, np.full(eta.size, log_nu)])
    top = logs.max(axis=0)
    parts = np.exp(logs - top)
    sums = parts.sum(axis=0)
    win, loss, tie = parts / sums
    mean = win + tie / 2
    variance = win * loss + tie * (1 - tie) / 4
    if np.isinf(log_nu):
        y = cells.y
        likelihood = y * eta / 2 - (1 - y) * eta / 2
    else:
        likelihood = logs[cells.outcome, np.arange(eta.size)]
    value = float((cells.count * (likelihood - top - np.log(sums))).sum())
    return mean, variance, tie, value


def _per_model(cells: Cells, values: FloatArray) -> FloatArray:
    up = np.bincount(cells.first, values, cells.k)
    down = np.bincount(cells.second, values, cells.k)
    return np.asarray(up - down, dtype=np.float64)


def information_of(
    cells: Cells,
    count: FloatArray,
    variance: FloatArray,
    mean: FloatArray,
    tie: FloatArray,
    davidson: bool,
) -> FloatArray:
    """The negative Hessian of cells with these counts."""
    k, p = cells.k, cells.x.shape[1]
    weight = count * variance
    size = k + p + davidson
    found = np.zeros((size, size))
    once = np.bincount(cells.first * k + cells.second, weight, k * k).reshape(k, k)
    crossed = once + once.T
    found[:k, :k] = np.diag(crossed.sum(axis=1)) - crossed
    for column in range(p):
        own = cells.x[:, column] * weight
        found[:k, k + column] = found[k + column, :k] = _per_model(cells, own)
        found[k : k + p, k + column] = cells.x.T @ own
    if davidson:
        with_tie = count * tie * (0.5 - mean)
        found[:k, -1] = found[-1, :k] = _per_model(cells, with_tie)
        found[k : k + p, -1] = found[-1, k : k + p] = cells.x.T @ with_tie
        found[-1, -1] = float((count * tie * (1 - tie)).sum())
    return found
