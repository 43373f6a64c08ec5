"""One-step procedures: one level for every hypothesis, whatever the other p-values."""

from __future__ import annotations

import numpy as np
from scipy.special import erfc, erfcinv, log1p

from evenkeel._types import FloatArray
from evenkeel.adjustments.deciding import multiple, one_step
from evenkeel.adjustments.registry import Adjustment, register
from evenkeel.families import algorithms_of_pairs
from evenkeel.numerics.studentised_range import studentised_range_isf, studentised_range_sf
from evenkeel.words.references import REFERENCES


def bonferroni(p: FloatArray) -> FloatArray:
    """APV_i = m p_i."""
    return multiple(p, p.shape[-1])


def bonferroni_levels(m: int, alpha: float) -> FloatArray:
    """Level: alpha / m."""
    return np.full(m, alpha / m)


def sidak(p: FloatArray) -> FloatArray:
    """APV_i = 1 - (1 - p_i)^m."""
    return raised(p, float(p.shape[-1]))


def sidak_levels(m: int, alpha: float) -> FloatArray:
    """Level: 1 - (1 - alpha)^(1 / m)."""
    return at_least_one(np.full(m, alpha), 1 / m)


def nemenyi_range(p: FloatArray) -> FloatArray:
    """APV_i = P(range of k standard normal variables > sqrt(2) |z_i|), p_i two-sided for z_i."""
    k = algorithms_of_pairs(p.shape[-1])
    if k == 2:
        return p.copy()
    return np.maximum(studentised_range_sf(2 * erfcinv(p), k), p)


def nemenyi_range_levels(m: int, alpha: float) -> FloatArray:
    """Level: the two-sided p of |z| = q_alpha / sqrt(2)."""
    q = float(studentised_range_isf(alpha, algorithms_of_pairs(m)))
    return np.full(m, float(erfc(q / 2)))


def at_least_one(p: FloatArray, trials: float | FloatArray) -> FloatArray:
    """1 - (1 - p)^trials, exact to the last digits however small p is."""
    adjusted: FloatArray = -np.expm1(trials * log1p(-p))  # scipy's log1p takes -1 without a warning
    return adjusted


def raised(p: FloatArray, trials: float | FloatArray) -> FloatArray:
    """The same for one trial, of which p itself is left, or more: never below p by a rounding."""
    return np.where(trials == 1, p, np.maximum(at_least_one(p, trials), p))


register(
    Adjustment(
        name="bonferroni",
        title="Bonferroni-Dunn",
        meaning="Multiplies each p-value by the number of hypotheses. Valid however the "
        "p-values depend on each other, and rejects least of the valid ones.",
        aliases=("bonferroni-dunn", "dunn"),
        kind="one-step",
        controls="FWER",
        assumes="any dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["dunn1961"],
        formula=bonferroni,
        decide=one_step(bonferroni, bonferroni_levels),
    )
)

register(
    Adjustment(
        name="sidak",
        title="Šidák",
        meaning="Bonferroni-Dunn with the slightly sharper inequality of Sidak. Needs "
        "positive dependence.",
        kind="one-step",
        controls="FWER",
        assumes="positive dependence",
        families=("control", "all-pairs"),
        reference=REFERENCES["sidak1967"],
        formula=sidak,
        decide=one_step(sidak, sidak_levels),
    )
)

register(
    Adjustment(
        name="nemenyi-bonferroni",
        title="Nemenyi (Bonferroni)",
        aliases=("nemenyi",),
        meaning="Multiplies each p-value by the number of all pairs, as the source documents "
        "do under the name of Nemenyi. Valid however the p-values depend on each other, and "
        "rejects least.",
        kind="one-step",
        controls="FWER",
        assumes="any dependence",
        families=("all-pairs",),
        reference=REFERENCES["nemenyi1963"],
        formula=bonferroni,
        decide=one_step(bonferroni, bonferroni_levels),
    )
)

register(
    Adjustment(
        name="nemenyi-range",
        title="Nemenyi (studentised range)",
        meaning="Holds the largest distance of two average ranks against the studentised "
        "range, as Demsar and most programs do under the name of Nemenyi.",
        kind="one-step",
        controls="FWER",
        assumes="joint normality",
        families=("all-pairs",),
        reference=REFERENCES["demsar2006"],
        formula=nemenyi_range,
        decide=one_step(nemenyi_range, nemenyi_range_levels, upwards=False),
        caveat=(
            "It reads every p-value as that of a normal z of two average ranks; p-values of other "
            "tests do not have the joint law that it supposes."
        ),
    )
)
