"""The Bayesian Friedman test."""

from dataclasses import replace

from evenkeel.analyses.of_bayes import DECISION
from evenkeel.analyses.registry import (
    ANALYSES,
    CONTROL,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

ANALYSES.register(
    Analysis(
        "bayes-friedman",
        title="Bayesian Friedman test",
        summary="How probable differences of mean ranks are, of all algorithms, and whether the "
        "prior decides.",
        function="evenkeel.posterior.all_algorithms:bayes_friedman",
        options=(
            CONTROL,
            AnalysisOption(
                "prior",
                "Strength of the prior",
                "How many problems the prior is worth.",
                "number",
                1.0,
                least=1e-6,
                most=1e6,
            ),
            DECISION,
            replace(RESAMPLES, title="Draws", help="Random draws.", default=20_000),
            SEED,
        ),
        examples=("bayes-friedman results.csv --better higher",),
        place=42,
    )
)
