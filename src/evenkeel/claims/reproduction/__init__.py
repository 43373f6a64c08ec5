"""Recompute the published tables of the source documents, figure by figure.

In reading order::

    registry          what a published table is, what is stored of it, and the list of all
    derrac2011        Derrac et al. (2011), Tables 4 to A.21: two algorithms, all, and post-hoc
    garcia2008        Garcia and Herrera (2008): all pairs of five classifiers, and the exhaustive
                      sets
    slides            the lecture slides: worked examples, critical values and studies
    four_classifiers  the study of four classifiers on 24 data sets, all pairs and a control
    outcomes          what came of recomputing the tables
"""

from __future__ import annotations

# isort: off
# Each of these modules enters its tables in the registry; this is the order of the report.
from evenkeel.claims.reproduction import derrac2011 as _derrac2011  # noqa: F401
from evenkeel.claims.reproduction import garcia2008 as _garcia2008  # noqa: F401
from evenkeel.claims.reproduction import slides as _slides  # noqa: F401
from evenkeel.claims.reproduction import four_classifiers as _four_classifiers  # noqa: F401
# isort: on
