"""The public names of this room, each with the file that defines it."""

from .boards import Board as Board
from .boards import votes as votes
from .checks import Check as Check
from .checks import Position as Position
