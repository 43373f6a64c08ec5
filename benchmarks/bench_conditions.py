"""conditions() and per_problem() on a large table: 100 algorithms x 100 problems x 50 runs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from benchmarks.timing import Measurement, seconds
from evenkeel.runs.normality import dagostino_pearson, lilliefors, shapiro_wilk
from evenkeel.runs.parametric_conditions import conditions
from evenkeel.runs.single_problem import per_problem
from evenkeel.tables.reading_runs import read_runs


def measurements() -> Iterator[Measurement]:
    from scipy import stats
    from statsmodels.stats.diagnostic import lilliefors as statsmodels_lilliefors

    n = k = 100
    runs = 50
    rng = np.random.default_rng(0)
    frame = pl.DataFrame(
        {
            "algorithm": np.repeat([f"A{j}" for j in range(k)], n * runs),
            "problem": np.tile(np.repeat([f"P{i}" for i in range(n)], runs), k),
            "run": np.tile(np.arange(runs), n * k),
            "value": rng.normal(size=n * k * runs),
        }
    )
    table = read_runs(frame, better="lower")
    name = f"{k} algorithms x {n} problems x {runs} runs"
    yield Measurement(
        f"conditions, {name}, all tests", seconds(lambda: conditions(table), 1), 10, "s"
    )
    yield Measurement(
        f"per_problem, {name}, a control, Mann-Whitney",
        seconds(lambda: per_problem(table, control="A0"), 1),
        None,
        "s",
    )
    yield Measurement(
        f"per_problem, {name}, all pairs, Welch",
        seconds(lambda: per_problem(table, test="welch"), 1),
        None,
        "s",
    )
    cells = rng.normal(size=(1000, runs))
    for ours, theirs in (
        (lilliefors, lambda: [statsmodels_lilliefors(cell) for cell in cells]),
        (shapiro_wilk, lambda: [stats.shapiro(cell) for cell in cells]),
        (dagostino_pearson, lambda: stats.normaltest(cells, axis=1)),
    ):
        peer = seconds(theirs, 2)
        yield Measurement(
            f"{ours.__name__}, 1000 cells: how much faster than the peer",
            peer / seconds(lambda ours=ours: ours(cells), 3),
            1,
            at_least=True,
        )
