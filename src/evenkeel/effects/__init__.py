"""How large differences are.

In reading order::

    contrasts            contrast estimation based on medians
    medians_with_holes   the same from the differences that are there
    margins              margins of equivalence, in units of the values or per cent
    centres              tests of where differences have their centre, and intervals
    verdicts             what tests of equivalence find: verdicts, groups, letters
    equivalence_tests    equivalence(): which algorithms are shown to be close
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
