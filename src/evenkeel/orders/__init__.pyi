"""The public names of this room, each with the file that defines it."""

from .consensus import KemenyConsensus as KemenyConsensus
from .consensus import kemeny as kemeny
from .estimating import Strengths as Strengths
from .estimating import strengths as strengths
from .leaving_problems_out import Hinges as Hinges
from .leaving_problems_out import hinges as hinges
from .resampling_problems import Stability as Stability
from .resampling_problems import stability as stability
