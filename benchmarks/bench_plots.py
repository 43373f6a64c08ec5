"""Draw and save a critical difference diagram of 30 algorithms, beside those of two peers.

Each starts from its finished analysis of the same table and ends with a file of the same kind, at
the same resolution and with the same kind of fonts. The peers, autorank and scikit-posthocs, are
used if they are installed.
"""

from __future__ import annotations

import importlib.util
import io
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib import pyplot

from benchmarks.timing import Measurement, ratio, seconds
from evenkeel.decisions.testing import PosthocResult, posthoc
from evenkeel.families import matrix_of_pairs
from evenkeel.plot import plot_critical_difference, save_figure
from evenkeel.tables.results import Results

_SETTINGS = {"savefig.dpi": 150.0, "pdf.fonttype": 42, "svg.hashsalt": "evenkeel"}


def study() -> Results:
    rng = np.random.default_rng(30)
    values = rng.normal(size=(40, 30)) + np.linspace(0, 1.5, 30)
    return Results(values, (), tuple(f"Method {j:02}" for j in range(1, 31)), better="lower")


def measurements() -> Iterator[Measurement]:
    table = study()
    result = posthoc(table, adjust="nemenyi")
    peers = {"autorank": _autorank, "scikit-posthocs": _scikit_posthocs}
    with mpl.rc_context(_SETTINGS), tempfile.TemporaryDirectory() as folder:
        for ending in ("pdf", "svg", "png"):
            path = Path(folder) / f"diagram.{ending}"

            def ours(path: Path = path) -> None:
                save_figure(plot_critical_difference(result), path)

            yield Measurement(
                f"diagram of 30 algorithms as {ending}", 1e3 * seconds(ours), unit="ms"
            )
            for name, prepare in peers.items():
                if importlib.util.find_spec(name.replace("-", "_")) is None:
                    print(f"{name} is not installed, so there is nothing to compare with")
                    continue
                theirs = prepare(table, result, path)
                yield Measurement(f"  over {name}'s", ratio(ours, theirs, repeat=7), 1.0)


def _autorank(table: Results, result: PosthocResult, path: Path) -> Callable[[], None]:
    from autorank import autorank, plot_stats

    frame = pd.DataFrame(-table.values, columns=list(table.algorithms))
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        analysis = autorank(frame, alpha=0.05, force_mode="nonparametric", verbose=False)

    def draw() -> None:
        plot_stats(analysis, allow_insignificant=True)
        pyplot.savefig(path)
        pyplot.close()

    return draw


def _scikit_posthocs(table: Results, result: PosthocResult, path: Path) -> Callable[[], None]:
    from scikit_posthocs import critical_difference_diagram

    names = list(table.algorithms)
    average = pd.Series(result.statistics.ranks.average, index=names)
    matrix = matrix_of_pairs(result.adjusted["nemenyi"], table.k, diagonal=1.0)
    frame = pd.DataFrame(matrix, index=names, columns=names)

    def draw() -> None:
        pyplot.figure(figsize=(10, 6))
        critical_difference_diagram(average, frame)
        pyplot.savefig(path)
        pyplot.close()

    return draw
