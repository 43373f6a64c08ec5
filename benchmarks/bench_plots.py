"""Draw and save a critical difference diagram of 30 algorithms."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import numpy as np

from benchmarks.timing import Measurement, seconds
from evenkeel.plot import plot_critical_difference, save_figure
from evenkeel.posthocs._posthoc import posthoc
from evenkeel.tables.results import Results

_SETTINGS = {"savefig.dpi": 150.0, "pdf.fonttype": 42, "svg.hashsalt": "evenkeel"}


def study() -> Results:
    rng = np.random.default_rng(30)
    values = rng.normal(size=(40, 30)) + np.linspace(0, 1.5, 30)
    return Results(values, (), tuple(f"Method {j:02}" for j in range(1, 31)), better="lower")


def measurements() -> Iterator[Measurement]:
    table = study()
    result = posthoc(table, adjust="nemenyi")
    with mpl.rc_context(_SETTINGS), tempfile.TemporaryDirectory() as folder:
        for ending in ("pdf", "svg", "png"):
            path = Path(folder) / f"diagram.{ending}"

            def ours(path: Path = path) -> None:
                save_figure(plot_critical_difference(result), path)

            yield Measurement(
                f"diagram of 30 algorithms as {ending}", 1e3 * seconds(ours), unit="ms"
            )
