"""aggregates(): one number for all runs of an algorithm, as reinforcement learning reports it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.result import Result
from evenkeel.runs._per_problem import PICKED
from evenkeel.runs.aggregate_intervals import AGGREGATES, DrawnAggregates
from evenkeel.runs.cells import (
    Anchor,
    Cells,
    anchor_in_words,
    cells_of,
    control_of,
    require_runs_everywhere,
    scored,
)
from evenkeel.tables.results import Better

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs

AggregateInterval = Literal["expanded", "percentile"]
INTERVALS: tuple[AggregateInterval, ...] = get_args(AggregateInterval)

_FEW_RUNS = 10  # up to which docs/calibration.md has intervals that are too narrow


class Aggregates(Result):
    """Aggregates of the runs of k algorithms over n problems, with intervals.

    Attributes
    ----------
    statistics : tuple of str
        The s aggregates, of ``"mean"``, ``"median"``, ``"iqm"`` and ``"optimality-gap"``.
    value, lower, upper : ndarray, shape (s, k)
        Each aggregate of each algorithm with the bounds of its interval. Of the optimality gap
        lower is better, of the others what `better` says.
    family : Family
        The m pairs: all of them, or the control with each other algorithm.
    difference, difference_lower, difference_upper : ndarray, shape (s, m)
        By how much the first of a pair is better than the second; below 0 it is worse.
    improvement, improvement_lower, improvement_upper : ndarray, shape (m,)
        Probability that a run of the first is better than one of the second, ties counted half,
        averaged over the problems.
    better : {"lower", "higher"}
        Which values are good; normalised scores are better the higher they are.
    zero, one : str or None
        What scores 0 and 1, None if the values were not normalised.
    threshold : float
        The threshold of the optimality gap.
    interval : {"expanded", "percentile"}
        How the intervals were made.
    confidence, resamples
        Their confidence, and how many resamples they come from.
    n : int
        Problems.
    runs : tuple of int
        The fewest and the most runs of a cell.
    notes : tuple of str
        What the reader should know.
    """

    statistics: tuple[str, ...]
    value: FloatArray
    lower: FloatArray
    upper: FloatArray
    family: Family
    difference: FloatArray
    difference_lower: FloatArray
    difference_upper: FloatArray
    improvement: FloatArray
    improvement_lower: FloatArray
    improvement_upper: FloatArray
    better: Better
    zero: str | None
    one: str | None
    threshold: float
    interval: AggregateInterval
    confidence: float
    resamples: int
    n: int
    runs: tuple[int, int]
    notes: tuple[str, ...]

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The k algorithms."""
        return self.family.algorithms


