"""Recompute the published tables of the source documents, figure by figure.

In reading order::

    figures      figures in a line or a table, beside the computed ones
    stored       what was printed, the errata, and what cannot be recomputed
    registry     what a published table is, and the list of all of them
    derrac2011, derrac2011_posthoc, garcia2008, slides_examples, slides_studies,
    four_classifiers, four_classifiers_control
                 the documents one by one
    outcomes     how many figures agree, and which do not
    reporting    the report of it
"""

from __future__ import annotations

# isort: off
# Each of these modules enters its tables in the registry; this is the order of the report.
from evenkeel.reproduction import derrac2011 as _derrac2011  # noqa: F401
from evenkeel.reproduction import derrac2011_posthoc as _derrac2011_posthoc  # noqa: F401
from evenkeel.reproduction import garcia2008 as _garcia2008  # noqa: F401
from evenkeel.reproduction import slides_examples as _slides_examples  # noqa: F401
from evenkeel.reproduction import slides_studies as _slides_studies  # noqa: F401
from evenkeel.reproduction import four_classifiers as _four_classifiers  # noqa: F401
from evenkeel.reproduction import four_classifiers_control as _control  # noqa: F401
# isort: on
