"""Conover's t after Friedman's, Quade's and Durbin's test: its spread is what is left over.

Where some algorithms differ clearly, less is left over, and pairs that are alike are separated too
often: docs/methods/laws/conover.md has the rates.
"""

from __future__ import annotations

import math

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.numerics.arrays import quotient
from evenkeel.numerics.tails import t_pvalue
from evenkeel.omnibus.permutation import (
    arrangement_count,
    between_totals,
    f_statistic,
    f_tail,
    within_problems,
)
from evenkeel.posthocs.laws import ALL_ALIKE, LAWS, Law, Raw
from evenkeel.posthocs.pooled_laws import POOLED, pair_differences
from evenkeel.ranks.kernels import whole_scores
from evenkeel.ranks.named import eigen, laplacians
from evenkeel.ranks.rankings import weighted_scores
from evenkeel.ranks.registry import Tables
from evenkeel.references import Reference

_ROUNDING = 1e-12  # a spread below this share of the whole is none


def _conover(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """Student's t of rank totals with (n - 1)(k - 1) degrees of freedom, Conover (1999), 5.8.

    The variance of a difference of totals is 2 (n A - B) / ((n - 1)(k - 1)), A the squared ranks
    about their problems' means and B the squared totals about theirs. If all problems rank alike,
    nothing is left over: p is then the chance of that, not 0.
    """
    ranked = tables.by(ranking)
    n, k = tables.n, tables.k
    df = max((n - 1) * (k - 1), 1)
    totals = ranked.ranks.sum(axis=-2)
    within, between = within_problems(ranked.ranks), between_totals(totals)
    left_over = n * within - between
    left_over = np.where(left_over > _ROUNDING * n * within, left_over, 0.0)
    error = np.sqrt(2 * left_over / df)[..., None]
    t = quotient(pair_differences(totals, pairs), error)
    alike = f_tail(f_statistic(n * within - left_over, within, n), ranked.ranks, "corrected")
    pvalue = np.where(np.isinf(t), alike[..., None], t_pvalue(t, df))
    error = error / ranked.weights.sum(axis=-1)[..., None]
    return Raw(pvalue, t, error, (f"Student's t with {df} degrees of freedom",))


def _conover_with_holes(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The same of the ranks among the algorithms present, by weighted least squares.

    The totals A of Skillings and Mack's scores s, L the Laplacian of the problems that algorithms
    share: the effects are L+ A, and what is left over is the sum of the |s_i|^2 / k_i less A' L+ A,
    with one degree of freedom for each result but those of the problems and the effects.
    """
    ranks = tables.by(ranking).ranks
    scores, present = weighted_scores(ranks), ~np.isnan(ranks)
    count = present.sum(axis=-1)
    values, vectors = eigen(laplacians(present, np.ones(count.shape)))
    inverse = np.divide(1, values, out=np.zeros_like(values), where=values > 0)
    along = np.matmul(scores.sum(axis=-2)[..., None, :], vectors)[..., 0, :]
    effects = np.matmul(vectors, (inverse * along)[..., None])[..., 0]
    whole = (np.square(scores).sum(axis=-1) / np.maximum(count, 1)).sum(axis=-1)
    left_over = whole - (inverse * along**2).sum(axis=-1)
    left_over = np.where(left_over > _ROUNDING * whole, left_over, 0.0)
    df = np.maximum(np.maximum(count - 1, 0).sum(axis=-1) - np.count_nonzero(values, axis=-1), 1)
    apart = pair_differences(vectors.swapaxes(-1, -2), pairs)  # (..., eigenvectors, pairs)
    spread = (inverse[..., None] * apart**2).sum(axis=-2)
    differences = pair_differences(effects, pairs)
    noise = _ROUNDING * np.abs(effects).max(axis=-1, keepdims=True)
    differences = np.where(np.abs(differences) > noise, differences, 0.0)
    t = quotient(differences, np.sqrt(spread * (left_over / df)[..., None]))
    pvalue = t_pvalue(t, df[..., None])
    for where in np.argwhere(np.isinf(t).any(axis=-1)):
        at = tuple(where)
        chance = _chance_of_these_orders(ranks[at])
        pvalue[at] = np.where(np.isinf(t[at]), chance, pvalue[at])
    degrees = {*df.ravel().tolist()}
    words = f" with {degrees.pop()} degrees of freedom" if len(degrees) == 1 else ""
    return Raw(pvalue, t, None, (f"Student's t{words}",))


def _chance_of_these_orders(ranks: FloatArray) -> float:
    """Probability that problems rank as they do, but for the one with the most orders."""
    orders = [
        math.log(arrangement_count(whole_scores(own[None])[0][0]))
        for row in ranks
        if (own := row[~np.isnan(row)]).size
    ]
    return math.exp(max(orders) - math.fsum(orders))


LAWS.register(
    Law(
        "conover",
        "Conover",
        "Conover's t with the spread that the algorithms leave over",
        ALL_ALIKE,
        _conover,
        Reference(
            "conover1999",
            "Conover, W. J.",
            1999,
            "Practical Nonparametric Statistics",
            "Wiley, 3rd edition",
        ),
        holes=_conover_with_holes,
        caveat=f"{POOLED} Conover's spread shrinks moreover as other algorithms differ: with two "
        "of four algorithms far better than the rest it separated the two that are alike in 20% of "
        "the tables at 5%, and Holm's procedure or Friedman's test before it did not mend that.",
    )
)
