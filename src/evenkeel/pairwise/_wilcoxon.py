"""Wilcoxon's signed-rank test of two algorithms, and the table that SPSS prints of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._calls import answering
from evenkeel._types import FloatArray
from evenkeel.errors import InputError
from evenkeel.numerics.arrays import unscaled
from evenkeel.numerics.tails import Alternative, normal_pvalue
from evenkeel.pairwise.pair import Sides, pick_pair
from evenkeel.pairwise.signed_rank_law import largest_within, untied_tail
from evenkeel.pairwise.signed_ranks import (
    EXACT_LIMIT,
    Method,
    Options,
    Zeros,
    pvalues,
    signed_ranks,
    tails_of,
    z_scores,
)
from evenkeel.result import Result, TestResult, hidden, shown
from evenkeel.tables.results import Better, Results

# The table that SPSS prints for Wilcoxon's signed-rank test.


@dataclass(frozen=True)
class RankLine:
    """One line of the table: how many ranks, their mean (0 if there are none) and their sum."""

    n: int
    mean_rank: float
    sum_of_ranks: float


class SpssTable(Result):
    """Ranks of second minus first, in the values of the table, as SPSS reports them.

    Zero differences are dropped before ranking. `z` is that of the smaller sum and never
    positive, tie-corrected, without correction for continuity; `pvalue` is two-sided and
    asymptotic. `based_on` says which ranks z comes from: ``"negative"``, ``"positive"``, or
    ``"equal"`` if both sums are the same. ``str()`` gives the table as text.
    """

    first: str
    second: str
    negative: RankLine
    positive: RankLine
    ties: int
    total: int
    z: float
    pvalue: float
    based_on: str

    def __str__(self) -> str:
        title = f"{self.second} - {self.first}"
        lines = [
            title,
            f"{'':<16}{'N':>6}{'Mean Rank':>12}{'Sum of Ranks':>15}",
            *(
                f"{name:<16}{line.n:>6}{line.mean_rank:>12.2f}{line.sum_of_ranks:>15.2f}"
                for name, line in (
                    ("Negative Ranks", self.negative),
                    ("Positive Ranks", self.positive),
                )
            ),
            f"{'Ties':<16}{self.ties:>6}",
            f"{'Total':<16}{self.total:>6}",
            f"Z = {self.z:.3f} (based on {self.based_on} ranks), "
            f"Asymp. Sig. (2-tailed) = {self.pvalue:.3f}",
        ]
        return "\n".join(lines)


def spss_table(differences: FloatArray, first: str, second: str) -> SpssTable:
    """The SPSS table of `differences`, second minus first."""
    sums, _ = signed_ranks(differences[None, :], "drop")
    plus, minus = float(sums.plus[0]), float(sums.minus[0])
    z = float(z_scores(sums, Options("drop", "normal", "two-sided", False))[0])
    based_on = "equal" if plus == minus else "negative" if minus < plus else "positive"
    return SpssTable(
        first,
        second,
        negative=_line(int(np.count_nonzero(differences < 0)), minus),
        positive=_line(int(np.count_nonzero(differences > 0)), plus),
        ties=int(sums.zeros[0]),
        total=differences.size,
        z=min(z, -z),
        pvalue=float(normal_pvalue(z, "two-sided")),
        based_on=based_on,
    )


def _line(count: int, total: float) -> RankLine:
    return RankLine(count, total / count if count else 0.0, total)


# Wilcoxon's signed-rank test of two algorithms over many problems, and its critical values.


class SignedRankTest(TestResult):
    """Wilcoxon's signed-rank test of two algorithms.

    Attributes
    ----------
    first, second : str
        The algorithms; everything below speaks for the first.
    r_plus, r_minus : float
        Sums of the ranks of the problems on which the first, and the second, is better.
    statistic : float
        T, the smaller of the two sums.
    z : float
        Standardised `r_plus`, positive if it speaks for the first. The z of the documents, which
        standardise T, is ``-abs(z)``.
    pvalue : float
        P-value of the `alternative`, by the `method` that was really used.
    method : {"exact", "saddle-point", "normal"}
        Permutation law of the signs, or an approximation to it.
    n : int
        Number of problems.
    ranked : int
        Number of differences that were ranked: n, less the zeros left out before ranking.
    zeros, tied : int
        Differences that are zero, and others that share their absolute value.
    zero_treatment, alternative, continuity, scaled
        The options; `continuity` is true only if z was really corrected.
    differences : ndarray
        Differences, positive where the first is better; those that are tied are equal.
    notes : tuple of str
        Remarks for the reader.
    """

    _title: ClassVar[str] = "Wilcoxon signed-rank test"
    _note: ClassVar[str] = "R+ speaks for the first algorithm."

    first: str
    second: str
    r_plus: float = shown("count", title="R+")
    r_minus: float = shown("count", title="R-")
    statistic: float = shown("count", title="T")
    z: float = shown("statistic", title="z")
    pvalue: float = shown("p", title="p")
    method: Method
    n: int
    ranked: int
    zeros: int
    tied: int
    zero_treatment: Zeros
    alternative: Alternative
    continuity: bool
    scaled: bool
    better: Better
    differences: FloatArray = hidden(repr=False)
    notes: tuple[str, ...] = ()

    @property
    def spss_table(self) -> SpssTable:
        """The output of SPSS for this pair: ranks of second minus first, zeros dropped, Z."""
        # SPSS subtracts the values of the table; `differences` are turned by the direction.
        raw = self.differences if self.better == "lower" else -self.differences
        return spss_table(raw, self.first, self.second)


@answering
def wilcoxon(
    results: Results | ArrayLike,
    first: str | ArrayLike | None = None,
    second: str | None = None,
    *,
    zeros: Zeros = "split",
    method: Literal["auto", "exact", "normal"] = "auto",
    continuity: bool = False,
    alternative: Alternative = "two-sided",
    scaled: bool = False,
    better: Better | None = None,
) -> SignedRankTest:
    """Compare two algorithms over n problems by the ranks of their differences.

    H0: the differences between the two algorithms are distributed symmetrically about zero.
    H1: they are not (``"two-sided"``), or they lie on the side of the first algorithm
    (``"better"``), or of the second (``"worse"``).

    The absolute differences are ranked, 1 for the smallest, ties sharing their average rank.
    R+ is the sum of the ranks of the problems on which the first algorithm is better, R- that of
    the second, with half the ranks of the zero differences added to each (equation (1)), and
    T = min(R+, R-). The exact p-value is the share of all assignments of signs to the observed
    ranks that are at least as extreme. The normal one uses::

        z = (R+ - E) / sqrt(V),   E = (R+ + R-) / 2,   V = sum of rank^2 / 4

    V runs over the differences that are not zero; without ties and zeros it is
    n(n + 1)(2n + 1)/24, the variance of the documents.

    Ties and zeros. Absolute differences that only the rounding errors of floating point tell
    apart are tied, as 0.9 - 0.8 and 0.2 - 0.1 are, or zero. Given the absolute differences, the
    signs of those that are not zero are fair coins under H0, whatever the ties; zeros have no sign
    and their contribution is a constant. The exact p-value is therefore valid with ties and zeros
    too: P(p <= a) <= a for every a. With ``zeros="split"`` an odd zero is left out before ranking,
    so that R+ + R- = m(m + 1)/2 for the m differences left. ``"pratt"`` ranks the zeros and gives
    their ranks to nobody; its p-value is that of ``"split"`` if the number of zeros is even.
    ``"drop"`` leaves out all zeros before ranking, as SPSS and R do.

    Few problems and degenerate data. The least two-sided p-value is 2^(1 - n): with five problems
    or fewer it cannot fall below 0.05. If all differences are zero, z = 0 and the p-value is 1.

    Parameters
    ----------
    results : Results or array_like
        The table; or a sequence of values, with a second one as `first`, as scipy takes them.
    first, second : str, optional
        The two algorithms. They may be left out if the table has just two columns.
    zeros : {"split", "pratt", "drop"}
        Treatment of zero differences.
    method : {"auto", "exact", "normal"}
        ``"auto"`` is exact up to 1000 differences that are not zero. Above it is the saddle-point
        approximation to the exact law, with a relative error below 1e-6 but for few different
        absolute differences, or normal if `continuity` asks for it.
    continuity : bool
        Bring z half a unit nearer to zero (one-sided: towards H0). For the normal approximation
        only.
    alternative : {"two-sided", "better", "worse"}
        In terms of the first algorithm.
    scaled : bool
        Map each problem on [0, 1], over all algorithms of the table, before the differences are
        taken.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix or of two sequences; needed for a one-sided alternative only.

    Returns
    -------
    SignedRankTest

    References
    ----------
    Wilcoxon (1945), doi:10.2307/3001968. Derrac, Garcia, Molina and Herrera (2011), Section 3.2,
    equation (1), doi:10.1016/j.swevo.2011.02.002. Pratt (1959),
    doi:10.1080/01621459.1959.10501526. Demsar (2006), JMLR 7:1-30, Section 3.1.3.

    Examples
    --------
    Table 6 of Derrac et al. (2011), SaDE versus PSO:

    >>> import evenkeel
    >>> test = evenkeel.wilcoxon(evenkeel.load("cec2005"), "SaDE", "PSO")
    >>> test.r_plus, test.r_minus, round(test.pvalue, 5), test.method
    (261.0, 64.0, 0.00673, 'exact')
    """
    options = Options(zeros, method, alternative, continuity)
    pair = pick_pair(
        results,
        first,
        second,
        better,
        "Wilcoxon's test",
        scaled=scaled,
        directed=alternative != "two-sided",
    )
    advantages = pair.advantages
    sums, ranks = signed_ranks(advantages[None, :], zeros)
    tails, exact = tails_of(sums, ranks, options, EXACT_LIMIT)
    pvalue = pvalues(sums, tails, exact, options)
    differences = unscaled(advantages, pair.power)
    differences.flags.writeable = False
    is_exact = bool(exact[0])
    corrected = continuity and not is_exact
    r_plus, r_minus = float((sums.plus + sums.share)[0]), float((sums.minus + sums.share)[0])
    return SignedRankTest(
        pair.first,
        pair.second,
        r_plus=r_plus,
        r_minus=r_minus,
        statistic=min(r_plus, r_minus),
        z=float(z_scores(sums, Options(zeros, "normal", alternative, corrected))[0]),
        pvalue=float(pvalue[0]),
        method="exact" if is_exact else options.approximation,
        n=pair.n,
        ranked=pair.n - int(sums.shift[0]),
        zeros=int(sums.zeros[0]),
        tied=int(sums.tied[0]),
        zero_treatment=zeros,
        alternative=alternative,
        continuity=corrected,
        scaled=scaled,
        better=pair.better,
        differences=differences,
        notes=_notes(pair.n, int(sums.zeros[0]), zeros),
    )


def wilcoxon_critical(
    n: int, alpha: float = 0.05, *, alternative: Sides = "two-sided"
) -> int | None:
    """Critical value of T: the largest T whose exact p-value is at most `alpha`.

    H0 of `wilcoxon` is rejected if T <= the critical value. It holds for n differences without
    ties and zeros. None means that n is too small for this `alpha`. For a one-sided test T
    is the sum of the ranks that speak against the alternative.

    Parameters
    ----------
    n : int
        Number of differences, not above 1000.
    alpha : float
        Level of significance, at most 0.5.
    alternative : {"two-sided", "one-sided"}
        Whether `alpha` is shared by the two tails.

    Returns
    -------
    int or None

    References
    ----------
    Wilcoxon (1945), doi:10.2307/3001968. A widespread table for n = 6 to 25 has one more in 29 of
    its 60 cells, for instance 4 for n = 8 at 0.05 and 77 for n = 25 at 0.02: there the p-value
    exceeds the level. The values here never exceed it.

    Examples
    --------
    The critical values for 25 problems at 0.01, 0.02, 0.05 and 0.1 in Garcia et al. (2009):

    >>> import evenkeel
    >>> [evenkeel.critical.wilcoxon_critical(25, alpha) for alpha in (0.01, 0.02, 0.05, 0.1)]
    [68, 76, 89, 100]
    """
    if not 1 <= n <= EXACT_LIMIT:
        raise InputError(f"n is {n}; critical values of T exist for 1 to {EXACT_LIMIT} differences")
    return largest_within(untied_tail(1, n), alpha, alternative)


def _notes(n: int, zeros: int, treatment: Zeros) -> tuple[str, ...]:
    if zeros == n:
        return ("all differences are zero: the data cannot tell the algorithms apart",)
    if zeros == 0:
        return ()
    done = {
        "split": "their ranks are split evenly" + (", one is left out" if zeros % 2 else ""),
        "pratt": "their ranks count for neither algorithm",
        "drop": "they are left out",
    }[treatment]
    return (f"{zeros} of {n} differences {'is' if zeros == 1 else 'are'} zero; {done}",)
