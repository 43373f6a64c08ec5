"""Intervals of effect sizes: how often they miss the true size, of one pair and of all together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from calibration import tables
from calibration.rates import Claim, span
from calibration.studies import ALPHA, CONFIDENCE
from evenkeel._types import FloatArray
from evenkeel.effects.contrasts import contrast_intervals
from evenkeel.effects.intervals import Level, bootstrap_intervals, groups_of, lawful_intervals
from evenkeel.effects.kendall import bounded_correlation, centred_ranks, mean_correlations
from evenkeel.effects.registry import BOOTSTRAP, EFFECTS, EffectSize
from evenkeel.effects.superiority import newcombe_interval, win_shares
from evenkeel.families import Family
from evenkeel.numerics.resampling import bootstrap_interval, resampled_weights, widened
from evenkeel.studies.outcomes import Estimate, estimate

PROBLEMS = (10, 20, 50)
MANY, SOME, FEW = 2_000, 1_000, 400  # tables by a law; by bootstrap; of several algorithms
RESAMPLES = 999
LAWS = ("normal", "skewed", "tied")
SHIFTS = (0.5, 1.5)
RUNS = (5, 10, 20, 50)
TOLERATED = ALPHA + 0.02  # two points
_SEED = 0
_LARGE = 400_000  # draws from which a true size is computed


def drawn(law: str, shift: float, shape: tuple[int, ...], seed: int) -> FloatArray:
    """Positive results (..., n, k), higher is better; the first algorithm is better by the shift.

    The problems differ, which both columns of a pair share.
    """
    generator = np.random.default_rng([_SEED, seed])
    own = generator.standard_normal(shape)
    own[..., 0] += shift
    problem = generator.standard_normal((*shape[:-1], 1))
    if law == "skewed":
        # logarithms are normal: differences are skewed where the first is better
        return np.exp(own) + np.exp(problem)
    values: FloatArray = own + problem + 30.0
    return np.round(values) if law == "tied" else values


def sample_of(entry: EffectSize, values: FloatArray) -> FloatArray:
    """The samples of the first two algorithms of many tables (t, n, k), as those of t pairs."""
    count, n = values.shape[:2]
    assert entry.sample is not None
    if entry.name == "rank-difference":
        pair = np.array([[0, 1]])
        samples = [entry.sample(table, pair, "higher")[0] for table in values]
        return np.concatenate(samples, axis=1)
    columns = np.moveaxis(values[..., :2], 1, 0).reshape(n, -1)
    places = 2 * np.arange(count)
    return entry.sample(columns, np.column_stack([places, places + 1]), "higher")[0]


@cache
def truth(size: str, law: str, shift: float, n: int) -> float:
    """The size in the population, or its expected value with n problems."""
    entry, k = EFFECTS.lookup(size), _algorithms(size)
    assert entry.kernel is not None
    if size == "rank-biserial":
        found = entry.kernel(
            sample_of(entry, drawn(law, shift, (20_000, n, k), 1)), np.ones((1, n))
        )
        return float(found.mean())
    values = drawn(law, shift, (1, _LARGE, k), 1)
    if size == "a12":
        first, second = values[0, :, 0], np.sort(values[0, :, 1])
        sides = (np.searchsorted(second, first, side=side) for side in ("left", "right"))
        return float(sum(side.mean() for side in sides) / 2 / _LARGE)
    sample = sample_of(entry, values)
    if size == "rank-difference":
        return float(sample[0].mean())
    sample = sample[0]
    if size == "hodges-lehmann":
        halves = sample.reshape(2, -1)
        return float(np.median(halves.sum(axis=0)) / 2)
    if size == "standardised-mean":
        return float(sample.mean() / sample.std())
    return float(entry.kernel(sample[None], np.ones((1, _LARGE)))[0, 0])


def _algorithms(size: str) -> int:
    return 5 if size == "rank-difference" else 2


@cache
def missed(size: str, law: str, shift: float, n: int, method: str | None = None) -> Estimate:
    """How often the 95% interval of one pair misses the true size."""
    entry = EFFECTS.lookup(size)
    how = method or entry.interval
    count = SOME if how in BOOTSTRAP else MANY
    sample = sample_of(entry, drawn(law, shift, (count, n, _algorithms(size)), 2))
    if how in BOOTSTRAP:
        low, high = _bootstrapped(entry, sample, n)
    else:
        assert entry.bounds is not None
        bounds = entry.bounds(sample, 1 - ALPHA)
        low, high = bounds.low, bounds.high
    return _misses(low, high, truth(size, law, shift, n))


def _bootstrapped(entry: EffectSize, sample: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    assert entry.kernel is not None
    weights = resampled_weights(n, RESAMPLES, np.random.default_rng(_SEED))
    replicates = np.concatenate([entry.kernel(sample, block) for block in weights])
    own = entry.kernel(sample, np.ones((1, n)))[0]
    return bootstrap_interval(own, replicates, widened(1 - ALPHA, n))


def _misses(low: FloatArray, high: FloatArray, true: float) -> Estimate:
    slack = 1e-9 * max(abs(true), 1.0)
    missing = (low > true + slack) | (high < true - slack)
    return estimate(float(missing.sum()), missing.size, CONFIDENCE)


@cache
def missed_together(size: str, kind: str, n: int, method: str | None = None) -> Estimate:
    """How often any interval of five normal algorithms misses its true size."""
    entry = EFFECTS.lookup(size)
    how = method or entry.interval
    names = Family.of_size(5).algorithms
    family = Family(names, names[0] if kind == "control" else None)
    advantages = np.array([0.9, 0.6, 0.3, 0.0, 0.0])
    level = Level(1 - ALPHA, True, RESAMPLES, _SEED)
    true = _true_pairs(entry, advantages, family)
    count = 0
    for table in drawn("normal", 0.0, (FEW, n, 5), 3) + advantages:
        groups = list(groups_of(entry, table, family.pairs, "higher"))
        found = (
            bootstrap_intervals(entry, groups, (n, family.m), level, "percentile")
            if how in BOOTSTRAP
            else lawful_intervals(entry, groups, family.m, level)
        )
        count += bool(((found.low > true + 1e-9) | (found.high < true - 1e-9)).any())
    return estimate(float(count), FEW, CONFIDENCE)


def _true_pairs(entry: EffectSize, advantages: FloatArray, family: Family) -> FloatArray:
    """The true sizes of the pairs; differences are normal with the variance 2."""
    first, second = family.pairs.T
    if entry.name == "hodges-lehmann":
        true: FloatArray = advantages[first] - advantages[second]
        return true
    large = drawn("normal", 0.0, (1, _LARGE, 5), 1)[0] + advantages
    assert entry.sample is not None
    assert entry.kernel is not None
    if entry.name == "a12":
        rows = np.sort(large.T)
        return np.array(
            [np.searchsorted(rows[b], rows[a]).mean() / _LARGE for a, b in family.pairs.tolist()]
        )
    sample, _ = entry.sample(large, family.pairs, "higher")
    return np.asarray(entry.kernel(sample, np.ones((1, _LARGE)))[0])


@cache
def missed_contrasts(law: str, n: int, together: bool) -> Estimate:
    """How often an interval of a contrast, the first, or any of five algorithms, misses."""
    advantages = np.array([0.9, 0.6, 0.3, 0.0, 0.0])
    large = drawn(law, 0.0, (1, _LARGE // 4, 5), 1)[0] * np.exp(advantages)
    medians = np.array([[np.median(one - other) for other in large.T] for one in large.T])
    effects = medians.mean(axis=1)
    true = effects[:, None] - effects
    count = 0
    for table in drawn(law, 0.0, (FEW, n, 5), 4) * np.exp(advantages):
        found = contrast_intervals(table, 1 - ALPHA, together, RESAMPLES, _SEED)
        outside = (found.low > true + 1e-9) | (found.high < true - 1e-9)
        count += bool(outside.any() if together else outside[0, 1])
    return estimate(float(count), FEW, CONFIDENCE)


@cache
def missed_concordance(shift: float, n: int, k: int = 5, plain: bool = False) -> Estimate:
    """How often the interval of W misses; by a bootstrap of W itself if `plain`."""
    steps = shift * np.arange(k)
    generator = np.random.default_rng([_SEED, 5])
    large = centred_ranks(generator.standard_normal((3_000, k)) + steps)
    correlation = max(float(mean_correlations(large, np.ones((1, 3_000)))[0, 0]), 0.0)
    weights = np.concatenate(list(resampled_weights(n, RESAMPLES, np.random.default_rng(_SEED))))
    true = (1 + (n - 1) * correlation) / n if plain else correlation
    count = 0
    for table in generator.standard_normal((FEW, n, k)) + steps:
        ranks = centred_ranks(table)
        if plain:
            own = _plain_w(ranks, np.ones((1, n)))[0]
            bounds = bootstrap_interval(own, _plain_w(ranks, weights), 1 - ALPHA)
            low, high = (float(bound[0]) for bound in bounds)
        else:
            _, low, high = bounded_correlation(ranks, 1 - ALPHA)
        count += low > true + 1e-9 or high < true - 1e-9
    return estimate(float(count), FEW, CONFIDENCE)


def _plain_w(ranks: FloatArray, weights: FloatArray) -> FloatArray:
    """W of the resamples themselves, in which problems agree with their own copies."""
    sums = np.square(weights @ ranks).sum(axis=1)
    own = weights @ np.square(ranks).sum(axis=1) * weights.sum(axis=1)
    w: FloatArray = (sums / own)[:, None]
    return w


SAMPLES: dict[str, Callable[[np.random.Generator, float, tuple[int, int]], FloatArray]] = {
    "normal runs": lambda g, shift, shape: g.normal(shift, 1.0, shape),
    "tied runs": lambda g, shift, shape: np.round(g.normal(shift, 1.0, shape)),
    "the first spread three times as wide": lambda g, shift, shape: g.normal(shift, 3.0, shape),
}


@cache
def missed_runs(law: str, shift: float, runs: int, others: int) -> Estimate:
    """How often the interval of A12 of runs misses."""
    generator = np.random.default_rng([_SEED, 6])
    second = SAMPLES["tied runs" if law.startswith("tied") else "normal runs"]
    ordered = np.sort(second(generator, 0.0, (1, _LARGE))[0])
    large = SAMPLES[law](generator, shift, (1, _LARGE))[0]
    sides = (np.searchsorted(ordered, large, side=side).mean() for side in ("left", "right"))
    true = float(sum(sides) / 2 / _LARGE)
    one = SAMPLES[law](generator, shift, (MANY, runs))
    other = second(generator, 0.0, (MANY, others))
    wins = win_shares(-one, -other, np.full(MANY, runs), np.full(MANY, others))
    return _misses(*newcombe_interval(wins, 1 - ALPHA), true)


SINGLE = (
    "hodges-lehmann",
    "superiority",
    "median-ratio",
    "standardised-mean",
    "rank-biserial",
    "a12",
    "rank-difference",
)
RESAMPLED = ("rank-biserial", "rank-difference")  # by bootstrap too, to be compared
TOGETHER = ("hodges-lehmann", "superiority", "rank-biserial", "a12", "rank-difference")


def section() -> Iterator[str]:
    """The section of the page."""
    yield "## Intervals of effect sizes"
    yield (
        "How often a 95% interval misses the true size, which should be 0.05. One pair: the first "
        "algorithm is better by 0.5 or 1.5 standard deviations of a result. *Normal*: the "
        "problems differ too; *skewed*: logarithms are normal, and differences are skewed "
        f"themselves; *tied*: rounded to whole numbers. {MANY:,} tables for intervals by a law, "
        f"{SOME:,} with {RESAMPLES} resamples for a bootstrap, which is shown to be compared. "
        "Cliff's delta is 2 A12 - 1, with the same rates. Laws of few values make exact intervals "
        "wider than asked for, most of all with ties."
    )
    yield _single_table()
    yield (
        "All pairs of five normal algorithms, or a control with the other four: how often any "
        f"interval misses. {FEW} tables; the interval of a measured 0.05 goes from "
        f"{_interval(FEW)}."
    )
    yield _together_table()
    yield (
        "Contrasts of medians of five algorithms, the interval of one pair and of all together, "
        f"and Kendall's W, of five algorithms in steps of so many standard deviations; {FEW} "
        "tables each. A bootstrap of W itself, with problems that agree with their own copies, is "
        "shown to be compared."
    )
    yield _others_table()
    yield (
        f"A12 of runs on one problem, {MANY:,} problems. With 10 and 30 runs, the first have 10."
    )
    yield _runs_table()


def _interval(count: int) -> str:
    from evenkeel.numerics.intervals import wilson_interval

    low, high = wilson_interval(ALPHA * count, count, CONFIDENCE)
    return f"{float(low):.3f} to {float(high):.3f}"


def _names() -> list[str]:
    return [f"n = {n}" for n in PROBLEMS]


def _single_table() -> str:
    rows: list[tables.Row] = [
        (
            f"{EFFECTS.lookup(size).title}: {law}, {shift:g}",
            [missed(size, law, shift, n) for n in PROBLEMS],
        )
        for size in SINGLE
        for law in LAWS
        for shift in SHIFTS
    ]
    rows += [
        (
            f"{EFFECTS.lookup(size).title}, by bootstrap: normal, {shift:g}",
            [missed(size, "normal", shift, n, "percentile") for n in PROBLEMS],
        )
        for size in RESAMPLED
        for shift in SHIFTS
    ]
    return tables.table(
        "One pair: how often the interval misses the true size", "Size and results", _names(), rows
    )


def _together_table() -> str:
    rows: list[tables.Row] = [
        (
            f"{EFFECTS.lookup(size).title}: {words}",
            [missed_together(size, kind, n) for n in PROBLEMS],
        )
        for size in TOGETHER
        for kind, words in (("all-pairs", "all pairs"), ("control", "control"))
    ]
    rows += [
        (
            f"{EFFECTS.lookup(size).title}, by bootstrap: all pairs",
            [missed_together(size, "all-pairs", n, "percentile") for n in PROBLEMS],
        )
        for size in RESAMPLED
    ]
    return tables.table(
        "Several pairs: how often any of the intervals misses", "Size and family", _names(), rows
    )


def _others_table() -> str:
    rows: list[tables.Row] = [
        (
            f"Contrasts: {law}, {'all together' if together else 'one pair'}",
            [missed_contrasts(law, n, together) for n in PROBLEMS],
        )
        for law in ("normal", "skewed")
        for together in (False, True)
    ]
    rows += [
        (f"Kendall's W: steps of {shift:g}", [missed_concordance(shift, n) for n in PROBLEMS])
        for shift in STEPS
    ]
    rows += [
        (
            f"The same, by a bootstrap of W itself: steps of {shift:g}",
            [missed_concordance(shift, n, plain=True) for n in PROBLEMS],
        )
        for shift in STEPS
    ]
    return tables.table(
        "Contrasts and concordance: how often the interval misses", "Interval", _names(), rows
    )


STEPS = (0.0, 0.4, 1.0)


def _runs_table() -> str:
    rows: list[tables.Row] = [
        (
            f"{law}, {shift:g}",
            [*(missed_runs(law, shift, r, r) for r in RUNS), missed_runs(law, shift, 10, 30)],
        )
        for law in SAMPLES
        for shift in (0.0, 0.7, 2.0)
    ]
    names = [*(f"{r} runs" for r in RUNS), "10 and 30"]
    return tables.table("A12 of runs: how often the interval misses", "Results", names, rows)


def claims() -> Iterator[Claim]:
    """What the page says of them in short."""
    lawful = [
        missed(size, law, shift, n)
        for size in SINGLE[:4]
        for law in LAWS
        for shift in SHIFTS
        for n in PROBLEMS
        if (size, law) not in _SUPPOSED
    ]
    others = [
        missed(size, law, shift, n)
        for size in SINGLE[4:]
        for law in LAWS
        for shift in SHIFTS
        for n in PROBLEMS
    ]
    together = [
        missed_together(size, kind, n)
        for size in TOGETHER
        for kind in ("all-pairs", "control")
        for n in PROBLEMS
    ]
    wrong = [missed(*key, shift, n) for key in _SUPPOSED for shift in SHIFTS for n in PROBLEMS]
    concordance = [missed_concordance(shift, n) for shift in STEPS for n in PROBLEMS]
    plain = [missed_concordance(shift, n, plain=True) for shift in STEPS for n in PROBLEMS]
    runs = [
        missed_runs(law, shift, *sizes)
        for law in SAMPLES
        for shift in (0, 0.7, 2)
        for sizes in (*((r, r) for r in RUNS), (10, 30))
    ]
    contrasts = [
        missed_contrasts(law, n, together)
        for law in ("normal", "skewed")
        for together in (False, True)
        for n in PROBLEMS
    ]
    resampled = [missed_together(size, "all-pairs", 10, "percentile") for size in RESAMPLED]
    yield (
        "**Intervals of effect sizes** by an exact law miss the true size in "
        f"{span(lawful)} of the tables at 95%, where what they suppose holds, and those of the "
        "Hodges-Lehmann difference and of the standardised mean in "
        f"{span(wrong)} if differences are skewed. The other sizes miss it in {span(others)}, and "
        f"any interval of a family that is to hold together in {span(together)}. A bootstrap "
        f"misses in {span(resampled)} with 10 problems and all pairs of five algorithms, and is "
        f"not the default. A12 of runs misses in {span(runs)}, contrasts in {span(contrasts)}, "
        f"Kendall's W in {span(concordance)}, and a bootstrap of W itself in {span(plain)}.",
        all(rate.low <= TOLERATED for rate in (*lawful, *others, *together, *runs, *contrasts)),
    )


_SUPPOSED = (("hodges-lehmann", "skewed"), ("standardised-mean", "skewed"))
