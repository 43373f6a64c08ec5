"""The command line from a cold start, against the import of scipy.stats; compare() of 112 x 40."""

from __future__ import annotations

import compileall
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import evenkeel
from benchmarks.timing import Measurement, ratio, seconds


def measurements() -> Iterator[Measurement]:
    # as an installer leaves it, and as scipy is: what has no bytecode is compiled at every start
    compileall.compile_dir(Path(evenkeel.__file__).parent, quiet=2)
    command = [sys.executable, "-m", "evenkeel", "compare", "case:cec2005"]
    imported = [sys.executable, "-c", "import scipy.stats"]
    yield Measurement(
        "evenkeel compare case:cec2005, cold start / import scipy.stats",
        ratio(lambda: _run(command), lambda: _run(imported)),
        0.8,
    )
    shown = [sys.executable, "-m", "evenkeel", "--help"]
    yield Measurement("evenkeel --help, cold start", seconds(lambda: _run(shown)), 0.25, "s")
    large = np.random.default_rng(1).normal(size=(112, 40)) + np.linspace(0, 1, 40)
    yield Measurement(
        "compare(), 112 x 40, all pairs with Bergmann-Hommel's procedure",
        1000 * seconds(lambda: evenkeel.compare(large, better="lower")),
        60,
        "ms",
    )


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)
