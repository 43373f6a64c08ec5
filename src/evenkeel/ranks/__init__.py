"""Friedman, aligned and Quade ranks.

In reading order::

    registry  what a ranking is, the table of all, and tables in batches with their rankings
    kernels   the hot kernel: ranks of any number of tables at once, 1 is the best, ties share
              their average
    named     ranks of one table with the names of its algorithms, and what its design allows to
              compare
    rankings  the rankings: Friedman's, with holes or without, aligned, and Quade's
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
