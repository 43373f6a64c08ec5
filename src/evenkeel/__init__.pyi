"""The public names, each written once: what `import evenkeel` offers and type checkers see.

What is typed daily stands here; the other public names are in the rooms, each of which has such
a list of its own.
"""

from . import adjustments as adjustments
from . import bayesian as bayesian
from . import casestudies as casestudies
from . import claims as claims
from . import comparison as comparison
from . import critical as critical
from . import effects as effects
from . import errors as errors
from . import families as families
from . import gating as gating
from . import items as items
from . import omnibus as omnibus
from . import pairwise as pairwise
from . import plot as plot
from . import posthocs as posthocs
from . import ranks as ranks
from . import references as references
from . import report as report
from . import runs as runs
from . import stability as stability
from . import studies as studies
from . import tables as tables
from .adjustments import adjust as adjust
from .adjustments import procedures as procedures
from .bayesian import bayes as bayes
from .casestudies import cases as cases
from .casestudies import load as load
from .casestudies import load_runs as load_runs
from .claims import audit as audit
from .claims import from_ranks as from_ranks
from .comparison import Comparison as Comparison
from .comparison import compare as compare
from .comparison import compare_measures as compare_measures
from .comparison import compare_runs as compare_runs
from .comparison import open_report as open_report
from .effects import contrast_estimation as contrast_estimation
from .effects import effect_sizes as effect_sizes
from .effects import equivalence as equivalence
from .errors import EvenkeelError as EvenkeelError
from .errors import InputError as InputError
from .errors import MissingPackageError as MissingPackageError
from .errors import SourceError as SourceError
from .errors import TableError as TableError
from .errors import UnknownNameError as UnknownNameError
from .families import Family as Family
from .gating import gate as gate
from .items import votes as votes
from .omnibus import friedman as friedman
from .omnibus import friedman_aligned as friedman_aligned
from .omnibus import iman_davenport as iman_davenport
from .omnibus import page_trend as page_trend
from .omnibus import quade as quade
from .omnibus import skillings_mack as skillings_mack
from .omnibus import van_der_waerden as van_der_waerden
from .pairwise import multiple_sign_test as multiple_sign_test
from .pairwise import sign_test as sign_test
from .pairwise import wilcoxon as wilcoxon
from .pairwise import wilcoxon_all as wilcoxon_all
from .posthocs import posthoc as posthoc
from .posthocs import posthoc_statistics as posthoc_statistics
from .posthocs import rank_sets as rank_sets
from .runs import conditions as conditions
from .runs import per_problem as per_problem
from .studies import power as power
from .studies import problems_needed as problems_needed
from .studies import simulate as simulate
from .tables import Results as Results
from .tables import Runs as Runs
from .tables import read as read
from .tables import read_measures as read_measures
from .tables import read_runs as read_runs

__version__: str
