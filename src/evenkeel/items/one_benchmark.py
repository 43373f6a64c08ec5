"""One benchmark: means, pairs with intervals and adjusted p-values, sets of ranks.

Long because the means, the pairs and the sets of ranks stand on the same differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import chdtrc

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments import adjust
from evenkeel.errors import InputError, Message, Option
from evenkeel.items.intervals import (
    Clusters,
    Shares,
    difference_intervals,
    mean_intervals,
    variance_shares,
)
from evenkeel.items.scores import Better, ItemTable
from evenkeel.items.sign_flips import joint_pvalues, pair_pvalues
from evenkeel.numerics.arrays import ByValue
from evenkeel.text import percent

Adjust = Literal["max-t", "holm", "none"]
FEWEST = 6  # clusters or items that differ, without which no exact test rejects at 0.05
ADJUSTED = {"max-t": "step-down maximum over joint sign changes", "holm": "Holm", "none": ""}
WIDE = 10  # clusters below which honest intervals are very wide


@dataclass(frozen=True)
class Settings:
    """How pairs are tested; see `evenkeel.items.items`."""

    control: str | None
    alpha: float
    adjust: Adjust
    gate: str
    simultaneous: bool
    mid_p: bool
    resamples: int
    seed: int


@dataclass(frozen=True, eq=False)
class ItemPairs(ByValue):
    """Pairs of models, each with the better mean first.

    Attributes
    ----------
    models : tuple of str
        All models; `first` and `second` are positions in it.
    difference, low, high : ndarray, shape (m,)
        Mean of the first minus mean of the second, with its interval.
    differing : ndarray of int
        On how many clusters of items (or items) the two differ.
    pvalue, adjusted : ndarray
        Of each pair by itself, and adjusted for all of them.
    method : str
        Whether the p-values of the pairs are exact, and the adjusted ones.
    level : float
        Confidence of each interval.
    alpha : float
        The level at which `shown` decides.
    """

    models: tuple[str, ...]
    first: IntArray
    second: IntArray
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    differing: IntArray
    pvalue: FloatArray
    adjusted: FloatArray
    method: str
    level: float
    alpha: float
    by: str

    @property
    def m(self) -> int:
        """Number of pairs."""
        return len(self.first)

    @property
    def shown(self) -> BoolArray:
        """Whether the pair is shown to differ."""
        found: BoolArray = self.adjusted <= self.alpha
        return found

    @property
    def held(self) -> str:
        """What the intervals promise."""
        if self.level > 1 - self.alpha + 1e-12:
            return f"all {percent(1 - self.alpha)} together"
        return f"{percent(self.level)} each"

    def wins(self) -> BoolArray:
        """Whether the model of the row is shown better than that of the column, (k, k)."""
        k = len(self.models)
        found = np.zeros((k, k), dtype=np.bool_)
        found[self.first[self.shown], self.second[self.shown]] = True
        return found


@dataclass(frozen=True, eq=False)
class OneBenchmark(ByValue):
    """Models on the items of one benchmark, the best mean first.

    Attributes
    ----------
    benchmark : str
        Its name.
    models : tuple of str
        The k models, best first.
    n, clusters, epochs : int
        Numbers of items, of clusters of them, and of epochs of an item.
    mean, low, high : ndarray, shape (k,)
        Means with their intervals, each by itself.
    error : ndarray, shape (k,)
        Standard errors, as Inspect and lm-evaluation-harness define them.
    pairs : ItemPairs or None
        None for one model.
    best, worst : ndarray of int, shape (k,)
        The ranks that each model may have, of all together at 1 - alpha.
    groups : tuple of tuple of int
        Runs of models in the order of the means of which no pair is shown to differ.
    shares : Shares
        How the variance of answers divides.
    cochran : tuple of float or None
        Cochran's Q with its p-value, if it was asked for.
    means : ndarray, shape (n, k)
        The scores by item, averaged over epochs.
    """

    benchmark: str
    models: tuple[str, ...]
    items: tuple[str, ...]
    n: int
    clusters: int
    epochs: int
    mean: FloatArray
    low: FloatArray
    high: FloatArray
    error: FloatArray
    pairs: ItemPairs | None
    best: IntArray
    worst: IntArray
    groups: tuple[tuple[int, ...], ...]
    shares: Shares
    cochran: tuple[float, float] | None
    means: FloatArray
    binary: bool
    level: float
    notes: tuple[str, ...]


def compare_one(table: ItemTable, better: Better, settings: Settings) -> OneBenchmark:
    """Compare the models of one benchmark."""
    sign = 1.0 if better == "higher" else -1.0
    order = np.argsort(-sign * table.means.mean(axis=0), kind="stable")
    models = tuple(table.models[j] for j in order.tolist())
    scores, means = table.scores[:, order], table.means[:, order]
    clusters = Clusters(table.clusters)
    low_end, high_end = table.bounds
    width = (high_end - low_end) or 1.0
    plain = table.binary and table.epochs == 1 and clusters.single
    level = 1 - settings.alpha
    low, high = mean_intervals((means - low_end) / width, clusters, level, plain=plain)
    pairs, gate, notes = None, None, _notes(table, clusters)
    if table.k > 1:
        first, second = pairs_of(models, settings)
        gate = _gated(table, settings)
        open_gate = gate is None or gate[1] <= settings.alpha
        pairs = _compare_pairs(
            models, means, width, clusters, first, second, settings, tested=open_gate
        )
        notes += _pair_notes(pairs, clusters, table, settings)
    best, worst, groups = ranks_of(pairs, table.k)
    return OneBenchmark(
        table.benchmark,
        models,
        table.items,
        table.n,
        clusters.count,
        table.epochs,
        means.mean(axis=0),
        low_end + width * low,
        low_end + width * high,
        clusters.standard_errors(means),
        pairs,
        best,
        worst,
        groups,
        variance_shares(scores, clusters),
        gate,
        means,
        table.binary,
        level,
        notes,
    )


def pairs_of(models: tuple[str, ...], settings: Settings) -> tuple[IntArray, IntArray]:
    """All pairs, or those with the control, the better mean first."""
    first, second = (each.astype(np.int64) for each in np.triu_indices(len(models), 1))
    if settings.control is None:
        return first, second
    at = models.index(settings.control) if settings.control in models else -1
    here = (first == at) | (second == at)
    if at < 0:
        raise InputError(
            Message(
                f"the control {settings.control!r} has no scores on one of the benchmarks; say "
                "which benchmark with ",
                Option("benchmark"),
            )
        )
    return first[here], second[here]


def _compare_pairs(
    models: tuple[str, ...],
    means: FloatArray,
    width: float,
    clusters: Clusters,
    first: IntArray,
    second: IntArray,
    settings: Settings,
    *,
    tested: bool,
) -> ItemPairs:
    m = len(first)
    level = 1 - settings.alpha / (m if settings.simultaneous else 1)
    low, high, differing = np.empty(m), np.empty(m), np.empty(m, dtype=np.int64)
    scaled = means / width
    for i in np.unique(first).tolist():
        here = np.flatnonzero(first == i)
        differences = scaled[:, [i]] - scaled[:, second[here]]
        low[here], high[here] = difference_intervals(differences, clusters, level)
        totals = np.abs(clusters.sums(differences))
        differing[here] = np.count_nonzero(totals > 1e-12 * clusters.n, axis=0)
    overall = means.mean(axis=0)
    pvalue, adjusted, method = tested_pairs(clusters.sums(means), first, second, settings)
    if not tested:
        adjusted = np.ones(m)
    return ItemPairs(
        models,
        first,
        second,
        overall[first] - overall[second],
        width * low,
        width * high,
        differing,
        pvalue,
        adjusted,
        method,
        level,
        settings.alpha,
        ADJUSTED[settings.adjust] if m > 1 else "",
    )


def tested_pairs(
    sums: FloatArray, first: IntArray, second: IntArray, settings: Settings
) -> tuple[FloatArray, FloatArray, str]:
    """p-values of pairs by their sums over clusters, adjusted ones, and how they were had."""
    m = len(first)
    if settings.mid_p and settings.adjust == "max-t" and m > 1:
        raise InputError(
            Message(
                "mid-p-values cannot be adjusted by the maximum over sign changes; give ",
                Option("adjust", "holm"),
                ", or leave mid_p out",
            )
        )
    pvalue = pair_pvalues(sums, first, second, mid=settings.mid_p)
    method = "mid-p" if settings.mid_p else "exact"
    drawn = np.isnan(pvalue)
    joint = None
    if drawn.any() or (settings.adjust == "max-t" and m > 1):
        joint, alone, how = joint_pvalues(
            sums,
            first,
            second,
            resamples=settings.resamples,
            seed=settings.seed,
            each=bool(drawn.any()),
        )
        if alone is not None:
            pvalue = np.where(drawn, alone, pvalue)
        if how != "exact" or settings.mid_p:
            flips = f"{settings.resamples:,} random sign changes"
            method = flips if drawn.all() else f"{method} for each pair, {flips} for all"
    if settings.adjust == "none" or m == 1:
        return pvalue, pvalue, method
    if settings.adjust == "holm" or joint is None:
        return pvalue, adjust(pvalue, "holm"), method
    return pvalue, np.maximum(joint, pvalue), method


def _gated(table: ItemTable, settings: Settings) -> tuple[float, float] | None:
    """Cochran's Q and its p-value by the chi-square law, if it was asked for."""
    if settings.gate != "cochran":
        return None
    if not table.binary or table.epochs > 1 or table.clustered:
        raise InputError(
            Message(
                "Cochran's Q is for zeros and ones, one epoch and no clusters; leave ",
                Option("gate", "cochran"),
                " out: the sign changes hold the family-wise error without it",
            )
        )
    columns, rows, k = table.means.sum(axis=0), table.means.sum(axis=1), table.k
    below = float((rows * (k - rows)).sum())
    if below == 0:
        return 0.0, 1.0
    q = (k - 1) * k * float(((columns - columns.mean()) ** 2).sum()) / below
    return q, float(chdtrc(k - 1, q))


