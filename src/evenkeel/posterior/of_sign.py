"""The Bayesian sign test, exactly: problems are counted in three regions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.numerics.largest_share import largest_share_probability
from evenkeel.numerics.randomness import Seed
from evenkeel.posterior.regions import PLACES, Advantages, Place, blocks_of_advantages
from evenkeel.posterior.registry import (
    BAYES_METHODS,
    BayesMethod,
    Density,
    Posterior,
    Problem,
    share_density,
)
from evenkeel.words.references import REFERENCES

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
