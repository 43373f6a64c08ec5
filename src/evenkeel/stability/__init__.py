"""In what order, and how sure: strengths, consensus, and what hangs on which problems.

In reading order::

    resamples    verdicts and places in many samples of the problems of one table at once
    _hinges      hinges(): which verdicts hang on a single problem
    _kemeny      kemeny(): the order that contradicts the fewest results
    features     features of problems, and the ways in which they part problems in two
    _problem_tree
                 problem_tree(): on which problems who is good, by features of the problems
    _stability   stability(): all of these, and the average ranks, together
    options      what can be said to strengths(), known without the computation
    models       the models of strengths by name, and whether one fits
    likelihoods  the likelihoods of Bradley and Terry with ties and of Plackett and Luce, in
                 batches
    contests     what a table says of its pairs, problem by problem, and whether strengths are
                 finite
    _strengths   strengths(): strengths and who beats whom on a new problem
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
