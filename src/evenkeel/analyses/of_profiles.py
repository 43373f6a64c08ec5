"""Performance profiles."""

from dataclasses import replace

from evenkeel.analyses.of_aggregates import ONE, ZERO
from evenkeel.analyses.registry import (
    ANALYSES,
    CONFIDENCE,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

ANALYSES.register(
    Analysis(
        "profiles",
        title="Performance profiles",
        summary="How often each algorithm does at least so well: of scores, or of costs as Dolan "
        "and More do it.",
        function="evenkeel.runs.performance_profiles:profiles",
        options=(
            AnalysisOption(
                "kind",
                "Kind",
                "Score (share of runs above) or ratio (share of problems within so many times the "
                "lowest cost); without it ratio for costs above 0, else score.",
                "choice",
                None,
                ("score", "ratio"),
            ),
            AnalysisOption(
                "statistic",
                "Cost of a problem",
                "Of its runs, for ratios: mean or median.",
                "choice",
                "mean",
                ("mean", "median"),
            ),
            ZERO,
            ONE,
            CONFIDENCE,
            replace(RESAMPLES, most=50_000),
            SEED,
        ),
        examples=("profiles runs.csv --better lower --statistic median",),
        takes="runs",
        place=65,
    )
)
