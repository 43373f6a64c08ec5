"""Bands of curves and ECDFs, bounds of expected running times, the level of convergence tests.

Run from the root of the repository, ``python tools/calibration/of_watched_runs.py``: it writes
docs/watched_runs.md, seeded, in about three minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.runs.courses import Courses, convergence_ranks, exchanged_runs, trend_of
from evenkeel.runs.curve_comparison import _bands
from evenkeel.runs.target_times import _ecdfs, ert_interval

STUDIES, RUNS, STEPS = 600, (5, 10, 15), 40
TRENDS = 1500  # studies of a test of convergence
LEVEL = 0.95
PAGE = Path("docs/watched_runs.md")
Draw = Callable[[np.random.Generator, int], FloatArray]


def _smooth(random: np.random.Generator, runs: int) -> FloatArray:
    """Errors that fall by lognormal rates, (runs, steps)."""
    rate = 0.15 * random.lognormal(0, 0.4, (runs, 1))
    return np.exp(-rate * np.arange(STEPS)) + 0.01


def _walks(random: np.random.Generator, runs: int) -> FloatArray:
    """The best of a random search so far."""
    return np.minimum.accumulate(random.exponential(1.0, (runs, STEPS)), axis=1) + 0.01


def _stepwise(success: float) -> Draw:
    """One jump from 1 to 0.01, in a share of the runs."""

    def draw(random: np.random.Generator, runs: int) -> FloatArray:
        at = np.where(random.random(runs) < success, random.integers(1, STEPS, runs), STEPS)
        return np.where(np.arange(STEPS) >= at[:, None], 0.01, 1.0)

    return draw


def _rare(random: np.random.Generator, runs: int) -> FloatArray:
    """One jump; a tenth of the runs jumps to where few runs have ever been."""
    at = random.integers(1, STEPS, (runs, 1))
    depth = np.where(random.random((runs, 1)) < 0.1, 10 ** -random.uniform(2, 8, (runs, 1)), 0.5)
    return np.where(np.arange(STEPS) >= at, depth, 1.0)


def _noisy(random: np.random.Generator, runs: int) -> FloatArray:
    """Accuracies that rise and tremble, as learning curves do."""
    level = 0.9 - 0.4 * np.exp(-0.1 * np.arange(STEPS))
    return np.clip(
        level + random.normal(0, 0.03, (runs, 1)) + random.normal(0, 0.02, (runs, STEPS)), 0, 1
    )


CURVES: dict[str, tuple[Draw, float]] = {
    "smooth": (_smooth, 1.01),
    "best of random search": (_walks, 100.0),
    "one jump, success 1": (_stepwise(1.0), 1.0),
    "one jump, success 0.5": (_stepwise(0.5), 1.0),
    "one jump, success 0.1": (_stepwise(0.1), 1.0),
    "one jump, a tenth far below": (_rare, 1.0),
    "trembling": (_noisy, 1.0),
}
LEAST = {"one jump, a tenth far below": 1e-8, "trembling": 0.0}  # else 0.01


def _courses(values: FloatArray, better: str) -> Courses:
    """The runs of one algorithm on one problem; half of them stand for a second one."""
    runs = len(values)
    return Courses(
        ("A", "B"), ("p",), better, np.repeat([0, 1], runs // 2).astype(np.intp),  # type: ignore[arg-type]
        (np.arange(runs + 1) * STEPS).astype(np.intp), np.tile(np.arange(1.0, STEPS + 1), runs),
        values.ravel(), "drawn",
    )  # fmt: skip


def bands() -> Iterator[tuple[str, list[float]]]:
    """How often a band holds its curve at all steps: of medians, and of means with limits."""
    for place, (name, (draw, most)) in enumerate(CURVES.items()):
        better = "higher" if name == "trembling" else "lower"
        scale = "linear" if better == "higher" else "log"
        large = draw(np.random.default_rng(99), 200_000)
        mean = (np.log(large) if scale == "log" else large).mean(axis=0)
        truths = np.median(large, axis=0), np.exp(mean) if scale == "log" else mean
        limits = np.array([LEAST.get(name, 0.01), most])
        held: list[list[float]] = [[], []]
        for runs in RUNS:
            random, hits = np.random.default_rng([1, place, runs]), np.zeros(2)
            for _ in range(STUDIES):
                values = np.clip(draw(random, 2 * runs), *limits)
                courses = _courses(values, better)
                cuts = np.linspace(1, STEPS, 10)
                for side, given in enumerate((None, limits)):
                    grid, _, low, high, _ = _bands(courses, cuts, scale, LEVEL, given)
                    here = truths[side][grid.astype(int) - 1]
                    within = (low[0, 0] <= here * 1.001) & (here * 0.999 <= high[0, 0])
                    hits[side] += within.all() if np.isfinite(low).all() else np.nan
            for side in (0, 1):
                held[side].append(float(hits[side] / STUDIES))
        yield name, held[0] + held[1]


def ecdfs() -> Iterator[tuple[str, list[float]]]:
    """How often the band of an ECDF holds the share to be expected at all times."""
    for problems, targets in ((1, 1), (1, 10), (5, 10)):
        for success in (1.0, 0.5, 0.1):
            held = []
            for runs in RUNS:
                random, hits = np.random.default_rng([2, problems, targets, runs]), 0
                for _ in range(STUDIES):
                    each = random.exponential(1.0, (problems * 2 * runs, targets))
                    hit = each.cumsum(axis=1) if targets > 1 else each
                    lost = random.random((len(hit), 1)) >= success ** np.linspace(
                        1 / targets, 1, targets
                    )
                    hit = np.where(lost, np.nan, hit)
                    cell = np.repeat(np.arange(2 * problems), runs).astype(np.intp)
                    courses = Courses(
                        ("A", "B"), tuple("abcde"[:problems]), "lower", cell,
                        np.arange(len(hit) + 1).astype(np.intp), np.full(len(hit), 60.0),
                        np.zeros(len(hit)), "drawn",
                    )  # fmt: skip
                    counts = np.full((problems, 2), runs)
                    times, _, low, high = _ecdfs(courses, hit, counts, LEVEL)
                    share = success ** np.linspace(1 / targets, 1, targets)
                    truth = (share * _gamma(times, targets)).mean(axis=1)
                    hits += bool(((low[0] <= truth) & (truth <= high[0])).all())
                held.append(hits / STUDIES)
            yield f"{problems} x {targets}, success {success:g}", held


def _gamma(times: FloatArray, targets: int) -> FloatArray:
    from scipy.special import gammainc

    return gammainc(np.arange(1, targets + 1.0), times[:, None])


TIMES: dict[str, Draw] = {
    "uniform": lambda random, runs: random.uniform(1, 100, runs),
    "early, geometric": lambda random, runs: np.minimum(random.geometric(0.1, runs), 100.0),
    "late": lambda random, runs: 100 * random.beta(5, 1, runs),
}


def expected_times() -> Iterator[tuple[str, list[float]]]:
    """How often the bounds hold the true expected running time."""
    for name, draw in TIMES.items():
        mean = float(draw(np.random.default_rng(98), 1_000_000).mean())
        for success in (1.0, 0.8, 0.5, 0.2, 0.1, 0.02):
            truth, held = mean + 100 * (1 - success) / success, []
            for runs in RUNS:
                random = np.random.default_rng([3, runs, int(100 * success)])
                solved = random.random((runs, STUDIES)) < success
                spent = np.where(solved, draw(random, runs * STUDIES).reshape(runs, STUDIES), 100.0)
                low, high = ert_interval(spent, solved, 100.0, LEVEL)
                held.append(float(((low <= truth) & (truth <= high)).mean()))
            yield f"{name}, success {success:g}", held


def convergence() -> Iterator[tuple[str, list[float]]]:
    """How often rising differences are stated at 0.05 of two algorithms with the same law."""
    laws: dict[str, Draw] = {
        "independent steps": lambda random, runs: random.normal(size=(runs, 10)),
        "steps correlated by 0.9": _autoregressive,
        "random walks": lambda random, runs: random.normal(size=(runs, 10)).cumsum(axis=1),
        "best of random search": lambda random, runs: _walks(random, runs)[:, ::4],
    }
    for place, (name, draw) in enumerate(laws.items()):
        for problems in (1, 3, 10, 25):
            random, counts = np.random.default_rng([4, place, problems]), np.zeros(2)
            for _ in range(TRENDS):
                sides = [draw(random, problems * 5).reshape(problems, 5, -1) for _ in "AB"]
                first, second = (side.mean(axis=1) for side in sides)
                runs = None
                if problems < 6:
                    runs = exchanged_runs(list(zip(*sides, strict=True)), 199, random)
                ranks = convergence_ranks(first, second)
                trend = trend_of(ranks, resamples=199, seed=0, runs=runs)
                counts += [trend.page[0] <= 0.05, trend.exchange[0] <= 0.05]
            yield f"{name}, {problems}", (counts / TRENDS).tolist()


def _autoregressive(random: np.random.Generator, runs: int) -> FloatArray:
    steps = random.normal(size=(runs, 10))
    for at in range(1, 10):
        steps[:, at] = 0.9 * steps[:, at - 1] + 0.19**0.5 * steps[:, at]
    return steps


def _table(first: str, others: list[str], rows: list[tuple[str, list[float]]]) -> str:
    lines = [f"| {first} | {' | '.join(others)} |", "| --- |" + " ---: |" * len(others)]
    lines += [f"| {name} | {' | '.join(map(_rate, cells))} |" for name, cells in rows]
    return "\n".join(lines)


def _rate(rate: float) -> str:
    return "no band" if np.isnan(rate) else f"{rate:.3f}"


def page() -> str:
    """The page with all that was measured."""
    of_bands, of_ecdfs = list(bands()), list(ecdfs())
    of_times, of_tests = list(expected_times()), list(convergence())
    least = {
        name: min(min(cells) for _, cells in rows)
        for name, rows in (("ecdfs", of_ecdfs), ("times", of_times))
    }
    laws, exchanges = ([cells[side] for _, cells in of_tests] for side in (0, 1))
    size = len(RUNS)
    least["medians"], least["means"] = (
        np.nanmin([cells[at : at + size] for _, cells in of_bands]) for at in (0, size)
    )
    numbers = [f"{runs} runs" for runs in RUNS]
    return f"""# Runs over time: what was measured

