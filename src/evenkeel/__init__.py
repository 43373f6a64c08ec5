"""evenkeel: from a table of results to an honest conclusion.

Nonparametric comparison of k algorithms on n problems, after Demsar (2006) and the Granada group.
The public names are listed in ``__all__`` and are imported when first used, so that
``import evenkeel`` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from evenkeel._version import __version__

if TYPE_CHECKING:
    from evenkeel.adjustments import (
        AdjustedAlphas,
        Adjustment,
        adjust,
        adjusted_alphas,
        combined_error,
        procedures,
    )
    from evenkeel.adjustments.exhaustive import ExhaustiveSet, exhaustive_sets
    from evenkeel.adjustments.shaffer import shaffer_counts
    from evenkeel.advice import Advice, Situation, advise
    from evenkeel.casestudies import Case, cases, load, load_runs
    from evenkeel.comparison import Comparison, compare
    from evenkeel.contrast import ContrastEstimation, contrast_estimation
    from evenkeel.control import MultipleSignTest, multiple_sign_critical, multiple_sign_test
    from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
    from evenkeel.errors import (
        EvenkeelError,
        InputError,
        MissingPackageError,
        SourceError,
        TableError,
        UnknownNameError,
    )
    from evenkeel.families import Family
    from evenkeel.groups import compact_letters, unrejected_groups
    from evenkeel.hypotheses import PosthocResult, posthoc
    from evenkeel.omnibus.aligned import friedman_aligned
    from evenkeel.omnibus.core import OmnibusResult
    from evenkeel.omnibus.friedman import friedman, iman_davenport
    from evenkeel.omnibus.friedman_law import CriticalValue, friedman_critical
    from evenkeel.omnibus.quade import quade
    from evenkeel.pairwise.rank_statistics import PosthocStatistics, posthoc_statistics
    from evenkeel.pairwise.sign import SignTest, sign_test, sign_test_critical
    from evenkeel.pairwise.sign_all import SignTests, sign_all
    from evenkeel.pairwise.ttest import PairedTTest, t_test
    from evenkeel.pairwise.walsh import HodgesLehmann, hodges_lehmann
    from evenkeel.pairwise.wilcoxon import SignedRankTest, wilcoxon, wilcoxon_critical
    from evenkeel.pairwise.wilcoxon_all import SignedRankTests, wilcoxon_all
    from evenkeel.pairwise.wins import WinTieLoss, win_tie_loss
    from evenkeel.ranks import Ranks, aligned_ranks, friedman_ranks, quade_ranks
    from evenkeel.reading import read
    from evenkeel.reading_runs import read_runs
    from evenkeel.results import Origin, Results
    from evenkeel.runs import Runs
    from evenkeel.single.crossvalidation import (
        CrossValidationTest,
        McNemarTest,
        corrected_resampled_t,
        five_by_two_f,
        five_by_two_t,
        mcnemar,
    )
    from evenkeel.single.parametric_conditions import Conditions, ConditionTest, conditions
    from evenkeel.single.repeated_measures import (
        MeanComparisons,
        RepeatedMeasures,
        Sphericity,
        repeated_measures_anova,
    )
    from evenkeel.single.single_problem import PerProblem, per_problem
    from evenkeel.studies.planning import (
        ProblemsNeeded,
        ProblemsToDecide,
        problems_needed,
        problems_to_decide,
    )
    from evenkeel.studies.resampling import PowerStudy, power
    from evenkeel.studies.simulation import FamilyOutcome, SimulationStudy, simulate

_HOME = {
    "adjustments": (
        "AdjustedAlphas",
        "Adjustment",
        "adjust",
        "adjusted_alphas",
        "combined_error",
        "procedures",
    ),
    "adjustments.exhaustive": ("ExhaustiveSet", "exhaustive_sets"),
    "adjustments.shaffer": ("shaffer_counts",),
    "advice": (
        "Advice",
        "Situation",
        "advise",
    ),
    "casestudies": (
        "Case",
        "cases",
        "load",
        "load_runs",
    ),
    "comparison": (
        "Comparison",
        "compare",
    ),
    "contrast": (
        "ContrastEstimation",
        "contrast_estimation",
    ),
    "control": (
        "MultipleSignTest",
        "multiple_sign_critical",
        "multiple_sign_test",
    ),
    "critical": (
        "bonferroni_dunn_critical_difference",
        "nemenyi_critical_difference",
    ),
    "errors": (
        "EvenkeelError",
        "InputError",
        "MissingPackageError",
        "SourceError",
        "TableError",
        "UnknownNameError",
    ),
    "families": ("Family",),
    "groups": (
        "compact_letters",
        "unrejected_groups",
    ),
    "hypotheses": (
        "PosthocResult",
        "posthoc",
    ),
    "omnibus.aligned": ("friedman_aligned",),
    "omnibus.core": ("OmnibusResult",),
    "omnibus.friedman": ("friedman", "iman_davenport"),
    "omnibus.friedman_law": ("CriticalValue", "friedman_critical"),
    "omnibus.quade": ("quade",),
    "pairwise.rank_statistics": (
        "PosthocStatistics",
        "posthoc_statistics",
    ),
    "pairwise.sign": (
        "SignTest",
        "SignTests",
        "sign_test",
        "sign_test_critical",
    ),
    "pairwise.sign_all": ("SignTests", "sign_all"),
    "pairwise.ttest": (
        "PairedTTest",
        "t_test",
    ),
    "pairwise.walsh": (
        "HodgesLehmann",
        "hodges_lehmann",
    ),
    "pairwise.wilcoxon": (
        "SignedRankTest",
        "wilcoxon",
        "wilcoxon_critical",
    ),
    "pairwise.wilcoxon_all": (
        "SignedRankTests",
        "wilcoxon_all",
    ),
    "pairwise.wins": (
        "WinTieLoss",
        "win_tie_loss",
    ),
    "ranks": (
        "Ranks",
        "aligned_ranks",
        "friedman_ranks",
        "quade_ranks",
    ),
    "reading": ("read",),
    "results": (
        "Origin",
        "Results",
    ),
    "single.crossvalidation": (
        "CrossValidationTest",
        "McNemarTest",
        "corrected_resampled_t",
        "five_by_two_f",
        "five_by_two_t",
        "mcnemar",
    ),
    "single.parametric_conditions": (
        "ConditionTest",
        "Conditions",
        "conditions",
    ),
    "single.repeated_measures": (
        "MeanComparisons",
        "RepeatedMeasures",
        "Sphericity",
        "repeated_measures_anova",
    ),
    "single.single_problem": (
        "PerProblem",
        "per_problem",
    ),
    "runs": ("Runs",),
    "reading_runs": ("read_runs",),
    "studies.planning": (
        "ProblemsNeeded",
        "ProblemsToDecide",
        "problems_needed",
        "problems_to_decide",
    ),
    "studies.resampling": (
        "PowerStudy",
        "power",
    ),
    "studies.simulation": (
        "FamilyOutcome",
        "SimulationStudy",
        "simulate",
    ),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "AdjustedAlphas",
    "Adjustment",
    "Advice",
    "Case",
    "Comparison",
    "ConditionTest",
    "Conditions",
    "ContrastEstimation",
    "CriticalValue",
    "CrossValidationTest",
    "EvenkeelError",
    "ExhaustiveSet",
    "Family",
    "FamilyOutcome",
    "HodgesLehmann",
    "InputError",
    "McNemarTest",
    "MeanComparisons",
    "MissingPackageError",
    "MultipleSignTest",
    "OmnibusResult",
    "Origin",
    "PairedTTest",
    "PerProblem",
    "PosthocResult",
    "PosthocStatistics",
    "PowerStudy",
    "ProblemsNeeded",
    "ProblemsToDecide",
    "Ranks",
    "RepeatedMeasures",
    "Results",
    "Runs",
    "SignTest",
    "SignTests",
    "SignedRankTest",
    "SignedRankTests",
    "SimulationStudy",
    "Situation",
    "SourceError",
    "Sphericity",
    "TableError",
    "UnknownNameError",
    "WinTieLoss",
    "__version__",
    "adjust",
    "adjusted_alphas",
    "advise",
    "aligned_ranks",
    "bonferroni_dunn_critical_difference",
    "cases",
    "combined_error",
    "compact_letters",
    "compare",
    "conditions",
    "contrast_estimation",
    "corrected_resampled_t",
    "exhaustive_sets",
    "five_by_two_f",
    "five_by_two_t",
    "friedman",
    "friedman_aligned",
    "friedman_critical",
    "friedman_ranks",
    "hodges_lehmann",
    "iman_davenport",
    "load",
    "load_runs",
    "mcnemar",
    "multiple_sign_critical",
    "multiple_sign_test",
    "nemenyi_critical_difference",
    "per_problem",
    "posthoc",
    "posthoc_statistics",
    "power",
    "problems_needed",
    "problems_to_decide",
    "procedures",
    "quade",
    "quade_ranks",
    "read",
    "read_runs",
    "repeated_measures_anova",
    "shaffer_counts",
    "sign_all",
    "sign_test",
    "sign_test_critical",
    "simulate",
    "t_test",
    "unrejected_groups",
    "wilcoxon",
    "wilcoxon_all",
    "wilcoxon_critical",
    "win_tie_loss",
]


def __getattr__(name: str) -> Any:
    if name == "plot":  # the pictures are a package of their own: evenkeel.plot.plot_scatter
        return importlib.import_module("evenkeel.plot")
    if name not in _MODULE:
        raise AttributeError(f"module 'evenkeel' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"evenkeel.{_MODULE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
