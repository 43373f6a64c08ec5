"""The public names of this room, each with the file that defines it."""

from .contrasts import ContrastEstimation as ContrastEstimation
from .contrasts import contrast_estimation as contrast_estimation
