"""The Bayesian sign and signed-rank tests.

Long because both share the shares of a Dirichlet process, whose draws are bounded here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import gammainc, gammainccinv, gammaincinv, gammaln

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.bayesian.registry import (
    BAYES_METHODS,
    PLACES,
    Advantages,
    BayesMethod,
    Density,
    Place,
    Posterior,
    Problem,
    advantages_of,
    blocks_of_advantages,
    share_density,
)
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import Seed
from evenkeel.references import REFERENCES

# Which share of a Dirichlet distribution is the largest, exactly: quadrature, no sampling.
#
# Shares with a Dirichlet distribution are independent gamma variables over their sum, so that the
# largest share is that of the largest variable::
#
#     P(share i is the largest) = integral of g_i(x) times the product over j != i of F_j(x)
#
# with the gamma densities g and distribution functions F. In t = log x the integrand is analytic
# and falls off exponentially on both sides, for which the trapezoidal rule converges exponentially.


_NODES = 512
_BEYOND = 1e-18  # probability that is left out on either side
_LOG_BEYOND = -41.0


def largest_share_probability(alpha: FloatArray) -> FloatArray:
    """P(each share is the largest), for Dirichlet parameters (..., r) of which some may be 0.

    A share whose parameter is 0 is 0. If all are 0, none is larger than another.

    Examples
    --------
    >>> largest_share_probability(np.array([[1.0, 1.0, 2.0], [3.0, 0.0, 0.0]])).round(4).tolist()
    [[0.1944, 0.1944, 0.6111], [1.0, 0.0, 0.0]]
    """
    rows, inverse = np.unique(alpha.reshape(-1, alpha.shape[-1]), axis=0, return_inverse=True)
    found = np.stack([_of_one(row) for row in rows])
    return found[inverse.ravel()].reshape(alpha.shape)


def _of_one(alpha: FloatArray) -> FloatArray:
    positive = np.flatnonzero(alpha > 0)
    if positive.size == 0:
        return np.full(alpha.size, 1 / alpha.size)
    found = np.zeros(alpha.size)
    shapes = alpha[positive]
    # Near 0 the integrand is at most the product of all x^a / Gamma(a + 1).
    least = (_LOG_BEYOND + gammaln(shapes + 1).sum()) / shapes.sum()
    for place, a in zip(positive, shapes, strict=True):
        low = max(least, np.log(max(gammaincinv(a, _BEYOND), 1e-300)))
        t = np.linspace(low, np.log(gammainccinv(a, _BEYOND)), _NODES)
        x = np.exp(t)
        density = np.exp(a * t - x - gammaln(a))  # g(x) dx/dt
        below = [gammainc(other, x) for other in np.delete(shapes, positive == place)]
        found[place] = (density * np.prod(below, axis=0)).sum() * (t[1] - t[0])
    shares: FloatArray = found / found.sum()
    return shares


# The Bayesian sign test, exactly: problems are counted in three regions.


_DRAWS = 50_000  # for the picture of the density


@dataclass(frozen=True, eq=False)
class SignPosterior(Posterior):
    """The shares of problems in the regions have a Dirichlet distribution.

    Attributes
    ----------
    counts : ndarray of int, shape (m, 3)
        Problems left of, within and right of the rope.
    alpha : ndarray, shape (m, 3)
        The parameters: the counts and the prior.
    """

    counts: IntArray
    alpha: FloatArray

    def shares(self, pair: int, draws: int, seed: Seed = 0) -> FloatArray:
        """Draws from the Dirichlet distribution."""
        drawn = np.random.default_rng(seed).standard_gamma(self.alpha[pair], (draws, 3))
        shares: FloatArray = drawn / drawn.sum(axis=1, keepdims=True)
        return shares

    def density(self, pair: int, seed: Seed = 0) -> Density:
        """From draws of the shares."""
        return share_density(self.shares(pair, _DRAWS, seed))


def _posterior(problem: Problem) -> SignPosterior:
    assert problem.losses is not None
    counts = np.concatenate(
        [
            _counts(found)
            for found in blocks_of_advantages(problem.losses, problem.pairs, problem.rope)
        ]
    )
    alpha = counts + problem.prior * _prior_shares(problem.place, bool(problem.rope))
    compared = alpha if problem.rope else alpha[:, ::2]  # ties say nothing of which is better
    largest = largest_share_probability(compared)
    if not problem.rope:
        largest = np.insert(largest, 1, 0.0, axis=1)
    return SignPosterior(largest, None, counts.sum(axis=1), (), counts, alpha)


def _counts(found: Advantages) -> IntArray:
    """Problems left of, within and right of the rope, shape (m, 3)."""
    beyond = np.abs(found.values) > found.rope + (found.error[:, None] if found.rope else 0.0)
    left, right = (beyond & (side > 0) for side in (found.values, -found.values))
    within = found.present & ~beyond
    counts: IntArray = np.stack([side.sum(axis=1) for side in (left, within, right)], axis=1)
    return counts.astype(np.int64)


def _prior_shares(place: Place, rope: bool) -> FloatArray:
    """How the prior is shared by the regions; without a rope its middle is shared by both sides."""
    if place == "rope" and not rope:
        return np.array([0.5, 0.0, 0.5])
    return np.array([float(place == each) for each in PLACES])


def _prior(strength: float, place: Place, rope: bool) -> str:
    where = {
        "left": "on which the first algorithm is practically better",
        "rope": "within the rope" if rope else "shared evenly by both sides",
        "right": "on which the second algorithm is practically better",
    }[place]
    return f"a Dirichlet prior worth {strength:g} problem{'s' * (strength != 1)} {where}"


BAYES_METHODS.register(
    BayesMethod(
        "sign",
        "Bayesian sign test",
        "results",
        "the region holds more problems than each of the others, of all problems like these",
        _posterior,
        _prior,
        strength=1.0,
        sampled=False,
        reference=REFERENCES["benavoli2017"],
    )
)


# The Bayesian signed-rank test: Dirichlet weights of the problems, and sums of two differences.


_HELD = 1 << 16  # weights that are drawn at a time
_WIDTH = 1024  # draws that are worked on at a time: rows so long that each is added quickly
_WORKED = 1 << 18  # weights that are worked on at a time, if there are many: a cache holds them
_MOST_HELD = 1 << 22  # weights that are held at most
_SUMS = np.tri(32)  # by which so many rows become their cumulative sums
_EQUAL = 1e-12  # shares that differ by less are equal but for rounding


@dataclass(frozen=True, eq=False)
class SignedRankPosterior(Posterior):
    """Shares of sums of two differences in the regions, by weights with a Dirichlet distribution.

    Attributes
    ----------
    losses : ndarray, shape (n, k)
        The table, lower is better, NaN for a missing result.
    pairs : ndarray, shape (m, 2)
        Positions of the algorithms of each pair.
    rope : float
        Half the width of the rope, 0 without one.
    prior : float
        The weight of the observation that the prior adds.
    place : {"left", "rope", "right"}
        Where it lies: far on one side, or at 0.
    """

    losses: FloatArray
    pairs: IndexArray
    rope: float
    prior: float
    place: Place

    def shares(self, pair: int, draws: int, seed: Seed = 0) -> FloatArray:
        """Draws of the shares of the sums."""
        found = advantages_of(self.losses, self.pairs[[pair]], self.rope)
        steps = Steps.of(found.values[0], found.rope, float(found.error[0]), self.place)
        generator = np.random.default_rng(seed)
        blocks = _weights(len(self.losses), self.prior, draws, generator)
        return np.concatenate([steps.shares(each, _room(each)) for each in blocks], axis=1).T

    def density(self, pair: int, seed: Seed = 0) -> Density:
        """From draws of the shares."""
        return share_density(self.shares(pair, _DRAWS, seed))


@dataclass(frozen=True)
class Steps:
    """Which sums z_i + z_j lie beyond the rope, as a stair.

    In increasing order of z the sums with z_i that lie to the left of the rope, where the first
    algorithm is better, are those with all z_j from a position on that falls as i rises. So the
    weight of all of them is a difference of cumulative sums: the work is of the order n a draw,
    not n^2. The stair is its own mirror image, so that half of it gives the other half. Of a sum
    at the border half belongs to either side.

    Attributes
    ----------
    order : ndarray, shape (n' + 1,)
        Rows of the weights, the prior's observation among them, by increasing z.
    below, above : ndarray, shape (n' + 1,)
        For each z_i the number of z_j of which the sum lies under the lower border of the rope,
        and of which it does not exceed the upper; a sum at the border counts to the rope.
    halves : tuple of tuples
        For both sides the i whose sums lie at the border, and from which to which j.
    rope : bool
        Whether there is a rope.
    """

    order: IndexArray
    below: IndexArray
    above: IndexArray
    halves: tuple[tuple[IndexArray, IndexArray, IndexArray], ...]
    rope: bool

    @classmethod
    def of(cls, values: FloatArray, rope: float, error: float, place: Place) -> Steps:
        """The stair of one pair."""
        z = np.append(values, {"left": np.inf, "rope": 0.0, "right": -np.inf}[place])
        rows = np.flatnonzero(~np.isnan(z))
        order = rows[np.argsort(z[rows], kind="stable")]
        z = z[order]
        high, low = 2 * rope - z, -2 * rope - z
        below, upto = z.searchsorted(low - error, "left"), z.searchsorted(low + error, "right")
        since, above = z.searchsorted(high - error, "left"), z.searchsorted(high + error, "right")
        at_low, at_high = np.flatnonzero(below != upto), np.flatnonzero(since != above)
        halves = (at_low, below[at_low], upto[at_low]), (at_high, since[at_high], above[at_high])
        return cls(order, below, above, halves, rope > 0)

    def shares(self, weights: FloatArray, room: FloatArray) -> FloatArray:
        """Shares of left, within and right (3, draws) by gamma weights (n + 1, draws).

        `room` of shape (3, n + 2, draws) is written over: memory that is asked for anew for every
        pair takes longer than the sums.
        """
        size = len(self.order)
        w = np.take(weights, self.order, axis=0, out=room[0, :size], mode="clip")
        cumulative = _accumulated(w, room[1, : size + 1])

        def weight(some: slice, upto: IndexArray) -> FloatArray:
            """Sum of the weights of some z_i, each times that of the first z_j up to a number."""
            others = room[2, : len(upto)]
            np.take(cumulative, upto, axis=0, out=others, mode="clip")
            weight: FloatArray = np.einsum("id,id->d", w[some], others)
            return weight

        total = np.square(cumulative[-1])
        # z_i + z_i lies under the border for the first p, and does not exceed it for the first q
        p, q = (np.count_nonzero(stair > np.arange(size)) for stair in (self.below, self.above))
        right = 2 * weight(slice(p), self.below[:p]) - np.square(cumulative[p])
        left = total - np.square(cumulative[q]) - 2 * weight(slice(q, None), self.above[q:])
        for side, (i, start, end) in zip((right, left), self.halves, strict=True):
            if i.size:
                between = cumulative[end] - cumulative[start]
                side += np.einsum("id,id->d", w[i], between) / 2
        within = np.maximum(total - left - right, 0.0) if self.rope else np.zeros_like(total)
        shares: FloatArray = np.stack([left, within, right]) / total
        return shares


def _accumulated(w: FloatArray, out: FloatArray) -> FloatArray:
    """In `out` 0 and the cumulative sums of the rows: in whole blocks, not row by row."""
    size = len(_SUMS)
    blocks, draws = len(w) // size, w.shape[1]
    whole = blocks * size
    summed = out[1 : whole + 1].reshape(blocks, size, draws)
    np.matmul(_SUMS, w[:whole].reshape(blocks, size, draws), out=summed)
    for before, block in pairwise(summed):
        block += before[-1]
    out[0] = 0.0
    rest = len(w) - whole
    out[whole + 1 :] = _SUMS[:rest, :rest] @ w[whole:] + out[whole]
    return out


def _blocks(n: int, draws: int) -> tuple[int, range]:
    """How many draws of weights of n problems are made at once, and where their blocks begin."""
    block = min(max(64, _HELD // (n + 1)), max(1, _MOST_HELD // (n + 1)))
    width = block * max(1, min(-(-_WIDTH // block), _WORKED // (n + 1) // block))
    return block, range(0, draws, width)


def _weights(
    n: int, prior: float, draws: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Gamma weights of n problems and, in the last row, of the prior, in blocks (n + 1, draws)."""
    block, starts = _blocks(n, draws)
    for start in starts:
        weights = np.empty((n + 1, min(starts.step, draws - start)))
        for at in range(0, weights.shape[1], block):
            size = min(block, weights.shape[1] - at)
            weights[:-1, at : at + size] = generator.standard_exponential((n, size))
            weights[-1, at : at + size] = generator.standard_gamma(prior, size)
        yield weights


def _room(weights: FloatArray) -> FloatArray:
    """Memory for the shares by these weights."""
    return np.empty((3, len(weights) + 1, weights.shape[1]))


def _signed_rank_posterior(problem: Problem) -> SignedRankPosterior:
    assert problem.losses is not None
    draws, m = problem.resamples, len(problem.pairs)
    _, starts = _blocks(len(problem.losses), draws)
    won = np.zeros((m, 3))
    for pair, more in steps(_won(problem, problem.losses), "posterior draws", m * len(starts)):
        won[pair] += more
    shares = won / draws
    present = ~np.isnan(problem.losses)
    counts = (present[:, problem.pairs[:, 0]] & present[:, problem.pairs[:, 1]]).sum(axis=0)
    # What was never seen, or always, has an error too: that of a single draw.
    variance = np.maximum(shares * (1 - shares), 1 / draws) / draws
    possible = np.array([1.0, float(problem.rope > 0), 1.0])  # there may be no rope
    return SignedRankPosterior(
        shares,
        np.where(possible, np.sqrt(variance), 0.0),
        counts.astype(np.int64),
        (),
        losses=problem.losses,
        pairs=problem.pairs,
        rope=problem.rope,
        prior=problem.prior,
        place=problem.place,
    )


def _won(problem: Problem, losses: FloatArray) -> Iterator[tuple[int, FloatArray]]:
    """In how many draws of a block each share of a pair is the largest, pair by pair."""
    generator, first = problem.generator, 0
    state = generator.bit_generator.state
    for found in blocks_of_advantages(losses, problem.pairs, problem.rope):
        generator.bit_generator.state = state  # the same draws for all pairs
        stairs = [
            Steps.of(values, found.rope, float(error), problem.place)
            for values, error in zip(found.values, found.error, strict=True)
        ]
        for weights in _weights(len(losses), problem.prior, problem.resamples, generator):
            room = _room(weights)
            for pair, stair in enumerate(stairs, start=first):
                yield pair, _largest(stair.shares(weights, room))
        first += len(stairs)


def _largest(shares: FloatArray) -> FloatArray:
    """In how many draws each share is the largest; equal ones divide the draw."""
    winners = shares >= shares.max(axis=0) - _EQUAL
    if not np.any(winners.sum(axis=0) > 1):
        return np.asarray(winners.sum(axis=1), dtype=np.float64)
    divided: FloatArray = (winners / winners.sum(axis=0)).sum(axis=1)
    return divided


def _signed_rank_prior(strength: float, place: Place, rope: bool) -> str:
    where = {
        "left": "on which the first algorithm is far better",
        "rope": "with a difference of 0",
        "right": "on which the second algorithm is far better",
    }[place]
    return (
        f"a Dirichlet process whose prior is worth {strength:g} "
        f"problem{'s' * (strength != 1)} {where}"
    )


BAYES_METHODS.register(
    BayesMethod(
        "signed-rank",
        "Bayesian signed-rank test",
        "results",
        "the mean of the differences on two problems lies in the region more often than in each of "
        "the others, of all problems like these",
        _signed_rank_posterior,
        _signed_rank_prior,
        strength=0.5,
        sampled=True,
        reference=REFERENCES["benavoli2014"],
    )
)
