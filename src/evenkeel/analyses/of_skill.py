"""Skill scores and win rates, as forecasters rank by them."""

from evenkeel.analyses.registry import ANALYSES, CONFIDENCE, Analysis, AnalysisOption

ANALYSES.register(
    Analysis(
        "skill",
        title="Skill scores and win rates",
        summary="How much smaller errors are than a baseline's by the geometric mean, and how "
        "often an algorithm wins.",
        function="evenkeel.effects.skill:skill_scores",
        options=(
            AnalysisOption("baseline", "Baseline", "The algorithm to compare with.", required=True),
            AnalysisOption(
                "clip",
                "Cut ratios",
                "Ratios are cut to 1 / clip and clip.",
                "number",
                100.0,
                least=1,
            ),
            CONFIDENCE,
        ),
        examples=("skill results.csv --better lower --baseline Baseline",),
        place=57,
    )
)
