"""Conover's t after Friedman's or Quade's test: the spread is what the algorithms leave over.

Where some algorithms differ clearly, less is left over, and pairs that are alike are separated too
often: docs/methods/laws/conover.md has the rates.
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import IndexArray
from evenkeel.hypotheses.nulls import ALL_ALIKE
from evenkeel.hypotheses.pooled_laws import POOLED, pair_differences
from evenkeel.hypotheses.registry import LAWS, Law, Raw
from evenkeel.numerics.quotients import quotient
from evenkeel.numerics.tails import t_pvalue
from evenkeel.omnibus.sums import between_totals, f_statistic, f_tail, within_problems
from evenkeel.ranks.batches import Tables
from evenkeel.words.references import Reference

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
        caveat=f"{POOLED} Conover's spread shrinks moreover as other algorithms differ: with two "
        "of four algorithms far better than the rest it separated the two that are alike in 20% of "
        "the tables at 5%, and Holm's procedure or Friedman's test before it did not mend that.",
    )
)
