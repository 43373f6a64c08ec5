"""The public names of this room, each with the file that defines it."""

from .crossvalidation import CrossValidationTest as CrossValidationTest
from .crossvalidation import McNemarTest as McNemarTest
from .crossvalidation import corrected_resampled_t as corrected_resampled_t
from .crossvalidation import five_by_two_f as five_by_two_f
from .crossvalidation import five_by_two_t as five_by_two_t
from .crossvalidation import mcnemar as mcnemar
from .effects_of_runs import RunEffects as RunEffects
from .effects_of_runs import run_effects as run_effects
from .k_sample_tests import KSampleTests as KSampleTests
from .parametric_conditions import Conditions as Conditions
from .parametric_conditions import ConditionTest as ConditionTest
from .parametric_conditions import conditions as conditions
from .performance_profiles import Profiles as Profiles
from .performance_profiles import profiles as profiles
from .repeated_measures import MeanComparisons as MeanComparisons
from .repeated_measures import RepeatedMeasures as RepeatedMeasures
from .repeated_measures import Sphericity as Sphericity
from .repeated_measures import repeated_measures_anova as repeated_measures_anova
from .run_aggregates import Aggregates as Aggregates
from .run_aggregates import aggregates as aggregates
from .run_cells import Moments as Moments
from .single_problem import PerProblem as PerProblem
from .single_problem import per_problem as per_problem
from .timeouts import Timeouts as Timeouts
from .timeouts import timeouts as timeouts
from .two_sample_tests import TwoSampleTests as TwoSampleTests
