"""The public names of this room, each with the file that defines it."""

from ._adjust import AdjustedAlphas as AdjustedAlphas
from ._adjust import adjust as adjust
from ._adjust import adjusted_alphas as adjusted_alphas
from ._adjust import combined_error as combined_error
from ._adjust import procedures as procedures
from .exhaustive import ExhaustiveSet as ExhaustiveSet
from .exhaustive import exhaustive_sets as exhaustive_sets
from .registry import Adjustment as Adjustment
from .shaffer import shaffer_counts as shaffer_counts
