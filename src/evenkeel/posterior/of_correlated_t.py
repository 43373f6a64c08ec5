"""The Bayesian correlated t-test of two learners on one problem: a Student posterior, exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr, stdtrit

from evenkeel._types import FloatArray, IntArray
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.randomness import Seed
from evenkeel.numerics.scaling import unscaled
from evenkeel.posterior.regions import Place
from evenkeel.posterior.registry import BAYES_METHODS, BayesMethod, Density, Posterior, Problem
from evenkeel.posterior.run_differences import RunDifferences, differences_of_runs
from evenkeel.words.references import REFERENCES

_BARS = 120


@dataclass(frozen=True, eq=False)
class StudentPosterior(Posterior):
    """The mean difference has a Student distribution.

    Attributes
    ----------
    mean, scale : ndarray, shape (m,)
        Of the distribution, over 2 to the `power`; positive where the first is better.
    df : ndarray of int, shape (m,)
        Degrees of freedom.
    rope : float
        The rope in the same unit.
    power : int
        The power of two: 0, except for extreme values.
    """

    mean: FloatArray
    scale: FloatArray
    df: IntArray
    rope: float
    power: int

    def shares(self, pair: int, draws: int, seed: Seed = 0) -> None:
        """None: on one problem there are no shares of problems."""

    def density(self, pair: int, seed: Seed = 0) -> Density:
        """The Student density, each bar with its exact probability."""
        mean, scale, df = self.mean[pair], self.scale[pair], self.df[pair]
        reach = scale * stdtrit(df, 0.9995) or 0.1 * max(abs(mean), self.rope) or 1.0
        low = min(mean - reach, -1.2 * self.rope)
        high = max(mean + reach, 1.2 * self.rope)
        edges = np.linspace(low, high, _BARS + 1)
        below = regions_above(mean, scale, df, -edges, turned=True)
        heights = np.diff(below) / np.diff(edges)
        return Density(
            unscaled(edges, self.power),
            unscaled(heights, -self.power),
            "mean difference",
            float(unscaled(self.rope, self.power)),
        )


def regions_above(
    mean: FloatArray,
    scale: FloatArray,
    df: IntArray,
    bound: FloatArray | float,
    *,
    turned: bool = False,
) -> FloatArray:
    """P(difference > bound), or with `turned` of the negative one; a point if the scale is 0.

    Half of a point at the bound counts.
    """
    centre = (-mean if turned else mean) - bound
    spread = np.where(scale > 0, scale, 1.0)
    point = 0.5 + 0.5 * np.sign(centre)
    return np.where(scale > 0, stdtr(df, centre / spread), point)


def _posterior(problem: Problem) -> StudentPosterior:
    found = differences_of_runs(problem)
    moments = moments_of(found.values[0], found.count[0])
    rho = problem.test_share
    scale = moments.sd * np.sqrt(1 / found.count[0] + rho / (1 - rho))
    df = found.count[0] - 1
    left, right = (
        regions_above(moments.mean, scale, df, found.rope, turned=turned)
        for turned in (False, True)
    )
    within = np.clip(1 - left - right, 0.0, 1.0)
    if problem.rope:
        edge = (scale == 0) & (np.abs(moments.mean) == found.rope)  # the rope holds its borders
        left, right = (np.where(edge, 0.0, side) for side in (left, right))
        within = np.where(edge, 1.0, within)
    else:
        within = np.zeros_like(left)
    return StudentPosterior(
        np.stack([left, within, right], axis=1),
        None,
        found.count[0],
        _notes(found, scale),
        mean=moments.mean,
        scale=scale,
        df=df,
        rope=found.rope,
        power=found.power,
    )


def _notes(found: RunDifferences, scale: FloatArray) -> tuple[str, ...]:
    if (scale > 0).all():
        return ()
    constant = ", ".join(found.labels[i] for i in np.flatnonzero(scale == 0))
    return (
        f"all differences of the runs are equal ({constant}): the posterior is then a single point",
    )


def _prior(strength: float, place: Place, rope: bool) -> str:
    return "the flat prior of a normal mean and of the logarithm of its standard deviation"


BAYES_METHODS.register(
    BayesMethod(
        "correlated-t",
        "Bayesian correlated t-test",
        "runs",
        "the expected difference on this problem lies in the region",
        _posterior,
        _prior,
        strength=None,
        sampled=False,
        reference=REFERENCES["corani2015"],
    )
)
