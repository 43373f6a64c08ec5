"""Several benchmarks: two questions that must not be mixed.

*On these benchmarks* the items are the sample, and the benchmarks are strata: the difference of two
models is the weighted mean of their differences, its variance the sum of w_b^2 V_b. *On benchmarks
like these* the benchmarks are the sample, as in a comparison of algorithms over problems.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, few
from evenkeel.items.intervals import Clusters, student
from evenkeel.items.one_benchmark import (
    ADJUSTED,
    ItemPairs,
    Settings,
    pairs_of,
    ranks_of,
    tested_pairs,
)
from evenkeel.items.scores import Better, ItemTable
from evenkeel.numerics.arrays import ByValue
from evenkeel.tables.results import Results

if TYPE_CHECKING:
    from evenkeel.comparison.findings import Comparison

_LEAST = 3  # benchmarks that are a sample


@dataclass(frozen=True, eq=False)
class Together(ByValue):
    """Models on several benchmarks, the best weighted mean first.

    Attributes
    ----------
    models, benchmarks : tuple of str
        The k models that all B benchmarks have, and the benchmarks.
    weights : ndarray, shape (B,)
        What each benchmark counts.
    mean : ndarray, shape (k,)
        Weighted means.
    means : ndarray, shape (B, k)
        Means on each benchmark.
    these : ItemPairs
        On these benchmarks: the items are the sample.
    spread : ndarray, shape (m,)
        For each pair, the standard deviation of its differences over the benchmarks.
    low, high : ndarray, shape (m,)
        On benchmarks like these: Student's interval of the mean difference of a benchmark.
    comparison : Comparison or None
        On benchmarks like these: the documents' comparison, if there are 3 benchmarks or more.
    best, worst, groups
        On these benchmarks, as of `OneBenchmark`.
    notes : tuple of str
        Which models were left out, and what cannot be said.
    """

    models: tuple[str, ...]
    benchmarks: tuple[str, ...]
    weights: FloatArray
    mean: FloatArray
    means: FloatArray
    these: ItemPairs
    spread: FloatArray
    low: FloatArray
    high: FloatArray
    comparison: Comparison | None
    best: IntArray
    worst: IntArray
    groups: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...]


def compare_benchmarks(
    tables: tuple[ItemTable, ...],
    better: Better,
    weights: Literal["equal", "items"],
    settings: Settings,
) -> Together | None:
    """Both answers on several benchmarks; None if fewer than two models have all of them."""
    models = [m for m in tables[0].models if all(m in table.models for table in tables)]
    others = {m for table in tables for m in table.models} - {*models}
    if len(models) < 2:
        return None
    if settings.control is not None and settings.control not in models:
        raise InputError(
            f"the control {settings.control!r} is not on all benchmarks; choose one that is"
        )
    columns = [table.means[:, [table.models.index(m) for m in models]] for table in tables]
    share = np.array([table.n if weights == "items" else 1 for table in tables], dtype=np.float64)
    share /= share.sum()
    means = np.stack([values.mean(axis=0) for values in columns])
    sign = 1.0 if better == "higher" else -1.0
    order = np.argsort(-sign * (share @ means), kind="stable")
    named = tuple(models[j] for j in order.tolist())
    columns, means = [values[:, order] for values in columns], means[:, order]
    first, second = pairs_of(named, settings)
    clusters = [Clusters(table.clusters) for table in tables]
    sums = np.concatenate(
        [
            weight / own.n * own.sums(values)
            for weight, own, values in zip(share.tolist(), clusters, columns, strict=True)
        ]
    )
    pvalue, adjusted, method = tested_pairs(sums, first, second, settings)
    m = len(first)
    level = 1 - settings.alpha / (m if settings.simultaneous else 1)
    width = [(table.bounds[1] - table.bounds[0]) or 1.0 for table in tables]
    error, df = _errors(columns, clusters, share, width, first, second)
    difference = (share @ means)[first] - (share @ means)[second]
    reach = np.array([student(level, each) for each in df.tolist()]) * error
    limit = float(share @ np.array(width))
    differing = np.count_nonzero(np.abs(sums[:, first] - sums[:, second]) > 1e-15, axis=0)
    these = ItemPairs(
        named,
        first,
        second,
        difference,
        np.maximum(difference - reach, -limit),
        np.minimum(difference + reach, limit),
        differing,
        pvalue,
        adjusted,
        method,
        level,
        settings.alpha,
        ADJUSTED[settings.adjust] if m > 1 else "",
    )
    per = means[:, first] - means[:, second]
    spread = per.std(axis=0, ddof=1)
    broad = student(level, len(tables) - 1) * spread / np.sqrt(len(tables))
    notes = _left_out(sorted(others), len(tables))
    best, worst, groups = ranks_of(these, len(named))
    return Together(
        named,
        tuple(table.benchmark for table in tables),
        share,
        share @ means,
        means,
        these,
        spread,
        np.maximum(per.mean(axis=0) - broad, -max(width)),
        np.minimum(per.mean(axis=0) + broad, max(width)),
        _as_problems(named, tables, means, better, settings),
        best,
        worst,
        groups,
        notes,
    )


def _errors(
    columns: list[FloatArray],
    clusters: list[Clusters],
    share: FloatArray,
    width: list[float],
    first: IntArray,
    second: IntArray,
) -> tuple[FloatArray, FloatArray]:
    """Standard errors of weighted differences, and Satterthwaite's degrees of freedom.

    The variance of a benchmark has two pairs more, one for each side, as Bonett and Price's.
    """
    total, below = np.zeros(len(first)), np.zeros(len(first))
    for values, own, weight, range_ in zip(columns, clusters, share.tolist(), width, strict=True):
        if own.count < 2:
            return np.full(len(first), np.inf), np.ones(len(first))
        for i in np.unique(first).tolist():
            here = np.flatnonzero(first == i)
            differences = values[:, [i]] - values[:, second[here]]
            added = 2 * range_**2 / (own.n + 2) ** 2
            part = weight**2 * (own.variances(differences) + added)
            total[here] += part
            below[here] += part**2 / own.df
    return np.sqrt(total), total**2 / below


def _as_problems(
    models: tuple[str, ...],
    tables: tuple[ItemTable, ...],
    means: FloatArray,
    better: Better,
    settings: Settings,
) -> Comparison | None:
    """The documents' comparison of the benchmarks' means."""
    if len(tables) < _LEAST:
        return None
    from evenkeel.comparison import compare

    names = tuple(table.benchmark for table in tables)
    results = Results(means, problems=names, algorithms=models, better=better)
    return compare(results, control=settings.control, alpha=settings.alpha)


def _left_out(others: list[str], count: int) -> tuple[str, ...]:
    found = []
    if others:
        listed = few(others, 5)
        found.append(f"Not on all benchmarks, and left out where they are joined: {listed}.")
    if count < _LEAST:
        found.append(
            f"{count} benchmarks are too few to say anything of benchmarks like these by ranks; "
            "the interval of the mean difference stands alone."
        )
    return tuple(found)
