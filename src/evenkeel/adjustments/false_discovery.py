"""Step-up procedures that control the false discovery rate instead of the family-wise error."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments.registry import Adjustment, multiple, register, step_up
from evenkeel.references import REFERENCES


def benjamini_hochberg(p: FloatArray) -> FloatArray:
    """APV_i = min{(m / j) p_j : j >= i}."""
    m = p.shape[-1]
    return multiple(p, m / np.arange(1.0, m + 1))


def benjamini_hochberg_levels(m: int, alpha: float) -> FloatArray:
    """Level: i alpha / m."""
    return alpha / (m / np.arange(1.0, m + 1))


def benjamini_yekutieli(p: FloatArray) -> FloatArray:
    """APV_i = min{(1 + 1/2 + ... + 1/m) (m / j) p_j : j >= i}."""
    m = p.shape[-1]
    return multiple(p, _harmonic(m) * m / np.arange(1.0, m + 1))


def benjamini_yekutieli_levels(m: int, alpha: float) -> FloatArray:
    """Level: i alpha / (m (1 + 1/2 + ... + 1/m))."""
    return alpha / (_harmonic(m) * m / np.arange(1.0, m + 1))


def _harmonic(m: int) -> float:
    return float((1 / np.arange(1, m + 1)).sum())


register(
    Adjustment(
        name="benjamini-hochberg",
        title="Benjamini-Hochberg",
        meaning="Holds the expected share of false rejections among the rejections. Needs "
        "positive dependence.",
        aliases=("bh", "fdr", "fdr_bh"),
        kind="step-up",
        controls="FDR",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["benjamini1995"],
        formula=benjamini_hochberg,
        decide=step_up(benjamini_hochberg, benjamini_hochberg_levels),
    )
)

register(
    Adjustment(
        name="benjamini-yekutieli",
        title="Benjamini-Yekutieli",
        meaning="Holds the expected share of false rejections among the rejections, under any "
        "dependence.",
        aliases=("by", "fdr_by"),
        kind="step-up",
        controls="FDR",
        assumes="any dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["benjamini2001"],
        formula=benjamini_yekutieli,
        decide=step_up(benjamini_yekutieli, benjamini_yekutieli_levels),
    )
)
