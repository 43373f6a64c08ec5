"""Step-down procedures: from the smallest p-value on, until a comparison fails.

In these formulas p_1 <= ... <= p_m, and the documents' k - 1 is m.
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments.registry import Adjustment, multiple, register, step_down
from evenkeel.adjustments.single_step import at_least_one, raised
from evenkeel.references import REFERENCES


def holm(p: FloatArray) -> FloatArray:
    """APV_i = max{(m - j + 1) p_j : j <= i}."""
    return multiple(p, np.arange(p.shape[-1], 0.0, -1.0))


def holm_levels(m: int, alpha: float) -> FloatArray:
    """Level: alpha / (m - i + 1)."""
    return alpha / np.arange(m, 0, -1)


def holland(p: FloatArray) -> FloatArray:
    """APV_i = max{1 - (1 - p_j)^(m - j + 1) : j <= i}."""
    return raised(p, np.arange(p.shape[-1], 0.0, -1.0))


def holland_levels(m: int, alpha: float) -> FloatArray:
    """Level: 1 - (1 - alpha)^(1 / (m - i + 1)); the documents print the exponent m - i + 1."""
    return at_least_one(np.full(m, alpha), 1 / np.arange(m, 0, -1))


def finner(p: FloatArray) -> FloatArray:
    """APV_i = max{1 - (1 - p_j)^(m / j) : j <= i}."""
    m = p.shape[-1]
    return raised(p, m / np.arange(1.0, m + 1))


def finner_levels(m: int, alpha: float) -> FloatArray:
    """Level: 1 - (1 - alpha)^(i / m); the documents print the exponent m / i."""
    return at_least_one(np.full(m, alpha), np.arange(1, m + 1) / m)


register(
    Adjustment(
        name="holm",
        title="Holm",
        meaning="Goes down from the smallest p-value, comparing it with alpha over the number "
        "of hypotheses that are left. Valid however the p-values depend on each other, and never "
        "rejects less than Bonferroni-Dunn.",
        kind="step-down",
        controls="FWER",
        assumes="any dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["holm1979"],
        formula=holm,
        decide=step_down(holm, holm_levels),
    )
)

register(
    Adjustment(
        name="holland",
        title="Holland",
        meaning="Holm with the sharper levels of Sidak's inequality. Needs positive dependence.",
        aliases=("holland-copenhaver", "holm-sidak"),
        kind="step-down",
        controls="FWER",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["holland1987"],
        formula=holland,
        decide=step_down(holland, holland_levels),
    )
)

register(
    Adjustment(
        name="finner",
        title="Finner",
        meaning="A step-down procedure with levels that grow quickly. Holds the family-wise "
        "error only if all hypotheses are true.",
        kind="step-down",
        controls="weak FWER",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["finner1993"],
        formula=finner,
        decide=step_down(finner, finner_levels),
        caveat=(
            "As the documents define it, it holds the family-wise error only if all hypotheses "
            "are true. If t of m are true and the rest are always rejected, independent tests "
            "reject a true one with probability 1 - (1 - alpha)^(t (m - t + 1) / m): 0.12 for "
            "alpha = 0.05, m = 8, t = 4."
        ),
    )
)
