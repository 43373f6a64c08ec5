"""Matrices of results: rectangular, of float64, and never changed."""

from __future__ import annotations

from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import TableError
from evenkeel.numerics.arrays import unmasked

# The owner of memory that a library in Rust, such as polars, has handed over to an array alone.
_GIVEN_AWAY = "PySliceContainer"


def as_matrix(values: ArrayLike, source: str) -> FloatArray:
    """A read-only matrix of float64; one that nobody can change is not copied."""
    if _is_frozen(values):
        return values
    try:
        matrix = np.array(unmasked(values), dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError) as error:
        raise TableError(
            source, [f"the values are not a rectangular table of numbers ({error})"]
        ) from None
    if matrix.ndim != 2:
        raise TableError(
            source,
            [f"the values have {matrix.ndim} dimensions; give 2: problems x algorithms"],
        )
    matrix.flags.writeable = False
    return matrix


def _is_frozen(values: ArrayLike) -> TypeGuard[FloatArray]:
    """Whether nobody can change the array, so that it need not be copied."""
    return (
        type(values) is np.ndarray
        and values.ndim == 2
        and values.dtype == np.float64
        and values.flags.c_contiguous
        and (values.flags.owndata or type(values.base).__name__ == _GIVEN_AWAY)
        and not values.flags.writeable
    )
