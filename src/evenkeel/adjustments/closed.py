"""The closed test by permutation, of all pairs and of a control with the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments.group_law import GroupLaw, Statistic, group_law
from evenkeel.adjustments.registry import Adjustment, register
from evenkeel.errors import InputError, Message, Option
from evenkeel.families import Family
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import Seed
from evenkeel.ranks.kernels import whole_scores
from evenkeel.references import Reference

# The closed test of all pairs by permutation within groups of algorithms.
#
# For every partition of the algorithms into groups, the hypothesis "exchangeable within each group"
# is tested by permuting the ranks within groups within problems; the statistic is the largest
# difference of two rank totals of one group. The hypothesis of a pair is rejected if that of every
# partition with both of them in one group is. docs/closed_permutation.md proves that this holds the
# family-wise error, with sampled permutations too, and that the computation below is right.
#
# Within a level t, worst(U) is the smallest probability, over the partitions of the subset U into
# groups whose own observed statistic is not above t, that all groups stay below t::
#
#     worst(U) = min { P(M_g < t) worst(U without g) : g within U, with the last member of U }.
#
# There are 3^k / 2 choices of U and g. Subsets are bit masks, and the table has one axis of length
# 2 for each algorithm, so that both sides are views of it; all levels are served at once.


#: About ten seconds of one core for 30 problems and 10,000 permutations; the law of the groups
#: takes twice as long for one more algorithm, the search for partitions three times.
LARGEST_CLOSED = 12

_RANGE = Statistic(lambda totals: totals.max(axis=0) - totals.min(axis=0), symmetric=True)


@dataclass(frozen=True, eq=False)
class ClosedPvalues:
    """Adjusted p-values of a closed test by permutation.

    Attributes
    ----------
    adjusted : ndarray, shape (m,)
        In the order of the family.
    standard_error : ndarray, shape (m,)
        Bound of the Monte Carlo error of each: sqrt(p (1 - p) / resamples), 0 if all permutations
        of every group were gone through.
    resamples : int or None
        Number of random permutations; None if none was needed.
    """

    adjusted: FloatArray
    standard_error: FloatArray
    resamples: int | None

    @classmethod
    def of(cls, adjusted: FloatArray, law: GroupLaw, resamples: int) -> ClosedPvalues:
        """With the standard error of that many resamples, unless the law is exact."""
        if not law.sampled:
            return cls(adjusted, np.zeros_like(adjusted), None)
        return cls(adjusted, np.sqrt(adjusted * (1 - adjusted) / resamples), resamples)


def closed_test_of_pairs(
    ranks: FloatArray, *, resamples: int = 10_000, seed: Seed = None
) -> ClosedPvalues:
    """Test all pairs by closure, every partition of the algorithms by permutation within groups.

    H0 of a pair: its two algorithms are exchangeable within each problem given the others. That of
    a partition P: so are all members of each group. Its statistic is t_P, the largest absolute
    difference of two rank totals of one group, and, M_g being that of the group g under random
    permutations of its ranks within problems, independent for different groups, ::

        p_P = 1 - product over the groups g of P(M_g < t_P),
        adjusted p of a pair = max { p_P : P has the two in one group }.

    The family-wise error is at most alpha for any number of problems, whatever the algorithms that
    are not alike do (no subset pivotality is needed). A group with no more arrangements than
    `resamples` is gone through completely, and P(M_g < t) sampled otherwise, in the form (b + c) /
    (1 + resamples) that keeps the error exactly; for the same seed the result is the same on any
    number of cores. Ties are part of the law. Two algorithms with equal totals have p = 1.

    Parameters
    ----------
    ranks : ndarray, shape (n, k)
        Ranks by any of the three rankings, such as `Ranks.ranks`; k is at most 12.
    resamples : int
        Number of random permutations of each group.
    seed : int, Generator or None
        Their seed.

    Returns
    -------
    ClosedPvalues
        For the pairs (1, 2), (1, 3), ..., (k - 1, k).

    References
    ----------
    Marcus, Peritz and Gabriel (1976), Biometrika 63:655-660, doi:10.1093/biomet/63.3.655, for
    closed tests. Phipson and Smyth (2010), doi:10.2202/1544-6115.1585, for sampled permutations.

    Examples
    --------
    Five problems, on which A is always first and C always last. If A and B are alike, 2 of the 32
    arrangements of their ranks have totals as far apart, and other partitions have a smaller p:

    >>> import numpy as np
    >>> from evenkeel.adjustments.closed import closed_test_of_pairs
    >>> closed_test_of_pairs(np.array([[1.0, 2, 3]] * 5)).adjusted.tolist()
    [0.0625, 0.0625, 0.0625]
    """
    k = ranks.shape[1]
    if k > LARGEST_CLOSED:
        raise InputError(
            Message(
                f"the closed test by permutation goes up to {LARGEST_CLOSED} algorithms, "
                f"not {k}; compare fewer, or take ",
                Option("method", "paired"),
                " with the procedure 'shaffer'",
            )
        )
    scores, _ = whole_scores(ranks)
    law = group_law(scores, _RANGE, resamples=resamples, seed=seed)
    return ClosedPvalues.of(_largest_over_partitions(law, k), law, resamples)


def _largest_over_partitions(law: GroupLaw, k: int) -> FloatArray:
    """The adjusted p-values of all pairs."""
    worst = _worst(law, k)
    admissible = np.arange(len(law.levels)) >= law.observed[:, None]
    with_group = np.where(admissible, law.below * worst[::-1], 1.0)  # the group and the others
    least = with_group.min(axis=1)
    for j in range(k):  # the least over all groups that hold the members of a mask, and others
        without, holding = least.reshape(-1, 2, 1 << j).swapaxes(0, 1)
        np.minimum(without, holding, out=without)
    first, second = np.triu_indices(k, 1)
    adjusted: FloatArray = 1 - least[(1 << first) | (1 << second)]
    return np.clip(adjusted, 0.0, 1.0)


def _worst(law: GroupLaw, k: int) -> FloatArray:
    """`worst` of the module's docstring: a row for each subset, a column for each level."""
    worst = np.ones((2,) * k + (len(law.levels),))
    for group in steps(range(1, 1 << k), "partitions of the algorithms", (1 << k) - 1):
        taken, left = _views(group, k)
        levels = slice(law.observed[group], None)
        target = worst[(*taken, levels)]
        np.minimum(target, worst[(*left, levels)] * law.below[group, levels], out=target)
    return worst.reshape(1 << k, -1)


