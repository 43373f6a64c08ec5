"""Comparisons of two algorithms over many problems: one pair, all pairs, a control.

In reading order::

    pair             what every comparison of two algorithms starts from, and how often who wins
    sign             the sign test of one pair, of all pairs and of a control, and its critical
                     values
    signed_ranks     sums of signed ranks of one pair or of many, and their z and p-values
    signed_rank_law  their exact null law
    _wilcoxon        Wilcoxon's signed-rank test of two algorithms, and the table that SPSS prints
                     of it
    _wilcoxon_all    wilcoxon_all()
    walsh            the Hodges-Lehmann estimate of the difference of two algorithms, and its
                     confidence interval
    ttest            t_test(), to set beside
    multiple_sign    the test and its critical values
    sign_counts      the laws behind the multiple sign test, exact, with holes, and as printed
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
