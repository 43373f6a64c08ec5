"""Analyses of runs: aggregates, profiles, courses, times to targets, timeouts."""

from __future__ import annotations

from dataclasses import replace

from evenkeel.comparison.analyses.registry import (
    ALPHA,
    ANALYSES,
    CONFIDENCE,
    CONTROL,
    FILE_ANALYSES,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)
from evenkeel.tables.options import READING, SHAPES

# Aggregates of all runs.


_WHAT = "a number, an algorithm (the mean of its runs), worst or best (of all means)."
ZERO = AnalysisOption("zero", "Scores 0", f"What scores 0 on each problem: {_WHAT}")
ONE = AnalysisOption("one", "Scores 1", f"What scores 1 on each problem: {_WHAT}")

ANALYSES.register(
    Analysis(
        "aggregates",
        title="Aggregates of runs",
        summary="Mean, median, interquartile mean and optimality gap of all runs, with intervals.",
        function="evenkeel.runs._aggregates:aggregates",
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


# Performance profiles.


ANALYSES.register(
    Analysis(
        "profiles",
        title="Performance profiles",
        summary="How often each algorithm does at least so well: of scores, or of costs as Dolan "
        "and More do it.",
        function="evenkeel.runs._profiles:profiles",
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


# The courses of runs: convergence, and the comparison at every budget.


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
                "The least and the greatest value that there can be, such as 0,1, for bands of "
                "means.",
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


# Times to targets.


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


# Runs that are stopped at a limit, from the files of competitions and scenarios.


_READ = (
    *(
        AnalysisOption(name, READING[name].title, READING[name].help, alone=True)
        for name in (
            "algorithm",
            "problem",
            "value",
            "run",
            "measure",
            "where",
            "algorithms",
            "not_algorithms",
        )
    ),
    AnalysisOption(
        "missing",
        "Solvers without a run",
        "What to leave out where a solver has no run on a problem.",
        "choice",
        "error",
        ("error", "drop-problem", "drop-algorithm"),
        alone=True,
    ),
    AnalysisOption("shape", "Shape", READING["shape"].help, "choice", "auto", SHAPES, alone=True),
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
                "description.txt says it.",
            ),
            AnalysisOption("status", "Column of the status", "The column of the status."),
            AnalysisOption(
                "solved", "Words for solved", "Words of the status for solved, with commas."
            ),
            *_READ,
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
        files="An ASlib scenario, tables of BenchExec, SMT-COMP or StarExec, or a table of times.",
        place=70,
    )
)
