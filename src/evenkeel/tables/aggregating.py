"""From runs to one value a cell, whatever stands in the way."""

from __future__ import annotations

from typing import Literal

from evenkeel.tables.cell_statistics import Statistic
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs


def at_one_step(runs: Runs, step: float | Literal["last"] = "last") -> Runs:
    """Keep of curves the value at one step; runs that are no curves have only their last one."""
    return runs.at_step(step) if runs.has_steps or step != "last" else runs


def aggregated(
    runs: Runs,
    statistic: Statistic | float = "mean",
    *,
    missing: Literal["error", "drop-problem", "drop-algorithm", "worst", "keep"] = "error",
) -> Results:
    """Make a table of the last values of the runs; `Results.origin` says so.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.tables.aggregating import aggregated
    >>> aggregated(evenkeel.load_runs("scipy_optimisers"), "median").origin.aggregated
    'median of 30 runs'
    """
    return at_one_step(runs).aggregate(statistic, missing=missing)
