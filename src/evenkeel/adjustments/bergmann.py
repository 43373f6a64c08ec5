"""The Bergmann-Hommel procedure, for any number of algorithms if p depends on the distance.

docs/bergmann_hommel.md explains and proves the algorithm for points on a line.

It holds the family-wise error if every raw p-value is valid for its own pair. Those of mean ranks
by a law of all k algorithms suppose that all are alike (Benavoli, Corani and Mangili 2016, JMLR
17(5):1-10); docs/calibration.md has the rates if they are not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments.exhaustive import bergmann_by_sets, bergmann_by_subsets
from evenkeel.adjustments.lines import FORMS, CountArray, Form, Surroundings, place_on_line
from evenkeel.adjustments.registry import Adjustment, multiple, register, step_down
from evenkeel.adjustments.shaffer import (
    adjust_by_best_way,
    shaffer_counts,
    shaffer_dynamic,
    shaffer_static,
)
from evenkeel.families import Family, algorithms_of_pairs, matrix_of_pairs
from evenkeel.numerics.progress import steps
from evenkeel.references import REFERENCES

_BLOCK_CELLS = 1 << 20  # numbers worked on at a time


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

    At each level (distance) the largest exhaustive set that holds the pair a < b is wanted. A
    bound for all pairs at a level is its p-value times the size of the largest set at all. Every
    pair is first put into one run of neighbours at the level with the largest bound of those it
    is in reach at, which leaves few levels whose bound is above the value of a pair. Only there
    are all four forms of the set computed. Values at or above 1 are left as they are. The result
    is not clipped at 1.
    """
    line = place_on_line(p, positions)
    around = Surroundings.of(line.level, len(line.pvalues))
    bounds = np.minimum(multiple(line.pvalues, around.before[-1]), 1.0)
    a, b = np.triu_indices(line.k, 1)
    own = line.level[a, b]
    adjusted = np.zeros(len(a))

    def look_at(pair: IndexArray, number: IndexArray, forms: tuple[Form, ...]) -> None:
        for form in forms:
            wanting = adjusted[pair] < bounds[number]
            pair, number = pair[wanting], number[wanting]
            size = np.maximum(form(around, number, a[pair], b[pair]), 0)
            np.maximum.at(adjusted, pair, multiple(line.pvalues[number], size))

    step = max(1, _BLOCK_CELLS // line.k**2)
    every, promising = np.arange(len(a)), _most_promising(bounds, own)
    for start in range(0, len(every), step):
        block = slice(start, start + step)
        look_at(every[block], promising[block], FORMS[:1])
    pair, number = _above(adjusted, bounds, own)
    starts = range(0, len(pair), step)
    for start in steps(starts, "Bergmann-Hommel", len(starts)):
        block = slice(start, start + step)
        look_at(pair[block], number[block], FORMS)
    return line.in_family_order(matrix_of_pairs(adjusted, line.k, diagonal=0.0))


def _most_promising(bounds: FloatArray, own: CountArray) -> IndexArray:
    """The level with the largest bound, of each pair's own level and those beyond it."""
    tops = np.flatnonzero(bounds >= _largest_from(bounds))
    return tops[np.searchsorted(tops, own)]


def _above(
    values: FloatArray, bounds: FloatArray, own: CountArray
) -> tuple[IndexArray, IndexArray]:
    """All pairs and levels with the pair in reach and its value below the level's bound."""
    until = np.searchsorted(-_largest_from(bounds), -values)  # the bounds from there on are not
    count = np.maximum(until - own, 0)
    pair = np.repeat(np.arange(len(values)), count)
    number = np.arange(len(pair)) + np.repeat(own - (np.cumsum(count) - count), count)
    above = bounds[number] > values[pair]
    return pair[above], number[above]


def _largest_from(bounds: FloatArray) -> FloatArray:
    """The largest bound of each level and those beyond it."""
    return np.maximum.accumulate(bounds[::-1])[::-1]


# The procedures that use which hypotheses can be true together, entered in the registry.


def _true_counts(m: int) -> FloatArray:
    return shaffer_counts(algorithms_of_pairs(m)).astype(np.float64)


SHAFFER = register(
    Adjustment(
        name="shaffer",
        title="Shaffer static",
        meaning="Holm for all pairs, using how many hypotheses can be true together once some "
        "are false.",
        aliases=("shaffer-static", "shaffer-s1"),
        kind="logical",
        controls="FWER",
        assumes="any dependence",
        families=("all-pairs",),
        reference=REFERENCES["shaffer1986"],
        formula=shaffer_static,
        decide=step_down(
            lambda p: multiple(p, _true_counts(p.shape[-1])),
            lambda m, alpha: alpha / _true_counts(m),
        ),
    )
)

SHAFFER_DYNAMIC = register(
    Adjustment(
        name="shaffer-dynamic",
        title="Shaffer dynamic",
        meaning="Like Shaffer static, but counts which hypotheses can be true together with "
        "each one that is rejected.",
        aliases=("shaffer-s2",),
        kind="logical",
        controls="FWER",
        assumes="any dependence",
        families=("all-pairs",),
        reference=REFERENCES["shaffer1986"],
        formula=shaffer_dynamic,
        quick=False,
    )
)

BERGMANN = register(
    Adjustment(
        name="bergmann",
        title="Bergmann-Hommel",
        meaning="For all pairs, uses exactly which hypotheses can be true together. The "
        "strongest of the valid ones here.",
        aliases=("bergmann-hommel",),
        kind="logical",
        controls="FWER",
        assumes="any dependence",
        families=("all-pairs",),
        reference=REFERENCES["bergmann1988"],
        formula=bergmann_hommel,
        quick=False,
    )
)
