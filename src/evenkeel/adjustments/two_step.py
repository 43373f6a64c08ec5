"""Li's two-step procedure: the largest p-value sets the level of the others."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments.deciding import settled
from evenkeel.adjustments.registry import Adjustment, Decision, register
from evenkeel.words.references import REFERENCES


def li(p: FloatArray) -> FloatArray:
    """APV_i = p_i / (p_i + 1 - p_max), which is p_max for the largest p-value.

    At most p_max, for at alpha = p_max the first step rejects everything.
    """
    largest = p.max(axis=-1, keepdims=True)
    adjusted = _second_step(p, 1 - largest)
    np.minimum(adjusted, largest, out=adjusted)
    return adjusted


def decide_li(p: FloatArray, alpha: float) -> Decision:
    """Step 1: reject all if p_max <= alpha. Step 2: else those of p <= level, p_max not.

    The level of step 2 is (1 - p_max) alpha / (1 - alpha), that of p_max itself alpha.
    """
    largest = p.max(axis=-1, keepdims=True)
    all_rejected = largest <= alpha
    room = 1 - largest
    second = settled(room * alpha / (1 - alpha), lambda p: _second_step(p, room), alpha)
    level = np.where(all_rejected, alpha, second)
    rejected = all_rejected | ((_second_step(p, room) <= alpha) & (p < largest))
    return np.where(p == largest, alpha, level), rejected


def _second_step(p: FloatArray, room: FloatArray) -> FloatArray:
    """The APV as 1 / (1 + room / p), which no rounding keeps from increasing with p.

    `room` is 1 - p_max.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        odds: FloatArray = room / p
    odds += 1
    np.reciprocal(odds, out=odds)
    tiny = p < np.finfo(float).tiny  # whose odds overflow; of p = 0 every level is above 0
    if tiny.any():
        odds[tiny] = np.divide(p, p + room, out=np.zeros(p.shape), where=p > 0)[tiny]
    np.maximum(odds, p, out=odds)
    return odds


register(
    Adjustment(
        name="li",
        title="Li",
        meaning="A two-step procedure that is strong if the largest p-value is small. Needs "
        "independence.",
        kind="two-step",
        controls="FWER",
        assumes="independence",
        families=("control", "all-pairs"),
        reference=REFERENCES["li2008"],
        formula=li,
        decide=decide_li,
        caveat=(
            "It holds the family-wise error exactly for independent p-values, but not for those "
            "of comparisons with one control: with all hypotheses true and alpha = 0.05 a "
            "simulation with normal z rejected in 6.4% of the families of 3 and in 7.4% of those "
            "of 8. Its power rests on the largest p-value: near 1 it rejects next to nothing."
        ),
    )
)
