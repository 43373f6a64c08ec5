"""How a procedure decides at a given alpha, step by step, without adjusted p-values.

Each comparison ``p <= level`` is made as ``f(p) <= alpha``, where f, the formula of the
procedure, is the inverse of the level as a function of alpha: ``3 p <= alpha`` instead of
``p <= alpha / 3``. In real numbers it is the same; in floating point it is what keeps the
decision from parting with the adjusted p-values by a rounding.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evenkeel.adjustments.registry import Decision
from evenkeel.results import FloatArray

Formula = Callable[..., FloatArray]
Levels = Callable[..., FloatArray]  # (m, alpha) -> the m levels, from the smallest p-value on


def one_step(formula: Formula, levels: Levels) -> Callable[..., Decision]:
    """Reject every hypothesis whose own comparison holds."""

    def decide(p: FloatArray, alpha: float) -> Decision:
        return np.broadcast_to(levels(p.shape[-1], alpha), p.shape), formula(p) <= alpha

    return decide


def step_down(formula: Formula, levels: Levels) -> Callable[..., Decision]:
    """Reject from the smallest p-value on, up to the first comparison that fails."""

    def decide(p: FloatArray, alpha: float) -> Decision:
        rejected = np.logical_and.accumulate(formula(p) <= alpha, axis=-1)
        return np.broadcast_to(levels(p.shape[-1], alpha), p.shape), rejected

    return decide


def step_up(formula: Formula, levels: Levels) -> Callable[..., Decision]:
    """From the largest p-value on, find the first comparison that holds; reject it and the rest."""

    def decide(p: FloatArray, alpha: float, **options: str) -> Decision:
        holds = formula(p, **options) <= alpha
        rejected = np.logical_or.accumulate(holds[..., ::-1], axis=-1)[..., ::-1]
        return np.broadcast_to(levels(p.shape[-1], alpha, **options), p.shape), rejected

    return decide
