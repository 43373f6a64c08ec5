"""Runs that have no value: they, or their problems, are left out if the reader says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def without_failures(
    cells: Mapping[str, Any], value: str, problem: str, missing: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Leave out what has no value in the columns of runs; return also the problems left out.

    ``missing="drop-problem"`` leaves out the problems on which a run failed; ``"keep"`` the failed
    runs alone, so that their cells have fewer runs than others, which `Runs.checks` tells.

    Examples
    --------
    >>> import numpy as np
    >>> runs = {"problem": ["x", "x", "y"], "value": np.array([1.0, np.nan, 2.0])}
    >>> without_failures(runs, "value", "problem", "drop-problem")
    ({'problem': ['y'], 'value': array([2.])}, ('x',))
    """
    failed = np.isnan(cells[value])
    if missing == "error" or not failed.any():
        return dict(cells), ()
    dropped: dict[str, None] = {}
    if missing == "drop-problem":
        names = cells[problem]
        dropped = dict.fromkeys(names[row] for row in np.flatnonzero(failed))
        failed = np.fromiter((name in dropped for name in names), bool, len(names))
    kept = np.flatnonzero(~failed).tolist()
    chosen = {
        name: column[kept] if isinstance(column, np.ndarray) else [column[row] for row in kept]
        for name, column in cells.items()
    }
    return chosen, tuple(dropped)
