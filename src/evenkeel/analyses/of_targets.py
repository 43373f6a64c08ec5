"""Times to targets."""

from evenkeel.analyses.registry import ALPHA, ANALYSES, CONFIDENCE, Analysis, AnalysisOption

ANALYSES.register(
    Analysis(
        "targets",
        title="Times to targets",
        summary="Compare algorithms by how soon their runs reach targets: expected running times, "
        "success rates and ECDFs with bounds, ranks and p-values at each target.",
        function="evenkeel.runs.target_times:targets",
        options=(
            AnalysisOption(
                "targets", "Targets", "Targets of all problems, with commas, such as 1,0.1,0.01."
            ),
            AnalysisOption(
                "budget", "Budget", "The longest that a run may take.", "number", least=0
            ),
            ALPHA,
            CONFIDENCE,
        ),
        examples=("targets curves.csv --better lower --targets 0.3,0.2",),
        takes="runs",
        curves=True,
        place=67,
    )
)
