"""Analyses of tables: sizes, contrasts, equivalence, rank sets, strengths, stability."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from evenkeel.comparison.analyses.registry import (
    ALPHA,
    ANALYSES,
    CONFIDENCE,
    CONTROL,
    RESAMPLES,
    SEED,
    Analysis,
    AnalysisOption,
)
from evenkeel.posthocs.laws import LAWS
from evenkeel.stability.options import PRIOR, STRENGTH_TIES, Model


def _rankings() -> tuple[str, ...]:
    from evenkeel.ranks.registry import RANKINGS  # with numpy, which the list of commands needs not

    return RANKINGS.names


# Confidence sets for the ranks.


ANALYSES.register(
    Analysis(
        "rank-sets",
        title="Confidence sets for the ranks",
        summary="Which places each algorithm may have, for all of them together.",
        function="evenkeel.posthocs.confidence_sets:rank_sets",
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


# How the ranking and the verdicts hang on the problems.


ANALYSES.register(
    Analysis(
        "stability",
        title="Stability of the ranking",
        summary="Which verdicts hang on single problems, and how sure the places are.",
        function="evenkeel.stability._stability:stability",
        options=(
            CONTROL,
            ALPHA,
            AnalysisOption(
                "ranking",
                "Ranking",
                "The ranking of the algorithms.",
                "choice",
                "friedman",
                _rankings,
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


# How strong the algorithms are, and who beats whom on a new problem.


ANALYSES.register(
    Analysis(
        "strengths",
        title="Strengths",
        summary="How likely each algorithm beats another on a new problem, by Bradley-Terry.",
        function="evenkeel.stability._strengths:strengths",
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


# Contrast estimation.


ANALYSES.register(
    Analysis(
        "contrast",
        title="Contrast estimation",
        summary="By how much algorithms differ: contrast estimation based on medians.",
        function="evenkeel.effects.contrasts:contrast_estimation",
        options=(CONFIDENCE, replace(RESAMPLES, default=1999), SEED),
        examples=("contrast results.csv --better higher --confidence 0.9",),
        place=15,
        beside=False,
    )
)


# Skill scores and win rates, as forecasters rank by them.


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


# Effect sizes with intervals: of pairs over problems, of runs, of the whole table.


_WORDS = AnalysisOption(
    "words", "Words", "Give each magnitude the word that a publication has for it.", "flag", False
)


def _sizes() -> tuple[str, ...]:
    from evenkeel.effects.registry import EFFECTS

    return tuple(each.name for each in EFFECTS if "pairs over problems" in each.takes)


def _sizes_of_runs() -> tuple[str, ...]:
    from evenkeel.effects.registry import EFFECTS

    return tuple(each.name for each in EFFECTS if each.of_wins is not None)


_SIMULTANEOUS = AnalysisOption(
    "simultaneous",
    "All intervals together",
    "Whether the confidence is that of all intervals together, or of each.",
    "flag",
    True,
)

ANALYSES.register(
    Analysis(
        "effect",
        title="Effect sizes",
        summary="How large the difference of each pair is, with intervals.",
        function="evenkeel.effects._effect_sizes:effect_sizes",
        options=(
            AnalysisOption(
                "size",
                "Effect size",
                "The effect size.",
                "choice",
                "hodges-lehmann",
                _sizes,
            ),
            CONTROL,
            CONFIDENCE,
            _SIMULTANEOUS,
            AnalysisOption(
                "interval",
                "Intervals",
                "How the intervals are made; without it, as serves the size best.",
                "choice",
                None,
                ("exact", "score", "bounded", "percentile", "bca"),
            ),
            _WORDS,
            RESAMPLES,
            SEED,
        ),
        examples=(
            "effect results.csv --better lower --control best",
            "effect results.csv --better lower --size a12 --words",
        ),
        place=20,
    )
)
ANALYSES.register(
    Analysis(
        "run-effect",
        title="Effect sizes of runs",
        summary="How often a run of one algorithm beats one of another on each problem: A12.",
        function="evenkeel.runs._run_effects:run_effects",
        options=(
            AnalysisOption(
                "size",
                "Effect size",
                "The effect size.",
                "choice",
                "a12",
                _sizes_of_runs,
            ),
            CONTROL,
            AnalysisOption("problem", "Problem", "Only this problem."),
            CONFIDENCE,
            _SIMULTANEOUS,
            _WORDS,
        ),
        examples=("run-effect runs.csv --better lower --control best",),
        takes="runs",
        place=21,
    )
)
ANALYSES.register(
    Analysis(
        "concordance",
        title="Concordance of the problems",
        summary="How far the problems rank the algorithms alike, with an interval.",
        function="evenkeel.effects.kendall:kendall_w",
        options=(
            CONFIDENCE,
            AnalysisOption(
                "interval",
                "Interval",
                "How the interval is made.",
                "choice",
                "bounded",
                ("bounded", "percentile", "bca"),
            ),
            RESAMPLES,
            SEED,
        ),
        examples=("concordance results.csv --better lower",),
        place=22,
    )
)


# Tests of equivalence.


ANALYSES.register(
    Analysis(
        "equivalence",
        title="Equivalence",
        summary="Which algorithms are shown to be close, which to differ, and which neither.",
        function="evenkeel.effects._equivalence:equivalence",
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
