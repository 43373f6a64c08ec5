"""Bayesian comparison of a table and of runs, and the Bayesian Friedman test."""

from __future__ import annotations

from dataclasses import replace

from evenkeel.comparison.analyses.registry import (
    ANALYSES,
    CONTROL,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)

# Bayesian comparison, of a table and of runs.


ROPE = AnalysisOption(
    "rope",
    "Region of practical equivalence",
    "By how much algorithms may differ and still be alike in practice, in the units of the values, "
    "or none.",
    "number",
    offers=("none",),
    required=True,
    least=0,
)
_PAIR = (
    AnalysisOption("first", "First algorithm", "Compare only this algorithm with the second."),
    AnalysisOption("second", "Second algorithm", "The second algorithm of the pair."),
)
DECISION = AnalysisOption(
    "decision",
    "Deciding probability",
    "The probability that decides.",
    "number",
    0.95,
    least=0.5,
    most=1,
)

ANALYSES.register(
    Analysis(
        "bayes",
        title="Bayesian comparison",
        summary="How probable it is that an algorithm is practically better than another, or "
        "alike.",
        function="evenkeel.bayesian._bayes:bayes",
        options=(
            ROPE,
            AnalysisOption(
                "method",
                "Bayesian method",
                "Signed ranks, by random draws, or signs, exactly.",
                "choice",
                "signed-rank",
                ("signed-rank", "sign"),
            ),
            CONTROL,
            *_PAIR,
            AnalysisOption(
                "prior",
                "Strength of the prior",
                "How many problems the prior is worth; by default 0.5, or 1 for the sign test.",
                "number",
                least=0,
            ),
            AnalysisOption(
                "prior_place",
                "Place of the prior",
                "Where the prior lies: rope, left (the first is better) or right; any leaves open "
                "what the prior decides.",
                "choice",
                "rope",
                ("rope", "left", "right", "any"),
            ),
            DECISION,
            AnalysisOption(
                "resamples",
                "Draws",
                "Random draws; without it 50,000, or fewer for many pairs of many problems.",
                "count",
                least=1,
                most=200_000,
            ),
            SEED,
        ),
        examples=("bayes results.csv --better higher --rope 0.01",),
        place=40,
    )
)

ANALYSES.register(
    Analysis(
        "bayes-runs",
        title="Bayesian comparison of runs",
        summary="The same for the runs of cross validations, on one problem or over problems.",
        function="evenkeel.bayesian._bayes:bayes",
        options=(
            ROPE,
            AnalysisOption(
                "method",
                "Bayesian method",
                "The hierarchical test over problems, or the correlated t-test of one.",
                "choice",
                offers=("hierarchical", "correlated-t"),
                required=True,
            ),
            AnalysisOption(
                "test_share",
                "Share of the test set",
                "The share of the examples in each test set, 0.1 for ten folds.",
                "number",
                required=True,
                least=0,
                most=1,
            ),
            AnalysisOption("problem", "Problem", "The problem of the correlated t-test."),
            CONTROL,
            *_PAIR,
            DECISION,
        ),
        examples=(
            "bayes-runs folds.csv --better higher --rope 0.01 --method hierarchical "
            "--test-share 0.1",
        ),
        takes="runs",
        place=41,
    )
)


# The Bayesian Friedman test.


ANALYSES.register(
    Analysis(
        "bayes-friedman",
        title="Bayesian Friedman test",
        summary="How probable differences of mean ranks are, of all algorithms, and whether the "
        "prior decides.",
        function="evenkeel.bayesian.all_algorithms:bayes_friedman",
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
