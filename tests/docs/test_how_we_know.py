"""The page that says how we know has the counts of today, and names files that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import evenkeel.claims.reproduction  # noqa: F401  enters the tables
from evenkeel.claims.reproduction.outcomes import reproduce_table
from evenkeel.claims.reproduction.registry import TABLES
from evenkeel.report.reproduction import summary

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "how_we_know.md", *sorted((ROOT / "docs" / "coming_from").glob("*.md"))]
PAGE = PAGES[0].read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_counts_of_recomputed_figures_are_those_of_today() -> None:
    assert summary([reproduce_table(table) for table in TABLES]) in " ".join(PAGE.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_of_tests_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    known = {str(path.relative_to(ROOT / "tests")) for path in (ROOT / "tests").rglob("*")}
    for name in re.findall(r"`([\w/]+\.(?:py|json|md|csv))`", text):
        end = name.removeprefix("tests/")
        found = any(path == end or path.endswith(f"/{end}") for path in known)
        assert found or (ROOT / name).exists() or "nonparametric_tests" in name, name


def test_the_versions_of_other_programs_are_those_of_the_stored_answers() -> None:
    stored = ROOT / "tests" / "oracles"
    versions = {
        name: version
        for path in sorted((stored / "python").glob("*.json"))
        for name, version in json.loads(path.read_text(encoding="utf-8"))["versions"].items()
    }
    for name in ("baycomp", "rliable", "choix", "autorank", "scikit-posthocs", "aeon"):
        assert f"{name} {versions[name]}" in PAGE
    for line in ((stored / "r" / "runs_pairs.csv"), (stored / "python" / "crossvalidation.csv")):
        first = line.read_text(encoding="utf-8").splitlines()[0]
        for name in ("nortest", "car", "mlxtend"):
            for found in re.findall(rf"\b{name} [\d.]+\d", first):
                assert found in PAGE