def _views(group: int, k: int) -> tuple[list[int | slice], list[int | slice]]:
    """Indices of the subsets with the group and members before its last, and without the group."""
    taken: list[int | slice] = [0] * k
    left: list[int | slice] = [0] * k
    for j in range(group.bit_length()):
        inside = group >> j & 1
        taken[k - 1 - j] = 1 if inside else slice(None)
        left[k - 1 - j] = 0 if inside else slice(None)
    return taken, left


# The closed test of a control with the rest, by permutation: Dunnett's idea on ranks.


#: Less than two minutes of one core for 30 problems and 10,000 permutations; one more algorithm
#: takes twice as long.
LARGEST_CONTROLLED = 16

_TO_CONTROL = Statistic(
    lambda totals: np.abs(totals[1:] - totals[0]).max(axis=0),
    symmetric=False,
)


def closed_test_of_control(
    ranks: FloatArray, control: int, *, resamples: int = 10_000, seed: Seed = None
) -> ClosedPvalues:
    """Compare a control with each other algorithm by closure, every set of them by permutation.

    H0 of an algorithm: it and the control are exchangeable within each problem given the others.
    That of a set S of algorithms: they and the control all are. Its statistic is the largest
    absolute difference between the rank totals of the control and of a member of S; p_S is the
    probability that permuting the ranks of S and the control within problems makes it as large::

        adjusted p of j = max { p_S : S holds j }.

    That is the closed test: if H0 is true of just the members of S, it is true of S, and no false
    rejection happens unless p_S <= alpha. So the family-wise error is at most alpha for any number
    of problems, whatever the algorithms that are not alike do. A set with no more arrangements
    than `resamples` is gone through completely; otherwise p_S is (1 + h) / (1 + resamples), h
    being the number of samples that reach the observed value, which is valid exactly. For the same
    seed the result is the same on any number of cores.

    Parameters
    ----------
    ranks : ndarray, shape (n, k)
        Ranks by any of the three rankings, such as `Ranks.ranks`; k is at most 16.
    control : int
        Position of the control.
    resamples : int
        Number of random permutations of each set.
    seed : int, Generator or None
        Their seed.

    Returns
    -------
    ClosedPvalues
        For the k - 1 others in their order, as in a `Family` with a control.

    References
    ----------
    Dunnett (1955), doi:10.1080/01621459.1955.10501294, and Marcus, Peritz and Gabriel (1976),
    doi:10.1093/biomet/63.3.655, for the closed form of such tests.

    Examples
    --------
    Five problems, on which A is always first and C always last. With A and B alone 2 of 32 patterns
    have totals as far apart:

    >>> import numpy as np
    >>> from evenkeel.adjustments.closed import closed_test_of_control
    >>> closed_test_of_control(np.array([[1.0, 2, 3]] * 5), control=0).adjusted.tolist()
    [0.0625, 0.0625]
    """
    k = ranks.shape[1]
    if k > LARGEST_CONTROLLED:
        raise InputError(
            Message(
                f"the closed test with a control goes up to {LARGEST_CONTROLLED} "
                f"algorithms, not {k}; compare fewer, or take ",
                Option("method", "paired"),
                " with the procedure 'holm'",
            )
        )
    order = [control, *(j for j in range(k) if j != control)]
    scores, _ = whole_scores(ranks[:, order])
    law = group_law(scores, _TO_CONTROL, resamples=resamples, seed=seed)
    masks = np.arange(1, 1 << k, 2)  # those with the control
    pvalue = 1 - law.below[masks, law.observed[masks]]
    adjusted = np.array([pvalue[masks >> j & 1 == 1].max() for j in range(1, k)])
    return ClosedPvalues.of(adjusted, law, resamples)


