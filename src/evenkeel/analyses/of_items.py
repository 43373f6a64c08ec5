"""Language models and agents on the items of benchmarks."""

from dataclasses import replace

from evenkeel.analyses.registry import (
    ALPHA,
    FILE_ANALYSES,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

FILE_ANALYSES.register(
    Analysis(
        "items",
        title="Models on items",
        summary="Which language models or agents differ, on the questions of benchmarks: from the "
        "logs of harnesses.",
        function="evenkeel.items.comparing:items",
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
                "Which scores are good, if the logs do not tell it: higher or lower.",
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
        "AlpacaEval or tau-bench, tables with a row an answer, or folders of them.",
        place=10,
    )
)
