"""The public names of this room, each with the file that defines it."""

from .attempts import Attempts as Attempts
from .benchmarks import Together as Together
from .comparing import ItemsComparison as ItemsComparison
from .comparing import items as items
from .judges import Judged as Judged
from .logs.registry import read_items as read_items
from .one_benchmark import ItemPairs as ItemPairs
from .one_benchmark import OneBenchmark as OneBenchmark
from .planning import ItemPlan as ItemPlan
from .scores import Items as Items
from .scores import ItemTable as ItemTable
