"""Tails of the normal, t and F distributions as p-values."""

from __future__ import annotations

from typing import Literal, TypeVar

import numpy as np
from scipy.special import betainc, ndtr, stdtr

from evenkeel._types import FloatArray

#: In terms of the first algorithm: it differs from, is better than, or is worse than the second.
Alternative = Literal["two-sided", "better", "worse"]
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "better", "worse")

Number = TypeVar("Number", float, FloatArray)


def normal_pvalue(z: Number, alternative: Alternative) -> Number:
    """P-value of a z that is large when the first algorithm is good."""
    if alternative == "two-sided":
        pvalue: Number = 2 * ndtr(-np.abs(z))
    else:
        pvalue = ndtr(-z if alternative == "better" else z)
    return pvalue


def t_pvalue(statistic: FloatArray | float, df: FloatArray | float) -> FloatArray:
    """Two-sided p-value of t with df degrees of freedom; 1 for t = 0 whatever the degrees."""
    t = np.asarray(statistic)
    return np.where(t == 0, 1.0, 2 * stdtr(df, -np.abs(t)))


def f_sf(
    statistic: FloatArray | float, df_between: FloatArray | float, df_within: FloatArray | float
) -> FloatArray:
    """Probability that an F variable exceeds `statistic`, by the incomplete beta function."""
    with np.errstate(invalid="ignore"):
        # 0 for an infinite statistic
        share = df_within / (df_within + df_between * np.asarray(statistic))
    return np.asarray(betainc(df_within / 2, df_between / 2, share), dtype=np.float64)
