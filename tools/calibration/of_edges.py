"""Intervals at the edge: where one side always, or nearly always, wins, and little varies.

Run by itself, ``python tools/insert_calibration.py of_edges`` puts the section into the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from scipy.stats import norm

from calibration import tables
from calibration.of_effects import sample_of
from calibration.rates import Claim, most
from calibration.studies import ALPHA, CONFIDENCE
from evenkeel._types import FloatArray
from evenkeel.effects.kendall import bounded_correlation
from evenkeel.effects.registry import EFFECTS
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.ranks.kernels import rank_rows
from evenkeel.runs.aggregate_intervals import DrawnAggregates
from evenkeel.runs.cells import Cells
from evenkeel.studies.outcomes import Estimate, estimate

PROBLEMS = (10, 20, 50)
TABLES, SOME, STUDIES = 2_000, 500, 500
RESAMPLES = 199
LIMIT = 0.06
_SEED = 7
_LARGE = 200_000

Draw = Callable[[np.random.Generator, int, int], FloatArray]


def _shifted(shift: float, k: int) -> Draw:
    def draw(generator: np.random.Generator, count: int, n: int) -> FloatArray:
        values = generator.standard_normal((count, n, k))
        values[..., 0] += shift
        return values

    return draw


def _failing(share: float, *, contrary: bool) -> Draw:
    """The first wins by far, but fails on a share of the problems; there the second is superb."""

    def draw(generator: np.random.Generator, count: int, n: int) -> FloatArray:
        values = generator.random((count, n, 2)) + np.array([2.0, 0.0])
        failed = generator.random((count, n)) < share
        values[failed, 0] = -5.0
        if contrary:
            values[failed, 1] = 5.0
        return values

    return draw


#: Models of pairs of algorithms, higher is better, the first against the second.
PAIRS: dict[str, Draw] = {
    **{
        f"{k} algorithms, the first better by {shift:g} sd": _shifted(shift, k)
        for k in (2, 5)
        for shift in (1.5, 2.5, 4.0)
    },
    **{
        f"the first far better, fails on {share:.0%}": _failing(share, contrary=False)
        for share in (0.05, 0.2)
    },
    **{
        f"the same, and the second superb there, {share:.0%}": _failing(share, contrary=True)
        for share in (0.05, 0.1, 0.2)
    },
}
SIZES = ("superiority", "rank-difference", "a12")


@cache
def missed_pair(size: str, model: str, n: int) -> Estimate:
    """How often the interval of a size misses."""
    entry, draw = EFFECTS.lookup(size), PAIRS[model]
    large = draw(np.random.default_rng([_SEED, 1]), 1, _LARGE)
    if size == "a12":
        first, second = large[0, :, 0], np.sort(large[0, :, 1])
        sides = (np.searchsorted(second, first, side=side) for side in ("left", "right"))
        true = float(sum(side.mean() for side in sides) / 2 / _LARGE)
    else:
        sample = sample_of(entry, large)
        true = float((sample[0] if size == "rank-difference" else sample).mean())
    assert entry.bounds is not None
    values = draw(np.random.default_rng([_SEED, 2]), TABLES, n)
    bounds = entry.bounds(sample_of(entry, values), 1 - ALPHA)
    return _rate((bounds.low > true + 1e-9) | (bounds.high < true - 1e-9))


@cache
def missed_rank(model: str, n: int) -> Estimate:
    """How often the interval of the average rank of the first misses."""
    draw = PAIRS[model]
    true = float(rank_rows(-draw(np.random.default_rng([_SEED, 1]), 1, _LARGE))[0, :, 0].mean())
    ranks = rank_rows(-draw(np.random.default_rng([_SEED, 3]), TABLES, n))
    low, high = bounded_mean_interval(ranks[..., 0], 1.0, float(ranks.shape[-1]), 1 - ALPHA)
    return _rate((low > true + 1e-9) | (high < true - 1e-9))


def _steps(step: float) -> Draw:
    return lambda generator, count, n: (
        generator.standard_normal((count, n, 5)) + step * np.arange(5)
    )


def _against(share: float) -> Draw:
    def draw(generator: np.random.Generator, count: int, n: int) -> FloatArray:
        signs = np.where(generator.random((count, n, 1)) < share, -1.0, 1.0)
        orders: FloatArray = signs * np.arange(5.0)
        return orders

    return draw


#: Models of orders of five algorithms.
ORDERS: dict[str, Draw] = {
    **{f"steps of {step:g} sd": _steps(step) for step in (2.0, 3.0, 4.0)},
    **{
        f"one order, {share:.0%} of the problems contrary": _against(share) for share in (0.02, 0.1)
    },
}


@cache
def missed_order(model: str, n: int) -> Estimate:
    """How often the interval of Kendall's W misses."""
    draw = ORDERS[model]
    large = rank_rows(draw(np.random.default_rng([_SEED, 1]), 1, _LARGE)[0]) - 3.0
    mean = large.mean(axis=0)
    true = float(mean @ mean) / 10.0  # the squared length of a centred order of five
    missing = []
    for values in draw(np.random.default_rng([_SEED, 4]), SOME, n):
        _, low, high = bounded_correlation(rank_rows(values) - 3.0, 1 - ALPHA)
        missing.append(low > true + 1e-3 or high < true - 1e-3)
    return _rate(np.array(missing))