def ranks_of(
    pairs: ItemPairs | None, k: int
) -> tuple[IntArray, IntArray, tuple[tuple[int, ...], ...]]:
    """Sets of ranks (Mogstad and others 2024), and runs of models that are not told apart."""
    if pairs is None:
        return np.ones(k, dtype=np.int64), np.full(k, k), ((0,),)
    wins = pairs.wins()
    best = 1 + wins.sum(axis=0)
    worst = k - wins.sum(axis=1)
    if pairs.m < k * (k - 1) // 2:
        return best, worst, ()
    apart = wins | wins.T
    runs: list[tuple[int, ...]] = []
    for start in range(k):
        stop = start + 1
        while stop < k and not apart[start:stop, stop].any():
            stop += 1
        if not runs or stop - 1 > runs[-1][-1]:
            runs.append(tuple(range(start, stop)))
    return best.astype(np.int64), worst.astype(np.int64), tuple(runs)


def _notes(table: ItemTable, clusters: Clusters) -> tuple[str, ...]:
    """What a reader must know of a benchmark before its numbers."""
    found = []
    low, high = table.bounds
    if (low, high) != (0.0, 1.0):
        found.append(
            f"The scores lie between {low:g} and {high:g}; the intervals suppose that none can "
            "leave this range."
        )
    if clusters.count < FEWEST <= table.n:
        found.append(
            f"There are only {clusters.count} clusters: too few to test. The smallest p-value "
            f"that {clusters.count} clusters can have is {2.0 ** (1 - clusters.count):g}."
        )
    elif clusters.count < WIDE:
        what = "items" if clusters.single else "clusters"
        found.append(f"With {clusters.count} {what} honest intervals are very wide.")
    some = np.count_nonzero(~np.isnan(table.scores), axis=2)
    if (some != table.epochs).any():
        found.append(
            f"Some items have fewer epochs ({int(some.min())} to {table.epochs}); each item counts "
            "the same."
        )
    return tuple(found)


