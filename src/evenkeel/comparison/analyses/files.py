"""Analyses of files: several measures together, problems by features, the gate, items, votes."""

from __future__ import annotations

from dataclasses import replace

from evenkeel.comparison.analyses.registry import (
    ALPHA,
    CONFIDENCE,
    CONTROL,
    FILE_ANALYSES,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

_MISSING = AnalysisOption(
    "missing",
    "Missing results",
    "What is to become of missing results.",
    "choice",
    "error",
    ("error", "drop-problem", "drop-algorithm", "worst"),
    alone=True,
)

# The gate of commits.


FILE_ANALYSES.register(
    Analysis(
        "gate",
        title="Gate of a new version",
        summary="Whether a new version is worse than its base, for each benchmark and the suite: "
        "worse (exit code 1), not worse by more than the margin (0), or undecided (3).",
        function="evenkeel.gating.gates:gate_files",
        takes="files",
        files="Two sources: runs of the base, then of the new version, as pytest-benchmark, asv, "
        "hyperfine, Google Benchmark or github-action-benchmark write them, or a table with a row "
        "a run; of a folder each file is one run. Or logs of items of one model, before and after.",
        options=(
            AnalysisOption(
                "margin",
                "Margin",
                "How much worse is tolerated: a share of the base such as 2%, or a number in units "
                "of the values.",
                required=True,
            ),
            AnalysisOption(
                "better",
                "Better",
                "Which values are good, lower or higher, if the files do not say so.",
            ),
            AnalysisOption(
                "pairing",
                "Pairing",
                "Runs belong together by names such as seeds and items (run), by their order if "
                "both versions were measured in turns (order), or not (none); auto finds names.",
                "choice",
                "auto",
                ("auto", "none", "run", "order"),
            ),
            AnalysisOption(
                "adjust_by",
                "Adjustment",
                "The procedure over the suite: holm, or any other that holds the family-wise "
                "error, or bh for the false discovery rate.",
                default="holm",
            ),
            ALPHA,
            AnalysisOption(
                "lenient", "Lenient", "Let undecided end with 0 in place of 3.", "flag", False
            ),
            AnalysisOption("benchmark", "Benchmarks", "The column of a table that names them."),
            AnalysisOption("run", "Runs", "The column of a table that names the runs."),
            AnalysisOption("value", "Values", "The column of a table that holds the values."),
            AnalysisOption("measure", "Measure", "Which of several measures."),
        ),
        examples=(
            "gate base.json new.json --margin 2%",
            "gate base.csv new.csv --margin 0.02 --better higher --lenient -o gate.xml -o gate.md",
        ),
        place=110,
    )
)


# Two algorithms by several measures.


FILE_ANALYSES.register(
    Analysis(
        "joint",
        title="Several measures together",
        summary="Two algorithms by several measures together: the most frequent combination of "
        "better and worse, and who is not worse in any measure and better in one.",
        function="evenkeel.comparison.combinations:joint_of_files",
        takes="measures",
        files="One table with several measures: a column that names them, or several columns of "
        "values.",
        options=(
            AnalysisOption(
                "better",
                "Better",
                "Which values are good: lower or higher for all, or HV=higher,IGD=lower.",
                alone=True,
            ),
            _MISSING,
            replace(CONTROL, help="The control; without it, all pairs."),
            ALPHA,
            AnalysisOption(
                "procedure", "Adjustment", "The adjustment over the pairs.", default="holm"
            ),
            AnalysisOption(
                "method",
                "Method",
                "How the p-value is computed: exact, or by the chi-square law, as published.",
                "choice",
                "exact",
                ("exact", "chi-square"),
            ),
            AnalysisOption(
                "margins", "Margins", "How much worse is still not worse: HV=0.01,IGD=0.1."
            ),
            AnalysisOption(
                "prior",
                "Prior",
                "How many problems the prior is worth.",
                "number",
                1.0,
                least=0,
                most=1e6,
            ),
        ),
        examples=(
            "joint results.csv --better HV=higher,IGD=lower",
            "joint results.csv --better HV=higher,IGD=lower --control MyMethod",
        ),
        place=100,
    )
)


# Which features of problems tell who is good.


FILE_ANALYSES.register(
    Analysis(
        "tree",
        title="Which problems make which algorithm win",
        summary="Groups of problems by their features on which the algorithms rank differently: a "
        "Bradley-Terry tree with permutation tests.",
        function="evenkeel.stability._problem_tree:tree_of_files",
        takes="files",
        files="Two files: the table of results, then a table with a row per problem, one column of "
        "which holds their names; the other columns are the features. Or one table that has the "
        "features beside the results, and their names.",
        options=(
            AnalysisOption(
                "better",
                "Better",
                "Which results are good, if the table does not say it: lower or higher.",
                "choice",
                None,
                ("lower", "higher"),
                alone=True,
            ),
            _MISSING,
            AnalysisOption(
                "features",
                "Features",
                "Names of the columns that are features, with commas; needed if there is one file.",
            ),
            ALPHA,
            AnalysisOption(
                "least",
                "Smallest group",
                "The fewest problems of a group; by default a tenth, at least 5, at most half.",
                "count",
                least=2,
            ),
            AnalysisOption("leaves", "Groups", "The most groups.", "count", 4, least=2, most=16),
            replace(RESAMPLES, default=1999, help="Number of permutations of each test."),
            SEED,
        ),
        examples=(
            "tree results.csv features.csv --better lower",
            "tree results.csv features.csv --better lower --leaves 2 -o tree.html",
            "tree both.csv --features instances,domain --better lower",
        ),
        place=105,
    )
)


# Language models and agents on the items of benchmarks.


FILE_ANALYSES.register(
    Analysis(
        "items",
        title="Models on items",
        summary="Which language models or agents differ, on the questions of benchmarks: from the "
        "logs of harnesses.",
        function="evenkeel.items._items:items",
        options=(
            AnalysisOption("control", "Control", "Compare each model with this one only."),
            ALPHA,
            AnalysisOption("score", "Score", "Which score, if the logs have several."),
            AnalysisOption(
                "cluster",
                "Clusters",
                "The field by which items hang together, such as a passage; none for no clusters.",
            ),
            AnalysisOption(
                "better",
                "Better",
                "Which scores are good, if the logs do not say it: higher or lower.",
                "choice",
                None,
                ("higher", "lower"),
            ),
            AnalysisOption(
                "columns",
                "Columns",
                "Of a table, which columns hold what, as in model=system,item=qid,score=ok.",
            ),
            AnalysisOption("benchmark", "Benchmark", "Only this benchmark."),
            AnalysisOption(
                "adjust",
                "Adjustment",
                "For the number of pairs: max-t (joint sign changes), holm or none.",
                "choice",
                "max-t",
                ("max-t", "holm", "none"),
            ),
            AnalysisOption(
                "gate",
                "First test",
                "Test pairs only if Cochran's Q rejects: none or cochran.",
                "choice",
                "none",
                ("none", "cochran"),
            ),
            AnalysisOption(
                "simultaneous",
                "All intervals together",
                "Whether the confidence is that of all intervals of differences together, or each.",
                "flag",
                True,
            ),
            AnalysisOption(
                "mid_p",
                "Mid-p",
                "Mid-p-values, which reject more often and are not exact.",
                "flag",
                False,
            ),
            AnalysisOption(
                "weights",
                "Weights",
                "Of several benchmarks: equal, or by the number of items.",
                "choice",
                "equal",
                ("equal", "items"),
            ),
            AnalysisOption("plan", "Plan", "Say what the benchmark can show.", "flag", False),
            AnalysisOption(
                "difference",
                "Wanted difference",
                "Say how many items or epochs this difference needs.",
                "number",
                least=0,
            ),
            AnalysisOption(
                "power", "Power", "The power to plan for.", "number", 0.8, least=0, most=1
            ),
            replace(RESAMPLES, title="Sign changes", help="Random sign changes."),
            SEED,
        ),
        examples=(
            "items log_a.eval log_b.eval",
            "items samples_a.jsonl samples_b.jsonl --cluster passage_id --plan",
        ),
        takes="files",
        files="Logs of Inspect, lm-evaluation-harness, HELM, lighteval, Every Eval Ever, "
        "AlpacaEval, tau-bench, SWE-bench, promptfoo, OpenAI Evals or DeepEval, tables with a row "
        "an answer, or folders of them.",
        place=10,
    )
)


# Ratings by votes.


FILE_ANALYSES.register(
    Analysis(
        "votes",
        title="Ratings by votes",
        summary="How strong models are by votes on two of their answers, which places they may "
        "have, and whether one number per model is enough.",
        function="evenkeel.items.boards:votes",
        takes="files",
        files="Tables with a row per vote: model_a, model_b, winner, and judge, prompt "
        "(question_id) and position if there are any; several files are read below each other.",
        options=(
            AnalysisOption(
                "model",
                "Model",
                "davidson, in which ties have a parameter, or bradley-terry, in which they are "
                "half a win, as arenas count them.",
                "choice",
                "davidson",
                ("davidson", "bradley-terry"),
            ),
            AnalysisOption(
                "style",
                "Held fixed",
                "Covariates to hold fixed, with commas, such as length,markdown; each has the "
                "columns NAME_a and NAME_b.",
            ),
            AnalysisOption(
                "position", "Position", "Hold the position fixed as well.", "flag", False
            ),
            AnalysisOption(
                "both_bad",
                "Both bad",
                "What a vote is that says both are bad: a tie, or none (drop).",
                "choice",
                "tie",
                ("tie", "drop"),
            ),
            AnalysisOption(
                "prior",
                "Prior",
                "Precision of a normal prior of the strengths; with 0.1 a model that won all its "
                "votes has a rating.",
                "number",
                0.0,
                least=0,
                most=1000,
            ),
            CONFIDENCE,
            AnalysisOption("model_a", "First model", "The column of the first model."),
            AnalysisOption("model_b", "Second model", "The column of the second model."),
            AnalysisOption("winner", "Winner", "The column that says who won."),
            AnalysisOption("judge", "Judge", "The column that names the judge."),
            AnalysisOption("prompt", "Prompt", "The column that names the prompt."),
        ),
        examples=(
            "votes battles.csv",
            "votes battles.csv --model bradley-terry --style length,markdown -o board.html",
        ),
        place=120,
    )
)
