"""curves(): the courses of runs, their convergence, and the comparison at every budget.

Long because the course, the budgets and the bands are one result and its checks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments import adjust as adjust_pvalues
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.numerics.resampling import checked_generator
from evenkeel.pairwise.sign import binomial_tail
from evenkeel.pairwise.signed_rank_law import place_within
from evenkeel.result import Answer
from evenkeel.runs.censored import gehan, kolmogorov_distance
from evenkeel.runs.courses import (
    Courses,
    Trend,
    convergence_ranks,
    courses_of,
    exchanged_runs,
    trend_of,
)
from evenkeel.runs.over_problems import over_problems, rejected_pairs
from evenkeel.tables.results import Better
from evenkeel.tables.runs import Runs
from evenkeel.text import percent

_CUTS, _GRID = 10, 101
_MOST_CUTS = 1000
_FEW_PROBLEMS = 6  # below it exchanging the curves of whole problems rejects nothing at 0.05
_LARGEST = 1e150  # a value


class Curves(Answer):
    """The courses of the runs of k algorithms on n problems.

    Attributes
    ----------
    algorithms, problems : tuple of str
        Their names.
    better : {"lower", "higher"}
        Which values are good.
    budgets : ndarray, shape (c,)
        The cut points.
    centre : ndarray, shape (n, k, c)
        The statistic of the runs at each cut point.
    statistic : {"mean", "median"}
        Which it is.
    grid : ndarray, shape (g,)
        The steps of the bands.
    middle, lower, upper : ndarray, shape (n, k, g)
        The curve of the medians or means, with bounds for all steps together; infinite ones where
        the runs are too few for any.
    banded : {"median", "mean"}
        Of what the bands are: the mean where `limits` were given, else the median.
    scale : {"linear", "log"}
        The scale of pictures, and whether means are those of logarithms, given back as values.
    family : Family
        The pairs.
    trends : tuple of Trend
        The trend of the differences of each pair.
    adjusted : ndarray, shape (m, 2)
        P-values by exchange, adjusted by Holm over both directions of all pairs.
    exchanged : {"problems", "runs"}
        What was exchanged for them.
    ahead : ndarray, shape (m,)
        The share of the problems on which the first of a pair is better at the last cut point,
        ties being halves.
    ranks : ndarray, shape (c, k)
        Average ranks at each budget.
    omnibus : ndarray, shape (c,)
        P-values of Iman and Davenport's test at each budget, NaN where there is none.
    at_budget : ndarray, shape (c, m)
        Adjusted p-values of the pairs at each budget.
    procedure : str
        The procedure by which they are adjusted.
    alpha, confidence : float
        The level of significance, and the confidence of bounds.
    notes : tuple of str
        What the reader should know.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    better: Better
    budgets: FloatArray
    centre: FloatArray
    statistic: str
    grid: FloatArray
    middle: FloatArray
    lower: FloatArray
    upper: FloatArray
    banded: Literal["median", "mean"]
    scale: str
    family: Family
    trends: tuple[Trend, ...]
    adjusted: FloatArray
    exchanged: str
    ahead: FloatArray
    ranks: FloatArray
    omnibus: FloatArray
    at_budget: FloatArray
    procedure: str
    alpha: float
    confidence: float
    notes: tuple[str, ...]

    @property
    def rejected_at(self) -> BoolArray:
        """Which pairs are rejected at each budget, (c, m); none where all are not told apart."""
        return rejected_pairs(self.omnibus, self.at_budget, self.alpha)

    @property
    def verdicts(self) -> tuple[frozenset[tuple[str, str]], ...]:
        """At each budget, the pairs (better, worse) that are shown."""
        found = []
        for ranks, rejected in zip(self.ranks, self.rejected_at, strict=True):
            shown = set()
            for place in np.flatnonzero(rejected).tolist():
                a, b = self.family.pairs[place].tolist()
                a, b = (a, b) if ranks[a] < ranks[b] else (b, a)
                shown.add((self.algorithms[a], self.algorithms[b]))
            found.append(frozenset(shown))
        return tuple(found)


