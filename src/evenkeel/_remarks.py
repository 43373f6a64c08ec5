"""What a careful reader would remark about a table that has no faults."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from evenkeel.results import FloatArray, Results


def remarks(results: Results) -> Iterable[str]:
    """Remark on constant, flat, copied and missing data."""
    values = results.values
    for j in np.flatnonzero(_constant(values, axis=0)):
        yield (
            f"the algorithm {results.algorithms[j]!r} has the same value "
            f"{np.fmin.reduce(values[:, j]):g} on every problem; make sure that it is a result and "
            "not an identifier or a default"
        )
    flat = _constant(values, axis=1)
    if flat.any():
        first = results.problems[int(np.argmax(flat))]
        count = int(flat.sum())
        on = f"problem {first!r}" if count == 1 else f"{count} problems, the first {first!r},"
        yield f"on {on} all algorithms are equal; it tells nothing about their order"
    for a in range(results.k):
        for b in range(a + 1, results.k):
            if np.array_equal(values[:, a], values[:, b], equal_nan=True):
                yield (
                    f"the algorithms {results.algorithms[a]!r} and {results.algorithms[b]!r} are "
                    "equal on every problem; make sure that no column was copied"
                )
    if results.has_missing:
        rows = int(np.isnan(values).any(axis=1).sum())
        yield f"{int(np.isnan(values).sum())} cells in {rows} problems are missing"


def _constant(values: FloatArray, axis: int) -> NDArray[np.bool_]:
    """Which rows or columns have at least two values, all of them equal."""
    several = (~np.isnan(values)).sum(axis=axis) > 1
    same = np.fmin.reduce(values, axis=axis) == np.fmax.reduce(values, axis=axis)
    return np.asarray(several & same)
