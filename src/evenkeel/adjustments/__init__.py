"""Adjusted p-values of a family of hypotheses.

What a procedure controls it controls for valid raw p-values. The laws of mean ranks that are taken
from all k algorithms give them only if all are alike, see `adjust`.

In reading order::

    registry          what a procedure is, and the table of all of them
    inputs            what every door checks: p-values, the family, the procedure
    adjusting         adjust(), procedures(): the wrapper round every formula
    steps             the comparisons of a stepwise procedure
    deciding          how a procedure decides at a given alpha, step by step
    alphas            adjusted_alphas(): the level of each p-value, and the decision
    combined          combined_error(): what several uncorrected tests would risk
    one_step, step_down, step_up, two_step, rom, hommel, false_discovery
                      the procedures that need only p
    logical           the procedures that use which hypotheses can be true together
    exhaustive        exhaustive_sets(): which hypotheses those are
    shaffer, bergmann their procedures
    ways              by which of these three ways they are computed:
    enumeration, line, subsets
                      all sets listed; points on a line; programming over subsets
    forms             the largest sets on a line that hold two given points
    closed            the closed test by permutation, which needs the ranks, not p
    closed_permutation, closed_control
                      of all pairs, and of a control with the rest
    group_law         rank totals under permutations within groups of algorithms
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
