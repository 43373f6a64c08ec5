"""Contrast estimation."""

from dataclasses import replace

from evenkeel.analyses.registry import ANALYSES, CONFIDENCE, RESAMPLES, SEED, Analysis

ANALYSES.register(
    Analysis(
        "contrast",
        title="Contrast estimation",
        summary="By how much algorithms differ: contrast estimation based on medians.",
        function="evenkeel.effects.contrasts:contrast_estimation",
        options=(CONFIDENCE, replace(RESAMPLES, default=1999), SEED),
        examples=("contrast results.csv --better higher --confidence 0.9",),
        place=15,
        beside=False,
    )
)
