"""The Bergmann-Hommel procedure, for any number of algorithms if p depends on the distance.

docs/bergmann_hommel.md explains and proves the algorithm for points on a line.

It holds the family-wise error if every raw p-value is valid for its own pair. Those of mean ranks
by a law of all k algorithms suppose that all are alike (Benavoli, Corani and Mangili 2016, JMLR
17(5):1-10); docs/calibration.md has the rates if they are not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.adjustments.deciding import multiple
from evenkeel.adjustments.enumeration import bergmann_by_sets
from evenkeel.adjustments.line import (
    IMPOSSIBLE,
    CountArray,
    largest_beginnings,
    pairs_of,
    place_on_line,
)
from evenkeel.adjustments.subsets import bergmann_by_subsets
from evenkeel.adjustments.ways import adjust_by_best_way
from evenkeel.families import Family

_BLOCK_CELLS = 1 << 18  # numbers worked on at a time


def bergmann_hommel(
    p: FloatArray, family: Family, positions: ArrayLike | None = None
) -> FloatArray:
    """Bergmann and Hommel's procedure: reject what no plausible state of affairs contains.

    Hypotheses: for each pair of algorithms, H0: both perform alike, H1: one is better. A set I of
    hypotheses is exhaustive if exactly its members can be true (`exhaustive_sets`). The procedure
    retains the hypotheses of all exhaustive I with ``min{p_j : j in I} > alpha / |I|`` and rejects
    the others, so that the adjusted p-value is::

        APV_i = min(1, max{ |I| min{p_j : j in I} : I exhaustive, i in I }).

    It is the closed test with Bonferroni's test of each intersection. A larger p-value can have
    the smaller adjusted one: the adjusted values are not made monotone, because rejecting at
    APV <= alpha is exactly the procedure as they are. Equal p-values can have different adjusted
    ones, because different sets hold their hypotheses; the order of ties plays no part.

    For up to 9 algorithms all exhaustive sets are looked through. For more, give the `positions`
    if p depends only on their distance (any k, in time polynomial in k), else up to 20 algorithms
    can be handled.

    Parameters
    ----------
    p : ndarray, shape (..., m)
        P-values of all pairs in the family's order; leading axes are replicates.
    family : Family
        All pairs of k algorithms.
    positions : array_like, shape (..., k), optional
        Numbers, such as average ranks, with whose distance p does not increase.

    Returns
    -------
    ndarray, shape (..., m)
        Adjusted p-values in the family's order.

    References
    ----------
    .. [1] B. Bergmann, G. Hommel, Improvements of general multiple test procedures for redundant
       systems of hypotheses, in: Multiple Hypotheses Testing, Springer (1988) 100-115,
       doi:10.1007/978-3-642-52307-6_8.
    .. [2] J. Derrac et al., Swarm and Evolutionary Computation 1 (2011) 3-18, equation (19),
       doi:10.1016/j.swevo.2011.02.002. Its Table 20 is made monotone in p.

    Examples
    --------
    Table 5 of García and Herrera (2008), from the average ranks of five classifiers on 30 data
    sets; C4.5 against 1-NN, NaiveBayes, Kernel and CN2:

    >>> import numpy as np
    >>> from scipy.special import erfc
    >>> from evenkeel import Family
    >>> from evenkeel.adjustments.bergmann import bergmann_hommel
    >>> family = Family(("C4.5", "1-NN", "NaiveBayes", "Kernel", "CN2"))
    >>> ranks = np.array([2.1, 3.25, 2.2, 4 + 1 / 3, 3 + 7 / 60])
    >>> first, second = family.pairs.T
    >>> z = (ranks[first] - ranks[second]) / np.sqrt(5 * 6 / (6 * 30))
    >>> bergmann_hommel(erfc(np.abs(z) / np.sqrt(2)), family, ranks)[:4].round(4).tolist()
    [0.0291, 1.0, 0.0, 0.0383]
    """
    return adjust_by_best_way(
        "the Bergmann-Hommel procedure",
        p,
        family,
        positions,
        by_sets=bergmann_by_sets,
        on_line=bergmann_on_line,
        by_subsets=bergmann_by_subsets,
    )


def bergmann_on_line(p: FloatArray, positions: FloatArray) -> FloatArray:
    """Adjusted p-values of one vector p that does not increase with the distance of positions.

    At each level (distance) the largest exhaustive set that holds the pair a < b is wanted. It
    has one of four forms. First a and b are put into one run of neighbours, at little cost; this
    leaves few pairs below the bound of a level, which is its p-value times the size of the
    largest set at all. Only for those pairs the other three forms are computed. Values at or
    above 1 are left as they are. The result is not clipped at 1.
    """
    line = place_on_line(p, positions)
    level, mirrored = line.level, np.ascontiguousarray(line.level[::-1, ::-1])
    n_levels, k = len(line.pvalues), line.k
    before = largest_beginnings(level, n_levels)  # of the first 0, 1, ..., k points
    after = largest_beginnings(mirrored, n_levels)  # of the last 0, 1, ..., k points
    bounds = np.minimum(multiple(line.pvalues, before[:, -1]), 1.0)
    promising = np.argsort(-bounds, kind="stable")
    adjusted = np.zeros((k, k))
    step = max(1, _BLOCK_CELLS // (k * k))
    for first in range(0, n_levels, step):
        block = promising[first : first + step]
        block = block[_wanting(adjusted, level, bounds, block).any(axis=(1, 2))]
        sizes = _in_one_run(level, block, before[block], after[block])
        products = multiple(line.pvalues[block, None, None], sizes)
        adjusted = np.maximum(adjusted, products.max(axis=0, initial=0.0))
    for place, number in enumerate(promising.tolist()):
        a, b = np.nonzero(_wanting(adjusted, level, bounds, promising[place : place + 1])[0])
        for first in range(0, len(a), step):
            pair = a[first : first + step], b[first : first + step]
            size = _apart(level, mirrored, number, before[number], after[number], *pair)
            adjusted[pair] = np.maximum(adjusted[pair], multiple(line.pvalues[number], size))
    upper = np.triu(adjusted, 1)
    return line.in_family_order(upper + upper.T)


def _wanting(
    adjusted: FloatArray, level: CountArray, bounds: FloatArray, numbers: IndexArray
) -> BoolArray:
    """Pairs a < b in reach at each of the levels whose value is still below the level's bound."""
    below = adjusted < bounds[numbers, None, None]
    wanting: BoolArray = np.triu(below & (level <= numbers[:, None, None]), 1)
    return wanting


