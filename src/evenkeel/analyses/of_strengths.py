"""How strong the algorithms are, and who beats whom on a new problem."""

from dataclasses import replace
from typing import get_args

from evenkeel.analyses.registry import (
    ANALYSES,
    CONFIDENCE,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)
from evenkeel.orders.strength_options import PRIOR, STRENGTH_TIES, Model

ANALYSES.register(
    Analysis(
        "strengths",
        title="Strengths",
        summary="How likely each algorithm beats another on a new problem, by Bradley-Terry.",
        function="evenkeel.orders.estimating:strengths",
        options=(
            AnalysisOption(
                "model",
                "Model",
                "Bradley-Terry looks at pairs, Plackett-Luce at whole orders.",
                "choice",
                "bradley-terry",
                get_args(Model),
            ),
            AnalysisOption(
                "ties",
                "Ties",
                "Ties of pairs as a third outcome (davidson), or half a win of each (split).",
                "choice",
                "davidson",
                STRENGTH_TIES,
            ),
            AnalysisOption(
                "prior",
                "Weight of the prior",
                "Weight of the prior that keeps strengths finite, from 1e-6; 0 for none.",
                "number",
                PRIOR,
                least=0,
                most=100,
            ),
            CONFIDENCE,
            replace(RESAMPLES, default=1000, most=10_000),
            SEED,
            AnalysisOption("elo", "Elo scale", "Ratings on the Elo scale.", "flag", False),
        ),
        examples=(
            "strengths results.csv --better lower",
            "strengths results.csv --better lower --model plackett-luce --elo",
        ),
        place=56,
    )
)
