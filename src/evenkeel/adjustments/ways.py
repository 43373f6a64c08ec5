"""Which way an adjustment that needs the exhaustive sets is computed, for any number k."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.adjustments.enumeration import LARGEST_ENUMERATED
from evenkeel.adjustments.line import check_positions
from evenkeel.adjustments.subsets import LARGEST_BY_SUBSETS
from evenkeel.errors import InputError, Message, Option
from evenkeel.families import Family


def adjust_by_best_way(
    title: str,
    p: FloatArray,
    family: Family,
    positions: ArrayLike | None,
    *,
    by_sets: Callable[[FloatArray, int], FloatArray],
    on_line: Callable[[FloatArray, FloatArray], FloatArray],
    by_subsets: Callable[[FloatArray, int], FloatArray],
) -> FloatArray:
    """Go through all sets if there are few, use the line if p depends on distances, else subsets.

    `by_sets` takes all replicates (rows, m) and k at once; `on_line` takes one replicate and its
    positions, `by_subsets` one replicate and k. The result is clipped at 1.
    """
    k = family.k
    rows = p.reshape(-1, family.m)
    placed = None if positions is None else check_positions(p, family, positions).reshape(-1, k)
    if k <= LARGEST_ENUMERATED:
        adjusted = by_sets(rows, k)
    elif placed is not None:
        adjusted = np.array([on_line(row, x) for row, x in zip(rows, placed, strict=True)])
    elif k <= LARGEST_BY_SUBSETS:
        adjusted = np.array([by_subsets(row, k) for row in rows])
    else:
        raise InputError(
            Message(
                f"{title} takes arbitrary p-values of at most {LARGEST_BY_SUBSETS} "
                f"algorithms, not {k}; give ",
                Option("positions"),
                " (the average ranks) if the p-values depend only on their distance, or "
                'use "shaffer"',
            )
        )
    return np.minimum(adjusted.reshape(p.shape), 1.0)
