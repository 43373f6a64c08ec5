"""Which function builds the report or the verdict of which result, found when it is asked for.

Results stand below reports and do not import them: `evenkeel.result` asks here, by the name of the
class or of one that it derives from. A result without an entry is reported field by field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from evenkeel.report.document import Document, Paragraph
from evenkeel.report.fields import report_fields

if TYPE_CHECKING:
    from evenkeel.report.glance import Drawn

# The class of a result: the module of this room, and the function in it.
REPORTS = {
    "AdjustedAlphas": "single:report_levels",
    "AdviceList": "single:report_advice",
    "Aggregates": "run_tables:report_aggregates",
    "Audit": "claims_tables:report_audit",
    "BayesComparison": "equivalence_tables:report_bayes",
    "BayesFriedman": "effect_tables:report_bayes_friedman",
    "Board": "votes_tables:report_board",
    "Cases": "single:report_cases",
    "Checklist": "single:report_checklist",
    "Comparison": "comparison:report_comparison",
    "ConditionTest": "runs:report_condition",
    "Conditions": "runs:report_conditions",
    "ContrastEstimation": "tables:report_contrasts",
    "CountsAnalysis": "claims_tables:report_counts",
    "Curves": "curves_tables:report_curves",
    "Description": "tables:report_description",
    "EffectSizes": "effect_tables:report_effects",
    "EquivalenceTests": "equivalence_tables:report_equivalence",
    "ErrorsAnalysis": "claims_tables:report_errors",
    "FamilyOutcome": "studies:report_outcome",
    "Gate": "gate_tables:report_gate",
    "Hinges": "order_tables:report_hinges",
    "ItemsComparison": "items:report_items",
    "JointMeasures": "joint_tables:report_joint",
    "LeaveOneOut": "posthoc_tables:report_leave_one_out",
    "MeanComparisons": "run_tables:report_comparisons",
    "MeasuresComparison": "comparison:report_measures",
    "MissingPattern": "tables:report_missing",
    "MultipleSignTest": "pair_tables:report_multiple_sign",
    "OmnibusResult": "tables:report_omnibus",
    "PerProblem": "runs:report_problems",
    "PosthocResult": "posthoc_tables:report_posthoc",
    "PowerStudy": "studies:report_power",
    "ProblemTree": "tree_tables:report_tree",
    "ProblemsNeeded": "studies:report_needed",
    "ProblemsToDecide": "studies:report_deciding",
    "Profiles": "run_tables:report_profiles",
    "PvaluesAnalysis": "claims_tables:report_pvalues",
    "Ranks": "tables:report_ranks",
    "RanksAnalysis": "claims_tables:report_ranks",
    "RepeatedMeasures": "run_tables:report_repeated_measures",
    "RunEffects": "effect_tables:report_run_effects",
    "RunsComparison": "runs:report_runs",
    "SecondLook": "posthoc_tables:report_second_look",
    "SkillScores": "effect_tables:report_skill",
    "SignTests": "pair_tables:report_signs",
    "SignedRankTest": "pair_tables:report_signed_rank",
    "SignedRankTests": "pair_tables:report_wilcoxon",
    "SimulationStudy": "studies:report_simulation",
    "SpssTable": "pair_tables:report_spss",
    "Stability": "order_tables:report_stability",
    "StatisticAnalysis": "claims_tables:report_statistic",
    "Strengths": "order_tables:report_strengths",
    "Targets": "curves_tables:report_targets",
    "Timeouts": "timeouts_tables:report_timeouts",
    "TwoAlgorithms": "pair_tables:report_two_algorithms",
}


# Of a result that answers a question: its sentences, if it has not its own, and the verdict.
CONCLUSIONS = {
    "Board": "votes_tables:board_sentences",
    "Curves": "curves_tables:conclusions_of_curves",
    "Gate": "gate_tables:gate_sentences",
    "ItemsComparison": "items:conclusions_of",
    "ProblemTree": "tree_tables:tree_sentences",
    "Targets": "curves_tables:conclusions_of_targets",
    "Timeouts": "timeouts_tables:conclusions_of_timeouts",
}
VERDICTS = {
    "Board": "votes_tables:board_at_a_glance",
    "Comparison": "comparison:verdict_of",
    "Gate": "gate_tables:gate_at_a_glance",
    "ItemsComparison": "items:verdict_of",
    "MeasuresComparison": "comparison:verdict_of_measures",
    "ProblemTree": "tree_tables:verdict_of_tree",
    "RunsComparison": "comparison:verdict_of_runs",
    "Timeouts": "timeouts_tables:verdict_of_timeouts",
}


def report_of(result: Any, **options: Any) -> Document:
    """The report of a result; `options` are those of its builder."""
    builder = _builder(REPORTS, result)
    if builder is None:
        return report_fields(result)
    report: Document = builder(result, **options)
    return report


def conclusions_of(result: Any) -> tuple[str, ...]:
    """The sentences of an answer."""
    builder = _builder(CONCLUSIONS, result)
    return () if builder is None else tuple(builder(result))


def verdict_of(result: Any, drawn: Drawn | None = None) -> Document:
    """The verdict of an answer: its sentences and main table if it has no builder of its own."""
    builder = _builder(VERDICTS, result)
    if builder is None:
        report: Document = result.report()
        return replace(report, blocks=(*map(Paragraph, result.conclusions), report.main_table))
    verdict: Document = builder(result, drawn)
    return verdict


def _builder(builders: Mapping[str, str], result: Any) -> Callable[..., Any] | None:
    for kind in type(result).__mro__:
        if kind.__name__ in builders:
            module, _, name = builders[kind.__name__].partition(":")
            builder: Callable[..., Any] = getattr(import_module(f"evenkeel.report.{module}"), name)
            return builder
    return None
