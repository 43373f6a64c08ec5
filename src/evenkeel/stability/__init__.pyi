"""The public names of this room, each with the file that defines it."""

from ._hinges import Hinges as Hinges
from ._hinges import hinges as hinges
from ._kemeny import KemenyConsensus as KemenyConsensus
from ._kemeny import kemeny as kemeny
from ._problem_tree import Leaf as Leaf
from ._problem_tree import ProblemTree as ProblemTree
from ._problem_tree import Split as Split
from ._problem_tree import problem_tree as problem_tree
from ._stability import Stability as Stability
from ._stability import stability as stability
from ._strengths import Strengths as Strengths
from ._strengths import strengths as strengths
from .features import Question as Question
