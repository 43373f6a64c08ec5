"""The Bayesian signed-rank test: Dirichlet weights of the problems, and sums of two differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.numerics.randomness import Seed
from evenkeel.posterior.regions import Advantages, Place, advantages_of
from evenkeel.posterior.registry import (
    BAYES_METHODS,
    BayesMethod,
    Density,
    Posterior,
    Problem,
    share_density,
)
from evenkeel.words.references import REFERENCES

_HELD = 1 << 16  # weights of a block: it stays in the cache
_DRAWS = 50_000  # for the picture of the density
_EQUAL = 1e-12  # shares that differ by less are equal but for rounding


@dataclass(frozen=True, eq=False)
class SignedRankPosterior(Posterior):
    """Shares of sums of two differences in the regions, by weights with a Dirichlet distribution.

    Attributes
    ----------
    values : ndarray, shape (m, n)
        By how much the first algorithm is better on each problem, NaN where one is missing.
    rope : float
        Half the width of the rope in the same unit, 0 without one.
    error : ndarray, shape (m,)
        Rounding errors of sums.
    prior : float
        The weight of the observation that the prior adds.
    place : {"left", "rope", "right"}
        Where it lies: far on one side, or at 0.
    """

    values: FloatArray
    rope: float
    error: FloatArray
    prior: float
    place: Place

    def shares(self, pair: int, draws: int, seed: Seed = 0) -> FloatArray:
        """Draws of the shares of the sums."""
        steps = Steps.of(self.values[pair], self.rope, float(self.error[pair]), self.place)
        generator = np.random.default_rng(seed)
        blocks = _weights(self.values.shape[1], self.prior, draws, generator)
        return np.concatenate([steps.shares(weights) for weights in blocks], axis=1).T

    def density(self, pair: int, seed: Seed = 0) -> Density:
        """From draws of the shares."""
        return share_density(self.shares(pair, _DRAWS, seed))


@dataclass(frozen=True)
class Steps:
    """Which sums z_i + z_j lie beyond the rope, as a stair.

    In increasing order of z the sums with z_i that lie to the left of the rope, where the first
    algorithm is better, are those with all z_j from a position on that falls as i rises. So the
    weight of all of them is a difference of cumulative sums: the work is of the order n a draw,
    not n^2. Of a sum at the border half belongs to either side.

    Attributes
    ----------
    order : ndarray, shape (n' + 1,)
        Rows of the weights, the prior's observation among them, by increasing z.
    above, below : ndarray, shape (2, n' + 1)
        For each z_i the number of z_j of which the sum does not exceed the upper border of the
        rope, and of which it lies under the lower; in the first row a sum at the border counts
        to the rope, in the second to the other side.
    rope : bool
        Whether there is a rope.
    """

    order: IndexArray
    above: IndexArray
    below: IndexArray
    rope: bool

    @classmethod
    def of(cls, values: FloatArray, rope: float, error: float, place: Place) -> Steps:
        """The stair of one pair."""
        z = np.append(values, {"left": np.inf, "rope": 0.0, "right": -np.inf}[place])
        rows = np.flatnonzero(~np.isnan(z))
        order = rows[np.argsort(z[rows], kind="stable")]
        z = z[order]
        high, low = 2 * rope - z, -2 * rope - z
        return cls(
            order,
            np.stack([z.searchsorted(high + error, "right"), z.searchsorted(high - error, "left")]),
            np.stack([z.searchsorted(low - error, "left"), z.searchsorted(low + error, "right")]),
            rope > 0,
        )

    def shares(self, weights: FloatArray) -> FloatArray:
        """Shares of left, within and right (3, draws) by gamma weights (n + 1, draws)."""
        w = weights[self.order]
        cumulative = np.zeros((len(w) + 1, w.shape[1]))
        np.cumsum(w, axis=0, out=cumulative[1:])
        total = np.square(cumulative[-1])
        right = _halved(w, cumulative, self.below)
        left = total - _halved(w, cumulative, self.above)
        within = np.maximum(total - left - right, 0.0) if self.rope else np.zeros_like(total)
        shares: FloatArray = np.stack([left, within, right]) / total
        return shares


def _halved(w: FloatArray, cumulative: FloatArray, positions: IndexArray) -> FloatArray:
    """The weight of the sums up to the positions, of those at the border half."""
    weight: FloatArray = np.einsum("id,id->d", w, cumulative[positions[0]])
    if (positions[0] != positions[1]).any():
        weight = (weight + np.einsum("id,id->d", w, cumulative[positions[1]])) / 2
    return weight


def _weights(
    n: int, prior: float, draws: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Gamma weights of n problems and, in the last row, of the prior, in blocks (n + 1, draws)."""
    block = max(64, _HELD // (n + 1))
    for start in range(0, draws, block):
        size = min(block, draws - start)
        weights = np.empty((n + 1, size))
        generator.standard_exponential(out=weights[:-1])
        weights[-1] = generator.standard_gamma(prior, size)
        yield weights


def _posterior(problem: Problem) -> SignedRankPosterior:
    assert problem.losses is not None
    found = advantages_of(problem.losses, problem.pairs, problem.rope)
    steps = [
        Steps.of(values, found.rope, float(error), problem.place)
        for values, error in zip(found.values, found.error, strict=True)
    ]
    wins = np.zeros((len(steps), 3))
    draws = problem.resamples
    for weights in _weights(found.values.shape[1], problem.prior, draws, problem.generator):
        for pair, stair in enumerate(steps):
            wins[pair] += _largest(stair.shares(weights))
    shares = wins / draws
    # What was never seen, or always, has an error too: that of a single draw.
    variance = np.maximum(shares * (1 - shares), 1 / draws) / draws
    error = np.where(_possible(found), np.sqrt(variance), 0.0)
    return SignedRankPosterior(
        shares,
        error,
        found.present.sum(axis=1).astype(np.int64),
        (),
        values=found.values,
        rope=found.rope,
        error=found.error,
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


def _possible(found: Advantages) -> FloatArray:
    """Which regions there are: all but the rope if there is none."""
    return np.array([1.0, float(found.rope > 0), 1.0])


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
