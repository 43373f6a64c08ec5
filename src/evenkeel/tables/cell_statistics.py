"""Statistics of the runs of a cell: the names of those that make one number of them, and all."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, choice

if TYPE_CHECKING:
    import polars as pl

Statistic = Literal["mean", "median", "min", "max", "best", "worst", "std"]
STATISTICS: tuple[str, ...] = get_args(Statistic)


def level_of(statistic: object) -> float | None:
    """Return the level of a quantile, or None for the other statistics."""
    if isinstance(statistic, (int, float)) and not isinstance(statistic, bool):
        if 0 < statistic < 1:
            return float(statistic)
        raise InputError(
            Message(
                Option("statistic", statistic),
                " is no quantile; give a number between 0 and 1, such as 0.9, or one of "
                f"{', '.join(map(repr, STATISTICS))}",
            )
        )
    return 0.5 if choice(statistic, STATISTICS, "statistic") == "median" else None


def statistic_in_words(statistic: object) -> str:
    """A statistic by its name, or ``quantile 0.9``."""
    return statistic if isinstance(statistic, str) else f"quantile {statistic}"


@dataclass(frozen=True)
class RunsSummary:
    """What the runs of each cell look like: arrays of shape (n problems, k algorithms).

    `std` is the standard deviation with divisor runs - 1, NaN for a single run; the quartiles are
    interpolated linearly (definition 7 of Hyndman and Fan, 1996, the one of numpy and R). A cell
    without runs has count 0 and NaN everywhere else.
    """

    problems: tuple[str, ...]
    algorithms: tuple[str, ...]
    counts: IntArray
    mean: FloatArray
    std: FloatArray
    minimum: FloatArray
    lower_quartile: FloatArray
    median: FloatArray
    upper_quartile: FloatArray
    maximum: FloatArray

    def to_polars(self) -> pl.DataFrame:
        """Return a polars frame with a row a cell."""
        import polars as pl

        n, k = self.counts.shape
        names = [f.name for f in fields(self)[2:]]
        return pl.DataFrame(
            {
                "problem": np.repeat(self.problems, k),
                "algorithm": np.tile(self.algorithms, n),
                **{name: getattr(self, name).ravel() for name in names},
            }
        )
