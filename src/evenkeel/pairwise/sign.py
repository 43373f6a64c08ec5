"""The sign test of two algorithms over many problems, and its critical values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from evenkeel.errors import InputError, choice
from evenkeel.pairwise.pair import (
    ALTERNATIVES,
    Alternative,
    Sides,
    normal_pvalue,
    pick_pair,
)
from evenkeel.pairwise.signed_rank_law import (
    IntArray,
    largest_within,
    lower_tail,
    symmetric_pvalues,
)
from evenkeel.results import Better, FloatArray, Results
from evenkeel.shown import Shown

_WHOLE_LAW = 1000  # up to so many problems the binomial law is built from counts, exactly


@dataclass(frozen=True)
class SignTest(Shown):
    """Sign test of two algorithms.

    Attributes
    ----------
    first, second : str
        The algorithms; everything below speaks for the first.
    wins, losses, ties : int
        Problems on which the first is better than, worse than, equal to the second.
    statistic : int
        The wins with half of the ties, out of `counted`.
    counted : int
        Number of problems less the odd tie that was left out, if any.
    pvalue : float
        Exact binomial p-value of the `alternative`.
    z, normal_pvalue : float
        The z of the documents for many problems, and its p-value.
    """

    first: str
    second: str
    wins: int
    losses: int
    ties: int
    statistic: int
    counted: int
    pvalue: float
    z: float
    normal_pvalue: float
    alternative: Alternative
    n: int
    method: Literal["exact"] = "exact"
    notes: tuple[str, ...] = ()


def sign_test(
    results: Results | ArrayLike,
    first: str | None = None,
    second: str | None = None,
    *,
    alternative: Alternative = "two-sided",
    better: Better | None = None,
) -> SignTest:
    """Compare two algorithms by the number of problems on which each is better.

    H0: the first algorithm is as likely to win on a problem as to lose. H1: it is not
    (``"two-sided"``), or it is more likely (``"better"``), or less likely (``"worse"``) to win.

    Under H0 the number of wins w out of n is binomial with probability 1/2. The exact p-value is
    a tail of that law, doubled for the two-sided alternative. For many problems::

        z = (w - n/2) / (sqrt(n)/2)

    Ties support H0: they are split evenly between the two, an odd one is left out. Values tie
    only if they are equal. If all values tie, the p-value is 1; with five problems or fewer the
    two-sided p-value cannot fall below 0.05.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    first, second : str, optional
        The two algorithms. They may be left out if the table has just two columns.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    SignTest

    References
    ----------
    Dixon and Mood (1946), doi:10.1080/01621459.1946.10501898. Derrac, Garcia, Molina and Herrera
    (2011), Section 3.1, doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    SaDE against PSO, Table 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> test = evenkeel.sign_test(evenkeel.load("cec2005"), "SaDE", "PSO")
    >>> test.wins, test.losses, round(test.pvalue, 4)
    (20, 5, 0.0041)
    """
    choice(alternative, ALTERNATIVES, "alternative")
    pair = pick_pair(results, first, second, better, "the sign test")
    one, other = pair.losses.T
    wins, losses = int(np.count_nonzero(one < other)), int(np.count_nonzero(one > other))
    ties = pair.n - wins - losses
    statistic = wins + ties // 2
    counted = pair.n - ties % 2
    pvalue = sign_pvalues(np.array([wins]), np.array([losses]), pair.n, alternative)
    z = (statistic - counted / 2) / (math.sqrt(counted) / 2)
    return SignTest(
        pair.first,
        pair.second,
        wins=wins,
        losses=losses,
        ties=ties,
        statistic=statistic,
        counted=counted,
        pvalue=float(pvalue[0]),
        z=z,
        normal_pvalue=float(normal_pvalue(z, alternative)),
        alternative=alternative,
        n=pair.n,
        notes=_notes(pair.n, ties),
    )


def sign_pvalues(wins: IntArray, losses: IntArray, n: int, alternative: Alternative) -> FloatArray:
    """Exact p-values of many pairs on n problems; ties are split evenly, an odd one left out."""
    ties = n - wins - losses
    pvalue = np.empty(wins.shape)
    for left_out in (0, 1):
        members = ties % 2 == left_out
        counted = n - left_out
        statistic = (wins + ties // 2)[members]
        pvalue[members] = symmetric_pvalues(_tail(counted), counted, statistic, alternative)
    return pvalue


def sign_test_critical(
    n: int, alpha: float = 0.05, *, alternative: Sides = "two-sided"
) -> int | None:
    """Critical number of wins: the smallest whose exact p-value is at most `alpha`.

    An algorithm that wins on so many of n problems is significantly better. None means that not
    even n wins are enough.

    Table 4 of Derrac et al. (2011) calls its values two-tailed, but they are those of
    ``alternative="one-sided"`` (except for n = 23 and 24 at 0.05, where it has one more).

    Parameters
    ----------
    n : int
        Number of problems, the odd tie not counted.
    alpha : float
        Level of significance, at most 0.5.
    alternative : {"two-sided", "one-sided"}
        Whether `alpha` is shared by the two tails.

    Returns
    -------
    int or None

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), Table 4, doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    >>> import evenkeel
    >>> evenkeel.sign_test_critical(25, 0.05, alternative="one-sided")
    18
    """
    if n < 1:
        raise InputError(f"n is {n}; the sign test needs at least one problem")
    losses = largest_within(_tail(n), alpha, alternative)
    return None if losses is None else n - losses


@lru_cache(maxsize=64)
def _tail(n: int) -> FloatArray:
    """P(X <= s), s = 0, ..., n // 2, for X binomial with n trials and probability 1/2."""
    if n <= _WHOLE_LAW:
        tail = lower_tail(np.ones(n, dtype=np.int64), n // 2)
    else:
        most = np.arange(n // 2 + 1.0)
        tail = np.asarray(betainc(n - most, most + 1, 0.5), dtype=np.float64)
    tail.flags.writeable = False
    return tail


def _notes(n: int, ties: int) -> tuple[str, ...]:
    if ties == n:
        return ("the algorithms are equal on every problem",)
    if ties == 0:
        return ()
    return (
        f"{ties} of {n} problems {'is' if ties == 1 else 'are'} tied; the ties are split evenly"
        + (", one is left out" if ties % 2 else ""),
    )
