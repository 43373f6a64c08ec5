"""The reviewer's door: what follows from the numbers that a paper prints, and what cannot be.

In reading order::

    bounds              families of hypotheses with p-values between bounds, and what follows for
                        verdicts
    printed             numbers as papers print them, their bounds, and how one agrees with a
                        computed one
    paper               the claims of a paper, typed line by line or as a small table
    pvalues             from_pvalues() and from_counts(): verdicts from printed p-values, or from
                        wins and losses
    possible            which average ranks are possible at all, and the bounds of statistics over
                        them
    average_ranks       from_ranks(): the whole analysis from average ranks
    error_rates         from_errors(): error rates with intervals, compared
    omnibus_statistics  from_statistic(): p-values from Friedman's statistic, F or W
    consequences        what follows for a claim from the others
    _audit              audit(): claims beside what follows from the others
    reproduction        the published tables of the documents, recomputed figure by figure
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
