"""Aggregate a hundred million runs from Parquet: time against bare polars, and memory.

The size is EVENKEEL_BENCH_RUNS, by default 1e8 (about 1 GB on disk while it lasts). Peak memory is
that of a process of its own, with everything it imports.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.timing import Measurement, ratio
from evenkeel.tables.reading import read_runs

PROBLEMS, ALGORITHMS = 50, 10

_ALONE = """
import resource, sys
from evenkeel.tables.reading import read_runs
read_runs(sys.argv[1], better="lower").aggregate(sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20)
"""


def measurements() -> Iterator[Measurement]:
    runs = int(float(os.environ.get("EVENKEEL_BENCH_RUNS", "1e8")))
    size = f"{runs:.0e} runs from Parquet"
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder), runs)
        files = str(Path(folder) / "*.parquet")

        def ours() -> object:
            return read_runs(files, better="lower").aggregate("mean")

        def bare(statistic: str = "mean") -> object:
            cells = pl.scan_parquet(files).group_by("algorithm", "problem")
            value = pl.col("value")
            return cells.agg(getattr(value, statistic)()).collect(engine="streaming")

        yield Measurement(
            f"mean of {size}: time over the bare polars query", ratio(ours, bare), 1.3
        )
        for statistic in ("mean", "median"):
            yield Measurement(
                f"{statistic} of {size}: peak memory", _peak(folder, statistic), 1.0, " GB"
            )
        yield Measurement(
            f"median of {runs / 10:.0e} runs: time over bare polars, which holds all of them",
            _median_ratio(Path(folder)),
        )


def _median_ratio(folder: Path) -> float:
    """Compare the medians of the first tenth of the files."""
    files = sorted(folder.glob("*.parquet"))[: PROBLEMS // 10]
    part = folder / "tenth"
    part.mkdir()
    for file in files:
        file.rename(part / file.name)
    cells = pl.scan_parquet(part / "*.parquet").group_by("algorithm", "problem")
    return ratio(
        lambda: read_runs(part, better="lower").aggregate("median"),
        lambda: cells.agg(pl.col("value").median()).collect(engine="streaming"),
        3,
    )


def _peak(folder: str, statistic: str) -> float:
    """Peak memory in GB of a new process that aggregates the files."""
    done = subprocess.run(
        [sys.executable, "-c", _ALONE, folder, statistic],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def generate(folder: Path, runs: int) -> None:
    """Write one file per problem, so that no more than a fiftieth is in memory."""
    each = runs // (PROBLEMS * ALGORITHMS)
    rng = np.random.default_rng(7)
    names = pl.Series([f"A{j}" for j in range(1, ALGORITHMS + 1)])
    algorithm = np.repeat(np.arange(ALGORITHMS), each)
    for problem in range(1, PROBLEMS + 1):
        pl.DataFrame(
            {
                "algorithm": names.gather(algorithm),
                "problem": pl.repeat(f"F{problem}", algorithm.size, eager=True),
                "run": np.tile(np.arange(each, dtype=np.int32), ALGORITHMS),
                "value": rng.lognormal(algorithm * 0.1, 1.0),
            }
        ).write_parquet(folder / f"F{problem:02}.parquet")
