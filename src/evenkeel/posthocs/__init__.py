"""Post-hoc tests: raw p-values of pairs of algorithms, decisions, groups and letters.

In reading order::

    laws             what a law of raw p-values is, which null hypothesis it tests, and the table
                     of all
    pooled_laws      laws of rank differences that are taken from all k algorithms: normal,
                     calibrated, exact
    conover          Conover's t after Friedman's, Quade's and Durbin's test
    paired_laws      laws of a pair's own differences: paired ranks, Wilcoxon's and the sign test
    rank_statistics  posthoc_statistics(): a family with its raw p-values
    _posthoc         posthoc(): from ranks to a family of hypotheses with raw and adjusted
                     p-values
    groups           algorithms that were not told apart, and their letters
    _leave_one_out   leave_one_out(): what becomes of the rejections if one algorithm is left out
    confidence_sets  rank_sets(): which ranks each algorithm may have
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
