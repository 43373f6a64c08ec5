"""The documents' comparison over problems, at each of several budgets or targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.stats import rankdata

from evenkeel._types import BoolArray, FloatArray
from evenkeel.families import Family
from evenkeel.omnibus._friedman import iman_davenport
from evenkeel.posthocs._posthoc import main_procedure, posthoc
from evenkeel.runs.courses import Courses
from evenkeel.tables.results import Better, Results


class OverProblems(NamedTuple):
    """The comparison at each of c places.

    Average ranks (c, k), p-values of the test of all (c,), NaN where there is none, adjusted
    p-values of the pairs (c, m), and the procedure that adjusted them.
    """

    ranks: FloatArray
    omnibus: FloatArray
    adjusted: FloatArray
    procedure: str


def over_problems(
    tables: FloatArray,
    courses: Courses,
    family: Family,
    alone: Sequence[FloatArray] | FloatArray,
    *,
    better: Better | None = None,
) -> OverProblems:
    """Compare the algorithms over the problems by tables (n, k, c), at each place by itself.

    Two algorithms are compared by the sign test. With one problem `alone` has the adjusted p-values
    of its runs.
    """
    n, k, c = tables.shape
    side = courses.better if better is None else better
    method = "sign" if k == 2 else None
    procedure = main_procedure(family, method) if n > 1 else "holm"
    costs = tables if side == "lower" else -tables
    ranks = rankdata(costs, axis=1).mean(axis=0).T
    omnibus, adjusted = np.full(c, np.nan), np.array(alone) if n == 1 else np.ones((c, family.m))
    for place in range(c if n > 1 else 0):
        table = Results(tables[..., place], courses.problems, courses.algorithms, better=side)
        pairs = posthoc(table, adjust=procedure, method=method)
        adjusted[place] = next(iter(pairs.adjusted.values()))
        if k > 2:
            omnibus[place] = float(iman_davenport(table).pvalue)
    return OverProblems(ranks, omnibus, adjusted, procedure)


def rejected_pairs(omnibus: FloatArray | float, adjusted: FloatArray, alpha: float) -> BoolArray:
    """Which pairs are rejected, (..., m): none where the test of all was done and did not reject.

    Examples
    --------
    >>> rejected_pairs(np.array([0.2, 0.01, np.nan]), np.full((3, 1), 0.02), 0.05).ravel().tolist()
    [False, True, True]
    """
    overall = ~(np.asarray(omnibus) > alpha)
    rejected: BoolArray = (adjusted <= alpha) & overall[..., None]
    return rejected
