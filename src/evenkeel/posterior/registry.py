"""What a method of Bayesian comparison is, what a posterior can tell, and the table of methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.equality import ByValue
from evenkeel.numerics.randomness import Seed
from evenkeel.posterior.regions import Place
from evenkeel.registry import Registry
from evenkeel.runs.run_cells import Cells
from evenkeel.words.references import Reference


@dataclass(frozen=True, eq=False)
class Density(ByValue):
    """A posterior density as bars.

    Attributes
    ----------
    edges : ndarray, shape (bars + 1,)
        Where the bars begin and end.
    heights : ndarray, shape (bars,)
        The density, averaged over each bar.
    of : str
        What is distributed so, such as ``"mean difference"``.
    rope : float or None
        The rope on this axis; None if the axis is not that of the values.
    """

    edges: FloatArray
    heights: FloatArray
    of: str
    rope: float | None


@dataclass(frozen=True, eq=False)
class Posterior(ByValue, ABC):
    """What is known of each of m pairs after the data.

    Attributes
    ----------
    probabilities : ndarray, shape (m, 3)
        Posterior probabilities of left, within and right; without a rope the second is 0.
    standard_error : ndarray, shape (m, 3), or None
        Monte Carlo standard errors; None if nothing was drawn at random.
    count : ndarray of int, shape (m,)
        How many problems, or runs of the one problem, speak.
    notes : tuple of str
        What the reader should know of these data.
    """

    probabilities: FloatArray
    standard_error: FloatArray | None
    count: IntArray
    notes: tuple[str, ...]

    @abstractmethod
    def shares(self, pair: int, draws: int, seed: Seed = 0) -> FloatArray | None:
        """Draws of the shares of problems in the three regions, (draws, 3); None if it has none."""

    @abstractmethod
    def density(self, pair: int, seed: Seed = 0) -> Density:
        """The posterior density of the difference of a pair, positive where the first is better."""


@dataclass(frozen=True)
class Problem:
    """What a method is given: data, pairs, and the options.

    Attributes
    ----------
    losses : ndarray, shape (n, k), or None
        A table, turned so that lower is better; for methods of tables.
    cells : Cells or None
        The runs; for methods of runs.
    pairs : ndarray, shape (m, 2)
        Positions of the algorithms of each pair.
    rope : float
        Half the width of the rope, 0 without one.
    prior : float
        The strength of the prior.
    place : {"left", "rope", "right"}
        Where the prior lies.
    test_share : float
        Share of the examples in a test set, the correlation of two runs; 0 for methods of tables.
    resamples : int
        How many draws.
    generator : numpy.random.Generator
        Where the draws come from.
    """

    losses: FloatArray | None
    cells: Cells | None
    pairs: IndexArray
    rope: float
    prior: float
    place: Place
    test_share: float
    resamples: int
    generator: np.random.Generator


@dataclass(frozen=True)
class BayesMethod:
    """A method of Bayesian comparison.

    Attributes
    ----------
    name, title, aliases
        The name that ``method=`` takes, the name to print, and other names.
    takes
        ``"results"`` or ``"runs"``.
    meaning
        What a probability of it is the probability of, after "the probability that".
    posterior
        Makes the `Posterior` of a `Problem`.
    prior
        What the prior is, in words, from its strength and place.
    strength
        The default strength of the prior; None if the method has none to choose.
    sampled
        Whether it draws random numbers.
    reference
        Where it was published.
    """

    name: str
    title: str
    takes: Literal["results", "runs"]
    meaning: str
    posterior: Callable[[Problem], Posterior]
    prior: Callable[[float, Place, bool], str]
    strength: float | None
    sampled: bool
    reference: Reference
    aliases: tuple[str, ...] = ()


BAYES_METHODS: Registry[BayesMethod] = Registry(
    "Bayesian method", "evenkeel.posterior", default="signed-rank"
)


def share_density(shares: FloatArray) -> Density:
    """The density of the first's share of the problems less the second's, from draws."""
    difference = shares[:, 0] - shares[:, 2]
    low, high = float(difference.min()), float(difference.max())
    margin = max(0.02, 0.05 * (high - low))
    edges = np.linspace(max(low - margin, -1.0), min(high + margin, 1.0), 61)
    heights, _ = np.histogram(difference, edges, density=True)
    return Density(edges, heights, "share of problems for the first less that for the second", None)
