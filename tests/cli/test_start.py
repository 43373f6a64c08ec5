"""What is not needed is not imported, so that commands start at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = """
from evenkeel.cli.app import main
try:
    main()
finally:
    import sys
    print(*sys.modules, file=sys.stderr)
"""
COMPARE = "import evenkeel, sys; evenkeel.compare(evenkeel.load('cec2005')); print(*sys.modules)"
TYPER = "import typer, sys; print(*sys.modules)"

#: What a comparison of a table that is there does without.
UNNEEDED = {
    "scipy.stats",
    "polars",
    "pandas",
    "narwhals",
    "matplotlib",
    "evenkeel.tables.reading",
    "evenkeel.tables.runs",
}


def python(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def imported(*words: str) -> set[str]:
    return set(python(RUN, *words).stderr.split())


def rooms(modules: set[str]) -> set[str]:
    return {name.split(".")[1] for name in modules if name.startswith("evenkeel.")}


@pytest.mark.slow
@pytest.mark.parametrize("word", ["--help", "--version"])
def test_the_help_imports_neither_numpy_nor_what_reads_computes_and_reports(word: str) -> None:
    modules = imported(word)
    assert "evenkeel.cli.reading" in modules
    assert not modules & {"numpy", "scipy", "polars", "pandas", "matplotlib"}
    light = {"evenkeel.numerics", "evenkeel.numerics.progress"}  # the bar of long loops
    light |= {"evenkeel.comparison", "evenkeel.posthocs", "evenkeel.posthocs.laws"}  # menus
    light |= {name for name in modules if name.startswith("evenkeel.comparison.analyses")}
    computing = {"report", "comparison", "posthocs", "numerics", "casestudies"}
    assert not rooms(modules - light) & computing
    assert not modules & {"evenkeel.tables.results", "evenkeel.tables.runs"}


@pytest.mark.slow
def test_the_help_imports_little_of_the_standard_library_beside_what_typer_does() -> None:
    added = imported("--help") - set(python(TYPER).stdout.split())
    assert "evenkeel.cli.reading" in added
    assert not added & {"importlib.metadata", "email", "hashlib", "tomllib", "html"}


@pytest.mark.slow
def test_comparing_a_case_imports_no_reader_and_nothing_that_writes_files() -> None:
    modules = imported("compare", "case:cec2005")
    assert "evenkeel.comparison._compare" in modules
    assert not modules & UNNEEDED
    assert not modules & {"evenkeel.report.saving", "evenkeel.tables.parsing.written"}


@pytest.mark.slow
def test_compare_imports_no_report_until_it_is_asked_for() -> None:
    modules = set(python(COMPARE).stdout.split())
    assert "evenkeel.comparison._compare" in modules
    assert not modules & UNNEEDED
    assert not rooms(modules) & {"report", "plot", "cli"}
