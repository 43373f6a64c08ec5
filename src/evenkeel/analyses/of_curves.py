"""The courses of runs: convergence, and the comparison at every budget."""

from evenkeel.analyses.registry import (
    ALPHA,
    ANALYSES,
    CONFIDENCE,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

ANALYSES.register(
    Analysis(
        "curves",
        title="Courses of runs",
        summary="Compare the courses of runs: who converges sooner, the verdict at every budget "
        "and where it turns, and bands that hold at all steps together.",
        function="evenkeel.runs.curve_comparison:curves",
        options=(
            AnalysisOption("at", "Cut points", "The cut points, with commas, such as 100,1000."),
            AnalysisOption(
                "cuts",
                "Number of cut points",
                "How many cut points.",
                "count",
                10,
                least=3,
                most=50,
            ),
            AnalysisOption(
                "spacing",
                "Spacing",
                "Of the cut points; without it log if the last is 100 times the first.",
                "choice",
                None,
                ("linear", "log"),
            ),
            AnalysisOption(
                "statistic",
                "Statistic",
                "Of the runs of a cell.",
                "choice",
                "mean",
                ("mean", "median"),
            ),
            AnalysisOption(
                "scale",
                "Scale of the bands",
                "Without it log for values above 0 of which lower is better.",
                "choice",
                None,
                ("linear", "log"),
            ),
            AnalysisOption(
                "optimum",
                "Optimum",
                "The best possible value, where algorithms reach it.",
                "number",
            ),
            AnalysisOption(
                "limits",
                "Limits",
                "The least and the greatest value that there can be, such as 0,1, for the bands.",
            ),
            ALPHA,
            CONFIDENCE,
            RESAMPLES,
            SEED,
        ),
        examples=("curves curves.csv --better lower --cuts 10",),
        takes="runs",
        curves=True,
        place=66,
    )
)
