"""How much the rank differences of a pair vary, beside what the laws of all algorithms suppose."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.hypotheses.pooled_laws import over_problems
from evenkeel.omnibus.sums import within_problems


def spread_ratios(ranks: FloatArray, pairs: IndexArray) -> FloatArray:
    """The variance of each pair's own rank differences over the one if all algorithms are alike.

    The first is estimated from the pair's differences d_i on the n problems, about their mean, so
    that a pair with a difference that is large but steady has a small one; the second is the mean
    variance of a difference under permutations within the problems::

        sum (d_i - mean)^2 / (n - 1)   over   2 / (k - 1) * sum of squares within problems / n.

    Above 1 the p-values of a law that is taken from all algorithms are too small for the pair,
    below 1 too large. Where the second variance is 0 all ranks of every problem are equal, and
    the ratio is 1.

    Parameters
    ----------
    ranks : ndarray, shape (..., n, k)
        Ranks by any ranking, with their weights.
    pairs : ndarray of int, shape (m, 2)
        Positions of the algorithms.

    Returns
    -------
    ndarray, shape (..., m)
    """
    n, k = ranks.shape[-2:]
    own = over_problems(lambda differences: differences.var(axis=-1, ddof=1), ranks, pairs)
    alike = np.asarray(2 / (k - 1) * within_problems(ranks) / n)[..., None]
    ratio: FloatArray = np.divide(own, alike, out=np.ones_like(own), where=alike > 0)
    return ratio
