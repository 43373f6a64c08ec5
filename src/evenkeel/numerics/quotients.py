"""Quotients whose denominator may be zero."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray


def quotient(numerator: FloatArray | float, denominator: FloatArray | float) -> FloatArray:
    """A quotient in which 0 / 0 is 0 and anything else over 0 infinite, with its sign.

    So a statistic is 0 where there is neither an effect nor a spread, and infinite where there is
    an effect without a spread. NaN stays.
    """
    above, below = np.asarray(numerator), np.asarray(denominator)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where((above == 0) & (below == 0), 0.0, above / below)
