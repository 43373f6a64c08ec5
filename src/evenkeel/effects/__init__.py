"""How large differences are.

In reading order::

    contrasts   contrast estimation based on medians
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
