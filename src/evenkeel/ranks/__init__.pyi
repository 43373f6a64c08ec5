"""The public names of this room, each with the file that defines it."""

from .named import Ranks as Ranks
from .of_aligned import aligned_ranks as aligned_ranks
from .of_friedman import friedman_ranks as friedman_ranks
from .of_quade import quade_ranks as quade_ranks
from .of_skillings_mack import skillings_mack_ranks as skillings_mack_ranks
