"""conditions() and per_problem() on a large table: 100 algorithms x 100 problems x 50 runs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from benchmarks.timing import Measurement, seconds
from evenkeel.runs._conditions import conditions
from evenkeel.runs._per_problem import per_problem
from evenkeel.tables.reading import read_runs


def measurements() -> Iterator[Measurement]:
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
