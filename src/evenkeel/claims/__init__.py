"""The reviewer's door: what follows from the numbers that a paper prints, and what cannot be.

In reading order::

    printed               a number as it is printed, and between which bounds it lies
    figures               when a printed figure and a computed one agree
    lines                 labels and values from text, files and mappings
    bounds                numbers between bounds, adjusted p-values, verdicts
    labelled              labels of hypotheses, and the family that they make
    from_printed_pvalues  from_pvalues(): adjusted p-values and verdicts
    possible              which average ranks can be at all
    rank_bounds           statistics over all average ranks that are printed so
    from_average_ranks    from_ranks(): the whole analysis from average ranks
    from_win_counts       from_counts(): sign tests from wins, ties and losses
    from_error_rates      from_errors(): error rates with intervals, compared
    from_one_statistic    from_statistic(): p-values from Friedman's statistic, F or W
    paper                 the claims of a paper, read from a small table
    following             what follows for a claim from the others
    auditing              audit(): claims beside what follows from the others
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