def curves(
    data: Runs,
    *,
    at: Sequence[float] | str | None = None,
    cuts: int = _CUTS,
    spacing: Literal["linear", "log"] | None = None,
    statistic: Literal["mean", "median"] = "mean",
    scale: Literal["linear", "log"] | None = None,
    optimum: float | None = None,
    limits: Sequence[float] | str | None = None,
    alpha: float = 0.05,
    confidence: float = 0.95,
    resamples: int = 9999,
    seed: int = 0,
) -> Curves:
    """Compare the courses of runs: bands, convergence, and the verdict at every budget.

    **Convergence** after Derrac et al. (2014): on each problem the differences of two algorithms
    are ranked over c cut points, and Page's L tells whether they rise or fall from each to the
    next. Page's law takes the cut points for independent, which those of a curve are not: see
    docs/watched_runs.md for how often it then rejects. So the adjusted p-values exchange the
    curves instead, those of whole problems; with fewer than 6 problems single runs, by the trend
    between every two of them. If both algorithms have the same law, that is exact, whatever the
    steps have to do with each other.

    **Budgets**: at each cut point the algorithms are compared as the documents do it (with one
    problem the runs, by the rank-sum test), and it is said where the verdict turns.

    **Bands** hold at all steps together. Those of the median curve suppose nothing: at each of the
    c cut points they lie between two of the ordered runs, each miss by the exact binomial law at
    most (1 - confidence) / c, and between cut points curves that only improve cannot leave
    what the two sides allow. It takes log2(2 c / (1 - confidence)) runs, 9 for 10 cut points; with
    fewer the bounds are infinite. Of fewer runs, or of means, nothing can be said unless the range
    of the values is known. With `limits` the bands are of the mean curve and need nothing else: for
    curves that only improve by Kolmogorov's distance, for others bounded means at the cut points
    together.

    A run that ended early keeps its last value.

    Parameters
    ----------
    data : Runs
        Runs with steps.
    at : sequence of float or str, optional
        The cut points, or a text with commas; by default `cuts` of them up to the last step of all.
    cuts : int, default 10
        How many cut points.
    spacing : {"linear", "log"}, optional
        How they are spaced; by default by their logarithms if the last is 100 times the first.
    statistic : {"mean", "median"}
        What is compared, of the runs.
    scale : {"linear", "log"}, optional
        Scale of pictures and of the means of bands; by default log for values above 0 of which
        lower is better.
    optimum : float, optional
        The best possible value, for the variant of the ranks where an algorithm reaches it.
    limits : pair of float or str, optional
        The least and the greatest value that there can be, such as ``"0,1"``: bands are then of the
        mean curve.
    alpha, confidence : float
        The level of significance, and the confidence of the bands.
    resamples, seed : int
        Of exchanged runs.

    Returns
    -------
    Curves

    References
    ----------
    Derrac, Garcia, Hui, Suganthan and Herrera (2014), doi:10.1016/j.ins.2014.06.009. Page (1963),
    doi:10.1080/01621459.1963.10500843.

    Examples
    --------
    >>> import evenkeel
    >>> rows = [(a, p, r, s, (1 + p) * 2.0 ** (-s * (2 if a == "quick" else 1)) + 0.001 * r)
    ...         for a in ("quick", "slow") for p in range(6) for r in range(3) for s in range(1, 9)]
    >>> table = dict(zip(("algorithm", "problem", "run", "step", "value"), zip(*rows)))
    >>> found = evenkeel.runs.curves(evenkeel.read_runs(table, better="lower"), cuts=4)
    >>> found.budgets.round(1).tolist(), found.trends[0].exchange[0]
    ([1.0, 3.3, 5.7, 8.0], 0.015625)
    """
    level, held = fraction(alpha, "alpha"), fraction(confidence, "confidence")
    generator = checked_generator(resamples, seed)
    choice(statistic, ("mean", "median"), "statistic")
    if optimum is not None and not math.isfinite(optimum):
        raise InputError(f"optimum is {optimum!r}; give a finite number")
    courses = courses_of(data)
    k, n = len(courses.algorithms), len(courses.problems)
    if k < 2:
        raise InputError(f"{courses.source}: there is one algorithm; give the runs of two or more")
    budgets = cut_points(courses, at, cuts, spacing)
    values = courses.at(budgets)
    _check_size(courses, values)
    centre = _centres(courses, values, statistic)
    family = Family(courses.algorithms)
    by_problems = n >= _FEW_PROBLEMS
    trends = []
    for a, b in family.pairs.tolist():
        ranks = convergence_ranks(*_costs(courses, centre[:, a], centre[:, b]), optimum)
        runs = None
        if not by_problems:
            both = [
                _costs(courses, values[courses.runs_in(i, a)], values[courses.runs_in(i, b)])
                for i in range(n)
            ]
            runs = exchanged_runs(both, resamples, generator, optimum)
        trends.append(trend_of(ranks, resamples=resamples, seed=seed, runs=runs))
    raw = np.array([trend.exchange for trend in trends])
    cost = centre if courses.better == "lower" else -centre
    first, second = (cost[:, family.pairs[:, side], -1] for side in (0, 1))
    ahead = ((first < second) + 0.5 * (first == second)).mean(axis=0)
    alone = [
        [_rank_sum(courses, values[:, place], a, b) for a, b in family.pairs.tolist()]
        for place in range(len(budgets) if n == 1 else 0)
    ]
    over = over_problems(
        centre, courses, family, [adjust_pvalues(np.array(raw), "holm") for raw in alone]
    )
    given = _as_limits(limits)
    grid, middle, lower, upper, chosen = _bands(courses, budgets, scale, held, given)
    return Curves(
        algorithms=courses.algorithms,
        problems=courses.problems,
        better=courses.better,
        budgets=budgets,
        centre=centre,
        statistic=statistic,
        grid=grid,
        middle=middle,
        lower=lower,
        upper=upper,
        banded="median" if given is None else "mean",
        scale=chosen,
        family=family,
        trends=tuple(trends),
        adjusted=adjust_pvalues(raw.ravel(), "holm").reshape(raw.shape),
        exchanged="problems" if by_problems else "runs",
        ahead=ahead,
        ranks=over.ranks,
        omnibus=over.omnibus,
        at_budget=over.adjusted,
        procedure=over.procedure,
        alpha=level,
        confidence=held,
        notes=tuple(_curve_notes(courses, budgets, held if given is None else None)),
    )


