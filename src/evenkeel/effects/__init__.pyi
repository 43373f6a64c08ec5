"""The public names of this room, each with the file that defines it."""

from .contrasts import ContrastEstimation as ContrastEstimation
from .contrasts import contrast_estimation as contrast_estimation
from .equivalence_tests import equivalence as equivalence
from .verdicts import EquivalenceTests as EquivalenceTests
