"""Language models and agents: compared on the questions themselves, and rated by votes.

In reading order::

    scores         items: the score of each model on each item; several attempts at one
    intervals      means and differences with intervals that hold at the edge and with clusters
    ratings        models of votes by Newton's method, and what votes of one judge do to the
                   errors
    sign_flips     exact tests by changing the signs of whole clusters, one and all together
    judges         agreement with human labels, correction by them, effects of length and order
    planning       what a benchmark can show, and how many items or epochs more would
    _items         items(): all of these in one call
    sheets         the columns of a table of votes: a million rows are read at once
    battles        votes as arrays: who met whom, who won, who judged, in which position
    checks         position, ties, cycles, judges: what a rating does not say
    boards         votes(): all of it together
    benchmarks     several benchmarks: two questions that must not be mixed
    one_benchmark  one benchmark: means, pairs with intervals and adjusted p-values, sets of ranks
    logs/          Logs that harnesses write -> items: a file for each kind of tool, found by the
                   registry
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
