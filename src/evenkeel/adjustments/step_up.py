"""Hochberg's step-up procedure: from the largest p-value on, until a comparison holds."""

from __future__ import annotations

from evenkeel.adjustments.deciding import step_up
from evenkeel.adjustments.registry import Adjustment, register
from evenkeel.adjustments.step_down import holm, holm_levels
from evenkeel.words.references import REFERENCES

# Hochberg's comparisons are Holm's, made from the other end:
# APV_i = min{(m - j + 1) p_j : j >= i}. The documents print max instead of min.
register(
    Adjustment(
        name="hochberg",
        title="Hochberg",
        meaning="Goes up from the largest p-value with the levels of Holm. Needs positive "
        "dependence.",
        aliases=("simes-hochberg",),
        kind="step-up",
        controls="FWER",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["hochberg1988"],
        formula=holm,
        decide=step_up(holm, holm_levels),
    )
)
