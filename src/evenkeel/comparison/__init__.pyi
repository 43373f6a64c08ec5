"""The public names of this room, each with the file that defines it."""

from .advice import Advice as Advice
from .advice import AdviceList as AdviceList
from .advice import advise as advise
from .combinations import JointMeasures as JointMeasures
from .combinations import joint_measures as joint_measures
from .comparing import compare as compare
from .comparing_measures import MeasuresComparison as MeasuresComparison
from .comparing_measures import compare_measures as compare_measures
from .comparing_runs import RunsComparison as RunsComparison
from .comparing_runs import compare_runs as compare_runs
from .describing import Description as Description
from .findings import Comparison as Comparison
from .second_look import SecondLook as SecondLook
from .situations import Situation as Situation
from .steps import TwoAlgorithms as TwoAlgorithms
from .storing import open_report as open_report
from .study_checklist import Checklist as Checklist
from .study_checklist import Item as Item
from .study_checklist import checklist as checklist
