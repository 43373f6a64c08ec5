"""Contrast estimation."""

from evenkeel.analyses.registry import ANALYSES, Analysis

ANALYSES.register(
    Analysis(
        "contrast",
        title="Contrast estimation",
        summary="By how much algorithms differ: contrast estimation based on medians.",
        function="evenkeel.effects.contrasts:contrast_estimation",
        examples=("contrast results.csv --better higher",),
        place=15,
        beside=False,
    )
)
