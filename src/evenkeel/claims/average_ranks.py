"""from_ranks(): the whole analysis from printed average ranks, their rounding carried through."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from evenkeel.claims.bounds import Bounds, adjusted_bounds, chosen_procedure
from evenkeel.claims.paper import Source, read_lines
from evenkeel.claims.possible import (
    PossibleRanks,
    average_bounds,
    difference_bounds,
    friedman_bounds,
    normal_pvalue_bounds,
    possible_ranks,
    quade_bounds,
)
from evenkeel.claims.printed import MOST_DECIMALS, NUMBER, Printed, printed_number
from evenkeel.claims.pvalues import PvaluesAnalysis
from evenkeel.errors import InputError, Message, Option, fraction, quoted
from evenkeel.families import Family
from evenkeel.omnibus._friedman import checked_sizes
from evenkeel.posthocs._posthoc import PICKED, ByProcedure, PosthocResult, procedures_for
from evenkeel.posthocs.rank_statistics import PosthocStatistics
from evenkeel.ranks.named import Ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import hidden

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_TESTS: Mapping[str, tuple[str, ...]] = {
    "friedman": ("friedman", "iman-davenport"),
    "quade": ("quade",),
    "aligned": (),
}


class RanksAnalysis(PvaluesAnalysis):
    """What follows from printed average ranks, for all ranks that are printed so.

    Attributes
    ----------
    labels, family, pvalue, adjusted, alpha
        The hypotheses, their two-sided p-values by the normal law and the adjusted ones, as in
        `PvaluesAnalysis`.
    printed : tuple of str
        The ranks as they are printed, in the order of the algorithms.
    decimals : int
        Decimals that they were rounded to.
    averages : Bounds
        The average ranks; `value` has the possible ones that are nearest to the printed.
    tests : tuple of str
        The omnibus tests that can be had: Friedman's and Iman and Davenport's, or Quade's; none
        from aligned ranks.
    statistic, omnibus_pvalue : Bounds
        Statistics and p-values of these.
    z : Bounds
        Standardised rank differences of the hypotheses, positive where the first of a pair, or the
        control, is better.
    posthoc : PosthocResult
        The family with the `value` of everything, for pictures and letters. The ranks of single
        problems are not known, and NaN.
    ties_needed : tuple of str
        Algorithms whose printed rank is possible only if there are ties.
    notes : tuple of str
        What printed ranks cannot say.
    """

    _printed: ClassVar[tuple[str, ...]] = ("omnibus", "verdicts")

    family: Family
    decimals: int
    averages: Bounds
    tests: tuple[str, ...]
    statistic: Bounds
    omnibus_pvalue: Bounds
    z: Bounds
    posthoc: PosthocResult = hidden(repr=False)
    ties_needed: tuple[str, ...] = ()

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The algorithms."""
        return self.family.algorithms

    @property
    def ranking(self) -> str:
        """The ranking."""
        return self.posthoc.statistics.ranking

    @property
    def n(self) -> int:
        """Number of problems."""
        return self.posthoc.statistics.n

    def plot(self, procedure: str | None = None) -> Axes:
        """Draw the critical difference diagram of the ranks as printed."""
        from evenkeel.plot import plot_critical_difference

        chosen = chosen_procedure(self.adjusted, self.family, procedure)
        return plot_critical_difference(self.posthoc, procedure=chosen, alpha=self.alpha)