def aggregates(
    runs: Runs | Mapping[str, ArrayLike],
    *,
    statistics: str | Sequence[str] = tuple(AGGREGATES),
    control: str | None = None,
    zero: Anchor | None = None,
    one: Anchor | None = None,
    threshold: float | None = None,
    interval: AggregateInterval = "expanded",
    confidence: float = 0.95,
    resamples: int = 9999,
    seed: Seed = 0,
    better: Better | None = None,
) -> Aggregates:
    """Aggregate all runs of each algorithm, with intervals by stratified bootstrap over the runs.

    With x_ir the r-th run on problem i, of R_i runs on each of n problems, ::

        mean            mean over i of the mean of x_i
        median          median over i of the mean of x_i
        iqm             mean of the middle half of all x_ir (25% trimmed mean)
        optimality-gap  mean of max(threshold - x_ir, 0), for costs of max(x_ir - threshold, 0)

    and for a pair the probability of improvement, the mean over i of P(X_i better than Y_i), where
    equal runs count half (Mann and Whitney's statistic over the number of pairs of runs). Every
    problem counts the same: where the numbers of runs differ, a run on problem i has the weight
    1 / R_i. With the same numbers all of these are those of the package rliable.

    The bootstrap draws the runs of each cell (algorithm on problem) from the runs of that cell; the
    problems stay. Its intervals show how far other runs on the same problems would move the
    aggregates, not what other problems would do. Plain percentile intervals
    (``interval="percentile"``, those of rliable) are too narrow for few runs: from 3 runs of each
    of 10 problems, 95% intervals of the mean hold the truth in 87% of the studies. The default
    (``"expanded"``) mends what can be mended: from each cell one run fewer is drawn than it has,
    so that the variance is the unbiased one (Rao and Wu 1988), and the percentiles are those at
    which a normal quantile has the size of Student's t with the degrees of freedom of Satterthwaite
    for the mean (as Hesterberg 2015 expands them). Since a bootstrap knows nothing of runs that it
    did not see, no interval is narrower than what unseen runs could do: with N runs of an algorithm
    a share of up to 1 - ((1 - confidence) / 2)^(1/N) of others can escape, which are taken to be as
    bad, or as good, as any run on the problem. Those of means and gaps hold Student's interval too.
    The probability of improvement has Newcombe's (2006) score interval, over the problems.
    docs/calibration.md has the measured coverage, at the edges too: where all or nearly all runs
    succeed, or one problem has ten times the spread of the others.

    Degenerate data. A cell with one run cannot show its spread: a note says so, and if no cell has
    two the runs are refused. A cell without runs is refused. Where all runs of all cells are equal
    an interval is a point, but for that of the improvement.

    Parameters
    ----------
    runs : Runs or mapping
        The runs; or for each algorithm an array (runs, problems), which needs `better`.
    statistics : str or sequence of str
        Which aggregates.
    control : str, optional
        Compare this algorithm with each other one; ``"best"`` stands for the one with the best
        average rank of the means. Without it all pairs are compared.
    zero, one : float, str or mapping, optional
        What scores 0 and 1 on each problem, by which values become (value - zero) / (one - zero):
        a number; the name of an algorithm, for the mean of its runs (random play and a human);
        ``"worst"`` or ``"best"``, for the worst or best mean of all algorithms; or a mapping of
        problems to numbers. For costs `zero` is the larger value. They are taken as given: their
        own uncertainty is in no interval. Without them values are taken as they are.
    threshold : float, optional
        Of the optimality gap: by default 1, or 0 for costs that are not normalised.
    interval : {"expanded", "percentile"}
        How the intervals are made.
    confidence : float, default 0.95
        Of each interval by itself.
    resamples : int, default 9999
        Resamples of the bootstrap.
    seed : int, Generator or None, default 0
        Of the random numbers.
    better : {"lower", "higher"}, optional
        Direction of bare arrays.

    Returns
    -------
    Aggregates

    References
    ----------
    Agarwal, Schwarzer, Castro, Courville and Bellemare (2021), Advances in Neural Information
    Processing Systems 34:29304-29320 (the package rliable). Rao and Wu (1988),
    doi:10.1080/01621459.1988.10478591. Hesterberg (2015), doi:10.1080/00031305.2015.1089789.
    Satterthwaite (1946), doi:10.2307/3002019. Newcombe (2006), doi:10.1002/sim.2324. Mann and
    Whitney (1947), doi:10.1214/aoms/1177730491.

    Examples
    --------
    Seven optimisers on twelve functions, 30 runs each, between the worst and the best mean:

    >>> import evenkeel
    >>> runs = evenkeel.load_runs("scipy_optimisers")
    >>> found = evenkeel.runs.aggregates(runs, zero="worst", one="best", resamples=999)
    >>> for name, value in zip(found.algorithms, found.value[found.statistics.index("iqm")]):
    ...     print(f"{name}: {value:.3f}")
    basin hopping: 0.872
    differential evolution: 0.889
    dual annealing: 1.000
    L-BFGS-B: 0.857
    Nelder-Mead: 0.586
    Powell: 0.999
    SLSQP: 0.908
    """
    names = _checked_statistics(statistics)
    choice(interval, INTERVALS, "interval")
    level = fraction(confidence, "confidence")
    generator = checked_generator(resamples, seed)
    given = cells_of(runs, better)
    require_runs_everywhere(given, "aggregates")
    given.require_runs(2, "the intervals of aggregates")
    family = Family(given.algorithms, control_of(given, control))
    cells = scored(given, zero, one)
    bound = _threshold(threshold, cells, normalised=zero is not None)
    drawn = DrawnAggregates(cells, names, family.pairs, bound)
    found = drawn.intervals(resamples, generator, level, expanded=interval == "expanded")
    for array in found.values():
        array.flags.writeable = False
    return Aggregates(
        names,
        family=family,
        **found,
        better=cells.better,
        zero=None if zero is None else anchor_in_words(zero),
        one=None if one is None else anchor_in_words(one),
        threshold=bound,
        interval=interval,
        confidence=level,
        resamples=int(resamples),
        n=len(cells.problems),
        runs=(int(cells.count.min()), int(cells.count.max())),
        notes=(
            *_notes(given, normalised=zero is not None, interval=interval),
            *((PICKED,) if family.control != control else ()),
        ),
    )


