"""The public names of this room, each with the file that defines it."""

from ._checklist import Checklist as Checklist
from ._checklist import Item as Item
from ._checklist import checklist as checklist
from ._compare import MeasuresComparison as MeasuresComparison
from ._compare import compare as compare
from ._compare import compare_measures as compare_measures
from ._compare_runs import RunsComparison as RunsComparison
from ._compare_runs import compare_runs as compare_runs
from .advice import Advice as Advice
from .advice import AdviceList as AdviceList
from .advice import advise as advise
from .combinations import JointMeasures as JointMeasures
from .combinations import joint_measures as joint_measures
from .findings import Comparison as Comparison
from .findings import Description as Description
from .second_look import SecondLook as SecondLook
from .situations import Situation as Situation
from .steps import TwoAlgorithms as TwoAlgorithms
from .storage import open_report as open_report
