"""Tests of the hypothesis that all algorithms perform alike.

In reading order::

    registry          what an omnibus test is, the table of all, and how one is done on a table
    permutation       statistics of ranks as two sums of squares, and p-values by permuting within
                      problems
    _skillings_mack   Skillings and Mack's test, Friedman's for tables with holes, and its law
    _friedman         Friedman's test, Iman and Davenport's refinement, and the exact null law
    _aligned          Friedman's test on aligned ranks
    _durbin           Durbin's test: Friedman's for balanced incomplete designs
    _page             Page's test: whether the ranks follow a predicted order of the algorithms
    _quade            Quade's test: Friedman's, with each problem weighted by the range of its
                      values
    _van_der_waerden  Van der Waerden's test: Friedman's idea on normal scores instead of ranks
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
