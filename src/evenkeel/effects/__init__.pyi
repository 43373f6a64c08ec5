"""The public names of this room, each with the file that defines it."""

from .concordance import KendallW as KendallW
from .concordance import kendall_w as kendall_w
from .contrasts import ContrastEstimation as ContrastEstimation
from .contrasts import contrast_estimation as contrast_estimation
from .equivalence_tests import equivalence as equivalence
from .measuring import EffectSizes as EffectSizes
from .measuring import effect_sizes as effect_sizes
from .sizes.registry import EFFECTS as EFFECTS
from .skill import SkillScores as SkillScores
from .skill import skill_scores as skill_scores
from .verdicts import EquivalenceTests as EquivalenceTests