def cut_points(
    courses: Courses, at: Sequence[float] | str | None, cuts: int, spacing: str | None
) -> FloatArray:
    """The cut points: those given, or so many from where all runs have begun to the last step."""
    begin, end = float(courses.first.max()), float(courses.last.max())
    if at is not None:
        try:
            given = [float(part) for part in at.split(",")] if isinstance(at, str) else list(at)
            steps = np.unique(np.asarray(given, dtype=np.float64))
        except (TypeError, ValueError):
            raise InputError(f"at is {at!r:.60}; give steps, such as 100,1000") from None
        if not 1 <= steps.size <= _MOST_CUTS or not np.isfinite(steps).all():
            raise InputError(f"at is {at!r:.60}; give 1 to {_MOST_CUTS} steps, such as 100,1000")
        if steps[0] < begin:
            raise InputError(
                f"{courses.source}: budgets must not lie before {begin:g}, where the last of the "
                f"runs has its first value; the steps go on to {end:g}"
            )
        return steps
    if not isinstance(cuts, int) or not 3 <= cuts <= _MOST_CUTS:
        raise InputError(f"cuts is {cuts!r}; give a whole number from 3 to {_MOST_CUTS}")
    if begin == end:
        raise InputError(
            f"{courses.source}: the runs have values at one step only ({end:g}); give their courses"
        )
    if spacing is None:
        spacing = "log" if begin > 0 and end >= 100 * begin else "linear"
    if choice(spacing, ("linear", "log"), "spacing") == "linear":
        return np.linspace(begin, end, cuts)
    low = max(begin, end / 1e12) if begin > 0 else min(1.0, end / 2)
    steps = np.geomspace(low, end, cuts)
    steps[-1] = end
    return steps


def _as_limits(limits: Sequence[float] | str | None) -> FloatArray | None:
    if limits is None:
        return None
    try:
        given = limits.split(",") if isinstance(limits, str) else limits
        low, high = (float(each) for each in given)
    except (TypeError, ValueError):
        raise InputError(f"limits are {limits!r:.60}; give two numbers, such as 0,1") from None
    if not -_LARGEST <= low < high <= _LARGEST:
        raise InputError(
            f"limits are {low:g} and {high:g}; give the least and the greatest value, at most "
            f"{_LARGEST:g}"
        )
    return np.array([low, high])


def _check_size(courses: Courses, values: FloatArray) -> None:
    """Refuse values of which the squares are beyond the numbers of the machine."""
    largest = float(np.nanmax(np.abs(values), initial=0.0))
    if largest > _LARGEST:
        raise InputError(
            f"{courses.source}: values go to {largest:g}; curves are compared up to {_LARGEST:g}; "
            "give them in another unit"
        )


def _centres(courses: Courses, values: FloatArray, statistic: str) -> FloatArray:
    """The statistic of the runs of each cell at each step, (n, k, steps)."""
    of = np.mean if statistic == "mean" else np.median
    n, k = len(courses.problems), len(courses.algorithms)
    cells = [[of(values[courses.runs_in(i, j)], axis=0) for j in range(k)] for i in range(n)]
    return np.array(cells)


def _costs(courses: Courses, *values: FloatArray) -> tuple[FloatArray, FloatArray]:
    sign = 1.0 if courses.better == "lower" else -1.0
    first, second = (sign * each for each in values)
    return first, second


def _rank_sum(courses: Courses, values: FloatArray, a: int, b: int) -> float:
    first, second = values[courses.runs_in(0, a)], values[courses.runs_in(0, b)]
    return gehan(first, np.full(len(first), True), second, np.full(len(second), True)).pvalue


