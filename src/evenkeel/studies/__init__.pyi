"""The public names of this room, each with the file that defines it."""

from ._power import PowerStudy as PowerStudy
from ._power import power as power
from .blocks import Execution as Execution
from .blocks import LostClusterError as LostClusterError
from .models import Holes as Holes
from .outcomes import Estimate as Estimate
from .planning import problems_needed as problems_needed
from .planning import problems_to_decide as problems_to_decide
from .plans import ProblemsNeeded as ProblemsNeeded
from .plans import ProblemsToDecide as ProblemsToDecide
from .simulation import FamilyOutcome as FamilyOutcome
from .simulation import SimulationStudy as SimulationStudy
from .simulation import simulate as simulate
