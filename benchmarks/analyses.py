"""How the time of every analysis grows with n and k: ``python -m benchmarks.growth analyses``.

Everything that doors offer is asked: the registries of analyses, each with the text that its
command prints, the comparison of a table by itself and with its report, and that of runs. Analyses
of files read theirs, with a row a cell: n items, problems or benchmarks by k models, solvers or
runs; n k votes. Sizes double until a call takes some seconds; the exponent is the slope of the
logarithms over the last of them, for short calls tell little but what a call costs at all. Time is
that of the processor, the least of several rounds, for other work on the machine only adds to it,
beside an argsort of every row in the same round, with linear algebra in one thread.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from benchmarks.peers.growth import exponent
from benchmarks.peers.racing import seconds_of
from evenkeel import Results, Runs, compare, compare_runs, read_runs
from evenkeel.comparison.analyses.registry import ANALYSES, FILE_ANALYSES, Analysis
from evenkeel.errors import InputError

#: The exponents that nothing may exceed.
LIMITS = {"n": 1.2, "k": 2.2}
#: Sizes of which the last ones, as far as they go, are fitted.
SIZES = {"n": tuple(16 * 2**i for i in range(13)), "k": tuple(3 * 2**i for i in range(7))}
FITTED, _LEAST = 4, 3
#: What stays as it is.
FIXED = {"n": ("k", 5), "k": ("n", 20)}
#: Runs of each cell.
RUNS = 10
#: Steps of each run that is a curve.
STEPS = 5
_ROUNDS = 5
_LONG = 2.0  # seconds, after which no larger size is tried
_SHORT = 6.0  # seconds that the rounds of a size may take together
_GIVEN = {
    "rope": 0.1,
    "margin": 0.5,
    "method": "hierarchical",
    "test_share": 0.1,
    "baseline": "A1",
}
#: What is said of the files of an analysis.
_OF_FILES = {
    "items": {},
    "timeouts": {"cutoff": "3", "status": "status", "solved": "ok"},
    "joint": {"better": "lower"},
    "tree": {"better": "lower"},
    "gate": {"margin": "1", "better": "lower"},
    "votes": {},
}

#: ``call(data)`` of a table or of runs.
Call = Callable[[Any], object]


def subjects() -> Iterator[tuple[str, str, Call]]:
    """The name of each, what it takes, and the call."""
    for analysis in ANALYSES:
        yield (
            analysis.name,
            "steps" if analysis.curves else analysis.takes,
            partial(_printed, analysis),
        )
    for analysis in FILE_ANALYSES:
        yield analysis.name, analysis.name, partial(_of_files, analysis)
    yield "compare", "results", partial(compare, always=True)
    yield "compare with its report", "results", _reported
    yield "runs", "runs", lambda runs: str(compare_runs(runs, always=True))


def _printed(analysis: Analysis, data: Results | Runs) -> str:
    given = {option.name: _GIVEN[option.name] for option in analysis.options if option.required}
    return str(analysis.run(data, given))


def _of_files(analysis: Analysis, frames: list[pl.DataFrame]) -> str:
    files = [io.BytesIO(frame.write_csv().encode()) for frame in frames]
    for number, file in enumerate(files):
        file.name = f"{number}.csv"
    return str(analysis.run(files, _OF_FILES[analysis.name]))


def _reported(table: Results) -> None:
    with tempfile.TemporaryDirectory() as folder:
        compare(table, always=True).save(Path(folder) / "report.html")


def growth(name: str, takes: str, call: Call, axis: str) -> dict[str, Any]:
    """Seconds of the call and of an argsort at every size up to one that takes long."""
    make = MAKERS.get(takes) or partial(_files, takes)
    call(make(30, 5))  # what is imported and remembered at the first call is not measured
    seconds: list[float] = []
    sorting: list[float] = []
    for size in SIZES[axis]:
        n, k = (size, FIXED[axis][1]) if axis == "n" else (FIXED[axis][1], size)
        taken = sorted_in = np.inf
        spent = 0.0
        for _ in range(_ROUNDS):
            sorted_in = min(sorted_in, seconds_of(partial(np.argsort, _values(n, k), axis=1)))
            try:
                last = seconds_of(partial(call, make(n, k)))
            except InputError:  # such as fewer problems than algorithms
                if len(seconds) < _LEAST:
                    raise
                break
            taken, spent = min(taken, last), spent + last
            if spent > _SHORT:
                break
        if not np.isfinite(taken):
            break
        seconds.append(float(f"{taken:.4g}"))
        sorting.append(float(f"{sorted_in:.4g}"))
        if taken > _LONG and len(seconds) >= _LEAST:
            break
    sizes = [*SIZES[axis][: len(seconds)]]
    return {"name": name, "axis": axis, "sizes": sizes, "seconds": seconds, "argsort": sorting}


def fitted(curve: dict[str, Any]) -> tuple[float, float]:
    """The exponent over the last sizes, and half of its 95% interval.

    Algorithms are counted by their pairs, as the root of k (k - 1): of a few, pairs grow faster
    than the square of k.
    """
    sizes = curve["sizes"][-FITTED:]
    if curve["axis"] == "k":
        sizes = [(k * (k - 1)) ** 0.5 for k in sizes]
    return exponent(sizes, curve["seconds"][-FITTED:])


def above(curves: list[dict[str, Any]]) -> list[str]:
    """Which of the curves grow faster than they may."""
    slopes = [(curve, fitted(curve)[0], LIMITS[curve["axis"]]) for curve in curves]
    return [
        f"{curve['name']}: {slope:.2f} in {curve['axis']}, at most {limit}"
        for curve, slope, limit in slopes
        if slope > limit
    ]


def measured(names: Collection[str]) -> Iterator[dict[str, Any]]:
    """The curves of the subjects of these names, one after the other, each printed."""
    for name, takes, call in subjects():
        if name not in names:
            continue
        for axis in SIZES:
            curve = growth(name, takes, call, axis)
            slope, half = fitted(curve)
            mark = "  ABOVE" if above([curve]) else ""
            largest = f"{curve['seconds'][-1]:.3g} s at {axis} = {curve['sizes'][-1]:,}"
            print(f"{name:<26} {axis}  {slope:5.2f} ± {half:4.2f}  {largest}{mark}", flush=True)
            yield curve


def _values(n: int, k: int) -> np.ndarray:
    values: np.ndarray = np.random.default_rng(0).normal(size=(n, k)) + np.linspace(0, 1, k)
    return values


def _table(n: int, k: int) -> Results:
    return Results(np.exp(_values(n, k)), better="lower")  # positive, for ratios


def _runs(n: int, k: int, steps: int = 1) -> Runs:
    row = np.arange(n * k * RUNS * steps)
    number = row // steps
    problem, algorithm = number // (k * RUNS), number // RUNS % k
    values = np.random.default_rng(0).normal(size=row.size) + algorithm / k
    frame = pl.DataFrame({"algorithm": algorithm, "problem": problem, "run": number % RUNS})
    if steps > 1:
        frame = frame.with_columns(step=pl.Series(row % steps + 1))
    names = pl.format("A{}", "algorithm"), pl.format("P{}", "problem")
    named = frame.with_columns(
        names[0].alias("algorithm"), names[1].alias("problem"), value=pl.Series(values)
    )
    return read_runs(named, better="lower")


def _files(name: str, n: int, k: int) -> list[pl.DataFrame]:
    """What the analysis of this name reads: a row a cell, or a vote."""
    row, values = np.arange(n * k), pl.Series(_values(n, k).ravel())
    frame = pl.DataFrame({"algorithm": row % k, "problem": row // k}).with_columns(
        pl.format("A{}", "algorithm").alias("algorithm"),
        pl.format("P{}", "problem").alias("problem"),
    )
    if name == "items":
        return [frame.select(model="algorithm", item="problem").with_columns(score=values > 0)]
    if name == "timeouts":
        status = pl.Series(np.where(values > 1, "timeout", "ok"))
        return [frame.with_columns(time=(values.exp()).clip(upper_bound=3.0), status=status)]
    if name == "votes":
        other = (row + 1 + row // k % (k - 1)) % k
        winner = np.where(values > 1, "model_b", np.where(values > 0.5, "tie", "model_a"))
        named = pl.Series(other).cast(str)
        return [frame.select(model_a="algorithm", model_b="A" + named, winner=pl.Series(winner))]
    if name == "joint":
        return [frame.with_columns(IGD=values, time=values.reverse())]
    if name == "gate":
        cells = frame.select(benchmark="problem", run="algorithm").with_columns(value=values.exp())
        return [cells, cells.with_columns(value=values.reverse().exp())]
    features = pl.DataFrame({"problem": np.arange(n), "size": _values(n, 1)[:, 0]})
    named = features.with_columns(
        pl.format("P{}", "problem").alias("problem"), kind=pl.col("problem") % 3
    )
    return [frame.with_columns(value=values), named]


#: What makes the data that a subject takes, of n and k; others read files.
MAKERS = {"results": _table, "runs": _runs, "steps": partial(_runs, steps=STEPS)}
