"""Raw p-values of hypotheses about pairs of algorithms.

In reading order::

    registry          what a law of raw p-values is, and the table of all of them
    rank_law          the exact law of a difference of two rank totals
    nulls             which null hypothesis a law tests, and whether it is transitive
    paired_law        the exact law of a pair's own rank differences
    pooled_laws       normal, calibrated and exact laws, taken from all k algorithms
    with_holes        the same for tables with holes, each pair on the problems that both have
    conover_law       Conover's t, of what the algorithms leave over
    own_laws          paired, Wilcoxon's and sign laws, of the pair's own differences
    rank_statistics   posthoc_statistics(): a family with its raw p-values
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