def from_ranks(
    ranks: Source,
    n: int,
    *,
    decimals: int | None = None,
    ranking: str = "friedman",
    control: str | None = None,
    alpha: float = 0.05,
    adjust: str | Iterable[str] | None = None,
) -> RanksAnalysis:
    """Analyse average ranks that a paper prints: tests, p-values and verdicts, rounding included.

    Null hypotheses: all algorithms perform alike (omnibus), and these two do (each pair). A printed
    rank stands for all numbers that are rounded so. Of these, only those are possible that are
    multiples of 1/n (1/(2n) with ties) and add to k (k + 1) / 2. Every statistic is computed as
    printed and at its lowest and highest over all possible ranks: z is linear in the ranks,
    Friedman's statistic a convex quadratic, p falls with the distance of z from 0, and adjusted
    p-values never fall when raw ones rise. A hypothesis is "rejected" or "not rejected" if every
    possible rank says so, else "rounding could turn it". The bounds of adjusted p-values may be
    wider than need be, since all raw p-values cannot be lowest at once.

    What average ranks cannot tell: ties (the statistics are not corrected for them), exact p-values
    and those of a pair alone, which need the table.

    Parameters
    ----------
    ranks : mapping, str, path or open file
        The ranks by the names of the algorithms, as text (``"2.10"``) or numbers; or lines such as
        ``A, 2.10``, or a file of them.
    n : int
        Number of problems.
    decimals : int, optional
        Decimals that were kept; by default as many as the rank with the most of them shows.
    ranking : {"friedman", "aligned", "quade"}
        What the ranks are.
    control : str, optional
        The control algorithm, or ``"best"``; by default all pairs.
    alpha : float, default 0.05
        Level of the verdicts.
    adjust : str or iterable of str, optional
        Procedures, see `evenkeel.procedures`; by default those of `evenkeel.posthoc`.

    Returns
    -------
    RanksAnalysis

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), doi:10.1016/j.swevo.2011.02.002, equations (2), (3)
    and (12). Brown and Heathers (2017), doi:10.1177/1948550616673876, on averages that cannot be.

    Examples
    --------
    Average ranks of five classifiers on 30 data sets, Garcia and Herrera (2008), with one decimal
    as many papers print them:

    >>> import evenkeel
    >>> ranks = {"C4.5": "2.1", "1-NN": "3.3", "NaiveBayes": "2.2", "Kernel": "4.3", "CN2": "3.1"}
    >>> result = evenkeel.claims.from_ranks(ranks, n=30)
    >>> low, high = result.statistic.low[0], result.statistic.high[0]
    >>> print(f"Friedman's statistic lies between {low:.2f} and {high:.2f}")
    Friedman's statistic lies between 35.04 and 42.99
    >>> dict(zip(result.family.labels, result.verdicts("holm")))["C4.5 vs Kernel"]
    'rejected'
    >>> dict(zip(result.family.labels, result.verdicts("holm")))["C4.5 vs 1-NN"]
    'rounding could turn it'
    """
    names, printed, notes = read_ranks(ranks, decimals)
    found = analyse_ranks(names, printed, n, ranking, control, alpha, adjust)
    return replace(
        found, decimals=found.decimals if decimals is None else decimals, notes=notes + found.notes
    )


def analyse_ranks(
    names: tuple[str, ...],
    printed: Sequence[Printed],
    n: int,
    ranking: str,
    control: str | None,
    alpha: float,
    adjust: str | Iterable[str] | None,
    spread: float = 1.0,
) -> RanksAnalysis:
    """What follows from average ranks between the bounds of printed ones.

    `spread` is the share of the variance of untied ranks that ties leave, if the statistics and z
    are corrected for them.
    """
    n, _ = checked_sizes(n, len(names))
    entry = RANKINGS.lookup(ranking)
    possible = possible_ranks(printed, n, entry.name)
    possible.require(names)
    averages = average_bounds(possible, printed)
    picked: tuple[str, ...] = ()
    if control == "best" and "best" not in names:
        control = names[int(np.argmin(averages.value))]
        picked = (f"{control} {PICKED}",)
    family = Family(names, control)
    error = entry.standard_error(n, family.k) * math.sqrt(spread)
    differences = difference_bounds(averages, float(possible.lattice.total), family.pairs)
    z = differences.over(error)
    pvalue = normal_pvalue_bounds(z)
    procedures, left_out = procedures_for(adjust, family, "normal")
    positions = averages.value if family.kind == "all-pairs" else None
    adjusted = adjusted_bounds(pvalue, procedures, family, positions)
    statistic, omnibus_pvalue = _omnibus(entry.name, averages, n, spread)
    statistics = PosthocStatistics(
        family,
        _ranks(entry.name, names, averages, n),
        "normal",
        differences=differences.value,
        standard_error=np.full(family.m, error),
        z=z.value,
        pvalue=pvalue.value,
        notes=tuple(entry.caveats(n, family.k, 0)),
    )
    tied = tuple(names[j] for j in possible.tied)
    return RanksAnalysis(
        labels=family.labels,
        family=family,
        printed=tuple(each.text for each in printed),
        decimals=max(each.decimals for each in printed),
        averages=averages,
        tests=_TESTS[entry.name],
        statistic=statistic,
        omnibus_pvalue=omnibus_pvalue,
        z=z,
        pvalue=pvalue,
        adjusted=adjusted,
        alpha=fraction(alpha, "alpha"),
        posthoc=PosthocResult(
            statistics, ByProcedure({name: each.value for name, each in adjusted.items()})
        ),
        ties_needed=tied,
        notes=(*picked, *left_out, *statistics.notes, *_notes(entry.name, possible, tied)),
    )


