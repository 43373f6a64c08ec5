"""Skillings and Mack's test, Friedman's for tables with holes, and its law."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.numerics.arrays import quotient
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.omnibus.permutation import (
    Pvalue,
    arrangement_count,
    arrangements,
    chi_square_sf,
    estimated_pvalue,
    squared_totals_pvalue,
    too_long,
)
from evenkeel.omnibus.registry import OMNIBUS, RESAMPLES, OmnibusResult, OmnibusTest, carry_out
from evenkeel.ranks.named import eigen, laplacians
from evenkeel.ranks.rankings import weighted_scores
from evenkeel.references import REFERENCES
from evenkeel.tables.results import Better, Results

# Skillings and Mack's statistic of tables with holes, and its law by permuting within problems.
#
# Ranks are those among the algorithms present on a problem; a missing result is NaN.


_CELLS = 1 << 22  # of totals that are held at a time


def skillings_mack_statistic(ranks: FloatArray, *, ties: str = "corrected") -> FloatArray:
    """A' S A of the totals A of the weighted scores, S the generalised inverse of their covariance.

    `ranks` (..., n, k). Without a correction for ties the covariance is that of untied ranks.
    """
    values, vectors = eigen(_covariances(ranks, ties))
    totals = weighted_scores(ranks).sum(axis=-2)
    along = np.matmul(totals[..., None, :], vectors)[..., 0, :]
    squares = np.divide(along**2, values, out=np.zeros_like(along), where=values > 0)
    statistic: FloatArray = squares.sum(axis=-1)
    return statistic


def chi_square_tail_with_holes(statistic: FloatArray, ranks: FloatArray, ties: str) -> FloatArray:
    """P-values by the chi-square distribution, its degrees of freedom the rank of the covariance.

    Problems that are wholly tied carry no information; if all are, the statistic is 0 and p is 1.
    """
    df = _degrees(ranks, ties)
    return np.where(df > 0, chi_square_sf(statistic, np.maximum(df, 1)), 1.0)


def degrees_with_holes(ranks: FloatArray, ties: str) -> tuple[int, ...]:
    """Degrees of freedom for the ranks (n, k) of one table."""
    return (int(_degrees(ranks, ties)),)


def permutation_with_holes(
    ranks: FloatArray, *, ties: str, complete: bool, resamples: int, seed: Seed
) -> Pvalue:
    """Probability of so large a statistic if results change places with others of their problem.

    All arrangements are gone through, problem by problem, if that is quick, else sampled. The
    covariance stays as it is, whatever the arrangement. Without holes the law is Friedman's.
    """
    if not np.isnan(ranks).any():
        return squared_totals_pvalue(ranks, complete=complete, resamples=resamples, seed=seed)
    generator = checked_generator(resamples, seed)
    observed = float(skillings_mack_statistic(ranks, ties=ties))
    values, vectors = eigen(_covariances(ranks, ties))
    spanned = values > 0
    root = vectors[:, spanned] / np.sqrt(values[spanned])  # the statistic is |totals @ root|^2

    def extreme(totals: FloatArray) -> BoolArray:
        """Whether totals (m, k) are as unequal as those observed, up to rounding errors."""
        reached: BoolArray = np.square(totals @ root).sum(axis=1) >= observed * (1 - 1e-10)
        return reached

    law = _all_totals(ranks)
    if law is not None:
        totals, probability = law
        return Pvalue(min(float(probability @ extreme(totals)), 1.0), "exact")
    if complete:
        raise too_long(*ranks.shape)
    hits = sum(int(extreme(totals).sum()) for totals in _sample(ranks, resamples, generator))
    return estimated_pvalue(hits, resamples)


def _covariances(ranks: FloatArray, ties: str) -> FloatArray:
    """Covariance (..., k, k) of the totals under permutations within problems.

    That of one problem is k_i I - 1 1' on those present without ties; ties shrink it as they do the
    sum of the squared scores, which is k_i (k_i - 1) without them.
    """
    present = ~np.isnan(ranks)
    weights = np.ones(ranks.shape[:-1])
    if ties == "corrected":
        count = present.sum(axis=-1)
        weights = quotient(np.square(weighted_scores(ranks)).sum(axis=-1), count * (count - 1.0))
    return laplacians(present, weights)


def _degrees(ranks: FloatArray, ties: str) -> IntArray:
    """Rank of the covariance (...); of the design if nothing but ties is there."""
    design = np.ones(ranks.shape[:-1])
    if ties == "corrected":
        varied = np.square(weighted_scores(ranks)).sum(axis=-1) > 0
        design = np.where(varied.any(axis=-1, keepdims=True), varied, True).astype(np.float64)
    values, _ = eigen(laplacians(~np.isnan(ranks), design))
    rank: IntArray = np.count_nonzero(values, axis=-1)
    return rank


def _all_totals(ranks: FloatArray) -> tuple[FloatArray, FloatArray] | None:
    """All totals (m, k) and their probabilities; None if they are too many.

    Problems with equally many results have ranks on one lattice: their totals are added up as
    whole numbers, and merged where they agree.
    """
    present = ~np.isnan(ranks)
    count = present.sum(axis=1)
    sizes, block = np.unique(count, return_inverse=True)
    k = ranks.shape[1]
    totals, probability = np.zeros((1, sizes.size * k), dtype=np.int64), np.ones(1)
    for i in np.argsort(count, kind="stable").tolist():
        doubled = np.rint(2 * ranks[i, present[i]]).astype(np.int64) - (count[i] + 1)
        if not doubled.any():
            continue  # wholly tied, or a single result
        number = arrangement_count(doubled)
        if number * totals.size > _CELLS:
            return None
        moves = np.zeros((number, totals.shape[1]), dtype=np.int64)
        moves[:, block[i] * k + np.flatnonzero(present[i])] = arrangements(doubled)
        sums = (totals[:, None, :] + moves).reshape(-1, totals.shape[1])
        totals, probability = _merge(sums, np.repeat(probability / number, number))
    weights = np.repeat(np.sqrt(12 / (sizes + 1.0)) / 2, k)
    return (totals * weights).reshape(len(totals), -1, k).sum(axis=1), probability


def _merge(totals: IntArray, weights: FloatArray) -> tuple[IntArray, FloatArray]:
    """Distinct rows, each with the sum of its weights."""
    low = totals.min(axis=0)
    spans = totals.max(axis=0) - low + 1
    if math.prod(spans.tolist()) < 2**62:  # one whole number holds a row
        places = np.append(1, np.cumprod(spans[:-1]))
        _, first, place = np.unique((totals - low) @ places, return_index=True, return_inverse=True)
        rows = totals[first]
    else:
        rows, place = np.unique(totals, axis=0, return_inverse=True)
    sums: FloatArray = np.bincount(place.ravel(), weights, len(rows)).astype(np.float64)
    return rows, sums


def _sample(
    ranks: FloatArray, resamples: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Totals (m, k) of random arrangements, in blocks."""
    scores, present = weighted_scores(ranks), ~np.isnan(ranks)
    step = max(1, _CELLS // ranks.shape[1])
    starts = range(0, resamples, step)
    for first in steps(starts, "random permutations", len(starts)):
        size = min(step, resamples - first)
        totals = np.zeros((size, ranks.shape[1]))
        for row, here in zip(scores, present, strict=True):
            own = np.broadcast_to(row[here], (size, int(here.sum())))
            totals[:, here] += generator.permuted(own, axis=1)
        yield totals


# Skillings and Mack's test: Friedman's for tables with holes.


def skillings_mack(
    results: Results | ArrayLike,
    *,
    ties: str = "corrected",
    method: str = "chi-square",
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> OmnibusResult:
    """Skillings and Mack's test of the hypothesis that k algorithms perform alike, with holes.

    Null hypothesis: within each problem every order of the algorithms that have a result there is
    equally likely. Alternative: at least two algorithms tend to different ranks.

    On problem i with k_i results r_ij is the rank of algorithm j among them. The weighted totals

        A_j = sum_i sqrt(12 / (k_i + 1)) (r_ij - (k_i + 1) / 2)

    over the problems that j has are 0 on average, with the covariance -L_jl for two algorithms
    that share L_jl problems, and the sum of these for A_j itself. With a generalised inverse S of
    that matrix the statistic is A' S A, approximately chi-square with its rank, k - 1, as the
    degrees of freedom. Without holes it is Friedman's, in a balanced design Durbin's.

    It supposes that results are missing at random: not because they would have been good or bad.
    If failed runs are missing, a failure is a result, and the holes are not at random.

    Algorithms that share no problem, directly or through others, cannot be compared; an error names
    the groups. A problem with one result carries no information. Ties share their average rank. By
    default the covariance is that of the tied ranks; with ``ties="uncorrected"`` that of untied
    ones, as published, which is conservative. If all values of all problems are tied the statistic
    is 0 and the p-value 1.

    Parameters
    ----------
    results : Results or array_like
        The table, with ``missing="keep"`` if it has holes; a bare matrix needs `better` and has
        none.
    ties : {"corrected", "uncorrected"}
        Whether the statistic is corrected for ties.
    method : {"chi-square", "exact", "permutation"}
        The chi-square approximation; the exact law of all permutations within problems, for few
        problems, or an error; the exact law where it is feasible, else a random sample of
        permutations. The result says which.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.
    resamples, seed
        As in `friedman`.

    Returns
    -------
    OmnibusResult
        Its average ranks are those estimated for a table without holes, see
        `evenkeel.ranks.skillings_mack_ranks`.

    References
    ----------
    Skillings and Mack (1981), Technometrics 23:171-177.

    Examples
    --------
    Speech with a metronome, of which one measurement is missing (Brady 1969, in Hollander and
    Wolfe 1999, Example 7.8):

    >>> import numpy as np
    >>> import evenkeel
    >>> speech = [[3, 5, 15], [1, 3, 18], [5, 4, 21], [2, np.nan, 6],
    ...           [0, 2, 17], [0, 2, 10], [0, 3, 8], [0, 2, 13]]
    >>> table = evenkeel.Results(speech, better="lower", missing="keep")
    >>> result = evenkeel.skillings_mack(table)
    >>> print(f"{result.statistic:.5f} {result.df} {result.pvalue:.6f}")
    13.28095 (2,) 0.001306
    """
    test = replace(SKILLINGS_MACK, permutation=partial(permutation_with_holes, ties=ties))
    return carry_out(
        test, results, better=better, ties=ties, method=method, resamples=resamples, seed=seed
    )


SKILLINGS_MACK = OMNIBUS.register(
    OmnibusTest(
        name="skillings-mack",
        title="Skillings-Mack test",
        meaning="Friedman's test for tables with holes, from the ranks among the algorithms that "
        "are present on each problem.",
        function=skillings_mack,
        ranking="skillings-mack",
        statistic=skillings_mack_statistic,
        symbol="chi-square",
        approximation="chi-square",
        tail=chi_square_tail_with_holes,
        permutation=partial(permutation_with_holes, ties="corrected"),
        reference=REFERENCES["skillings1981"],
        assumes="n > 10 problems and k > 5 algorithms",
        meant_for=lambda n, k: n > 10 and k > 5,
        decides=True,
        degrees=degrees_with_holes,
        holes=True,
    )
)
