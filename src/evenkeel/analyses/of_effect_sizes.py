"""Effect sizes with intervals: of pairs over problems, of runs, of the whole table."""

from evenkeel.analyses.registry import (
    ANALYSES,
    CONFIDENCE,
    CONTROL,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

_WORDS = AnalysisOption(
    "words", "Words", "Give each magnitude the word that a publication has for it.", "flag", False
)

_SIMULTANEOUS = AnalysisOption(
    "simultaneous",
    "All intervals together",
    "Whether the confidence is that of all intervals together, or of each.",
    "flag",
    True,
)

ANALYSES.register(
    Analysis(
        "effect",
        title="Effect sizes",
        summary="How large the difference of each pair is, with intervals.",
        function="evenkeel.effects.measuring:effect_sizes",
        options=(
            AnalysisOption(
                "size",
                "Effect size",
                "The effect size.",
                "choice",
                "hodges-lehmann",
                (
                    "hodges-lehmann",
                    "superiority",
                    "median-ratio",
                    "standardised-mean",
                    "rank-biserial",
                    "a12",
                    "cliff-delta",
                    "rank-difference",
                ),
            ),
            CONTROL,
            CONFIDENCE,
            _SIMULTANEOUS,
            AnalysisOption(
                "interval",
                "Intervals",
                "How the intervals are made; without it, as serves the size best.",
                "choice",
                None,
                ("exact", "score", "bounded", "percentile", "bca"),
            ),
            _WORDS,
            RESAMPLES,
            SEED,
        ),
        examples=(
            "effect results.csv --better lower --control best",
            "effect results.csv --better lower --size a12 --words",
        ),
        place=20,
    )
)
ANALYSES.register(
    Analysis(
        "run-effect",
        title="Effect sizes of runs",
        summary="How often a run of one algorithm beats one of another on each problem: A12.",
        function="evenkeel.runs.effects_of_runs:run_effects",
        options=(
            AnalysisOption(
                "size",
                "Effect size",
                "The effect size.",
                "choice",
                "a12",
                ("a12", "cliff-delta"),
            ),
            CONTROL,
            AnalysisOption("problem", "Problem", "Only this problem."),
            CONFIDENCE,
            _SIMULTANEOUS,
            _WORDS,
        ),
        examples=("run-effect runs.csv --better lower --control best",),
        takes="runs",
        place=21,
    )
)
ANALYSES.register(
    Analysis(
        "concordance",
        title="Concordance of the problems",
        summary="How far the problems rank the algorithms alike, with an interval.",
        function="evenkeel.effects.concordance:kendall_w",
        options=(
            CONFIDENCE,
            AnalysisOption(
                "interval",
                "Interval",
                "How the interval is made.",
                "choice",
                "bounded",
                ("bounded", "percentile", "bca"),
            ),
            RESAMPLES,
            SEED,
        ),
        examples=("concordance results.csv --better lower",),
        place=22,
    )
)
