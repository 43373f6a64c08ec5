"""Reading a table against polars, and importing evenkeel against importing numpy."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import polars as pl

import evenkeel
from benchmarks.timing import Measurement, ratio, seconds

PROBLEMS, ALGORITHMS = 100_000, 100


def measurements() -> Iterator[Measurement]:
    yield Measurement(
        "import evenkeel, against import numpy",
        ratio(_import("evenkeel"), _import("numpy"), 9),
        1.5,
    )
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "table.csv"
        values = np.random.default_rng(2011).random((PROBLEMS, ALGORITHMS))
        results = evenkeel.Results(values, better="lower")
        results.save(path)
        size = f"{PROBLEMS:,} x {ALGORITHMS} CSV"
        yield Measurement(f"read {size}, against polars.read_csv", _against_polars(path), 1.5)
        nameless = path.with_name("nameless.csv")
        pl.DataFrame(values, schema=list(results.algorithms)).write_csv(nameless)
        yield Measurement(
            f"read {size} without names, against polars.read_csv", _against_polars(nameless), 1.5
        )
        yield Measurement(f"save {size}", seconds(lambda: results.save(path), 3), unit="s")
        small = results.select(problems=results.problems[:2000])
        small.save(path)
        path.write_text(path.read_text().replace("P1,", '"P1",'))  # declined by the quick way
        yield Measurement(
            f"read 2,000 x {ALGORITHMS} CSV the careful way", seconds(_read(path), 3), unit="s"
        )
        for ending in (".json", ".parquet", ".xlsx"):
            small.save(path.with_suffix(ending))
            yield Measurement(
                f"read 2,000 x {ALGORITHMS} {ending}",
                seconds(_read(path.with_suffix(ending)), 3),
                unit="s",
            )


def _against_polars(path: Path) -> float:
    return ratio(_read(path), lambda: pl.read_csv(path), 9)


def _read(path: Path) -> Callable[[], object]:
    return lambda: evenkeel.read(path, better="lower")


def _import(package: str) -> Callable[[], object]:
    command = [sys.executable, "-c", f"import {package}"]
    return lambda: subprocess.run(command, check=True)
