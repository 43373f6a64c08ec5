"""A gate for commits, which says whether a new version is worse than its base.

In reading order::

    samples        what a file holds: the runs of each benchmark in order
    shifts         how far the runs of two versions lie apart: one benchmark, all, and how many
                   more runs decide
    gates          gate(): a verdict on each benchmark, and on the suite
    pytest_plugin  the fixture of pytest
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
