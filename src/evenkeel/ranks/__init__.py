"""Friedman, aligned and Quade ranks.

In reading order::

    registry          what a ranking is, and the table of all of them
    kernels           ranks of arrays of losses (..., n, k)
    exact_alignment   aligned values that rounding errors leave in doubt
    designs           which algorithms have results on which problems
    batches           tables (..., n, k), each ranking of them computed once
    named             the ranks of one table, with the names of its algorithms
    of_*              one file a ranking
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
