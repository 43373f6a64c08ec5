"""The closed test of a control with the rest, by permutation: Dunnett's idea on ranks."""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments.closed_permutation import ClosedPvalues
from evenkeel.adjustments.group_law import Statistic, group_law
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.randomness import Seed
from evenkeel.ranks.kernels import whole_scores

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
    >>> from evenkeel.adjustments.closed_control import closed_test_of_control
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
