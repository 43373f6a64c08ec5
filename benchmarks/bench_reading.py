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
from evenkeel.tables.reading import read_any

PROBLEMS, ALGORITHMS = 100_000, 100
FILES, ROWS, RUNS = 40, 142, 30  # as many as the bake-off of Middlehurst et al. (2024) has


def measurements() -> Iterator[Measurement]:
    yield Measurement(
        "import evenkeel, against import numpy",
        ratio(_import("evenkeel"), _import("numpy"), 9),
        0.5,
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

    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        _write_tsml(folder, FILES, ROWS, RUNS)
        paths = sorted(folder.glob("*.csv"))
        yield Measurement(
            f"read {FILES} tsml files of {ROWS} x {RUNS}, against polars.read_csv of each",
            ratio(
                lambda: read_any(folder, better="higher"),
                lambda: [pl.read_csv(path) for path in paths],
                9,
            ),
            3,
        )
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        _write_tsml(folder, 1000, 10, 5)
        yield Measurement(
            "read a folder of 1,000 tsml files of 10 x 5",
            seconds(lambda: read_any(folder, better="higher"), 3),
            unit="s",
        )


def _write_tsml(folder: Path, files: int, rows: int, runs: int) -> None:
    random = np.random.default_rng(2024)
    for number in range(files):
        cells = random.random((rows, runs)).tolist()
        lines = [",".join(["Resamples:", *map(str, range(runs))])]
        lines += [f"P{row}," + ",".join(map(repr, values)) for row, values in enumerate(cells)]
        (folder / f"A{number}_accuracy.csv").write_text("\n".join(lines) + "\n")


def _against_polars(path: Path) -> float:
    return ratio(_read(path), lambda: pl.read_csv(path), 9)


def _read(path: Path) -> Callable[[], object]:
    return lambda: evenkeel.read(path, better="lower")


def _import(package: str) -> Callable[[], object]:
    command = [sys.executable, "-c", f"import {package}"]
    return lambda: subprocess.run(command, check=True)
