"""The probability of superiority: on how many problems the first is better, ties counted half."""

from __future__ import annotations

import numpy as np
from scipy.special import betaincinv

from evenkeel._types import FloatArray
from evenkeel.effects.sizes.registry import EFFECTS, Bounds, EffectSize
from evenkeel.effects.sizes.samples import weighted_means, wins_of
from evenkeel.words.references import REFERENCES


def clopper_pearson(
    successes: FloatArray, n: int, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds of a probability from `successes` of n trials; a tie may be half of a success.

    For whole numbers the exact interval of Clopper and Pearson (1934). Between them the beta
    quantiles go on smoothly: a tie varies less than a success or failure, so that the law of the
    binomial is too wide for it.
    """
    tail = (1 - confidence) / 2
    failures = n - successes
    low = betaincinv(np.maximum(successes, 0.5), failures + 1, tail)
    high = betaincinv(successes + 1, np.maximum(failures, 0.5), 1 - tail)
    return np.where(successes > 0, low, 0.0), np.where(failures > 0, high, 1.0)


def _bounds(sample: FloatArray, confidence: float) -> Bounds:
    n = sample.shape[1]
    return Bounds(sample.mean(axis=1), *clopper_pearson(sample.sum(axis=1), n, confidence))


EFFECTS.register(
    EffectSize(
        "superiority",
        title="Probability of superiority",
        formula="share of the problems on which the first is better, ties counted half",
        range=(0.0, 1.0),
        neutral=0.5,
        law="exact binomial law (Clopper and Pearson); with ties the same beta quantiles at the "
        "wins plus half of the ties, which is conservative",
        assumes="nothing but problems drawn independently; how large a difference is does not "
        "count",
        reference=REFERENCES["grissom1994"],
        sample=wins_of,
        kernel=weighted_means,
        bounds=_bounds,
        interval="exact",
        ordinal=True,
        aliases=("probability-of-superiority", "ps"),
    )
)