Made by `tools/calibration/of_watched_runs.py`, seeded, from {STUDIES:,} studies a number,
{TRENDS:,} for tests of convergence. The Monte Carlo standard error of a coverage of 0.95 is
{(0.95 * 0.05 / STUDIES) ** 0.5:.3f}, of a rate of 0.05 {(0.95 * 0.05 / TRENDS) ** 0.5:.4f}.
All bounds are those of 95%.

## In short

- **Bands of median curves**, which suppose nothing, held the curve at all steps together in at
  least {least["medians"]:.3f} of the studies. They take 9 runs at 10 cut points. Of 5 runs all lie
  on one side of a median in 1 of 16 studies already at a single step, so that there is no band.
- Bands of **mean curves**, where the range of the values is given (`limits`), held in at least
  {least["means"]:.3f}, those of **ECDFs** in at least {least["ecdfs"]:.3f}, and the bounds of
  **expected running times** in at least {least["times"]:.3f}. They are wide: few runs show little.
- **Page's law is not valid for curves.** Of two algorithms with the same law it states that the
  differences rise, at 0.05, in {min(laws):.3f} to {max(laws):.3f} of the studies: what happened at
  one cut point goes on at the next. Only with independent steps, which no curve has, does it hold.
- **By exchanging the curves** it is {min(exchanges):.3f} to {max(exchanges):.3f}, whatever the
  steps have to do with each other. `curves` concludes from these p-values and shows the others
  beside.

