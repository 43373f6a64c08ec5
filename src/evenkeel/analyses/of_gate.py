"""The gate of commits."""

from evenkeel.analyses.registry import ALPHA, FILE_ANALYSES, Analysis, AnalysisOption

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
        "a run; of a folder each file is one run.",
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
