"""Runs for the tests: from a dictionary of cells, from R's data sets, or random."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from evenkeel.tables.reading import read_runs
from evenkeel.tables.runs import Runs

_R = Path(__file__).parent / "oracles" / "r"


def make_runs(cells: Mapping[tuple[str, str], Sequence[float]], better: str = "lower") -> Runs:
    """Runs of cells (algorithm, problem), numbered from 1."""
    rows = [
        (algorithm, problem, number, float(value))
        for (algorithm, problem), values in cells.items()
        for number, value in enumerate(values, start=1)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "problem", "run", "value"], orient="row")
    return read_runs(frame, better=better)


def make_curves() -> Runs:
    """Curves of two algorithms on F1 and F2, 9 and 7 runs at steps 10, 20, 40 and 80."""
    rng = np.random.default_rng(12)
    rows = [
        (name, problem, run, step, float(rng.gamma(3) / step))
        for name, runs in (("A", 9), ("B", 7))
        for problem in ("F1", "F2")
        for run in range(runs)
        for step in (10, 20, 40, 80)
    ]
    names = ["algorithm", "problem", "run", "step", "value"]
    return read_runs(pl.DataFrame(rows, schema=names, orient="row"), better="lower")


def random_runs(
    seed: int,
    n: int,
    k: int,
    runs: tuple[int, int],
    *,
    better: str = "lower",
    digits: int | None = None,
    skewed: bool = False,
) -> Runs:
    """Between runs[0] and runs[1] values per cell, rounded to `digits` to make ties."""
    rng = np.random.default_rng(seed)
    cells = {}
    for i in range(n):
        for j in range(k):
            size = int(rng.integers(runs[0], runs[1] + 1))
            values = (
                rng.exponential(1 + j, size) if skewed else rng.normal(0.3 * j, 1 + 0.2 * j, size)
            )
            values = values + i
            cells[f"A{j + 1}", f"P{i + 1}"] = values if digits is None else np.round(values, digits)
    return make_runs(cells, better)


def r_rows(name: str) -> tuple[str, list[dict[str, Any]]]:
    """The version line and the rows of a stored output of R."""
    with (_R / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return file.readline(), list(csv.DictReader(file))


def r_runs(name: str) -> Runs:
    """The runs of one of R's data sets."""
    cells: dict[tuple[str, str], list[float]] = {}
    for row in r_rows("runs_values")[1]:
        if row["set"] == name:
            cells.setdefault((row["algorithm"], row["problem"]), []).append(float(row["value"]))
    return make_runs(cells)
