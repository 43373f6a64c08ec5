"""Wilcoxon's signed-rank test of all pairs of algorithms, or a control with the rest, at once."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.families import Family
from evenkeel.numerics.arrays import in_range
from evenkeel.numerics.tails import Alternative
from evenkeel.pairwise.pair import shared_by
from evenkeel.pairwise.signed_ranks import (
    Method,
    Options,
    SignedRanks,
    Zeros,
    pvalues,
    ranked_pairs,
    tails_of,
    z_scores,
)
from evenkeel.result import Result
from evenkeel.tables.results import Better, Results, as_results

#: ``method="auto"`` is exact for a pair with ties or zeros up to so many differences.
IRREGULAR_LIMIT = 100


class SignedRankTests(Result):
    """Wilcoxon's test of each hypothesis of a family, in the order of the family.

    Attributes
    ----------
    family : Family
        The hypotheses; everything below speaks for the first algorithm of each pair.
    r_plus, r_minus, statistic, z, pvalue : ndarray, shape (m,)
        As in `SignedRankTest`. The p-values are raw: adjust them before they are read together.
    tails : ndarray, shape (2, m)
        The p-values of the alternatives that the first is better and that it is worse.
    method : tuple of {"exact", "saddle-point", "normal"}
        The method that was really used, for each pair.
    zeros, tied : ndarray, shape (m,)
        Differences that are zero, and others that share their absolute value.
    zero_treatment, alternative, continuity, scaled
        The options; `continuity` concerns the pairs whose method is normal.
    n : int
        Number of problems.
    common : ndarray of int, shape (m,), or None
        The problems that both algorithms of each pair have; None if no result is missing.
    """

    family: Family
    r_plus: FloatArray
    r_minus: FloatArray
    statistic: FloatArray
    z: FloatArray
    pvalue: FloatArray
    tails: FloatArray
    method: tuple[Method, ...]
    zeros: IntArray
    tied: IntArray
    zero_treatment: Zeros
    alternative: Alternative
    continuity: bool
    scaled: bool
    n: int
    common: IntArray | None = None


def wilcoxon_all(
    results: Results | ArrayLike,
    *,
    control: str | None = None,
    zeros: Zeros = "split",
    method: Literal["auto", "exact", "normal"] = "auto",
    continuity: bool = False,
    alternative: Alternative = "two-sided",
    scaled: bool = False,
    better: Better | None = None,
) -> SignedRankTests:
    """Run Wilcoxon's signed-rank test on all pairs of algorithms, or a control with the rest.

    H0 of each pair: the differences between the two algorithms are distributed symmetrically
    about zero. H1, R+, R-, z and the p-values are those of `wilcoxon`, which gives the same
    numbers pair by pair. No error rate of the family is controlled: the p-values are raw. In a
    table with holes each pair is compared on the problems that both algorithms have.

    Ties, zeros and degenerate data are treated as in `wilcoxon`. Pairs without ties and zeros
    share one exact law; a pair with ties or zeros needs one of its own. ``method="auto"`` is
    therefore exact up to 1000 problems for the former and up to 100 differences that are not zero
    for the latter, or more if all of these are equal or nearly all speak for one algorithm. Above
    it is the saddle-point approximation to the exact law, or normal if `continuity` asks for it;
    `SignedRankTests.method` says which, pair by pair. The relative error of p-values above 1e-12
    by a saddle point was below 5e-4 with 100 problems, 5e-6 with 300 and 1e-6 with 1000 beside the
    exact law; with fewer than 20 different absolute differences, or if most are zero, the exact law
    has large steps, and it was up to 1/2 with 100 problems and 1/20 with 1000.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    control : str, optional
        Compare only this algorithm with each other one; it is then the first of every pair.
    zeros, method, continuity, alternative, scaled, better
        As in `wilcoxon`.

    Returns
    -------
    SignedRankTests

    References
    ----------
    Wilcoxon (1945), doi:10.2307/3001968. Derrac, Garcia, Molina and Herrera (2011), Section 3.2,
    equation (1), doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    R+ of SaDE, Table 6 of Derrac et al. (2011):

    >>> import evenkeel
    >>> tests = evenkeel.wilcoxon_all(evenkeel.load("cec2005"), control="SaDE")
    >>> dict(zip((other for _, other in tests.family.hypotheses), tests.r_plus.tolist()))
    {'PSO': 261.0, 'IPOP-CMA-ES': 239.0, 'CHC': 287.0, 'SSGA': 260.0, 'SS-BLX': 232.0,
     'SS-Arit': 243.0, 'DE-Bin': 176.0, 'DE-Exp': 119.0}
    """
    options = Options(zeros, method, alternative, continuity)
    table = as_results(results, better)
    family = Family(table.algorithms, control)
    losses = table.scaled().losses if scaled else table.losses
    compared = compare_common if table.has_missing else compare_columns
    sums, tails, exact = compared(losses, family.pairs, options)
    pvalue = pvalues(sums, tails, exact, options)
    r_plus, r_minus = sums.plus + sums.share, sums.minus + sums.share
    # As in `wilcoxon`, z is corrected only where the normal approximation is used.
    z = np.where(
        exact,
        z_scores(sums, Options(zeros, "normal", alternative, continuity=False)),
        z_scores(sums, options),
    )
    for array in (r_plus, r_minus, z, pvalue, tails):
        array.flags.writeable = False
    return SignedRankTests(
        family,
        r_plus=r_plus,
        r_minus=r_minus,
        statistic=np.minimum(r_plus, r_minus),
        z=z,
        pvalue=pvalue,
        tails=tails,
        method=tuple("exact" if used else options.approximation for used in exact.tolist()),
        zeros=sums.zeros,
        tied=sums.tied,
        zero_treatment=zeros,
        alternative=alternative,
        continuity=continuity,
        scaled=scaled,
        n=table.n,
        common=shared_by(table, family.pairs),
    )


def compare_common(
    losses: FloatArray, pairs: IndexArray, options: Options
) -> tuple[SignedRanks, FloatArray, BoolArray]:
    """As `compare_columns` of columns with holes: each pair on the problems that both have.

    Pairs that share the same problems are compared together. With fewer than two problems nothing
    speaks for either: the tails are 1.
    """
    groups = pairs_by_problems(losses, pairs)
    count = np.empty(len(pairs), dtype=np.int64)
    sums = SignedRanks(
        count, *np.zeros((4, len(pairs))), *np.zeros((3, len(pairs)), dtype=np.int64)
    )
    tails, exact = np.ones((2, len(pairs))), np.ones(len(pairs), dtype=bool)
    for members, rows in groups:
        count[members] = rows.size
        if rows.size > 1:
            used, columns = np.unique(pairs[members], return_inverse=True)
            part = losses[np.ix_(rows, used)]
            found = compare_columns(part, columns.reshape(-1, 2), options)
            for field in fields(SignedRanks)[1:]:
                getattr(sums, field.name)[members] = getattr(found[0], field.name)
            tails[:, members], exact[members] = found[1:]
    return sums, tails, exact


def pairs_by_problems(values: FloatArray, pairs: IndexArray) -> list[tuple[IndexArray, IndexArray]]:
    """Pairs (m, 2) of columns that share the same problems: which ones, and these problems."""
    present = ~np.isnan(values)
    if present.all():
        return [(np.arange(len(pairs)), np.arange(len(values)))]
    shared = present[:, pairs[:, 0]] & present[:, pairs[:, 1]]
    groups: dict[bytes, list[int]] = defaultdict(list)
    for i, pattern in enumerate(np.packbits(shared, axis=0).T):
        groups[pattern.tobytes()].append(i)
    return [
        (np.array(members), np.flatnonzero(shared[:, members[0]])) for members in groups.values()
    ]


def compare_columns(
    losses: FloatArray, pairs: IndexArray, options: Options
) -> tuple[SignedRanks, FloatArray, BoolArray]:
    """Sums of signed ranks and tails (2, m) of pairs of columns of (n, k); which ones are exact."""
    losses, _ = in_range(losses)
    found = [
        (sums, *tails_of(sums, ranks, options, IRREGULAR_LIMIT))
        for sums, ranks in ranked_pairs(losses, pairs, options.zeros)
    ]
    sums = SignedRanks(
        len(losses),
        *(
            np.concatenate([getattr(part, field.name) for part, _, _ in found])
            for field in fields(SignedRanks)[1:]
        ),
    )
    tails = np.concatenate([part for _, part, _ in found], axis=1)
    return sums, tails, np.concatenate([part for _, _, part in found])
