"""Confidence sets for the ranks of algorithms: which places each of them may have."""

from __future__ import annotations

from typing import ClassVar, Literal, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments import adjust
from evenkeel.errors import InputError, choice, fraction
from evenkeel.pairwise._wilcoxon_all import SignedRankTests, wilcoxon_all
from evenkeel.result import Result, shown
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results

RankTest = Literal["sign", "wilcoxon"]
RANK_TESTS: tuple[RankTest, ...] = ("sign", "wilcoxon")


class RankSets(Result):
    """Simultaneous confidence sets for the ranks of k algorithms.

    Attributes
    ----------
    algorithms : tuple of str
        The k algorithms.
    lower, upper : ndarray of int, shape (k,)
        The best and the worst rank that an algorithm may have; 1 is the best.
    adjusted : ndarray, shape (k, k)
        Adjusted p-value of "the algorithm of the row does not beat that of the column"; the
        diagonal is 1.
    alpha : float
        All sets hold the true ranks with a probability of at least 1 - alpha.
    test : {"sign", "wilcoxon"}
        The one-sided tests of the pairs.
    method : {"exact", "saddle-point"}
        Whether all their p-values are exact.
    n : int
        Number of problems.
    """

    _title: ClassVar[str] = "Confidence sets for the ranks"
    _note: ClassVar[str] = (
        "All sets together hold the true ranks with a probability of at least 1 - alpha."
    )

    algorithms: tuple[str, ...]
    lower: IntArray = shown("count", title="Best rank")
    upper: IntArray = shown("count", title="Worst rank")
    adjusted: FloatArray = shown("p", title="Adjusted p of the row not beating the column")
    alpha: float = shown("value")
    test: RankTest
    method: Literal["exact", "saddle-point"]
    n: int

    def top(self, m: int = 1) -> tuple[str, ...]:
        """The algorithms that may be among the best m: every one that is, is in the set."""
        return self._named(self.lower <= self._checked(m))

    def surely_top(self, m: int = 1) -> tuple[str, ...]:
        """The algorithms that are among the best m, whatever rank of their sets they have."""
        return self._named(self.upper <= self._checked(m))

    def _checked(self, m: int) -> int:
        if not 1 <= m <= len(self.algorithms):
            raise InputError(f"m is {m!r}; give a number from 1 to {len(self.algorithms)}")
        return m

    def _named(self, chosen: BoolArray) -> tuple[str, ...]:
        return tuple(np.array(self.algorithms, dtype=object)[chosen].tolist())


def rank_sets(
    results: Results | ArrayLike,
    *,
    alpha: float = 0.05,
    test: RankTest = "sign",
    better: Better | None = None,
) -> RankSets:
    """Say which ranks each algorithm may have, for all of them together.

    The rank of an algorithm is 1 + the number of algorithms that beat it in the population of
    problems. With ``test="sign"``, i beats j if it is better on more problems than worse, which
    without ties is on more than half of them. With ``test="wilcoxon"``, i beats j if the centre of
    the differences, which are supposed to be distributed symmetrically about it, speaks for i.
    Neither has to be transitive; algorithms that nobody tells apart share their rank.

    Each of the k (k - 1) null hypotheses "i does not beat j" is tested one-sided, and Holm's
    procedure holds the probability of any false rejection at alpha. The set of j goes from ::

        L_j = 1 + number of i that significantly beat j   to
        U_j = k - number of i that j significantly beats.

    With a probability of at least 1 - alpha no rejection is false. Then L_j - 1 or more algorithms
    do beat j, so its rank is not below L_j; and k - U_j or more are beaten by j and do not beat it,
    so that its rank is not above U_j. This holds for any number of problems.

    The sign test is that of the problems without a tie, exact. Wilcoxon's is exact up to 1000
    problems, or 100 differences if there are ties or zeros, and a saddle-point approximation to
    the exact law above, see `wilcoxon_all`; without its symmetry it says nothing about ranks. With
    few problems every set is 1 to k. In a table with holes two algorithms are compared on the
    problems that both have, and the population is that of these problems: holes must not go with
    good or bad results.

    The R package csranks ranks by estimated means: an algorithm is better if its expected value is,
    with standard errors that its user gives, and its simultaneous sets come from a bootstrap of
    all differences and a step-down procedure, valid for many problems. Here a rank is a matter of
    wins (or of the centre of symmetric differences), needs no scale that the problems share, and
    the tests are exact, so that the coverage holds for few problems too. Holm's procedure does not
    use how the differences depend on each other, which a bootstrap does.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    alpha : float
        1 - alpha is the simultaneous coverage.
    test : {"sign", "wilcoxon"}
        The one-sided tests of the pairs, and with them what a rank is.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    RankSets

    References
    ----------
    Mogstad, Romano, Shaikh and Wilhelm (2024), Review of Economic Studies 91:476-518,
    doi:10.1093/restud/rdad006, who have such sets from estimated means with a bootstrap (the R
    package csranks). Holm (1979), Scandinavian Journal of Statistics 6:65-70.

    Examples
    --------
    >>> import evenkeel
    >>> sets = evenkeel.rank_sets(evenkeel.load("garcia2008"))
    >>> for name, lower, upper in zip(sets.algorithms, sets.lower, sets.upper):
    ...     print(name, lower, upper)
    C4.5 1 3
    1-NN 1 4
    NaiveBayes 1 4
    Kernel 5 5
    CN2 2 4
    >>> sets.top(1)
    ('C4.5', '1-NN', 'NaiveBayes')
    """
    chosen = cast(RankTest, choice(test, RANK_TESTS, "test"))
    level = fraction(alpha, "alpha")
    table = as_results(results, better)
    if chosen == "sign":
        beats = sign_beats(failures_last(table).losses)
        return _sets(table, beats, level, chosen, exact=True)
    return sets_by_wilcoxon(table, wilcoxon_all(table), level)


