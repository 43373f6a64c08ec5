"""The public names of this room, each with the file that defines it."""

from .cell_statistics import RunsSummary as RunsSummary
from .choices import choose as choose
from .evidence import Evidence as Evidence
from .missing import MissingPattern as MissingPattern
from .missing import missing_pattern as missing_pattern
from .origin import Origin as Origin
from .outcomes import Outcomes as Outcomes
from .outcomes import read_outcomes as read_outcomes
from .reading import read as read
from .reading import read_measures as read_measures
from .reading import read_runs as read_runs
from .readings import Choice as Choice
from .readings import Part as Part
from .readings import Reading as Reading
from .results import Results as Results
from .runs import Runs as Runs
from .scanning.survey import Survey as Survey
