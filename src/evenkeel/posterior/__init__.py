"""Bayesian comparison: how probable it is that one algorithm is practically better than another.

In reading order::

    regions            the rope: its width, and the differences of pairs about it
    registry           what a method and its posterior are
    of_sign            the Bayesian sign test, exactly
    of_signed_rank     the Bayesian signed-rank test, by Monte Carlo
    run_differences    differences of the runs of the same name
    of_correlated_t    the correlated t-test of one problem, exactly
    integrated_means, hyperparameters, of_hierarchical
                       the hierarchical correlated t-test over problems, by quadrature
    decisions          the decision at a level, and its expected loss
    checking           what was given to bayes()
    comparing          bayes()
    all_algorithms     bayes_friedman(): the mean ranks of all, and whether the prior decides
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
