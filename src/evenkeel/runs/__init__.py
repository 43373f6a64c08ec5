"""Many runs a cell: conditions for parametric tests, single problems, repeated measures.

In reading order::

    run_cells               runs as one array, and the moments of its cells
    ceiling                 when results press against a bound
    lilliefors_law          the simulated law of Lilliefors' statistic
    normality, variance_ratios
                            the tests of the two conditions, for many samples at once
    parametric_conditions   conditions()
    mann_whitney, two_sample_tests, k_sample_tests
                            the tests of one problem, for all problems at once
    single_problem          per_problem()
    repeated_measures       repeated_measures_anova(): the parametric answer, beside
    crossvalidation         two learners on one data set: 5x2 cv, resampling, McNemar
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
