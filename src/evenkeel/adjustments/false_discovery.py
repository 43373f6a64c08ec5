"""Step-up procedures that control the false discovery rate instead of the family-wise error."""

from __future__ import annotations

import numpy as np

from evenkeel.adjustments.deciding import step_up
from evenkeel.adjustments.registry import Adjustment, register
from evenkeel.adjustments.steps import by_rank
from evenkeel.references import REFERENCES
from evenkeel.results import FloatArray
from evenkeel.sorting import blocks


def benjamini_hochberg(p: FloatArray) -> FloatArray:
    """APV_i = min{(m / j) p_j : j >= i}."""
    m = p.shape[-1]
    return by_rank(lambda p, i: m / i * p, p)


def benjamini_hochberg_levels(m: int, alpha: float) -> FloatArray:
    """Level: i alpha / m."""
    return alpha * np.arange(1.0, m + 1) / m


def benjamini_yekutieli(p: FloatArray) -> FloatArray:
    """APV_i = min{(1 + 1/2 + ... + 1/m) (m / j) p_j : j >= i}."""
    m = p.shape[-1]
    harmonic = _harmonic(m)
    return by_rank(lambda p, i: harmonic * m / i * p, p)


def benjamini_yekutieli_levels(m: int, alpha: float) -> FloatArray:
    """Level: i alpha / (m (1 + 1/2 + ... + 1/m))."""
    return alpha * np.arange(1.0, m + 1) / (m * _harmonic(m))


def _harmonic(m: int) -> float:
    return float(sum((1 / np.arange(part.start + 1, part.stop + 1)).sum() for part in blocks(m)))


register(
    Adjustment(
        name="benjamini-hochberg",
        title="Benjamini-Hochberg",
        aliases=("bh", "fdr"),
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
        aliases=("by",),
        kind="step-up",
        controls="FDR",
        assumes="any dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["benjamini2001"],
        formula=benjamini_yekutieli,
        decide=step_up(benjamini_yekutieli, benjamini_yekutieli_levels),
    )
)
