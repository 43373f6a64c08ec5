"""The sign test of one pair, of all pairs and of a control, and its critical values."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from evenkeel._calls import answering
from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.families import Family
from evenkeel.numerics.tails import Alternative, by_alternative, check_alternative, normal_pvalue
from evenkeel.pairwise.pair import Sides, pick_pair, shared_by, win_tie_loss
from evenkeel.pairwise.signed_rank_law import largest_within, lower_tail, symmetric_tails
from evenkeel.result import Result, TestResult, shown
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results

# The sign test of two algorithms over many problems, and its critical values.


#: What becomes of tied problems: half to each algorithm as in the documents, or left out.
TieTreatment = Literal["split", "drop"]
TIE_TREATMENTS: tuple[TieTreatment, ...] = ("split", "drop")
SignMethod = Literal["exact", "ties split"]

_WHOLE_LAW = 1000  # up to so many problems the binomial law is built from counts, exactly


class SignTest(TestResult):
    """Sign test of two algorithms.

    Attributes
    ----------
    first, second : str
        The algorithms; everything below speaks for the first.
    wins, losses, ties : int
        Problems on which the first is better than, worse than, equal to the second.
    statistic : int
        The wins, with half of the ties if these are split, out of `counted`.
    counted : int
        Number of problems less the ties that were left out: the odd one, or all.
    pvalue : float
        Binomial p-value of the `alternative`.
    z, normal_pvalue : float
        The z of the documents for many problems, and its p-value.
    tie_treatment : {"split", "drop"}
        Whether ties were split, as in the documents, or left out.
    method : {"exact", "ties split"}
        Whether the p-value is exact: without ties, or with all of them left out. Half of a tie is
        not a win, so that the binomial law of split ties is not exact.
    """

    _title: ClassVar[str] = "Sign test"
    _note: ClassVar[str] = "Wins are those of the first algorithm."

    first: str
    second: str
    wins: int
    losses: int
    ties: int
    statistic: int
    counted: int
    pvalue: float = shown("p", title="p")
    z: float = shown("statistic", title="z")
    normal_pvalue: float = shown("p", title="p of z")
    alternative: Alternative
    n: int
    tie_treatment: TieTreatment
    method: SignMethod
    notes: tuple[str, ...] = ()


@answering
def sign_test(
    results: Results | ArrayLike,
    first: str | ArrayLike | None = None,
    second: str | None = None,
    *,
    ties: TieTreatment = "split",
    alternative: Alternative = "two-sided",
    better: Better | None = None,
) -> SignTest:
    """Compare two algorithms by the number of problems on which each is better.

    H0: the first algorithm is as likely to win on a problem as to lose. H1: it is not
    (``"two-sided"``), or it is more likely (``"better"``), or less likely (``"worse"``) to win.

    Under H0 the number of wins w out of n is binomial with probability 1/2. The p-value is a tail
    of that law, doubled for the two-sided alternative. For many problems::

        z = (w - n/2) / (sqrt(n)/2)

    Ties. By default they are treated as in the documents: they support H0 and are split evenly
    between the two, an odd one is left out. Half of a tie is not a win, and the p-value is then
    not exact but larger: 0.1849 for 8 wins, no loss and 20 ties. With ``ties="drop"`` ties are
    left out, n is the number of the others, and the p-value is exact given the ties: 0.0078.
    Values tie only if they are equal. If all values tie, the p-value is 1; with five problems or
    fewer the two-sided p-value cannot fall below 0.05.

    Parameters
    ----------
    results : Results or array_like
        The table; or a sequence of values, with a second one as `first`, as scipy takes them.
    first, second : str, optional
        The two algorithms. They may be left out if the table has just two columns.
    ties : {"split", "drop"}
        Half of the ties to each algorithm, as in the documents, or all left out.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix or of two sequences; needed for a one-sided alternative only.

    Returns
    -------
    SignTest

    References
    ----------
    Dixon and Mood (1946), doi:10.1080/01621459.1946.10501898. Derrac, Garcia, Molina and Herrera
    (2011), Section 3.1, doi:10.1016/j.swevo.2011.02.002, and Demsar (2006), JMLR 7:1-30, Section
    3.1.4, where ties are split. Coakley and Heise (1996), doi:10.2307/2532840, on the ways to
    treat ties.

    Examples
    --------
    SaDE against PSO, Table 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> test = evenkeel.sign_test(evenkeel.load("cec2005"), "SaDE", "PSO")
    >>> test.wins, test.losses, round(test.pvalue, 4)
    (20, 5, 0.0041)
    """
    choice(ties, TIE_TREATMENTS, "treatment of ties")
    check_alternative(alternative)
    pair = pick_pair(
        results,
        first,
        second,
        better,
        "the sign test",
        ordinal=True,
        directed=alternative != "two-sided",
    )
    one, other = pair.losses.T
    wins, losses = int(np.count_nonzero(one < other)), int(np.count_nonzero(one > other))
    tied = pair.n - wins - losses
    statistic, counted = (int(part) for part in _counted(wins, losses, pair.n, ties))
    pvalue = sign_pvalues(np.array([wins]), np.array([losses]), pair.n, alternative, ties)
    z = (statistic - counted / 2) / (math.sqrt(counted) / 2) if counted else 0.0
    return SignTest(
        pair.first,
        pair.second,
        wins=wins,
        losses=losses,
        ties=tied,
        statistic=statistic,
        counted=counted,
        pvalue=float(pvalue[0]),
        z=z,
        normal_pvalue=float(normal_pvalue(z, alternative)),
        alternative=alternative,
        n=pair.n,
        tie_treatment=ties,
        method=sign_method(tied, ties),
        notes=_notes(pair.n, tied, ties),
    )


def sign_pvalues(
    wins: IntArray,
    losses: IntArray,
    n: int | IntArray,
    alternative: Alternative,
    ties: TieTreatment = "split",
) -> FloatArray:
    """Binomial p-values of many pairs on n problems, or each on its own n."""
    statistic, counted = _counted(wins, losses, n, ties)
    pvalue = np.empty(wins.shape)
    for size in np.unique(counted).tolist():
        members = counted == size
        tails = symmetric_tails(binomial_tail(size), size, statistic[members])
        pvalue[members] = by_alternative(tails, alternative)
    return pvalue


def sign_method(tied: int, ties: TieTreatment) -> SignMethod:
    """Whether the p-value of a pair with so many ties is exact; a single one is left out anyway."""
    return "ties split" if tied > 1 and ties == "split" else "exact"


def _counted(
    wins: IntArray | int, losses: IntArray | int, n: int | IntArray, ties: TieTreatment
) -> tuple[IntArray, IntArray]:
    """The wins, with half of the ties if these are split, and out of how many problems."""
    tied = np.asarray(n - wins - losses)
    if ties == "drop":
        return np.asarray(wins), n - tied
    return wins + tied // 2, n - tied % 2


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
    >>> evenkeel.critical.sign_test_critical(25, 0.05, alternative="one-sided")
    18
    """
    if n < 1:
        raise InputError(f"n is {n}; the sign test needs at least one problem")
    losses = largest_within(binomial_tail(n), alpha, alternative)
    return None if losses is None else n - losses


