"""The public names of this room, each with the file that defines it."""

from .registry import ANALYSES as ANALYSES
from .registry import Analysis as Analysis
from .registry import AnalysisOption as AnalysisOption
