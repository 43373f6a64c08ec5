"""The correlated t-test of one problem, exactly, and of many by a hierarchy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr, stdtrit

from evenkeel._types import FloatArray, IntArray
from evenkeel.bayesian.hyperparameters import Hyperposterior, hyperposterior, shares_of_regions
from evenkeel.bayesian.integrated_means import Likelihoods, TooFineError
from evenkeel.bayesian.registry import (
    BAYES_METHODS,
    BayesMethod,
    Density,
    Place,
    Posterior,
    Problem,
)
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.arrays import bound_in_range, in_range, unscaled
from evenkeel.numerics.moments import moments_of
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import Seed
from evenkeel.references import REFERENCES
from evenkeel.text import series

# Differences of the runs of the same name (fold, seed), for every pair and problem.


@dataclass(frozen=True, eq=False)
class RunDifferences:
    """By how much the first algorithm of each pair is better, run by run.

    Attributes
    ----------
    values : ndarray, shape (n, m, runs)
        The advantages over 2 to the `power`, NaN beyond the runs of a problem.
    count : ndarray of int, shape (n, m)
        How many runs both algorithms have; 0 on a problem that one of the two has not.
    rope : float
        The rope in the same unit.
    power : int
        The power of two.
    problems, labels : tuple of str
        The problems, and the pairs to be printed.
    """

    values: FloatArray
    count: IntArray
    rope: float
    power: int
    problems: tuple[str, ...]
    labels: tuple[str, ...]


def differences_of_runs(problem: Problem) -> RunDifferences:
    """The differences of all pairs; the runs are paired."""
    assert problem.cells is not None
    cells = problem.cells
    losses, power = in_range(cells.losses)
    first, second = problem.pairs.T
    names = cells.algorithms
    return RunDifferences(
        losses[:, second] - losses[:, first],
        np.minimum(cells.count[:, first], cells.count[:, second]),
        bound_in_range(problem.rope, power),
        power,
        cells.problems,
        tuple(f"{names[a]} vs {names[b]}" for a, b in problem.pairs.tolist()),
    )


# The Bayesian correlated t-test of two learners on one problem: a Student posterior, exactly.


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


# The hierarchical correlated t-test over problems, by quadrature instead of a sampler.


_ROUNDED = 1e-12  # differences and rope that are smaller, beside the largest, are rounding errors
_LEAST = 3  # runs of a problem: with fewer its density cannot be normalised


@dataclass(frozen=True, eq=False)
class HierarchicalPosterior(Posterior):
    """The posterior of the hyperparameters of each pair.

    Attributes
    ----------
    hyper : tuple of Hyperposterior
        For each pair, in units of its `unit`.
    unit : ndarray, shape (m,)
        The mean standard deviation of the differences of a problem, over 2 to the `power`.
    rope : float
        The rope over 2 to the `power`.
    power : int
        The power of two: 0, except for extreme values.
    """

    hyper: tuple[Hyperposterior, ...]
    unit: FloatArray
    rope: float
    power: int

    def shares(self, pair: int, draws: int, seed: Seed = 0) -> FloatArray:
        """Draws of the probabilities of the regions on a new problem."""
        mu, sigma, nu = self.hyper[pair].draw(draws, np.random.default_rng(seed))
        return shares_of_regions(mu, sigma, nu, self.rope / float(self.unit[pair]))

    def density(self, pair: int, seed: Seed = 0) -> Density:
        """The density of mu_0, the mean of the differences over all problems like these."""
        edges, heights = self.hyper[pair].mu_bars()
        unit = float(self.unit[pair])
        return Density(
            unscaled(edges * unit, self.power),
            unscaled(heights / unit, -self.power),
            "mean difference over problems",
            float(unscaled(self.rope, self.power)),
        )


def _hierarchical_posterior(problem: Problem) -> HierarchicalPosterior:
    found = differences_of_runs(problem)
    _require_enough(found)
    flat = _without_spread(found)
    if flat and not problem.rope:
        raise InputError(
            f"on problem {flat[0]!r} all differences of the runs are equal, so that nothing shows "
            "how sure they are; give a rope, for then the difference is known to within it, or "
            "leave the problem out"
        )
    units, hypers = [], []
    pairs = found.values.shape[1]
    for pair in steps(range(pairs), "pairs, hierarchical model", pairs):
        unit, data = _likelihoods(found, pair, problem.test_share)
        units.append(unit)
        try:
            hypers.append(hyperposterior(data))
        except TooFineError:
            raise _too_fine(found, pair, data.scale) from None
    ropes = found.rope / np.array(units)
    return HierarchicalPosterior(
        np.stack([hyper.regions(rope) for hyper, rope in zip(hypers, ropes, strict=True)]),
        None,
        (found.count > 0).sum(axis=0).astype(np.int64),
        _hierarchical_notes(flat),
        hyper=tuple(hypers),
        unit=np.array(units),
        rope=found.rope,
        power=found.power,
    )


def _require_enough(found: RunDifferences) -> None:
    few = np.argwhere((found.count > 0) & (found.count < _LEAST))
    if few.size:
        row, pair = few[0]
        raise InputError(
            f"the hierarchical test needs at least {_LEAST} runs of each algorithm on a problem, "
            f"but on {found.problems[row]!r} there are {found.count[row, pair]}; add runs, or "
            "leave the problem out"
        )
    lone = np.flatnonzero((found.count > 0).sum(axis=0) < 2)
    if lone.size:
        raise InputError(
            Message(
                "the hierarchical test needs at least two problems, but "
                f"{found.labels[lone[0]]} have fewer in common; for one problem choose ",
                Option("method", "correlated-t"),
            )
        )


def _without_spread(found: RunDifferences) -> list[str]:
    """Problems on which the differences of some pair are all equal."""
    low, high = (f.reduce(found.values, axis=2) for f in (np.fmin, np.fmax))
    rows = np.flatnonzero(((found.count > 0) & (low == high)).any(axis=1))
    return [found.problems[i] for i in rows]


def _likelihoods(found: RunDifferences, pair: int, rho: float) -> tuple[float, Likelihoods]:
    """The unit of one pair, and what its problems say in this unit."""
    rows = found.count[:, pair] > 0
    values, count = found.values[rows, pair], found.count[rows, pair]
    moments = moments_of(values, count)
    # A difference that never varies is known to within the rope: spread evenly over it.
    sd = np.where(moments.sd > 0, moments.sd, found.rope / np.sqrt(3))
    reach = max(float(np.nanmax(np.abs(values))), found.rope)
    if not (sd > _ROUNDED * reach).all():
        raise _too_fine(found, pair, sd)
    unit = float((sd * np.sqrt(1 - 1 / count)).mean())
    # (x - mu 1)' M^-1 (x - mu 1) = S / (1 - rho) + J (mean - mu)^2 / (1 + (J - 1) rho)
    df = count - 2
    squares = (count - 1) * (1 + (count - 1) * rho) / (count * (1 - rho) * df)
    means = moments.mean / unit
    data = Likelihoods(
        means,
        sd / unit * np.sqrt(squares),
        df.astype(np.float64),
        reach=reach / unit,
        spread=float(means.std()) if np.ptp(means) > _ROUNDED * np.abs(means).max() else 0.0,
    )
    return unit, data


def _too_fine(found: RunDifferences, pair: int, scale: FloatArray) -> InputError:
    problem = found.problems[np.flatnonzero(found.count[:, pair])[scale.argmin()]]
    return InputError(
        Message(
            "the hierarchical test cannot resolve how little the differences of the "
            f"runs vary on {problem!r}, beside those of the other problems or the "
            "rope; bring the problems to one scale, leave it out, or compare the "
            "means by ",
            Option("method", "signed-rank"),
        )
    )


def _hierarchical_notes(flat: list[str]) -> tuple[str, ...]:
    if not flat:
        return ()
    named = series([repr(name) for name in flat[:5]])
    more = f" and {len(flat) - 5} more" if len(flat) > 5 else ""
    return (
        f"on {named}{more} all differences of the runs of some pair are equal; their standard "
        "deviation is taken as that of a difference which lies anywhere within the rope",
    )


def _hierarchical_prior(strength: float, place: Place, rope: bool) -> str:
    return (
        "flat priors of the mean and of the standard deviation of the problems' differences (up to "
        "the largest difference seen, and to 1000 times their spread), of each problem's own "
        "standard deviation, and for nu - 1, the degrees of freedom less 1, a gamma prior with a "
        "shape from 1 to 2 and a rate from 0.01 to 0.1, as in baycomp"
    )


BAYES_METHODS.register(
    BayesMethod(
        "hierarchical",
        "Bayesian hierarchical correlated t-test",
        "runs",
        "the region is the most probable one for the expected difference on a new problem like "
        "these",
        _hierarchical_posterior,
        _hierarchical_prior,
        strength=None,
        sampled=False,
        reference=REFERENCES["corani2017"],
    )
)
