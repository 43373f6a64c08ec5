"""Aggregates of all runs."""

from dataclasses import replace

from evenkeel.analyses.registry import (
    ANALYSES,
    CONFIDENCE,
    CONTROL,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

_WHAT = "a number, an algorithm (the mean of its runs), worst or best (of all means)."
ZERO = AnalysisOption("zero", "Scores 0", f"What scores 0 on each problem: {_WHAT}")
ONE = AnalysisOption("one", "Scores 1", f"What scores 1 on each problem: {_WHAT}")

ANALYSES.register(
    Analysis(
        "aggregates",
        title="Aggregates of runs",
        summary="Mean, median, interquartile mean and optimality gap of all runs, with intervals.",
        function="evenkeel.runs.run_aggregates:aggregates",
        options=(
            CONTROL,
            ZERO,
            ONE,
            AnalysisOption(
                "threshold",
                "Threshold",
                "Threshold of the optimality gap; without it 1, or 0 for costs as they are.",
                "number",
            ),
            AnalysisOption(
                "interval",
                "Intervals",
                "Expanded for few runs, or plain percentiles as rliable has them.",
                "choice",
                "expanded",
                ("expanded", "percentile"),
            ),
            CONFIDENCE,
            replace(RESAMPLES, most=50_000),
            SEED,
        ),
        examples=("aggregates runs.csv --better lower --zero worst --one best",),
        takes="runs",
        place=60,
    )
)