def _bands(
    courses: Courses,
    budgets: FloatArray,
    scale: str | None,
    confidence: float,
    limits: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, str]:
    """The steps of the bands, the curves in their middle, their bounds, and the scale."""
    chosen = _scale_of(courses, scale, limits)
    grid = np.unique(np.r_[budgets, np.linspace(budgets[0], budgets[-1], _GRID - len(budgets))])
    if budgets[0] > 0 and budgets[-1] >= 100 * budgets[0]:
        grid = np.unique(np.r_[budgets, np.geomspace(budgets[0], budgets[-1], _GRID)])
    values = courses.at(grid)
    steps = np.diff(values, axis=1)
    improving = bool(((steps <= 0) if courses.better == "lower" else (steps >= 0)).all())
    if not improving:
        grid, values = budgets, courses.at(budgets)
    n, k = len(courses.problems), len(courses.algorithms)
    found = np.empty((3, n, k, len(grid)))
    if limits is None:
        cuts = np.searchsorted(grid, budgets)
        before = np.searchsorted(budgets, grid, "right") - 1
        after = np.searchsorted(budgets, grid, "left")
        falls = courses.better == "lower"
        sides = (after, before) if falls else (before, after)  # where curves are surely beyond
        for i, j in np.ndindex(n, k):
            runs = values[courses.runs_in(i, j)]
            found[0, i, j] = np.median(runs, axis=0)
            found[1:, i, j] = _median_bounds(runs[:, cuts], confidence, *sides)
        return grid, *found, chosen
    values, shown = (np.log(values), np.exp) if chosen == "log" else (values, np.asarray)
    low, high = np.log(limits) if chosen == "log" else limits
    for i, j in np.ndindex(n, k):
        runs = values[courses.runs_in(i, j)]
        mean = runs.mean(axis=0)
        if improving:
            reach = kolmogorov_distance(len(runs), confidence) * (high - low)
            below, above = mean - reach, mean + reach
        else:
            each = 1 - (1 - confidence) / runs.shape[1]
            below, above = bounded_mean_interval(runs.T, low, high, each)
        found[:, i, j] = mean, below, above
    middle, lower, upper = shown(found)
    return grid, middle, np.maximum(lower, limits[0]), np.minimum(upper, limits[1]), chosen


def _scale_of(courses: Courses, scale: str | None, limits: FloatArray | None) -> str:
    """The scale of the bands, which the values and the limits must allow."""
    least, most = courses.value.min(), courses.value.max()
    if limits is not None and not limits[0] <= least <= most <= limits[1]:
        raise InputError(
            f"{courses.source}: values go from {least:g} to {most:g}, beyond the limits from "
            f"{limits[0]:g} to {limits[1]:g}; give limits that hold all"
        )
    positive = bool((least if limits is None else limits[0]) > 0)
    if scale is None:
        return "log" if courses.better == "lower" and positive else "linear"
    if choice(scale, ("linear", "log"), "scale") == "log" and not positive:
        remedy = Option("scale", "linear")
        raise InputError(
            Message(f"{courses.source}: logarithms need values above 0; give ", remedy)
        )
    return scale


def _median_bounds(
    runs: FloatArray, confidence: float, below: IntArray, above: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Bounds of the medians of runs (r, c), for all c together, taken at these of the columns."""
    r, c = runs.shape
    tail = (1 - confidence) / (2 * c)
    if tail < 0.5**r:
        return np.full(len(below), -np.inf), np.full(len(above), np.inf)
    place, _ = place_within(binomial_tail(r), tail)
    ordered = np.sort(runs, axis=0)
    return ordered[place, below], ordered[-1 - place, above]


def _curve_notes(courses: Courses, budgets: FloatArray, confidence: float | None) -> Iterator[str]:
    """What to know; with the confidence of bands of medians."""
    n = len(courses.problems)
    fewest = int(np.bincount(courses.cell).min())
    if confidence is not None and (1 - confidence) / (2 * len(budgets)) < 0.5**fewest:
        needed = int(np.ceil(np.log2(2 * len(budgets) / (1 - confidence))))
        yield Message(
            f"{fewest} runs of a cell are too few for a band of the median curve at "
            f"{percent(confidence)}: {len(budgets)} cut points take {needed}; where the least and "
            "the greatest value are known, say them for bands of the mean curve, with ",
            Option("limits"),
        )
    early = int((courses.last < budgets[-1]).sum())
    if early:
        yield (
            f"{early} of {len(courses.cell)} runs end before the last cut point; they keep their "
            "last value"
        )
    yield (
        "Page's law takes the cut points for independent, and the steps of a run are not: conclude "
        "from the exchange, which is exact if both algorithms have the same law "
        "(docs/watched_runs.md)"
    )
    if n == 1:
        yield (
            "there is one problem: the verdict at a budget is that of its runs, by the rank-sum "
            "test, and speaks of other runs, not of other problems"
        )
