"""What an effect size is: its kernel, its interval, its words; and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.registry import Registry
from evenkeel.tables.results import Better, Results
from evenkeel.words.references import Reference

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
    "effect size", "evenkeel.effects.sizes", default="hodges-lehmann"
)
