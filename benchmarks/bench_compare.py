"""The command line from a cold start, against the import of scipy.stats."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.timing import Measurement, ratio


def measurements() -> Iterator[Measurement]:
    command = [sys.executable, "-m", "evenkeel", "compare", "case:cec2005"]
    imported = [sys.executable, "-c", "import scipy.stats"]
    yield Measurement(
        "evenkeel compare case:cec2005, cold start / import scipy.stats",
        ratio(lambda: _run(command), lambda: _run(imported)),
        1.5,
    )


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)
