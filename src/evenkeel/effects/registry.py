"""What an effect size is, the table of all of them, and what a pair gives on each problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.arrays import in_range, rounded_differences
from evenkeel.ranks.kernels import rank_rows
from evenkeel.references import Reference
from evenkeel.registry import Registry
from evenkeel.tables.results import Better, Results

# What an effect size is: its kernel, its interval, its words; and the table of all of them.


IntervalMethod = Literal["exact", "score", "bounded", "bca", "percentile"]
Takes = Literal["pairs over problems", "runs of one problem", "whole table"]
BOOTSTRAP: tuple[IntervalMethod, ...] = ("bca", "percentile")

_DEGREES = ("negligible", "small", "medium", "large")


@dataclass(frozen=True)
class Bounds:
    """Estimates and bounds of m pairs; `attained` is the level that a discrete law really has."""

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    attained: float | None = None


@dataclass(frozen=True)
class Words:
    """From which distance from the neutral value on an effect is called small, medium, large."""

    limits: tuple[float, float, float]
    reference: Reference

    def of(self, estimate: FloatArray, neutral: float) -> tuple[str, ...]:
        """A word for each estimate."""
        distance = np.round(np.abs(estimate - neutral), 12)  # 0.71 - 0.5 is just below 0.21
        places = np.searchsorted(self.limits, distance, side="right")
        return tuple(
            "" if missing else _DEGREES[place]
            for place, missing in zip(places.tolist(), np.isnan(estimate).tolist(), strict=True)
        )

    def explained(self, neutral: float) -> str:
        """Where the words come from, and their limits."""
        small, medium, large = (f"{neutral + limit:g}" for limit in self.limits)
        return (
            f"the words are those of {self.reference.short}: small from {small}, medium from "
            f"{medium}, large from {large} on, and as far on the other side of {neutral:g}; they "
            "know nothing of this field"
        )


@dataclass(frozen=True)
class EffectSize:
    """A number that says how large a difference is.

    Attributes
    ----------
    name, title, aliases
        The name to call it by, the name to print (``"Hodges-Lehmann difference"``), other names.
    formula
        What it is, in words.
    range
        The least and the greatest value that it can have.
    neutral
        Its value if there is no difference.
    takes
        Of what it can be computed.
    law
        How its interval is made, in words.
    assumes
        What the estimate or its interval supposes, or what it ignores.
    reference
        Where it was published.
    sample
        ``sample(values, pairs, better)``: what a pair of columns (n, k) gives on each problem,
        shape (m, n), or (2, m, n) if the two columns are needed; and the power of two that the
        estimates are to be multiplied with.
    kernel
        ``kernel(sample, weights)``: estimates (b, m) of problems that count as often as the
        weights (b, n) say, so that the data, resamples and the jackknife are one call.
    bounds
        ``bounds(sample, confidence)``: the `Bounds` by its law; None if there is none.
    interval
        The interval that is made if none is asked for: that of its law, exact or not.
    turned
        Whether values beyond the neutral one always speak for the first algorithm; else the sign
        is that of first minus second in the units of the table.
    ordinal
        Whether nothing but the order within problems counts, so that failures can rank last.
    check
        ``check(table)`` raises if the table cannot have it.
    least
        How many problems it needs.
    words
        The words for its magnitude, if a publication gives them.
    of_wins
        From the share of the pairs of runs that the first wins, for the runs of one problem.
    """

    name: str
    title: str
    formula: str
    range: tuple[float, float]
    neutral: float
    law: str
    assumes: str
    reference: Reference
    sample: Callable[[FloatArray, IndexArray, Better], tuple[FloatArray, int]] | None = None
    kernel: Callable[[FloatArray, FloatArray], FloatArray] | None = None
    bounds: Callable[[FloatArray, float], Bounds] | None = None
    interval: IntervalMethod = "exact"
    takes: tuple[Takes, ...] = ("pairs over problems",)
    turned: bool = True
    ordinal: bool = False
    check: Callable[[Results], None] | None = None
    least: int = 1
    words: Words | None = None
    of_wins: Callable[[FloatArray], FloatArray] | None = None
    aliases: tuple[str, ...] = ()

    @property
    def intervals(self) -> tuple[IntervalMethod, ...]:
        """How its interval can be made."""
        return BOOTSTRAP if self.bounds is None else (self.interval, *BOOTSTRAP)

    def mirrored(self, values: FloatArray) -> FloatArray:
        """The size of second against first, from that of first against second."""
        if self.neutral == 1:
            with np.errstate(divide="ignore"):
                return 1 / values
        return 2 * self.neutral - values


EFFECTS: Registry[EffectSize] = Registry(
    "effect size", "evenkeel.effects", default="hodges-lehmann"
)


# What a pair of algorithms gives on each problem: differences, ratios, wins, ranks.
#
# Each function takes complete columns (n, k), the pairs (m, 2) and the direction, and returns the
# sample (m, n), or the two columns (2, m, n), with the power of two that was taken out of it.


_BLOCK_CELLS = 1 << 17  # differences made at a time: keeps the working memory in the cache


def differences_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """First minus second in the units of the table, rounded, in range."""
    near, power = in_range(values)
    columns = np.ascontiguousarray(near.T)
    differences = np.empty((len(pairs), len(values)))
    step = max(1, _BLOCK_CELLS // max(len(values), 1))
    for start in range(0, len(pairs), step):
        first, second = pairs[start : start + step].T
        differences[start : start + step] = rounded_differences(columns[first], columns[second])
    return differences, power


def advantages_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """The differences turned, positive where the first is better; their unit does not matter."""
    differences, _ = differences_of(values, pairs, better)
    return (differences if better == "higher" else 0.0 - differences), 0


def columns_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """Both columns turned so that higher is better."""
    turned = values if better == "higher" else -values
    return np.ascontiguousarray(turned.T)[pairs.T], 0


def wins_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """1 where the first is better, 0 where the second is, 1/2 where they are equal."""
    (first, second), _ = columns_of(values, pairs, better)
    return (first > second) + (first == second) / 2, 0


def rank_gains_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """By how many ranks among all k algorithms the first is ahead; and k - 1, the most, beside."""
    losses = values if better == "lower" else -values
    ranks = np.ascontiguousarray(rank_rows(losses).T)
    gains: FloatArray = ranks[pairs[:, 1]] - ranks[pairs[:, 0]]
    return np.stack([gains, np.full_like(gains, values.shape[1] - 1)]), 0


def ratios_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """First over second; infinite where no double is so large."""
    columns = np.ascontiguousarray(values.T)
    with np.errstate(over="ignore", under="ignore"):
        return columns[pairs[:, 0]] / columns[pairs[:, 1]], 0


def require_positive(table: Results) -> None:
    """Raise if a value is not positive, for sizes that are ratios."""
    bad = np.argwhere(table.values <= 0)
    if len(bad):
        row, column = bad[0]
        raise InputError(
            Message(
                f"a ratio needs positive values, but {table.algorithms[column]!r} has "
                f"{table.values[row, column]:g} on problem {table.problems[row]!r}; "
                "choose another effect size, such as ",
                Option("size", "hodges-lehmann"),
            )
        )


def require_all_ranks(table: Results) -> None:
    """Raise if a result is missing, for sizes that rank all algorithms of a problem."""
    table.require_complete(
        "the difference of average ranks",
        instead=Message(Option("size", "superiority"), " or ", Option("size", "hodges-lehmann")),
    )


def weighted_means(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Means (b, m) of samples (m, n) with weights (b, n), NaN where all weights are 0."""
    total = weights.sum(axis=1, keepdims=True)
    means: FloatArray = (weights @ sample.T) / np.where(total > 0, total, np.nan)
    return means
