"""What numpy would drop from an array without a word (mask, imaginary part); and what is finite."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray


def unmasked(values: ArrayLike) -> ArrayLike:
    """Return the values with NaN for what is masked; refuse complex ones with a TypeError."""
    if isinstance(values, np.ndarray) and values.dtype.kind == "c":
        raise TypeError("they are complex")
    if isinstance(values, np.ma.MaskedArray):
        filled: FloatArray = np.ma.filled(np.ma.asarray(values, np.float64), np.nan)
        return filled
    return values


def all_finite(values: FloatArray) -> bool:
    """Whether no number is infinite or NaN: if their sum is finite, which is quickly known."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = values.sum()
    return bool(np.isfinite(total) or np.isfinite(values).all())