def read_ranks(
    ranks: Source, decimals: int | None
) -> tuple[tuple[str, ...], list[Printed], tuple[str, ...]]:
    """Names and printed ranks, all with the same decimals, and what was supposed about them."""
    lines = read_lines(ranks, NUMBER, "a name and its average rank, such as 'A, 2.10'", bool)
    names = tuple(label for label, _ in lines.entries)
    printed = [printed_number(given, f"the rank of {label}") for label, given in lines.entries]
    shown = [each.decimals for each in printed]
    notes = lines.notes
    if decimals is None:
        decimals = max(shown)
        if min(shown) < decimals:
            notes = (
                *notes,
                Message(
                    f"the ranks are taken to be rounded to {decimals} decimals, as the longest "
                    "shows, and to have lost zeros at the end; ",
                    Option("decimals"),
                    " says otherwise",
                ),
            )
    elif decimals not in range(max(shown), MOST_DECIMALS + 1):
        longest = printed[shown.index(max(shown))].text
        raise InputError(
            f"decimals is {quoted(decimals)}, but {longest} has {max(shown)}; give at least so "
            f"many and at most {MOST_DECIMALS}, or leave it out"
        )
    return names, [each.with_decimals(decimals) for each in printed], notes


def _omnibus(ranking: str, averages: Bounds, n: int, spread: float) -> tuple[Bounds, Bounds]:
    if ranking == "friedman":
        return friedman_bounds(averages, n, spread)
    if ranking == "quade":
        return quade_bounds(averages, n, spread)
    none = Bounds(*np.empty((3, 0)))
    return none, none


def _ranks(ranking: str, names: tuple[str, ...], averages: Bounds, n: int) -> Ranks:
    """The averages as ranks of a table whose cells are not known."""
    unknown, weights = np.broadcast_to(np.nan, (n, len(names))), np.broadcast_to(1.0, n)
    return Ranks(ranking, names, unknown, averages.value, weights, 0)


def _notes(ranking: str, possible: PossibleRanks, tied: tuple[str, ...]) -> Iterator[str]:
    if possible.cut:
        yield (
            "rounded ranks cannot be so; the bounds allow for ranks that are cut off behind their "
            "digits as well"
        )
    if tied:
        yield (
            f"the printed {'rank' if len(tied) == 1 else 'ranks'} of {', '.join(tied)} can be only "
            "if there are ties"
        )
    yield {
        "friedman": "average ranks do not show ties: the statistics are not corrected for them, "
        "and corrected ones are larger and their p-values smaller",
        "quade": "the statistic supposes that no results and no ranges are tied, which average "
        "ranks do not say",
        "aligned": "the test of aligned ranks needs the ranks of the problems, which average "
        "ranks do not say",
    }[ranking]
    yield (
        "exact p-values and those of a pair alone (paired, Wilcoxon, sign) need the table; the "
        "p-values here are the normal approximation of rank differences, which supposes that all "
        "algorithms are alike"
    )
