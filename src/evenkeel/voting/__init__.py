"""Votes on two answers: ratings of models, how sure they are, and whether one number is enough.

In reading order::

    sheets        the columns of a table of votes, a million rows at once
    battles       votes as arrays: who met whom, who won, who judged, on which prompt
    likelihood    Bradley and Terry's and Davidson's model by Newton's method
    clusters      what votes of one judge or on one prompt do to the errors
    checks        position, ties, cycles, judges: what a rating does not say
    boards        votes(): all of it together
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
