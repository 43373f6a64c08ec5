"""Tests of equivalence."""

from evenkeel.analyses.registry import ALPHA, ANALYSES, CONTROL, Analysis, AnalysisOption

ANALYSES.register(
    Analysis(
        "equivalence",
        title="Equivalence",
        summary="Which algorithms are shown to be close, which to differ, and which neither.",
        function="evenkeel.effects.equivalence_tests:equivalence",
        options=(
            AnalysisOption(
                "margin",
                "Margin of equivalence",
                "The difference below which algorithms count as equivalent, chosen beforehand.",
                "number",
                required=True,
                least=0,
            ),
            AnalysisOption(
                "unit",
                "Unit of the margin",
                "The margin is in the units of the values (value) or in per cent of the control, "
                "for all pairs of the smaller value (percent).",
                "choice",
                "value",
                ("value", "percent"),
            ),
            AnalysisOption(
                "test",
                "Tests of the pairs",
                "The tests: wilcoxon, or sign, which does not suppose symmetric differences.",
                "choice",
                "wilcoxon",
                ("wilcoxon", "sign"),
            ),
            CONTROL,
            AnalysisOption(
                "adjust",
                "Adjustment",
                "The procedure of adjustment, by default holm; none that counts which hypotheses "
                "can be true together, such as shaffer.",
            ),
            ALPHA,
        ),
        examples=(
            "equivalence results.csv --better higher --margin 0.01",
            "equivalence results.csv --better higher --margin 5 --unit percent --control New",
        ),
        place=30,
    )
)
