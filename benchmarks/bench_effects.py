"""Contrasts with intervals, and what effect sizes cost a comparison."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import evenkeel
from benchmarks.timing import Measurement, ratio, seconds
from evenkeel.effects._effect_sizes import effect_sizes
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.tables.results import Results


def measurements() -> Iterator[Measurement]:
    cec = evenkeel.load("cec2005")
    yield Measurement(
        "contrast_estimation with intervals, k = 9, n = 25, 1,999 resamples",
        seconds(lambda: contrast_estimation(cec)),
        limit=0.3,
        unit="s",
    )
    large = np.random.default_rng(1).normal(size=(112, 40))
    table = Results(large, better="higher")
    yield Measurement(
        "effect_sizes of all 780 pairs, exact / compare() that holds them, k = 40, n = 112",
        ratio(
            lambda: effect_sizes(table),
            lambda: evenkeel.compare(Results(large, better="higher"), always=True),
            repeat=3,
        ),
        limit=0.3,
    )
