"""The public names of this room, each with the file that defines it."""

from .confidence_sets import RankSets as RankSets
from .confidence_sets import rank_sets as rank_sets
from .groups import compact_letters as compact_letters
from .groups import unrejected_groups as unrejected_groups
from .leaving_one_out import LeaveOneOut as LeaveOneOut
from .leaving_one_out import leave_one_out as leave_one_out
from .testing import PosthocResult as PosthocResult
from .testing import posthoc as posthoc