def _normal_runs(share: float) -> tuple[Draw, dict[str, float]]:
    shift = float(np.sqrt(2) * norm.ppf(share))
    return (
        lambda generator, n, runs: (
            generator.standard_normal((n, 2, runs)) + np.array([shift, 0.0])[:, None]
        ),
        {"improvement": share},
    )


def _zeros_and_ones(share: float) -> tuple[Draw, dict[str, float]]:
    return (
        lambda generator, n, runs: np.asarray(
            generator.random((n, 2, runs)) < np.array([share, 0.5])[:, None], dtype=np.float64
        ),
        {"mean": share, "optimality-gap": 1 - share},
    )


def _tenfold() -> tuple[Draw, dict[str, float]]:
    def draw(generator: np.random.Generator, n: int, runs: int) -> FloatArray:
        values = generator.standard_normal((n, 2, runs))
        values[0] *= 10.0
        return values

    def gap(sd: float) -> float:
        """The mean of max(1 - X, 0) of a normal X."""
        return float(norm.cdf(1 / sd) + sd * norm.pdf(1 / sd))

    return draw, {"mean": 0.0, "optimality-gap": (gap(10.0) + 9 * gap(1.0)) / 10}


#: Models of runs on ten problems, and what is true.
RUNS: dict[str, tuple[Draw, dict[str, float]]] = {
    **{f"a run beats another in {share:.1%}": _normal_runs(share) for share in (0.9, 0.98, 0.995)},
    **{f"{share:.1%} of the runs succeed": _zeros_and_ones(share) for share in (0.9, 0.98, 0.995)},
    "one problem of tenfold spread": _tenfold(),
}
NUMBERS = (3, 5, 10)
_TITLES = {
    "improvement": "Probability of improvement",
    "mean": "Mean",
    "optimality-gap": "Optimality gap",
}


@cache
def missed_runs(model: str, runs: int) -> dict[str, Estimate]:
    """How often the intervals of aggregates of ten problems miss."""
    draw, truth = RUNS[model]
    generator = np.random.default_rng([_SEED, runs, *map(ord, model)])
    statistics = ("mean", "optimality-gap")
    missing = {name: np.zeros(STUDIES, dtype=bool) for name in truth}
    for study in range(STUDIES):
        values = draw(generator, 10, runs)
        cells = Cells(
            ("A", "B"), tuple(map(str, range(10))), "higher", values, np.full((10, 2), runs)
        )
        drawn = DrawnAggregates(cells, statistics, np.array([[0, 1]]), 1.0)
        found = drawn.intervals(RESAMPLES, generator, 1 - ALPHA, expanded=True)
        for name, true in truth.items():
            if name == "improvement":
                low, high = found["improvement_lower"][0], found["improvement_upper"][0]
            else:
                row = statistics.index(name)
                low, high = found["lower"][row, 0], found["upper"][row, 0]
            missing[name][study] = low > true + 1e-9 or high < true - 1e-9
    return {name: _rate(array) for name, array in missing.items()}