def _pair_notes(
    pairs: ItemPairs, clusters: Clusters, table: ItemTable, settings: Settings
) -> tuple[str, ...]:
    """Where no test could show anything, in words."""
    found = []
    what = "items" if clusters.single else "clusters"
    never = int((pairs.differing == 0).sum())
    few = int((pairs.differing < FEWEST).sum()) - never
    of = f"of the {pairs.m} pairs" if pairs.m > 1 else "pair"
    if clusters.count >= FEWEST and few:
        found.append(
            f"{few} {of} differ{'s' * (few == 1)} on fewer than {FEWEST} {what}: no exact test can "
            "show a difference there at 0.05."
        )
    if never:
        most = 1 - settings.alpha ** (1 / clusters.count)
        found.append(
            f"{never} {of} never differ{'s' * (never == 1)}; two such models differ on at most "
            f"{100 * most:.2g}% of such {what} ({100 * (1 - settings.alpha):g}% bound)."
        )
    smallest = 2.0 ** (1 - float(pairs.differing.max(initial=0)))
    if settings.adjust == "holm" and smallest * pairs.m > settings.alpha and clusters.count >= 6:
        found.append(
            f"Holm's procedure can show nothing for {pairs.m} pairs here: the smallest p-value "
            f"possible is {smallest:.2g}."
        )
    drawn = "random" in pairs.method
    if drawn and settings.adjust == "holm" and pairs.m / (settings.resamples + 1) > settings.alpha:
        found.append(
            f"Holm's procedure needs at least {round(pairs.m / settings.alpha):,} resamples for "
            f"{pairs.m} pairs; with {settings.resamples:,} it shows nothing."
        )
    return tuple(found)
