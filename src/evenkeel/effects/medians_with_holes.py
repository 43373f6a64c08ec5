"""Medians of the differences that are there, and effects that agree with them best.

In a table with holes the median of the differences of two algorithms is taken over the problems
that both have, and two that share none have none. The effects are those whose differences come
closest to the medians, by least squares weighted by the number of problems: minimising

    sum over pairs of n_uv (Z_uv - (m_u - m_v))^2

makes the estimates m_u - m_v consistent around every loop. Without holes m_u is the mean of row u
of the medians, which is equation (17) of Derrac et al. (2011).
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.ranks.designs import common_problems, eigen


def medians_of_common(values: FloatArray) -> tuple[FloatArray, IntArray]:
    """Medians (k, k) of the differences row minus column, NaN without any, and their numbers."""
    columns = np.ascontiguousarray(values.T)
    common = common_problems(~np.isnan(values))
    medians = np.zeros(common.shape)
    for u in range(len(columns) - 1):
        differences = np.sort(columns[u] - columns[u + 1 :], axis=1)  # the missing ones last
        count = common[u, u + 1 :]
        rows = np.arange(len(count))
        low, high = differences[rows, (count - 1) // 2], differences[rows, count // 2]
        above = np.where(count > 0, low / 2 + high / 2, np.nan)
        medians[u, u + 1 :] = above
        medians[u + 1 :, u] = -above
    return medians, common


def consistent_effects(medians: FloatArray, common: IntArray | FloatArray) -> FloatArray:
    """The effects m (..., k), of mean 0, whose differences fit the medians (..., k, k) best."""
    weights = common.astype(np.float64)
    k = weights.shape[-1]
    weights[..., np.arange(k), np.arange(k)] = 0.0
    totals = (weights * np.nan_to_num(medians)).sum(axis=-1)
    values, vectors = eigen(weights.sum(axis=-1)[..., None] * np.eye(k) - weights)
    along = np.einsum("...j,...jc->...c", totals, vectors)
    along = np.divide(along, values, out=np.zeros_like(values), where=values > 0)
    effects: FloatArray = np.einsum("...jc,...c->...j", vectors, along)
    return effects
