"""The public names of this room, each with the file that defines it."""

from ._audit import Audit as Audit
from ._audit import Finding as Finding
from ._audit import Outcome as Outcome
from ._audit import audit as audit
from .average_ranks import RanksAnalysis as RanksAnalysis
from .average_ranks import from_ranks as from_ranks
from .bounds import Bounds as Bounds
from .error_rates import ErrorsAnalysis as ErrorsAnalysis
from .error_rates import from_errors as from_errors
from .omnibus_statistics import StatisticAnalysis as StatisticAnalysis
from .omnibus_statistics import from_statistic as from_statistic
from .pvalues import CountsAnalysis as CountsAnalysis
from .pvalues import PvaluesAnalysis as PvaluesAnalysis
from .pvalues import from_counts as from_counts
from .pvalues import from_pvalues as from_pvalues