# The closed test by permutation, entered in the registry: it takes the ranks, not p-values.


def _closed_test(ranks: FloatArray, family: Family, *, resamples: int, seed: Seed) -> ClosedPvalues:
    if family.control is None:
        return closed_test_of_pairs(ranks, resamples=resamples, seed=seed)
    control = family.algorithms.index(family.control)
    return closed_test_of_control(ranks, control, resamples=resamples, seed=seed)


CLOSED_PERMUTATION = register(
    Adjustment(
        name="closed-permutation",
        title="Closed permutation",
        meaning="Tests every group of algorithms by permuting their ranks within problems, and "
        "rejects a pair if every group that holds it is rejected. Other algorithms cannot harm.",
        aliases=("closed",),
        kind="closed",
        controls="FWER",
        assumes="any dependence",
        families=("control", "all-pairs"),
        reference=Reference(
            "marcus1976",
            "Marcus, R. and Peritz, E. and Gabriel, K. R.",
            1976,
            "On closed testing procedures with special reference to ordered analysis of variance",
            "Biometrika",
            volume="63",
            pages="655-660",
            doi="10.1093/biomet/63.3.655",
        ),
        formula=_closed_test,
        quick=False,
        caveat="it tests the rank totals themselves, under the null hypothesis that algorithms are "
        "exchangeable within each problem, given the others, and does not use the raw p-values "
        "beside it.",
    )
)
