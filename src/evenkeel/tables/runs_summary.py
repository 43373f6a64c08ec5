"""What the runs of each cell look like."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import FloatArray, IntArray

if TYPE_CHECKING:
    import polars as pl


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