## Bands of curves

Simultaneous coverage. Without `limits` the bands are of the median curve; with the least and the
greatest value that the law has, of the mean curve (of logarithms where lower is better). Of few
runs or of means no band can hold for every law unless its range is known: in the last but one row
a tenth of the runs ends far below all others, and ten runs may show none of them. Curves that only
improve have bands at all steps, trembling ones at 10 cut points.

{_table("Curves", [f"{of}, {each}" for of in ("median", "mean") for each in numbers], of_bands)}

## Bands of ECDFs

Simultaneous coverage of the expected share of problems and targets. With success below 1 the last
target of a run is reached in that share of the runs.

{_table("Problems x targets", numbers, of_ecdfs)}

## Bounds of expected running times

Runs of at most 100 steps, with these times to the target in the share of runs that reach it. With
success 0.02 most studies have no success at all, and the upper bound is infinite.

{_table("Times", numbers, of_times)}

## Tests of convergence

How often rising differences are stated at 0.05 of two algorithms with the same law: 5 runs each, 10
cut points. Up to 5 problems the runs are exchanged, else the curves of problems.

{_table("Steps, problems", ["Page's law", "exchange"], of_tests)}
"""


if __name__ == "__main__":
    text = page()
    if "--print" in sys.argv:
        print(text)
    else:
        PAGE.write_text(text, encoding="utf-8")
