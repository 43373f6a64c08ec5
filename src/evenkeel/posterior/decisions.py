"""The decision about a pair, and what it is expected to cost.

A wrong decision costs 1, a right one nothing, and to leave the question open 1 - level. The
decision of least expected loss is then the region whose probability reaches the level, and none
else: with the level 0.95 a wrong decision is taken to be 20 times as bad as an open question.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, fraction

Decision = Literal["left", "within", "right", "open"]
_REGIONS: tuple[Decision, ...] = ("left", "within", "right")


def checked_level(decision: float) -> float:
    """The probability that decides: more than 1/2, so that no two regions can have it."""
    level = fraction(decision, "decision")
    if level <= 0.5:
        raise InputError(
            f"decision is {decision!r}; give a probability above 0.5, such as 0.95, for at most "
            "one region can then have it"
        )
    return level


def decide(probabilities: FloatArray, level: float) -> tuple[Decision, ...]:
    """The region of each row (m, 3) whose probability reaches the level, else ``"open"``."""
    place, reached = probabilities.argmax(axis=1), probabilities.max(axis=1) >= level
    return tuple(
        _REGIONS[i] if decided else "open"
        for i, decided in zip(place.tolist(), reached.tolist(), strict=True)
    )


def expected_losses(probabilities: FloatArray, level: float) -> FloatArray:
    """What the best decision of each row is expected to cost."""
    losses: FloatArray = np.minimum(1 - probabilities.max(axis=1), 1 - level)
    return losses
