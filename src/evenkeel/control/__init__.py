"""The multiple sign test of a control against the rest.

In reading order::

    multiple_sign     the test and its critical values
    sign_count_law    the exact law of the smallest of several sign counts
    published_table   the critical values that were published
    sign_counts_with_holes   the law where problems differ in which algorithms they hold
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
