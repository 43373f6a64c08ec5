"""The public names of this room, each with the file that defines it."""

from .rank_statistics import PosthocStatistics as PosthocStatistics
from .rank_statistics import posthoc_statistics as posthoc_statistics
