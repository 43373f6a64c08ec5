"""Laws of rank differences that are taken from all k algorithms: normal, calibrated, exact.

Under the hypothesis that all algorithms perform alike every order within a problem is equally
likely, which gives the difference of two rank totals one law, the same for every pair. If that
hypothesis is false, the law need not be that of a pair which is alike: see `POOLED`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.hypotheses.nulls import ALL_ALIKE
from evenkeel.hypotheses.rank_law import exact_pvalues
from evenkeel.hypotheses.registry import LAWS, Law, Raw
from evenkeel.numerics.tails import normal_pvalue
from evenkeel.omnibus.sums import within_problems
from evenkeel.ranks.batches import Ranked, Tables
from evenkeel.ranks.registry import RANKINGS
from evenkeel.words.references import REFERENCES

#: What the p-values suppose, and what comes of it; docs/calibration.md has the rates.
POOLED = (
    "These p-values suppose that all k algorithms are alike, not only the two of a pair. Where the "
    "ranks of a pair vary more than those of the others, two algorithms that are alike are "
    "separated too often, where less, too seldom, and no procedure of adjustment makes that good "
    "(Benavoli, Corani and Mangili 2016, Journal of Machine Learning Research 17(5):1-10). "
    "Wilcoxon's p-values and those of the sign test look at the two columns alone; the paired ones "
    "at the ranks of the two, which the others can still turn."
)

_BLOCK_CELLS = 1 << 18  # differences held at a time


def pair_differences(values: FloatArray, pairs: IndexArray) -> FloatArray:
    """Second less first of each pair of positions: values (..., k) to differences (..., m)."""
    differences: FloatArray = values[..., pairs[:, 1]] - values[..., pairs[:, 0]]
    return differences


def over_problems(
    reduce: Callable[[FloatArray], FloatArray], values: FloatArray, pairs: IndexArray
) -> FloatArray:
    """What `reduce` makes of the differences (..., m, n) of values (..., n, k), in blocks."""
    columns = np.ascontiguousarray(np.swapaxes(values, -1, -2))
    step = max(1, _BLOCK_CELLS // columns[..., 0, :].size)
    return np.concatenate(
        [
            reduce(columns[..., block[:, 1], :] - columns[..., block[:, 0], :])
            for block in np.split(pairs, range(step, len(pairs), step))
        ],
        axis=-1,
    )


def permutation_standard_error(ranked: Ranked) -> FloatArray:
    """Standard error (...) of a difference of average ranks under permutations within problems."""
    variance = 2 * within_problems(ranked.ranks) / (ranked.ranks.shape[-1] - 1)
    error: FloatArray = np.sqrt(variance) / ranked.weights.sum(axis=-1)
    return error


def standardised(differences: FloatArray, error: FloatArray) -> FloatArray:
    """Differences over their standard errors; 0 where both are 0."""
    shape = np.broadcast_shapes(differences.shape, error.shape)
    return np.divide(differences, error, out=np.zeros(shape), where=error > 0)


def _normal(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The normal tail with the documents' standard error, equations (12) to (14)."""
    return _normal_of_averages(tables.by(ranking).average, tables.n, pairs, ranking)


def _normal_of_averages(
    average: FloatArray, n: int, pairs: IndexArray, ranking: str, within: FloatArray | None = None
) -> Raw:
    error = np.full((1,), RANKINGS.lookup(ranking).standard_error(n, average.shape[-1]))
    return _by_normal_tail(average, pairs, error)


def _calibrated(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The normal tail with the exact standard error, given the ties."""
    error = permutation_standard_error(tables.by(ranking))[..., None]
    return _by_normal_tail(tables.by(ranking).average, pairs, error)


def _calibrated_of_averages(
    average: FloatArray, n: int, pairs: IndexArray, ranking: str, within: FloatArray
) -> Raw:
    error = np.sqrt(2 * within / (average.shape[-1] - 1)) / n
    return _by_normal_tail(average, pairs, error[..., None])


def _by_normal_tail(average: FloatArray, pairs: IndexArray, error: FloatArray) -> Raw:
    z = standardised(pair_differences(average, pairs), error)
    return Raw(normal_pvalue(z, "two-sided"), z, error)


def _exact(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The exact law, a convolution of one small law a problem."""
    ranked = tables.by(ranking)
    error = permutation_standard_error(ranked)[..., None]
    totals = pair_differences(ranked.ranks.sum(axis=-2), pairs)
    z = standardised(pair_differences(ranked.average, pairs), error)
    return Raw(exact_pvalues(ranked.ranks, totals), z, error)


LAWS.register(
    Law(
        "normal",
        "normal",
        "the normal approximation with the documents' standard error",
        ALL_ALIKE,
        _normal,
        REFERENCES["derrac2011"],
        caveat=POOLED,
        caveats=True,
        of_averages=_normal_of_averages,
    )
)
LAWS.register(
    Law(
        "calibrated",
        "calibrated",
        "the normal approximation with the variance given the ties",
        ALL_ALIKE,
        _calibrated,
        REFERENCES["derrac2011"],
        caveat=POOLED,
        of_averages=_calibrated_of_averages,
    )
)
LAWS.register(
    Law(
        "exact",
        "exact",
        "the exact permutation law within problems",
        ALL_ALIKE,
        _exact,
        REFERENCES["eisinga2017"],
        caveat=POOLED,
        quick=False,
    )
)
