"""Items: language models and agents compared on the questions themselves.

In reading order::

    logs        what harnesses write, read as items
    scores      Items: the score of each model on each item of each benchmark
    intervals   means and differences with intervals that hold at the edge and with clusters
    sign_flips  exact tests by changing the signs of whole clusters, one and all together
    attempts    pass@k and pass^k
    judges      agreement with human labels, correction by them, effects of length and order
    planning    what a benchmark can show, and how many items or epochs more would
    comparing   items(): all of these in one call
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
