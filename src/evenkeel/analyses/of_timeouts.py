"""Runs that are stopped at a limit, from the files of competitions and scenarios."""

from evenkeel.analyses.registry import (
    ALPHA,
    CONFIDENCE,
    CONTROL,
    FILE_ANALYSES,
    Analysis,
    AnalysisOption,
)

FILE_ANALYSES.register(
    Analysis(
        "timeouts",
        title="Runtimes with timeouts",
        summary="Compare solvers by runtimes of which some timed out, by ranks that take a "
        "timeout for no time; solved counts, PAR2, PAR10 and the virtual best solver beside.",
        function="evenkeel.runs.solver_times:timeouts",
        options=(
            AnalysisOption(
                "cutoff",
                "Cutoff",
                "The time at which runs were stopped, or the column that holds it; ASlib's "
                "description.txt tells it.",
            ),
            AnalysisOption("status", "Column of the status", "The column of the status."),
            AnalysisOption(
                "solved", "Words for solved", "Words of the status for solved, with commas."
            ),
            AnalysisOption(
                "algorithm", "Column of solvers", "The column that names the solvers.", alone=True
            ),
            AnalysisOption(
                "problem", "Column of problems", "The column that names the problems.", alone=True
            ),
            AnalysisOption(
                "value", "Column of times", "The column that holds the times.", alone=True
            ),
            AnalysisOption(
                "measure", "Measure", "Which of several times, such as cpu_time.", alone=True
            ),
            CONTROL,
            AnalysisOption(
                "test",
                "Test on one problem",
                "Of a pair on a problem, where cells have several runs.",
                "choice",
                "gehan",
                ("gehan", "log-rank"),
            ),
            ALPHA,
            CONFIDENCE,
        ),
        examples=(
            "timeouts scenario/algorithm_runs.arff",
            "timeouts times.csv --cutoff 5000 --status status -o timeouts.html",
        ),
        takes="files",
        files="An ASlib scenario, tables of BenchExec or SMT-COMP, or a table of times.",
        place=70,
    )
)
