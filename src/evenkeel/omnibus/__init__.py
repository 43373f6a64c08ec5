"""Tests of the hypothesis that all algorithms perform alike.

In reading order::

    registry       what an omnibus test is, and the table of all of them
    sums           sums of squares, statistics and tails, for tables (..., n, k)
    permutation    p-values by permuting within problems
    with_holes     Skillings and Mack's statistic of tables with holes, and its law by permutation
    carrying_out   one test on one table
    of_*           one file a test
    friedman_law   the exact law of Friedman's statistic without ties, critical values
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
