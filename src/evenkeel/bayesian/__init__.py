"""Bayesian comparison: how probable it is that one algorithm is practically better.

In reading order::

    registry          what a method of Bayesian comparison is, the table of all, and the region
                      about zero
    sign              the Bayesian sign and signed-rank tests
    correlated_t      the correlated t-test of one problem, exactly, and of many by a hierarchy
    hyperparameters   the hierarchical model: the posterior of its three hyperparameters, by
                      quadrature
    integrated_means  the likelihood of the hyperparameters: the means of the problems integrated
                      out
    _bayes            bayes(): posterior probabilities of a pair, of a control with the rest, or
                      of all pairs
    checks            what was given to bayes()
    all_algorithms    bayes_friedman(): the mean ranks of all, and whether the prior decides
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
