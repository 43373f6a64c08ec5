"""The public names of this room, each with the file that defines it."""

from ._effect_sizes import EffectSizes as EffectSizes
from ._effect_sizes import effect_sizes as effect_sizes
from ._equivalence import equivalence as equivalence
from .contrasts import ContrastEstimation as ContrastEstimation
from .contrasts import contrast_estimation as contrast_estimation
from .kendall import KendallW as KendallW
from .kendall import kendall_w as kendall_w
from .margins import EquivalenceTests as EquivalenceTests
from .registry import EFFECTS as EFFECTS
from .skill import SkillScores as SkillScores
from .skill import skill_scores as skill_scores
