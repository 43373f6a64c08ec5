"""What a method of Bayesian comparison is, the table of all, and the region about zero."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.arrays import (
    HALF_ULP,
    ByValue,
    bound_in_range,
    in_range,
    rounded_differences,
)
from evenkeel.numerics.resampling import Seed
from evenkeel.references import Reference
from evenkeel.registry import Registry
from evenkeel.runs.cells import Cells

# The region of practical equivalence (rope), and the differences of pairs about it.
#
# Three regions: left, the first algorithm is better by more than the rope; within, the two differ
# by no more than the rope; right, the second is better by more than it. Without a rope there are
# two.


_HELD = 1 << 20  # advantages that are held at a time

Place = Literal["left", "rope", "right"]
PLACES: tuple[Place, ...] = ("left", "rope", "right")
Rope = float | Literal["none"]


@dataclass(frozen=True, eq=False)
class Advantages:
    """By how much the first algorithm of each pair is better on each problem.

    Attributes
    ----------
    values : ndarray, shape (m, n)
        The advantages, over 2 to the `power`; NaN on problems that one of the two has not.
    rope : float
        Half the width of the rope, over 2 to the `power`; 0 without a rope.
    error : ndarray, shape (m,)
        Rounding error of the sum of two advantages and two ropes, at most.
    power : int
        The power of two.
    """

    values: FloatArray
    rope: float
    error: FloatArray
    power: int

    @property
    def present(self) -> BoolArray:
        """Which problems both algorithms have."""
        return ~np.isnan(self.values)


def checked_rope(rope: object) -> float:
    """Half the width of the rope: a positive number, or 0 for ``"none"``."""
    if isinstance(rope, str) and rope == "none":
        return 0.0
    if rope is None:
        raise InputError(
            Message(
                "rope is missing: by how much may two algorithms differ and still be "
                "alike in practice? Give it in the units of the values, such as ",
                Option("rope", 0.01),
                " for accuracies, or say ",
                Option("rope", "none"),
                " to ask only which one is better",
            )
        )
    number = not isinstance(rope, bool | str) and isinstance(rope, int | float | np.number)
    if not (number and math.isfinite(width := float(rope)) and width > 0):  # type: ignore[arg-type]
        raise InputError(
            Message(
                f"rope is {rope!r}; give a positive number in the units of the values, or say ",
                Option("rope", "none"),
                " to ask only which algorithm is better",
            )
        )
    return width


def advantages_of(losses: FloatArray, pairs: IndexArray, rope: float) -> Advantages:
    """Advantages of the first of each pair of columns of (n, k), lower losses being better."""
    near, power = in_range(losses)
    first, second = np.moveaxis(near.T[pairs], 1, 0)
    missing = np.isnan(first) | np.isnan(second)
    first, second = (np.where(missing, 0.0, side) for side in (first, second))
    values = rounded_differences(second, first)
    width = bound_in_range(rope, power)
    largest = (np.abs(first) + np.abs(second) + np.abs(values)).max(axis=1, initial=0.0)
    return Advantages(
        np.where(missing, np.nan, values), width, 4 * HALF_ULP * (largest + width), power
    )


def blocks_of_advantages(
    losses: FloatArray, pairs: IndexArray, rope: float
) -> Iterator[Advantages]:
    """The same of some pairs after others, in blocks of bounded memory."""
    step = max(1, _HELD // len(losses))
    return (advantages_of(losses, pairs[at : at + step], rope) for at in range(0, len(pairs), step))


# What a method of Bayesian comparison is, what a posterior can show, and the table of methods.


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
    "Bayesian method", "evenkeel.bayesian", default="signed-rank"
)


def share_density(shares: FloatArray) -> Density:
    """The density of the first's share of the problems less the second's, from draws."""
    difference = shares[:, 0] - shares[:, 2]
    low, high = float(difference.min()), float(difference.max())
    margin = max(0.02, 0.05 * (high - low))
    edges = np.linspace(max(low - margin, -1.0), min(high + margin, 1.0), 61)
    heights, _ = np.histogram(difference, edges, density=True)
    return Density(edges, heights, "share of problems for the first less that for the second", None)
