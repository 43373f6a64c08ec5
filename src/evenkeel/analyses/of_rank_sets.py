"""Confidence sets for the ranks."""

from evenkeel.analyses.registry import ALPHA, ANALYSES, Analysis, AnalysisOption

ANALYSES.register(
    Analysis(
        "rank-sets",
        title="Confidence sets for the ranks",
        summary="Which places each algorithm may have, for all of them together.",
        function="evenkeel.decisions.confidence_sets:rank_sets",
        options=(
            ALPHA,
            AnalysisOption(
                "test",
                "Tests of the pairs",
                "The one-sided tests of the pairs: sign or wilcoxon.",
                "choice",
                "sign",
                ("sign", "wilcoxon"),
            ),
        ),
        examples=("rank-sets results.csv --better higher --alpha 0.1",),
        place=50,
    )
)