@lru_cache(maxsize=64)
def binomial_tail(n: int) -> FloatArray:
    """P(X <= s), s = 0, ..., n // 2, for X binomial with n trials and probability 1/2."""
    if n <= _WHOLE_LAW:
        tail = lower_tail(np.ones(n, dtype=np.int64), n // 2)
    else:
        most = np.arange(n // 2 + 1.0)
        tail = np.asarray(betainc(n - most, most + 1, 0.5), dtype=np.float64)
    tail.flags.writeable = False
    return tail


def _notes(n: int, tied: int, ties: TieTreatment) -> tuple[str, ...]:
    if tied == n:
        return ("the algorithms are equal on every problem",)
    if tied == 0:
        return ()
    fact = f"{tied} of {n} problems {'is' if tied == 1 else 'are'} tied"
    if sign_method(tied, ties) == "exact":
        return (f"{fact} and left out; the p-value is exact given the ties",)
    return (
        Message(
            f"{fact}; the ties are split "
            f"evenly{', one is left out' if tied % 2 else ''}, as in the documents, "
            "so that the p-value is not exact; ",
            Option("ties", "drop"),
            " leaves them out and is",
        ),
    )


# The sign test of all pairs of algorithms, or a control with the rest, at once.


class SignTests(Result):
    """The sign test of each hypothesis of a family, in the order of the family.

    Attributes
    ----------
    family : Family
        The hypotheses; everything below speaks for the first algorithm of each pair.
    wins, losses, ties : ndarray of int, shape (m,)
        Problems on which the first is better than, worse than, equal to the second.
    pvalue : ndarray, shape (m,)
        Binomial p-values. They are raw: adjust them before they are read together.
    method : tuple of {"exact", "ties split"}
        Whether the p-value is exact, for each pair; with two split ties or more it is not.
    tie_treatment : {"split", "drop"}
        Whether ties were split, as in the documents, or left out.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm of each pair.
    n : int
        Number of problems.
    common : ndarray of int, shape (m,), or None
        The problems that both algorithms of each pair have; None if no result is missing.
    """

    family: Family
    wins: IntArray
    losses: IntArray
    ties: IntArray
    pvalue: FloatArray
    method: tuple[SignMethod, ...]
    tie_treatment: TieTreatment
    alternative: Alternative
    n: int
    common: IntArray | None = None


def sign_all(
    results: Results | ArrayLike,
    *,
    control: str | None = None,
    ties: TieTreatment = "split",
    alternative: Alternative = "two-sided",
    better: Better | None = None,
) -> SignTests:
    """Run the sign test on all pairs of algorithms, or on a control with the rest.

    H0 and H1 of each pair, the treatment of ties and the p-values are those of `sign_test`, which
    gives the same numbers pair by pair. No error rate of the family is controlled. In a table with
    holes each pair is compared on the problems that both algorithms have.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    control : str, optional
        Compare only this algorithm with each other one; it is then the first of every pair.
    ties, alternative, better
        As in `sign_test`.

    Returns
    -------
    SignTests

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), Section 3.1, doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    SaDE against the rest, Table 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> tests = evenkeel.pairwise.sign_all(evenkeel.load("cec2005"), control="SaDE")
    >>> tests.wins.tolist()
    [20, 15, 20, 18, 16, 17, 13, 9]
    """
    choice(ties, TIE_TREATMENTS, "treatment of ties")
    check_alternative(alternative)
    table = failures_last(as_results(results, better))
    family = Family(table.algorithms, control)
    counts = win_tie_loss(table)
    first, second = family.pairs.T
    wins, losses, tied = (c[first, second] for c in (counts.wins, counts.losses, counts.ties))
    return SignTests(
        family,
        wins=wins,
        losses=losses,
        ties=tied,
        pvalue=sign_pvalues(wins, losses, wins + losses + tied, alternative, ties),
        method=tuple(sign_method(count, ties) for count in tied.tolist()),
        tie_treatment=ties,
        alternative=alternative,
        n=table.n,
        common=shared_by(table, family.pairs),
    )
