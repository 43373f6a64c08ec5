"""In what order, and how sure.

In reading order::

    verdicts               adjusted p-values of many samples of the problems at once
    leaving_problems_out   hinges(): which verdicts hang on a single problem
    shares                 in which share of the resamples each algorithm has each place
    consensus              kemeny(): the order that contradicts the fewest results
    resampling_problems    stability(): all of these, and the average ranks, together
    strength_options       what can be said to strengths()
    newton                 maximum likelihood of many small models at once
    pair_likelihood        Bradley and Terry's likelihood with Davidson's ties
    choice_likelihood      Plackett and Luce's
    separation             whether a finite maximum exists, and who stands apart if not
    contests               who beats whom on each problem, and a weak prior
    models                 the models by name
    model_fit              whether a model fits the shares of problems won
    estimating             strengths(): strengths and who beats whom on a new problem
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
