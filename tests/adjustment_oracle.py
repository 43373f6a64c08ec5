"""Brute force for the adjustments: closed testing, and rejection rules scanned over alpha."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def closed_testing(p: Array, local: Callable[[Array], float]) -> Array:
    """APV_i: the largest local p-value of all intersections of hypotheses that contain i."""
    m = p.size
    adjusted = np.zeros(m)
    for size in range(1, m + 1):
        for chosen in combinations(range(m), size):
            members = list(chosen)
            adjusted[members] = np.maximum(adjusted[members], local(p[members]))
    return np.minimum(adjusted, 1.0)


def simes(p: Array) -> float:
    return float(np.min(np.sort(p) * p.size / np.arange(1, p.size + 1)))


def bonferroni_minimum(p: Array) -> float:
    return float(p.size * p.min())


def sidak_minimum(p: Array) -> float:
    return float(1 - (1 - p.min()) ** p.size)


def smallest_alpha(rejects: Callable[[Array, float], NDArray[np.bool_]], p: Array) -> Array:
    """The smallest alpha at which a rule rejects each hypothesis, by bisection to 1e-13."""
    adjusted = np.ones(p.size)
    for i in range(p.size):
        low, high = 0.0, 1.0
        while high - low > 1e-13:
            middle = (low + high) / 2
            if rejects(p, middle)[i]:
                high = middle
            else:
                low = middle
        adjusted[i] = high
    return adjusted


def reject_down(levels: Callable[[int, float], Array]) -> Callable[..., NDArray[np.bool_]]:
    """Reject from the smallest p-value until the first one above its level."""

    def rejects(p: Array, alpha: float) -> NDArray[np.bool_]:
        rejected = np.zeros(p.size, dtype=bool)
        for i, level in zip(np.argsort(p, kind="stable"), levels(p.size, alpha), strict=True):
            if p[i] > level:
                break
            rejected[i] = True
        return rejected

    return rejects


def reject_up(levels: Callable[[int, float], Array]) -> Callable[..., NDArray[np.bool_]]:
    """From the largest p-value find one not above its level; reject it and all smaller ones."""

    def rejects(p: Array, alpha: float) -> NDArray[np.bool_]:
        rejected = np.zeros(p.size, dtype=bool)
        order = np.argsort(p, kind="stable")
        level = levels(p.size, alpha)
        for place in range(p.size - 1, -1, -1):
            if p[order[place]] <= level[place]:
                rejected[order[: place + 1]] = True
                break
        return rejected

    return rejects


def reject_hommel(p: Array, alpha: float) -> NDArray[np.bool_]:
    """Hommel (1988): the largest j with p_(m - j + k) > k alpha / j for all k."""
    m, ordered = p.size, np.sort(p)
    for j in range(m, 0, -1):
        if all(ordered[m - j + k - 1] > k * alpha / j for k in range(1, j + 1)):
            return p <= alpha / j
    return np.ones(m, dtype=bool)


def reject_li(p: Array, alpha: float) -> NDArray[np.bool_]:
    """Li (2008), in the words of Derrac et al. (2011)."""
    largest = p.max()
    if largest <= alpha:
        return np.ones(p.size, dtype=bool)
    return (p <= (1 - largest) / (1 - alpha) * alpha) & (p < largest)
