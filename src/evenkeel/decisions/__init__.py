"""From raw p-values to decisions: adjusted p-values of a family, groups and letters.

In reading order::

    testing           posthoc(): a family with raw and adjusted p-values
    of_tables         adjusted p-values of many tables at once
    groups            algorithms that were not told apart, and their letters
    leaving_one_out   leave_one_out(): what becomes of the rejections if one algorithm is left out
    confidence_sets   rank_sets(): which ranks each algorithm may have
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
