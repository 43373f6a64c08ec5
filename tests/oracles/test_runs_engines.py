"""The same numbers on polars, DuckDB and Dask, and the numbers of numpy and exact arithmetic.

Dask runs with a real scheduler and two worker processes that talk over TCP on this machine.
"""

from __future__ import annotations

import math
import os
import statistics
from fractions import Fraction

import duckdb
import numpy as np
import polars as pl
import pytest
from distributed import Client, LocalCluster

from evenkeel.tables.reading import read_runs
from evenkeel.tables.scanning.statistics import quantiles

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

LEVELS = [0.1, 0.25, 0.5, 0.75, 0.99]


@pytest.fixture(scope="module")
def table():
    """Runs that tempt every shortcut: tails, ties, offsets, signs, tiny and constant values."""
    rng = np.random.default_rng(2011)
    shapes = {
        "tails": lambda size: np.exp(rng.normal(0, 25, size)),
        "tied": lambda size: rng.integers(0, 4, size) / 10,
        "offset": lambda size: 1e9 + rng.normal(0, 1e-4, size),
        "signs": lambda size: rng.normal(0, 1e150, size),
        "tiny": lambda size: rng.exponential(1e-170, size),
        "F10": lambda size: np.full(size, 0.1),
        "F9": lambda size: rng.uniform(-1, 1, size) * 1.7e308,
    }
    rows = []
    for algorithm in ("A", "B", "C"):
        for problem, draw in shapes.items():
            if (algorithm, problem) == ("C", "tied"):
                continue  # a cell without runs
            size = int(rng.integers(1, 90))
            rows += [(algorithm, problem, r, float(v)) for r, v in enumerate(draw(size))]
    order = rng.permutation(len(rows))
    return pl.DataFrame(
        [rows[i] for i in order],
        schema=["method", "data set", "seed", "accuracy"],
        orient="row",
    )


@pytest.fixture(scope="module")
def folder(table, tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for number, part in enumerate(table.iter_slices(math.ceil(len(table) / 5))):
        part.write_parquet(folder / f"part{number}.parquet")
    return folder


@pytest.fixture(scope="module")
def cells(table):
    values: dict[tuple[str, str], list[float]] = {}
    for algorithm, problem, _, value in table.sort("seed").rows():
        values.setdefault((algorithm, problem), []).append(value)
    return values


def expected(runs, cells, statistic):
    values = [[cells.get((a, p)) for a in runs.algorithms] for p in runs.problems]
    return np.array([[np.nan if v is None else statistic(v) for v in row] for row in values])


def exact_mean(values):
    """The sum rounded once, over the number; between the extremes, which rounding may leave."""
    total = sum(map(Fraction, values))
    try:
        mean = float(total) / len(values)
    except OverflowError:
        mean = float(total / 2**64) / len(values) * 2.0**64
    return min(max(mean, min(values)), max(values))


def exact_std(values):
    if len(values) == 1:
        return np.nan
    scale = 2 ** (60 * (max(map(abs, values)) > 1e300))
    return statistics.stdev(Fraction(v) / scale for v in values) * scale


def check_names_and_counts(runs, cells):
    assert runs.algorithms == ("A", "B", "C")
    assert runs.problems == ("F9", "F10", "offset", "signs", "tails", "tied", "tiny")
    assert np.array_equal(runs.counts(), np.nan_to_num(expected(runs, cells, len)))
    assert runs.columns == {
        "algorithm": "method",
        "problem": "data set",
        "run": "seed",
        "value": "accuracy",
    }


def check_summary(runs, cells):
    summary = runs.summary()
    usual = ~np.isin(runs.problems, "F9")  # where numpy's quantiles overflow
    for name, statistic in {
        "minimum": min,
        "maximum": max,
        "median": lambda v: np.median(np.array(v) / 2) * 2,
        "lower_quartile": lambda v: np.quantile(np.array(v) / 2, 0.25) * 2,
        "upper_quartile": lambda v: np.quantile(np.array(v) / 2, 0.75) * 2,
        "mean": exact_mean,
    }.items():
        found, wanted = getattr(summary, name), expected(runs, cells, statistic)
        assert np.array_equal(found[usual], wanted[usual], equal_nan=True), name
        np.testing.assert_allclose(found, wanted, rtol=1e-15, err_msg=name)
    np.testing.assert_allclose(summary.std, expected(runs, cells, exact_std), rtol=1e-14)


def check_windows(runs, cells):
    found = quantiles(runs.frame, runs.facts, LEVELS, "test", held=150)
    for level, values in zip(LEVELS, found, strict=True):
        wanted = expected(runs, cells, lambda v, q=level: np.quantile(np.array(v) / 2, q) * 2)
        np.testing.assert_allclose(values, wanted, rtol=1e-15, err_msg=str(level))


def check_cell(runs, cells):
    assert runs.cell("B", "tails").tolist() == cells["B", "tails"]
    assert runs.duplicates().is_empty()


def check_all(runs, cells):
    check_names_and_counts(runs, cells)
    check_summary(runs, cells)
    check_windows(runs, cells)
    check_cell(runs, cells)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_engines_of_one_process(engine, folder, cells):
    runs = read_runs(folder, better="higher", engine=engine)
    assert runs.engine == engine
    check_all(runs, cells)


# Dask resets an index in place, which pandas 3.1 deprecates.
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The inplace keyword")
def test_dask_with_two_worker_processes(folder, cells):
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            protocol="tcp",
            dashboard_address="127.0.0.1:0",  # any free port
        ) as cluster,
        Client(cluster) as client,
    ):
        assert client.scheduler.address.startswith("tcp://127.0.0.1:")
        processes = set(client.run(os.getpid).values())
        assert len(processes) == 2
        assert os.getpid() not in processes
        runs = read_runs(folder, better="higher", engine="dask")
        assert runs.engine == "dask"
        check_all(runs, cells)
        worked = client.run(lambda dask_worker: dask_worker.state.transition_counter)
        assert min(worked.values()) > 0


def test_a_relation_of_another_connection(folder, cells):
    connection = duckdb.connect()
    relation = connection.read_parquet(str(folder / "*.parquet"))
    runs = read_runs(relation, better="higher")
    assert runs.engine == "duckdb"
    medians = runs.aggregate(0.5, missing="keep").select(problems=["tails", "tied"])
    assert np.array_equal(medians.values, expected(medians, cells, np.median), equal_nan=True)
