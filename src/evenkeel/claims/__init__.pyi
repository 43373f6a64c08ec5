"""The public names of this room, each with the file that defines it."""

from .auditing import Audit as Audit
from .auditing import Finding as Finding
from .auditing import Outcome as Outcome
from .auditing import audit as audit
from .bounds import Bounds as Bounds
from .from_average_ranks import RanksAnalysis as RanksAnalysis
from .from_average_ranks import from_ranks as from_ranks
from .from_error_rates import ErrorsAnalysis as ErrorsAnalysis
from .from_error_rates import from_errors as from_errors
from .from_one_statistic import StatisticAnalysis as StatisticAnalysis
from .from_one_statistic import from_statistic as from_statistic
from .from_printed_pvalues import PvaluesAnalysis as PvaluesAnalysis
from .from_printed_pvalues import from_pvalues as from_pvalues
from .from_win_counts import CountsAnalysis as CountsAnalysis
from .from_win_counts import from_counts as from_counts
