"""The public names of this room, each with the file that defines it."""

from .adjusting import adjust as adjust
from .adjusting import procedures as procedures
from .alphas import AdjustedAlphas as AdjustedAlphas
from .alphas import adjusted_alphas as adjusted_alphas
from .combined import combined_error as combined_error
from .exhaustive import ExhaustiveSet as ExhaustiveSet
from .exhaustive import exhaustive_sets as exhaustive_sets
from .registry import Adjustment as Adjustment
from .shaffer import shaffer_counts as shaffer_counts
