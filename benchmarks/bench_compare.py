"""compare() against autorank, and the command line against the import of scipy.stats."""

from __future__ import annotations

import io
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout

import evenkeel
from benchmarks.timing import Measurement, ratio


def measurements() -> Iterator[Measurement]:
    results = evenkeel.load("cec2005")
    procedures = [
        a.name
        for a in evenkeel.procedures()
        if "all-pairs" in a.families and a.kind != "closed"  # which takes seconds by itself
    ]

    def ours() -> None:
        fresh = evenkeel.Results(
            results.values, results.problems, results.algorithms, better=results.better
        )
        evenkeel.compare(fresh, adjust=procedures)

    try:
        from autorank import autorank
    except ImportError:
        print("autorank is not installed; its line is left out")
    else:
        frame = results.to_pandas()

        def peer() -> None:
            with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                autorank(frame, order="ascending", verbose=False)

        name = f"compare(), 25 x 9, {len(procedures)} procedures / autorank"
        yield Measurement(name, ratio(ours, peer), 1.0)

    command = [sys.executable, "-m", "evenkeel", "compare", "case:cec2005"]
    imported = [sys.executable, "-c", "import scipy.stats"]
    yield Measurement(
        "evenkeel compare case:cec2005, cold start / import scipy.stats",
        ratio(lambda: _run(command), lambda: _run(imported)),
        1.5,
    )


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)
