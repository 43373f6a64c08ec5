"""The public names of this room, each with the file that defines it."""

from .choices import RunsSummary as RunsSummary
from .choices import choose as choose
from .evidence import Evidence as Evidence
from .faults import Origin as Origin
from .outcomes import Outcomes as Outcomes
from .outcomes import read_outcomes as read_outcomes
from .reading import read as read
from .reading import read_measures as read_measures
from .reading import read_runs as read_runs
from .readings import Choice as Choice
from .readings import Part as Part
from .readings import Reading as Reading
from .remarks import MissingPattern as MissingPattern
from .remarks import missing_pattern as missing_pattern
from .results import Results as Results
from .runs import Runs as Runs
from .scanning.survey import Survey as Survey