def _in_one_run(
    level: CountArray, numbers: IndexArray, before: CountArray, after: CountArray
) -> CountArray:
    """Largest sizes with a and b in one run s..e, for several levels: shape (levels, k, k)."""
    k = len(level)
    points = np.arange(k)
    s, e = points[:, None], points
    size = before[:, :-1, None] + pairs_of(e - s + 1) + after[:, None, -2::-1]
    size[(level > numbers[:, None, None]) | (e < s)] = IMPOSSIBLE
    return _around(size)


def _apart(
    level: CountArray,
    mirrored: CountArray,
    number: int,
    before: CountArray,
    after: CountArray,
    a: IndexArray,
    b: IndexArray,
) -> CountArray:
    """Largest sizes at one level for some pairs, with a, b or both apart from their group's run.

    What is apart on the right is the mirror image of what is apart on the left.
    """
    last = len(level) - 1
    left = _around_one(level, number, before)
    right = _around_one(mirrored, number, after)
    a_apart = _one_apart(level, number, left, after, a, b)
    b_apart = _one_apart(mirrored, number, right, before, last - b, last - a)
    return np.maximum(np.maximum(a_apart, b_apart), _both_apart(left, right, a, b))


def _around_one(level: CountArray, number: int, before: CountArray) -> CountArray:
    """Largest size of the points 0..s-1 without a, if their last run u..s-1 reaches around a.

    Row a, column s; u < a < s - 1.
    """
    k = len(level)
    points = np.arange(k)
    u, s = points[:, None], points
    in_reach = np.zeros((k, k), dtype=bool)
    in_reach[:, 1:] = (level[:, :-1] <= number) & (s[1:] - u >= 3)
    size = np.where(in_reach, before[:-1, None] + pairs_of(s - u - 1), IMPOSSIBLE)
    largest = np.full((k, k), IMPOSSIBLE, dtype=np.int32)
    np.maximum.accumulate(size[:-1], axis=0, out=largest[1:])
    largest[s < u + 2] = IMPOSSIBLE
    return largest


def _one_apart(
    level: CountArray,
    number: int,
    left: CountArray,
    after: CountArray,
    a: IndexArray,
    b: IndexArray,
) -> CountArray:
    """Largest sizes with the group {a} and s..e, a < s - 1 and s <= b <= e."""
    last = len(level) - 1
    a, b = a[:, None, None], b[:, None, None]
    reach = a + np.triu(level <= number, 1).sum(axis=1)[a]  # the last point that a can be with
    s = a + 2 + np.arange(max(1, (b - a).max() - 1))[:, None]
    e = b + np.arange((reach - b).max() + 1)
    size = left[a, np.minimum(s, last)] + pairs_of(e - s + 2) + after[np.maximum(last - e, 0)]
    size[(s > b) | (e > reach)] = IMPOSSIBLE
    largest: CountArray = size.max(axis=(1, 2))
    return largest


def _both_apart(left: CountArray, right: CountArray, a: IndexArray, b: IndexArray) -> CountArray:
    """Largest sizes with the group {a, b} and s..e, a < s - 1 and e + 1 < b; e = s - 1 if empty."""
    last = len(left) - 1
    a, b = a[:, None], b[:, None]
    places = np.arange(max(1, (b - a).max() - 2))
    s = np.minimum(a + 2 + places, last)
    e = np.minimum(a + 1 + places, last)
    within = places - places[:, None]  # e - s + 1, row s and column e
    own = np.where(within >= 0, pairs_of(within + 2), IMPOSSIBLE)
    to_left = (left[a, s][:, :, None] + own).max(axis=1)
    # `right` is impossible unless e + 1 < b
    largest: CountArray = (to_left + right[last - b, last - e]).max(axis=1)
    return largest


def _around(size: CountArray) -> CountArray:
    """For each a, b the largest of size[..., s, e] over the runs with s <= a and b <= e."""
    size = np.maximum.accumulate(size, axis=-2)
    return np.maximum.accumulate(size[..., ::-1], axis=-1)[..., ::-1]
