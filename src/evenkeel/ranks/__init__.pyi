"""The public names of this room, each with the file that defines it."""

from .named import Ranks as Ranks
from .rankings import aligned_ranks as aligned_ranks
from .rankings import friedman_ranks as friedman_ranks
from .rankings import quade_ranks as quade_ranks
from .rankings import skillings_mack_ranks as skillings_mack_ranks
