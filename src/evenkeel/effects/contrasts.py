"""Contrast estimation based on medians: by how much each algorithm differs from each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError, choice, fraction
from evenkeel.numerics.arrays import in_range, unscaled
from evenkeel.numerics.moments import weighted_medians
from evenkeel.numerics.resampling import (
    Seed,
    bootstrap_interval,
    checked_generator,
    joint_level,
    resampled_weights,
    widened,
)
from evenkeel.ranks.named import common_problems, eigen, require_connected
from evenkeel.result import Result
from evenkeel.tables.results import Better, Results, as_results
from evenkeel.text import promised

# Medians of the differences that are there, and effects that agree with them best.
#
# In a table with holes the median of the differences of two algorithms is taken over the problems
# that both have, and two that share none have none. The effects are those whose differences come
# closest to the medians, by least squares weighted by the number of problems: minimising
#
#     sum over pairs of n_uv (Z_uv - (m_u - m_v))^2
#
# makes the estimates m_u - m_v consistent around every loop. Without holes m_u is the mean of row u
# of the medians, which is equation (17) of Derrac et al. (2011).

_MANY, _ENOUGH = 10, 15  # pairs, and problems from which many pairs hold together


def medians_of_common(values: FloatArray) -> tuple[FloatArray, IntArray]:
    """Medians (k, k) of the differences row minus column, NaN without any, and their numbers."""
    columns = np.ascontiguousarray(values.T)
    common = common_problems(~np.isnan(values))
    medians = np.zeros(common.shape)
    for u in range(len(columns) - 1):
        differences = np.sort(columns[u] - columns[u + 1 :], axis=1)  # the missing ones last
        count = common[u, u + 1 :]
        rows = np.arange(len(count))
        low, high = differences[rows, (count - 1) // 2], differences[rows, count // 2]
        above = np.where(count > 0, low / 2 + high / 2, np.nan)
        medians[u, u + 1 :] = above
        medians[u + 1 :, u] = -above
    return medians, common


def consistent_effects(medians: FloatArray, common: IntArray | FloatArray) -> FloatArray:
    """The effects m (..., k), of mean 0, whose differences fit the medians (..., k, k) best."""
    weights = common.astype(np.float64)
    k = weights.shape[-1]
    weights[..., np.arange(k), np.arange(k)] = 0.0
    totals = (weights * np.nan_to_num(medians)).sum(axis=-1)
    values, vectors = eigen(weights.sum(axis=-1)[..., None] * np.eye(k) - weights)
    along = np.einsum("...j,...jc->...c", totals, vectors)
    along = np.divide(along, values, out=np.zeros_like(values), where=values > 0)
    effects: FloatArray = np.einsum("...jc,...c->...j", vectors, along)
    return effects


# Intervals of contrasts by a bootstrap over the problems, with holes or without.


@dataclass(frozen=True)
class ContrastIntervals:
    """Bounds (k, k) of the differences row minus column, the level of each, what was left out."""

    low: FloatArray
    high: FloatArray
    level: float
    left_out: int


def contrast_intervals(
    values: FloatArray, confidence: float, simultaneous: bool, resamples: int, seed: Seed
) -> ContrastIntervals:
    """Percentile intervals of the contrasts of a table (n, k) in range."""
    n, k = values.shape
    generator = checked_generator(resamples, seed)
    drawn = [
        resampled_effects(values, weights) for weights in resampled_weights(n, resamples, generator)
    ]
    effects = np.concatenate([found for found, _ in drawn])
    kept = effects[np.concatenate([connected for _, connected in drawn])]
    first, second = np.triu_indices(k, 1)
    columns = np.ascontiguousarray(kept.T)
    replicates = (columns[first] - columns[second]).T
    level = confidence
    if simultaneous and first.size > 1 and len(kept):
        level = joint_level(replicates, confidence)
    own = resampled_effects(values, np.ones((1, n)))[0][0]
    estimate = own[first] - own[second]
    bounds = (estimate, estimate)
    if len(kept):
        bounds = bootstrap_interval(estimate, replicates, widened(level, n))
    low, high = np.zeros((2, k, k))
    low[first, second], high[first, second] = bounds
    low[second, first], high[second, first] = -bounds[1], -bounds[0]
    return ContrastIntervals(low, high, level, resamples - len(kept))


def resampled_effects(values: FloatArray, weights: FloatArray) -> tuple[FloatArray, BoolArray]:
    """The effects (b, k) of a table (n, k) whose problems count as the weights (b, n) say.

    And of which resamples they are comparable: where no group of algorithms is cut off from the
    others because no problem that was drawn holds both.
    """
    k = values.shape[1]
    columns = np.ascontiguousarray(values.T)
    present = ~np.isnan(values)
    if present.all():
        sums = np.zeros((k, len(weights)))
        for u in range(k - 1):  # row by row, for the medians of all pairs are many numbers
            low, high = weighted_medians(columns[u] - columns[u + 1 :], weights)
            for v, median in enumerate((low / 2 + high / 2).T, start=u + 1):
                sums[u] += median
                sums[v] -= median
        return sums.T / k, np.ones(len(weights), dtype=bool)
    first, second = np.triu_indices(k, 1)
    low, high = weighted_medians(columns[first] - columns[second], weights)
    medians = low / 2 + high / 2
    both = np.zeros((len(weights), k, k))
    both[:, first, second] = medians
    both[:, second, first] = -medians
    cells = present.astype(np.float64)
    common = np.swapaxes(weights[:, :, None] * cells, 1, 2) @ cells
    return consistent_effects(both, common), _connected(common)


def _connected(common: FloatArray) -> BoolArray:
    """Whether the graph of the algorithms that share problems, (b, k, k), is in one piece."""
    joined = (common > 0).astype(np.float64)
    laplacian = joined.sum(axis=-1)[..., None] * np.eye(joined.shape[-1]) - joined
    values, _ = eigen(laplacian)
    one_piece: BoolArray = np.count_nonzero(values == 0, axis=-1) == 1
    return one_piece


RESAMPLES = 1_999  # of a percentile interval of a median, which is rough by itself


class ContrastEstimation(Result):
    """Estimated differences between k algorithms, in the units of the table.

    Attributes
    ----------
    algorithms : tuple of str
        The k algorithms.
    medians : ndarray, shape (k, k)
        Unadjusted estimators Z_uv: median of the differences row minus column.
    effects : ndarray, shape (k,)
        m_u of equation (17): mean of row u of the medians.
    estimates : ndarray, shape (k, k)
        m_u - m_v, the estimator of the difference row minus column.
    better : {"lower", "higher"}
        The direction of the table; where lower is better, negative rows are good.
    n : int
        Number of problems.
    common : ndarray of int, shape (k, k), or None
        The problems that two algorithms share; None if no result is missing.
    low, high : ndarray, shape (k, k), or None
        Bounds of the estimates, if a confidence was asked for.
    confidence : float or None
        The confidence of all intervals together, or of each if not `simultaneous`.
    simultaneous : bool
        Which of the two.
    level : float or None
        The level of each interval by itself.
    resamples : int or None
        How many resamples the intervals rest on.
    notes : tuple of str
        What the reader should know about the intervals.
    """

    algorithms: tuple[str, ...]
    medians: FloatArray
    effects: FloatArray
    estimates: FloatArray
    better: Better
    n: int
    common: IntArray | None = None
    low: FloatArray | None = None
    high: FloatArray | None = None
    confidence: float | None = None
    simultaneous: bool = True
    level: float | None = None
    resamples: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def promise(self) -> str:
        """What the intervals promise, in words.

        No more than 1 - 2^(1 - n) for each on n problems: so often all differences are on one side
        of their median, where resamples cannot go.
        """
        assert self.confidence is not None  # there are intervals
        k, common = len(self.algorithms), self.common
        shared = np.full((k, k), self.n) if common is None else common
        beyond = np.ldexp(1.0, 1 - shared[np.triu_indices(k, 1)])
        pairs = len(beyond) if self.simultaneous else 1
        held = 1 - float(beyond.sum() if self.simultaneous else beyond.max())
        return promised(self.confidence, min(held, self.confidence), pairs)

    def estimate(self, first: str, second: str) -> float:
        """The estimated difference first minus second."""
        return float(self.estimates[self._places(first, second)])

    def interval(self, first: str, second: str) -> tuple[float, float]:
        """The bounds of the difference first minus second."""
        if self.low is None or self.high is None:
            raise InputError(
                "these contrasts have no intervals; ask for them with "
                "contrast_estimation(results, confidence=0.95)"
            )
        place = self._places(first, second)
        return float(self.low[place]), float(self.high[place])

    def _places(self, first: str, second: str) -> tuple[int, int]:
        a, b = (
            self.algorithms.index(choice(name, self.algorithms, "algorithm"))
            for name in (first, second)
        )
        return a, b


def contrast_estimation(
    results: Results | ArrayLike,
    *,
    confidence: float | None = 0.95,
    simultaneous: bool = True,
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
) -> ContrastEstimation:
    """Estimate the differences between all algorithms by medians over the problems.

    An estimate, not a test: there are no hypotheses and no p-value. It supposes that the expected
    difference between two algorithms is the same on all problems.

    With D_i(uv) = x_iu - x_iv (equation (16)), Z_uv is the median of D_i(uv) over the n problems,
    so that Z_vu = -Z_uv and Z_uu = 0. m_u is the mean of Z_u1, ..., Z_uk (equation (17)), and
    m_u - m_v estimates the difference between u and v. Unlike the medians, the estimates are
    consistent with each other: that of u and w is the sum of those of u and v and of v and w.

    The differences are those of the table and are not turned by its direction: where lower is
    better, an algorithm whose row is negative is good; where higher is better, one whose row is
    positive. Ties need no care. With two algorithms the estimate is the median itself. Equal
    algorithms differ by 0 from each other.

    In a table with holes the medians are those of the problems that two algorithms share, and the
    m_u are those whose differences come closest to the medians, by least squares weighted by the
    number of problems; without holes that is the mean of the row.

    Intervals come from a bootstrap over the problems: percentiles of the estimates of resamples,
    widened for few problems (Hesterberg 2015), and at a common level at which all of them together
    hold the share `confidence` of the resamples (Beran 1988). Their measured coverage is in
    docs/calibration.md.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    confidence : float or None
        The confidence of the intervals; None leaves them out, as `compare` does.
    simultaneous : bool
        Whether it is that of all intervals together, or of each.
    resamples : int, default 1999
        Resamples of the bootstrap.
    seed : int, Generator or None
        Seed of these.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    ContrastEstimation

    References
    ----------
    Doksum (1967), Robust procedures for some linear models with one observation per cell, Annals
    of Mathematical Statistics 38:878-883. Derrac, Garcia, Molina and Herrera (2011), Section 4.4,
    equations (16) and (17), doi:10.1016/j.swevo.2011.02.002; it prints Z_uv = Z_vu, which is a
    misprint. Beran (1988), doi:10.1080/01621459.1988.10478648. Hesterberg (2015),
    doi:10.1080/00031305.2015.1089789.

    Examples
    --------
    Table 19 of Derrac et al. (2011), SaDE minus the others; lower is better:

    >>> import evenkeel
    >>> contrasts = evenkeel.contrast_estimation(evenkeel.load("cec2005"))
    >>> contrasts.estimates[-1].round(3).tolist()
    [-25.035, -13.863, -48.706, -14.539, -1.025, -3.884, -9.92, -7.403, 0.0]
    """
    table = as_results(results, better)
    level = None if confidence is None else fraction(confidence, "confidence")
    estimation = _with_holes(table) if table.has_missing else _complete(table)
    if level is None:
        return estimation
    values, power = in_range(table.values)
    found = contrast_intervals(values, level, simultaneous, resamples, seed)
    return _with_intervals(estimation, found, power, level, simultaneous, resamples)


def _complete(table: Results) -> ContrastEstimation:
    values, power = in_range(table.values)
    columns = np.ascontiguousarray(values.T)
    medians = np.zeros((table.k, table.k))
    for u in range(table.k - 1):
        above = np.median(columns[u] - columns[u + 1 :], axis=1)  # equation (16), u < v
        medians[u, u + 1 :] = above
        medians[u + 1 :, u] = -above  # Z_vu = -Z_uv
    effects = medians.mean(axis=1)  # equation (17)
    return _named(table, medians, effects, power)


def _with_holes(table: Results) -> ContrastEstimation:
    require_connected(table)
    values, power = in_range(table.values)
    medians, common = medians_of_common(values)
    return _named(table, medians, consistent_effects(medians, common), power, common)


def _named(
    table: Results,
    medians: FloatArray,
    effects: FloatArray,
    power: int,
    common: IntArray | None = None,
) -> ContrastEstimation:
    estimates = effects[:, None] - effects
    medians, effects, estimates = (unscaled(part, power) for part in (medians, effects, estimates))
    for array in (medians, effects, estimates):
        array.flags.writeable = False
    return ContrastEstimation(
        table.algorithms, medians, effects, estimates, table.better, table.n, common
    )


def _with_intervals(
    estimation: ContrastEstimation,
    found: ContrastIntervals,
    power: int,
    confidence: float,
    simultaneous: bool,
    resamples: int,
) -> ContrastEstimation:
    low, high = (unscaled(bounds, power) for bounds in (found.low, found.high))
    for array in (low, high):
        array.flags.writeable = False
    notes: tuple[str, ...] = ()
    if found.left_out:
        notes = (
            f"{found.left_out} of {resamples} resamples were left out, in which groups of "
            "algorithms shared no problem",
        )
    k = len(estimation.algorithms)
    if simultaneous and k * (k - 1) / 2 > _MANY and estimation.n < _ENOUGH:
        notes += (
            f"with more than {_MANY} pairs on fewer than {_ENOUGH} problems such intervals hold "
            "together less often than they promise: at 95%, those of nine algorithms missed in 15 "
            "to 20% of simulated tables of 9 to 12 problems",
        )
    return replace(
        estimation,
        low=low,
        high=high,
        confidence=confidence,
        simultaneous=simultaneous,
        level=found.level,
        resamples=resamples,
        notes=notes,
    )
