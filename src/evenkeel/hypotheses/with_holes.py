"""A pair's own differences in tables with holes: each pair on the problems that both have.

Two algorithms that are exchangeable within each problem given the others stay so on the problems
that both have, as long as which results are missing does not tell the one from the other. Ranks
are those among the algorithms present on a problem. Without holes the numbers are those of
`own_laws`.
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.hypotheses.paired_law import paired_pvalues
from evenkeel.hypotheses.pooled_laws import pair_differences, standardised
from evenkeel.hypotheses.registry import Raw
from evenkeel.pairwise.signed_rank_pairs import compare_common
from evenkeel.pairwise.signed_rank_pvalues import Options, z_scores
from evenkeel.ranks.batches import Tables

_SPLIT = Options("split", "auto", "two-sided", continuity=False)


def paired_with_holes(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The differences of the pair's ranks change sign where both algorithms have a result."""
    ranks = tables.by(ranking).ranks
    absent = np.isnan(ranks)
    lowest = np.fmin.reduce(ranks, axis=-1, keepdims=True)
    present = np.nan_to_num(np.where(absent, lowest, ranks))
    found = paired_pvalues(present, pairs, absent=absent)
    mean, squares, common = _moments(ranks, pairs)
    error = standardised(np.sqrt(squares), common.astype(np.float64))
    return Raw(found.pvalue, standardised(mean, error), error, found.methods)


def wilcoxon_with_holes(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """Wilcoxon's test of each pair on the problems that both algorithms have."""
    *leading, n, k = tables.losses.shape
    pvalues, scores, exact = [], [], []
    for losses in tables.losses.reshape(-1, n, k):
        sums, pvalue, is_exact = compare_common(losses, pairs, _SPLIT)
        pvalues.append(pvalue)
        scores.append(z_scores(sums, _SPLIT))
        exact.append(is_exact)
    used = (("exact", np.any(exact)), (_SPLIT.approximation, not np.all(exact)))
    shape = (*leading, len(pairs))
    computed = tuple(name for name, occurs in used if occurs)
    return Raw(np.reshape(pvalues, shape), np.reshape(scores, shape), computed=computed)


def mean_differences(ranks: FloatArray, pairs: IndexArray) -> FloatArray:
    """Mean difference of the ranks of each pair on the problems that both have."""
    return _moments(ranks, pairs)[0]


def _moments(ranks: FloatArray, pairs: IndexArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """Mean and sum of squares of the differences (..., m) that are there, and how many are."""
    differences = pair_differences(ranks, pairs)
    common = np.count_nonzero(~np.isnan(differences), axis=-2)
    differences = np.nan_to_num(differences)
    mean = standardised(differences.sum(axis=-2), common.astype(np.float64))
    return mean, np.square(differences).sum(axis=-2), common