def sets_by_wilcoxon(table: Results, tests: SignedRankTests, alpha: float) -> RankSets:
    """The sets from the tests of all pairs of a table."""
    pvalue, exact = wilcoxon_beats(tests)
    return _sets(table, pvalue, alpha, "wilcoxon", exact=exact)


def _sets(
    table: Results, pvalue: FloatArray, alpha: float, test: RankTest, *, exact: bool
) -> RankSets:
    adjusted = adjust_beats(pvalue)
    lower, upper = rank_bounds(adjusted, alpha)
    for array in (lower, upper, adjusted):
        array.flags.writeable = False
    return RankSets(
        table.algorithms,
        lower=lower,
        upper=upper,
        adjusted=adjusted,
        alpha=alpha,
        test=test,
        method="exact" if exact else "saddle-point",
        n=table.n,
    )


def sign_beats(losses: FloatArray) -> FloatArray:
    """One-sided p-values of "the row beats the column", tables (..., n, k) to (..., k, k).

    The sign test without the ties: P(X >= wins), X binomial of wins + defeats with 1/2.
    """
    columns = np.moveaxis(losses, -1, 0)
    wins = np.stack([(one[..., None] < losses).sum(axis=-2) for one in columns], axis=-2)
    defeats = np.swapaxes(wins, -1, -2)
    pvalue: FloatArray = betainc(np.maximum(wins, 1), defeats + 1, 0.5)
    return np.where(wins == 0, 1.0, pvalue)


def wilcoxon_beats(tests: SignedRankTests) -> tuple[FloatArray, bool]:
    """The same for one table from Wilcoxon's tests of all pairs, and whether all are exact."""
    first, second = tests.family.pairs.T
    pvalue = np.ones((len(tests.family.algorithms),) * 2)
    pvalue[first, second], pvalue[second, first] = tests.tails
    return pvalue, set(tests.method) == {"exact"}


def adjust_beats(pvalue: FloatArray) -> FloatArray:
    """Holm's adjusted values of all but the diagonal, which is 1, of matrices (..., k, k)."""
    apart = ~np.eye(pvalue.shape[-1], dtype=bool)
    adjusted = np.ones_like(pvalue)
    adjusted[..., apart] = adjust(pvalue[..., apart], "holm")
    return adjusted


def rank_bounds(adjusted: FloatArray, alpha: float) -> tuple[IntArray, IntArray]:
    """L and U (..., k) from the adjusted p-values (..., k, k) of "the row beats the column"."""
    beats = adjusted <= alpha
    lower: IntArray = 1 + beats.sum(axis=-2)
    upper: IntArray = adjusted.shape[-1] - beats.sum(axis=-1)
    return lower, upper
