"""Words and numbers that every report, page and picture shares; knows no tests.

In reading order::

    numbers      numbers to text, by what they are
    sentences    remarks as sentences
    escaping     labels made safe for a format
    references   the publications, each written once
    glossary     terms of the page, in plain words
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
