"""The Bayesian signed-rank test: Dirichlet weights of the problems, and sums of two differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.numerics.progress import steps
from evenkeel.numerics.randomness import Seed
from evenkeel.posterior.regions import Place, advantages_of, blocks_of_advantages
from evenkeel.posterior.registry import (
    BAYES_METHODS,
    BayesMethod,
    Density,
    Posterior,
    Problem,
    share_density,
)
from evenkeel.words.references import REFERENCES

_HELD = 1 << 16  # weights that are drawn at a time
_WIDTH = 1024  # draws that are worked on at a time: rows so long that each is added quickly
_WORKED = 1 << 18  # weights that are worked on at a time, if there are many: a cache holds them
_MOST_HELD = 1 << 22  # weights that are held at most
_SUMS = np.tri(32)  # by which so many rows become their cumulative sums
_DRAWS = 50_000  # for the picture of the density
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


def _weights(
    n: int, prior: float, draws: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Gamma weights of n problems and, in the last row, of the prior, in blocks (n + 1, draws)."""
    block = min(max(64, _HELD // (n + 1)), max(1, _MOST_HELD // (n + 1)))
    width = block * max(1, min(-(-_WIDTH // block), _WORKED // (n + 1) // block))
    starts = range(0, draws, width)
    for start in steps(starts, "posterior draws", len(starts)):
        weights = np.empty((n + 1, min(width, draws - start)))
        for at in range(0, weights.shape[1], block):
            size = min(block, weights.shape[1] - at)
            weights[:-1, at : at + size] = generator.standard_exponential((n, size))
            weights[-1, at : at + size] = generator.standard_gamma(prior, size)
        yield weights


def _room(weights: FloatArray) -> FloatArray:
    """Memory for the shares by these weights."""
    return np.empty((3, len(weights) + 1, weights.shape[1]))


def _posterior(problem: Problem) -> SignedRankPosterior:
    assert problem.losses is not None
    draws, generator = problem.resamples, problem.generator
    state = generator.bit_generator.state
    wins, counts = [], []
    for found in blocks_of_advantages(problem.losses, problem.pairs, problem.rope):
        generator.bit_generator.state = state  # the same draws for all pairs
        steps = [
            Steps.of(values, found.rope, float(error), problem.place)
            for values, error in zip(found.values, found.error, strict=True)
        ]
        won = np.zeros((len(steps), 3))
        for weights in _weights(len(problem.losses), problem.prior, draws, generator):
            room = _room(weights)
            for pair, stair in enumerate(steps):
                won[pair] += _largest(stair.shares(weights, room))
        wins.append(won)
        counts.append(found.present.sum(axis=1).astype(np.int64))
    shares = np.concatenate(wins) / draws
    # What was never seen, or always, has an error too: that of a single draw.
    variance = np.maximum(shares * (1 - shares), 1 / draws) / draws
    possible = np.array([1.0, float(problem.rope > 0), 1.0])  # there may be no rope
    return SignedRankPosterior(
        shares,
        np.where(possible, np.sqrt(variance), 0.0),
        np.concatenate(counts),
        (),
        losses=problem.losses,
        pairs=problem.pairs,
        rope=problem.rope,
        prior=problem.prior,
        place=problem.place,
    )


def _largest(shares: FloatArray) -> FloatArray:
    """In how many draws each share is the largest; equal ones divide the draw."""
    winners = shares >= shares.max(axis=0) - _EQUAL
    if not np.any(winners.sum(axis=0) > 1):
        return np.asarray(winners.sum(axis=1), dtype=np.float64)
    divided: FloatArray = (winners / winners.sum(axis=0)).sum(axis=1)
    return divided


def _prior(strength: float, place: Place, rope: bool) -> str:
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
        _posterior,
        _prior,
        strength=0.5,
        sampled=True,
        reference=REFERENCES["benavoli2014"],
    )
)