def _checked_statistics(statistics: str | Sequence[str]) -> tuple[str, ...]:
    names = (statistics,) if isinstance(statistics, str) else tuple(statistics)
    for name in names:
        choice(name, AGGREGATES, "aggregate")
    if not names or len(set(names)) < len(names):
        raise InputError("name each aggregate once, and at least one")
    return names


def _threshold(threshold: float | None, cells: Cells, *, normalised: bool) -> float:
    if threshold is None:
        return 0.0 if cells.better == "lower" and not normalised else 1.0
    if isinstance(threshold, str | bool) or not np.isfinite(threshold):
        raise InputError(f"threshold is {threshold!r}; give a finite number, such as 1.0")
    return float(threshold)


#: Measured, see docs/calibration.md.
_UNEQUAL = (
    "where one problem varies ten times as much as the others, 95% intervals of the optimality gap "
    "missed in up to 13% of the studies"
)


def _notes(cells: Cells, *, normalised: bool, interval: str) -> Iterator[str]:
    count = cells.count
    yield (
        "intervals come from drawing the runs of each cell again and hold each by itself: they "
        "speak of other runs on these problems, not of other problems, and of no run worse or "
        "better than those of all algorithms"
    )
    if not normalised and len(cells.problems) > 1:
        yield (
            Message(
                "values are averaged over the problems as they are, which supposes that "
                "they are commensurable; ",
                Option("zero"),
                " and ",
                Option("one"),
                " bring them to a common scale",
            )
        )
    if normalised:
        yield "what scores 0 and 1 is taken as given; its uncertainty is in no interval"
    if count.min() < count.max():
        yield (
            f"the cells have from {count.min()} to {count.max()} runs; every problem counts the "
            "same"
        )
    if len(cells.problems) > 1:
        yield _UNEQUAL
    single = np.argwhere(count == 1)
    if single.size:
        row, column = single[0].tolist()
        yield (
            f"{len(single)} of {count.size} cells have one run, the first of them "
            f"{cells.algorithms[column]!r} on {cells.problems[row]!r}; their spread is unknown, so "
            "that the intervals are too narrow"
        )
    if interval == "percentile" and count.min() <= _FEW_RUNS:
        yield (
            Message(
                f"plain percentile intervals are too narrow for {count.min()} runs per cell; ",
                Option("interval", "expanded"),
                " corrects for it",
            )
        )
    elif count.min() <= _FEW_RUNS:
        yield (
            f"with {count.min()} runs per cell intervals of strongly skewed runs are too narrow, "
            "most of all those of the mean and the median (docs/calibration.md)"
        )
        spread = np.nan_to_num(cells.harmless.moments.sd)
        shares = np.square(spread / (spread.max(initial=0.0) or 1.0)) / count
        leading = shares.max(axis=0) > shares.sum(axis=0) / 2
        if len(count) > 1 and leading.any():
            yield (
                f"most of the spread of {cells.algorithms[int(leading.argmax())]!r} comes from one "
                "problem: of such studies 95% intervals of the mean missed up to 6%, of the "
                "optimality gap up to 13% (docs/calibration.md)"
            )
