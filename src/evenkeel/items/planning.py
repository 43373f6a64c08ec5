"""What a benchmark can show, and how many items or epochs a wanted difference needs.

n = (z + z')^2 sigma^2 / delta^2 items show a difference delta with the wanted power, where sigma^2
is the variance of the difference of two models on an item. From a pilot it is uncertain: its upper
80% limit is planned with, so that few plans fall short.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv, chdtri, ndtri

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.items.intervals import Clusters
from evenkeel.items.scores import ItemTable
from evenkeel.numerics.arrays import ByValue

_LIMIT = 0.8
_FINEST = 1e-6  # of a wanted difference, as a share of the range of the scores
_EPOCHS = (1, 2, 4, 8, 16)


@dataclass(frozen=True, eq=False)
class ItemPlan(ByValue):
    """What pairs of models need on this benchmark, for a test of one pair at alpha.

    Attributes
    ----------
    benchmark : str
        Its name.
    pairs : tuple of (str, str)
        The pair with the median variance of differences, and the one with the largest.
    n, epochs : int
        What there is.
    alpha, power : float
        The level of the pair's test (divided by the number of pairs), and the power.
    between, within : ndarray, shape (pairs,)
        Variance of the difference between items, and between the epochs of an item.
    smallest : ndarray, shape (pairs,)
        The smallest difference that these items show with the power.
    difference : float or None
        The wanted one.
    choices : tuple of int
        Numbers of epochs.
    needed : ndarray, shape (pairs, choices)
        Items that the wanted difference (or half of the smallest) needs with each number of epochs.
    notes : tuple of str
        What it supposes.
    """

    benchmark: str
    pairs: tuple[tuple[str, str], ...]
    n: int
    epochs: int
    alpha: float
    power: float
    between: FloatArray
    within: FloatArray
    smallest: FloatArray
    difference: float | None
    choices: tuple[int, ...]
    needed: FloatArray
    notes: tuple[str, ...]


def plan_items(
    table: ItemTable, alpha: float, power: float, difference: float | None = None
) -> ItemPlan:
    """Plan from the pairs that there are, with their own correlations."""
    if table.k < 2:
        raise InputError("a plan needs two models, whose differences vary; give two logs")
    if table.n < 2:
        raise InputError("a plan needs several items, for differences vary between them")
    low, high = table.bounds
    width = (high - low) or 1.0
    if difference is not None and not _FINEST * width <= difference <= width:
        raise InputError(
            Message(
                Option("difference", difference),
                f" cannot be planned for with scores from {low:g} to {high:g}; give a number from "
                f"{_FINEST * width:g} to {width:g}",
            )
        )
    first, second = np.triu_indices(table.k, 1)
    differences = table.scores[:, first] - table.scores[:, second]
    means = np.nanmean(differences, axis=2)
    clusters = Clusters(table.clusters)
    total = clusters.variances(means) * clusters.n if clusters.count > 1 else means.var(axis=0)
    order = np.argsort(total, kind="stable")
    chosen = np.unique([order[(len(order) - 1) // 2], order[-1]])
    upper = _upper(means[:, chosen], total[chosen], table, width)
    within = _noise(differences[:, chosen])
    shrunk = np.minimum(within / table.epochs, 0.999 * upper)
    between = upper - shrunk
    level = alpha / len(first)
    z = -float(ndtri(level / 2)) + float(ndtri(power))
    smallest = np.sqrt(upper / table.n) * z
    wanted = smallest / 2 if difference is None else np.full(len(chosen), difference)
    choices = _EPOCHS if table.epochs > 1 else (1,)
    each = np.stack([between + shrunk * table.epochs / e for e in choices], axis=1)
    needed = np.ceil(z**2 * each / wanted[:, None] ** 2)
    notes = [
        f"Variances are upper {100 * _LIMIT:g}% limits of what these {table.n} items show, so that "
        "about one plan in five needs more.",
        f"The test of one pair is at {level:.3g}, {alpha:g} for {len(first)} pairs."
        if len(first) > 1
        else f"The test is at {level:.3g}.",
    ]
    if table.epochs == 1:
        notes.append("With one epoch nothing shows what more epochs would bring.")
    if not clusters.single:
        notes.append("More items are supposed to come in clusters as these do.")
    return ItemPlan(
        table.benchmark,
        tuple((table.models[first[i]], table.models[second[i]]) for i in chosen.tolist()),
        table.n,
        table.epochs,
        level,
        power,
        between,
        shrunk * table.epochs,
        smallest,
        difference,
        choices,
        needed,
        tuple(notes),
    )


def _upper(means: FloatArray, total: FloatArray, table: ItemTable, width: float) -> FloatArray:
    """The upper limit of the variance: of zeros and ones that of Clopper and Pearson's discordance.

    Of others that of the chi-square law.
    """
    clusters = Clusters(table.clusters)
    if table.binary and table.epochs == 1 and clusters.single:
        differ = np.count_nonzero(means, axis=0).astype(np.float64)
        share = np.where(differ < table.n, betaincinv(differ + 1, table.n - differ, _LIMIT), 1.0)
        upper: FloatArray = np.maximum(share - means.mean(axis=0) ** 2, 1e-12)
        return upper
    df = clusters.df if clusters.count > 1 else 1.0
    factor = df / float(chdtri(df, _LIMIT))
    least = width**2 * (1 - (1 - _LIMIT) ** (1 / table.n))
    bounded: FloatArray = np.maximum(total * factor, least)
    return bounded


def _noise(differences: FloatArray) -> FloatArray:
    """Variance between the epochs of an item, pooled over items; 0 with one epoch."""
    counts = np.count_nonzero(~np.isnan(differences), axis=2)
    free = np.maximum(counts - 1, 0).sum(axis=0)
    deviations = differences - np.nanmean(differences, axis=2, keepdims=True)
    squares = np.nansum(deviations**2, axis=(0, 2))
    found: FloatArray = np.divide(squares, free, out=np.zeros(len(free)), where=free > 0)
    return found
