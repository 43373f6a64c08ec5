"""The public names of this room, each with the file that defines it."""

from ._leave_one_out import LeaveOneOut as LeaveOneOut
from ._leave_one_out import leave_one_out as leave_one_out
from ._posthoc import PosthocResult as PosthocResult
from ._posthoc import posthoc as posthoc
from .confidence_sets import RankSets as RankSets
from .confidence_sets import rank_sets as rank_sets
from .groups import compact_letters as compact_letters
from .groups import unrejected_groups as unrejected_groups
from .rank_statistics import PosthocStatistics as PosthocStatistics
from .rank_statistics import posthoc_statistics as posthoc_statistics
