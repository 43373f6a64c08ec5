"""The analyses beside the comparison, each an entry that every door shows by itself.

In reading order::

    registry           what an entry is: the function, its options, its words
    of_rank_sets       confidence sets for the ranks
    of_contrasts       contrast estimation
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
