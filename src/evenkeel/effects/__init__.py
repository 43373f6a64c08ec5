"""How large differences are.

In reading order::

    contrasts            contrast estimation based on medians
    medians_with_holes   the same from the differences that are there
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