def _rate(missing: FloatArray) -> Estimate:
    return estimate(float(missing.sum()), missing.size, CONFIDENCE)


def section() -> Iterator[str]:
    """The section of the page."""
    yield "## Intervals at the edge"
    yield (
        "How often 95% intervals miss the truth where one side always or nearly always wins. "
        "Student's law, the jackknife and the bootstrap know nothing of what was not seen, and had "
        "intervals of no width there: they missed in up to 0.7 of these tables. "
        f"{TABLES:,} tables for sizes of pairs and average ranks, {SOME} for Kendall's W of five "
        f"algorithms, {STUDIES} studies of ten problems for runs."
    )
    names = [f"n = {n}" for n in PROBLEMS]
    rows: list[tables.Row] = [
        (f"{EFFECTS.lookup(size).title}: {model}", [missed_pair(size, model, n) for n in PROBLEMS])
        for size in SIZES
        for model in PAIRS
    ]
    rows += [
        (f"Average rank of the first: {model}", [missed_rank(model, n) for n in PROBLEMS])
        for model in PAIRS
    ]
    rows += [
        (f"Kendall's W: {model}", [missed_order(model, n) for n in PROBLEMS]) for model in ORDERS
    ]
    yield tables.table("At the edge: how often the interval misses", "Interval", names, rows)
    rows = [
        (f"{_TITLES[name]}: {model}", [missed_runs(model, runs)[name] for runs in NUMBERS])
        for model, (_, truth) in RUNS.items()
        for name in truth
    ]
    numbers = [f"{runs} runs" for runs in NUMBERS]
    yield tables.table(
        "Aggregates at the edge: how often the interval misses", "Interval", numbers, rows
    )


def claims() -> Iterator[Claim]:
    """What the page says of them in short."""
    others = [
        *(missed_pair(size, model, n) for size in SIZES[:2] for model in PAIRS for n in PROBLEMS),
        *(missed_rank(model, n) for model in PAIRS for n in PROBLEMS),
        *(missed_order(model, n) for model in ORDERS for n in PROBLEMS),
    ]
    normal = [missed_pair("a12", m, n) for m in PAIRS if "sd" in m for n in PROBLEMS]
    failing = [missed_pair("a12", m, n) for m in PAIRS if "sd" not in m for n in PROBLEMS]
    runs = [
        rate
        for model in RUNS
        for number in NUMBERS
        for name, rate in missed_runs(model, number).items()
        if (name, model) != ("optimality-gap", "one problem of tenfold spread")
    ]
    gaps = [
        missed_runs("one problem of tenfold spread", number)["optimality-gap"] for number in NUMBERS
    ]
    yield (
        "**At the edge**, where one side always or nearly always wins, intervals of superiority, "
        "of differences of average ranks, of average ranks and of Kendall's W miss in at most "
        f"{most(others)} at 95%, those of A12 in at most {most(normal)} with normal results, but "
        f"in up to {most(failing)} where the better one fails by far on some problems. Means, "
        f"gaps and probabilities of improvement of runs miss in at most {most(runs)}, gaps with "
        f"one problem of tenfold spread in up to {most(gaps)}.",
        all(rate.value <= LIMIT for rate in (*others, *normal))
        and all(rate.low <= LIMIT for rate in runs)
        and max(rate.value for rate in failing) < 0.2
        and max(rate.value for rate in gaps) < 0.15,
    )
