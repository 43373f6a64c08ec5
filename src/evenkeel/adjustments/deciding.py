"""Where the boundary of a rejection lies, to the last bit; how a procedure decides at an alpha.

Each comparison ``p <= level`` is made as ``f(p) <= alpha``, where f, the formula of the
procedure, is the inverse of the level as a function of alpha: the decision cannot part with the
adjusted p-values by a rounding. That it does not part with the printed level either is seen to
here. Most formulas are a multiple of p, and `multiple` is rounded so that it is at most alpha
exactly where p is at most the double alpha / count. The levels of the others are moved by the few
roundings that they are off (`settled`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import FloatArray
from evenkeel.adjustments.registry import Decision

Formula = Callable[..., FloatArray]
Levels = Callable[..., FloatArray]  # (m, alpha) -> the m levels, from the smallest p-value on

_ROUNDINGS = 16  # by how many at most a level is raised; 4 are not enough from alpha = 0.9 on


def multiple(p: FloatArray, count: FloatArray | NDArray[np.integer] | float) -> FloatArray:
    """`count` times p, count >= 1: the smallest alpha of which alpha / count is not below p.

    In real numbers that is the product; in doubles it may be the neighbour of the product. It
    increases with p and with count. Of subnormal p, which have few digits, and of counts below 1,
    which no procedure uses, it is about the product.
    """
    product = np.asarray(p * count, dtype=np.float64)
    bits = product.view(np.int64)  # from 0 on they are in the order of the numbers
    with np.errstate(divide="ignore", invalid="ignore"):  # count 0
        bits -= (bits - 1).view(np.float64) / count >= p
        bits += product / count < p
    return product


def settled(
    levels: FloatArray, formula: Formula, alpha: float, *, upwards: bool = True
) -> FloatArray:
    """The levels, each moved to the largest p-value nearby whose own comparison holds at alpha.

    They are off by a few roundings, if at all. With ``upwards=False`` they are only made to hold.
    """
    moved = levels.copy()
    bits = moved.view(np.int64)
    step = 1
    while (fails := formula(moved) > alpha).any():
        bits -= step * fails
        step *= 2
    for _ in range(_ROUNDINGS if upwards else 0):
        holds = formula((bits + 1).view(np.float64)) <= alpha
        if not holds.any():
            break
        bits += holds
    return moved


def one_step(formula: Formula, levels: Levels, *, upwards: bool = True) -> Callable[..., Decision]:
    """Reject every hypothesis whose own comparison holds."""

    def decide(p: FloatArray, alpha: float) -> Decision:
        own = settled(levels(p.shape[-1], alpha), formula, alpha, upwards=upwards)
        return np.broadcast_to(own, p.shape), formula(p) <= alpha

    return decide


def step_down(formula: Formula, levels: Levels) -> Callable[..., Decision]:
    """Reject from the smallest p-value on, up to the first comparison that fails."""

    def decide(p: FloatArray, alpha: float) -> Decision:
        own = settled(levels(p.shape[-1], alpha), formula, alpha)
        rejected = np.logical_and.accumulate(formula(p) <= alpha, axis=-1)
        return np.broadcast_to(own, p.shape), rejected

    return decide


def step_up(formula: Formula, levels: Levels, *, upwards: bool = True) -> Callable[..., Decision]:
    """From the largest p-value on, find the first comparison that holds; reject it and the rest."""

    def decide(p: FloatArray, alpha: float, **options: str) -> Decision:
        def comparison(p: FloatArray) -> FloatArray:
            return formula(p, **options)

        own = settled(levels(p.shape[-1], alpha, **options), comparison, alpha, upwards=upwards)
        holds = comparison(p) <= alpha
        rejected = np.logical_or.accumulate(holds[..., ::-1], axis=-1)[..., ::-1]
        return np.broadcast_to(own, p.shape), rejected

    return decide
