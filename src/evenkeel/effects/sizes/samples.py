"""What a pair of algorithms gives on each problem: differences, ratios, wins, ranks.

Each function takes complete columns (n, k), the pairs (m, 2) and the direction, and returns the
sample (m, n), or the two columns (2, m, n), with the power of two that was taken out of it.
"""

from __future__ import annotations

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.differences import rounded_differences
from evenkeel.numerics.scaling import in_range
from evenkeel.ranks.kernels import rank_rows
from evenkeel.tables.results import Better, Results

_BLOCK_CELLS = 1 << 17  # differences made at a time: keeps the working memory in the cache


def differences_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """First minus second in the units of the table, rounded, in range."""
    near, power = in_range(values)
    columns = np.ascontiguousarray(near.T)
    differences = np.empty((len(pairs), len(values)))
    step = max(1, _BLOCK_CELLS // max(len(values), 1))
    for start in range(0, len(pairs), step):
        first, second = pairs[start : start + step].T
        differences[start : start + step] = rounded_differences(columns[first], columns[second])
    return differences, power


def advantages_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """The differences turned, positive where the first is better; their unit does not matter."""
    differences, _ = differences_of(values, pairs, better)
    return (differences if better == "higher" else 0.0 - differences), 0


def columns_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """Both columns turned so that higher is better."""
    turned = values if better == "higher" else -values
    return np.ascontiguousarray(turned.T)[pairs.T], 0


def wins_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """1 where the first is better, 0 where the second is, 1/2 where they are equal."""
    (first, second), _ = columns_of(values, pairs, better)
    return (first > second) + (first == second) / 2, 0


def rank_gains_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """By how many ranks among all k algorithms the first is ahead; and k - 1, the most, beside."""
    losses = values if better == "lower" else -values
    ranks = np.ascontiguousarray(rank_rows(losses).T)
    gains: FloatArray = ranks[pairs[:, 1]] - ranks[pairs[:, 0]]
    return np.stack([gains, np.full_like(gains, values.shape[1] - 1)]), 0


def ratios_of(values: FloatArray, pairs: IndexArray, better: Better) -> tuple[FloatArray, int]:
    """First over second; infinite where no double is so large."""
    columns = np.ascontiguousarray(values.T)
    with np.errstate(over="ignore", under="ignore"):
        return columns[pairs[:, 0]] / columns[pairs[:, 1]], 0


def require_positive(table: Results) -> None:
    """Raise if a value is not positive, for sizes that are ratios."""
    bad = np.argwhere(table.values <= 0)
    if len(bad):
        row, column = bad[0]
        raise InputError(
            Message(
                f"a ratio needs positive values, but {table.algorithms[column]!r} has "
                f"{table.values[row, column]:g} on problem {table.problems[row]!r}; "
                "choose another effect size, such as ",
                Option("size", "hodges-lehmann"),
            )
        )


def require_all_ranks(table: Results) -> None:
    """Raise if a result is missing, for sizes that rank all algorithms of a problem."""
    table.require_complete(
        "the difference of average ranks",
        instead=Message(Option("size", "superiority"), " or ", Option("size", "hodges-lehmann")),
    )


def weighted_means(sample: FloatArray, weights: FloatArray) -> FloatArray:
    """Means (b, m) of samples (m, n) with weights (b, n), NaN where all weights are 0."""
    total = weights.sum(axis=1, keepdims=True)
    means: FloatArray = (weights @ sample.T) / np.where(total > 0, total, np.nan)
    return means
