"""Models of votes by Newton's method, and what votes of one judge do to the errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.items.battles import TIED, Battles

# Bradley and Terry's and Davidson's model of votes, by Newton's method on counts of pairs.
#
# With eta = theta_a - theta_b + x beta of a vote, Davidson's probabilities are, over their sum, ::
#
#     a wins: exp(eta / 2),   b wins: exp(-eta / 2),   a tie: nu.
#
# That is an exponential family whose statistics are y = 1, 0, 1/2 and whether the vote is a tie, so
# that the gradient is what was counted less what is expected, and the Hessian their covariance.
# Bradley and Terry's model has nu = 0; a tie then counts as half a win and half a defeat.


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
            far = max(np.abs(theta - theta.mean()).max(), *np.abs(beta), 0.0) > _FAR
            if far or _are_strengths(information, k, p):
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


def _are_strengths(information: FloatArray, k: int, p: int) -> bool:
    """Whether strengths can take the part of covariates: of A always shown first, of its length."""
    if not p:
        return False
    across = information[:k, k : k + p]
    own = information[k : k + p, k : k + p]
    left = own - across.T @ np.linalg.solve(information[:k, :k] + 1.0, across)
    scale = np.sqrt(np.diag(own))
    return bool(np.linalg.eigvalsh(left / np.outer(scale, scale))[0] < 1e-9)


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


# What votes of one judge, or on one prompt, do to the errors of the strengths.
#
# Ten judges may cast most of the votes, each with a taste of their own. The variance is that of
# leaving out one cluster at a time (Bell and McCaffrey's CR3), its degrees of freedom are those of
# the clusters that a model rests on (Carter, Schnepel and Steigerwald).


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
    clusters = [  # the errors of a single judge are those of this judge's ratings
        (name, codes)
        for name, codes in (("judge", battles.judge), ("prompt", battles.prompt))
        if codes is not None and 0 < int(codes.max()) < codes.size - 1
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
    part = battles.part(votes)
    mean, variance, tie = expected(fit, part, x[votes])
    ones = np.ones(votes.size)
    cells = Cells(part.first, part.second, x[votes], part.outcome, ones, fit.cells.k)
    own = information_of(cells, cells.count, variance, mean, tie, fit.davidson)
    left = fit.information - own
    left[: fit.cells.k, : fit.cells.k] += 1.0
    return np.asarray(np.linalg.lstsq(left, score, rcond=1e-10)[0], dtype=np.float64)
