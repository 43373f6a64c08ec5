"""How the ranking and the verdicts hang on the problems."""

from dataclasses import replace

from evenkeel.analyses.registry import (
    ALPHA,
    ANALYSES,
    CONTROL,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)
from evenkeel.hypotheses.registry import LAWS
from evenkeel.ranks.registry import RANKINGS

ANALYSES.register(
    Analysis(
        "stability",
        title="Stability of the ranking",
        summary="Which verdicts hang on single problems, and how sure the places are.",
        function="evenkeel.orders.resampling_problems:stability",
        options=(
            CONTROL,
            ALPHA,
            AnalysisOption(
                "ranking",
                "Ranking",
                "The ranking of the algorithms.",
                "choice",
                RANKINGS.default,
                lambda: RANKINGS.names,
            ),
            AnalysisOption(
                "procedure",
                "Procedure",
                "The procedure of adjustment; by default holm for a control, else shaffer.",
            ),
            AnalysisOption(
                "method",
                "Raw p-values",
                "How the raw p-values are computed; by default calibrated, or paired with holes.",
                "choice",
                None,
                lambda: LAWS.names,
            ),
            replace(RESAMPLES, default=1000, most=10_000),
            SEED,
        ),
        examples=(
            "stability results.csv --better lower",
            "stability results.csv --better lower --control best --resamples 5000",
        ),
        place=55,
    )
)
