"""What a command does not need is not imported, so that it starts at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = """
import sys
from evenkeel.cli.app import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def imported(*words: str) -> set[str]:
    run = subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return set(run.stderr.split())


def rooms(modules: set[str]) -> set[str]:
    return {name.split(".")[1] for name in modules if name.startswith("evenkeel.")}


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_the_help_imports_neither_numpy_nor_what_reads_computes_and_reports(
    words: list[str],
) -> None:
    modules = imported(*words)
    assert "typer" in modules  # or nothing was looked at
    assert not modules & {"numpy", "scipy", "polars", "matplotlib", "rich", "pydantic"}
    assert not modules & {"importlib.metadata", "email", "hashlib"}
    assert not rooms(modules) & {"report", "comparison", "adjustments", "omnibus", "casestudies"}
    assert not modules & {"evenkeel.tables.results", "evenkeel.tables.runs"}
