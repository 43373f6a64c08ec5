"""The Hodges-Lehmann difference: the median of the Walsh averages of the differences."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.effects.sizes.registry import EFFECTS, Bounds, EffectSize
from evenkeel.effects.sizes.samples import differences_of
from evenkeel.numerics.weighted import weighted_medians
from evenkeel.pairwise.walsh import walsh_intervals
from evenkeel.words.references import REFERENCES

_HELD = 1 << 21  # weights of Walsh averages that are held at a time


def hodges_lehmann_differences(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Medians (b, m) of the Walsh averages of differences (m, n) with weights (b, n).

    Two problems that count v and w times have v w averages with each other, and one that counts
    w times has w (w + 1) / 2 with itself.
    """
    first, second = np.triu_indices(sample.shape[1])
    sums = sample[:, first] + sample[:, second]
    found = np.empty((len(weights), len(sample)))
    step = max(1, _HELD // first.size)
    for start in range(0, len(weights), step):
        block = weights[start : start + step]
        products = block[:, first] * np.where(
            first == second, (block[:, second] + 1) / 2, block[:, second]
        )
        low, high = weighted_medians(sums, products)
        found[start : start + step] = (low + high) / 4
    return found


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    found = walsh_intervals(sample, confidence)
    return Bounds(found.estimate, found.low, found.high, found.attained)


EFFECTS.register(
    EffectSize(
        "hodges-lehmann",
        title="Hodges-Lehmann difference",
        formula="median of the averages of all pairs of differences first minus second",
        range=(-np.inf, np.inf),
        neutral=0.0,
        law="exact law of Wilcoxon's signed ranks (normal above 1000 problems)",
        assumes="that differences are commensurable over the problems and distributed "
        "symmetrically about their centre",
        reference=REFERENCES["hodges1963"],
        sample=differences_of,
        kernel=hodges_lehmann_differences,
        bounds=_bounds,
        interval="exact",
        turned=False,
        aliases=("hl",),
    )
)
