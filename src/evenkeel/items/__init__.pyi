"""The public names of this room, each with the file that defines it."""

from ._items import ItemsComparison as ItemsComparison
from ._items import items as items
from .benchmarks import Together as Together
from .boards import Board as Board
from .boards import votes as votes
from .checks import Check as Check
from .checks import Position as Position
from .intervals import Shares as Shares
from .judges import Judged as Judged
from .logs.registry import read_items as read_items
from .one_benchmark import ItemPairs as ItemPairs
from .one_benchmark import OneBenchmark as OneBenchmark
from .planning import ItemPlan as ItemPlan
from .scores import Attempts as Attempts
from .scores import Items as Items
from .scores import ItemTable as ItemTable
