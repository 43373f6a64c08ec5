"""Adjusted p-values of a family of hypotheses.

What a procedure controls it controls for valid raw p-values. The laws of mean ranks that are taken
from all k algorithms give them only if all are alike, see `adjust`.

In reading order::

    registry         what a procedure of adjustment is, the table of all, and how one decides at
                     an alpha
    _adjust          adjust() and adjusted_alphas(): one p-value or level per hypothesis, by any
                     procedure
    false_discovery  step-up procedures that control the false discovery rate instead of the
                     family-wise error
    single_step      one-step procedures, one level for every hypothesis, and Li's in two steps
    step_down        step-down procedures: from the smallest p-value on, until a comparison fails
    step_up          step-up procedures: Hochberg's, Hommel's and Rom's
    bergmann         the Bergmann-Hommel procedure, for any number of algorithms if p depends on
                     the distance
    exhaustive       exhaustive sets: which hypotheses of all pairs can be true together
    shaffer          Shaffer's two procedures, and how the exhaustive sets are found for any k
    lines            algorithms as points on a line, and the four forms of the exhaustive sets
                     there
    closed           the closed test by permutation, of all pairs and of a control with the rest
    group_law        rank totals under permutations within groups of algorithms
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
