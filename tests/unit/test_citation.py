"""CITATION.cff says how to cite this version; `make dist` holds it against the schema of CFF."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import yaml

import evenkeel

ROOT = Path(__file__).parents[2]
CITATION: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PREFERRED = CITATION["preferred-citation"]


def test_it_has_what_the_format_asks_for() -> None:
    assert CITATION["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(CITATION)
    for reference in (PREFERRED, *CITATION["references"]):
        assert {"type", "title", "authors"} <= set(reference)


def test_both_versions_are_that_of_the_package() -> None:
    # A text, not a number: 0.10 must not become 0.1.
    assert CITATION["version"] == PREFERRED["version"] == evenkeel.__version__


def test_the_preferred_citation_is_of_this_program() -> None:
    for field in ("title", "authors", "license"):
        assert PREFERRED[field] == CITATION[field]
    assert PREFERRED["type"] == CITATION["type"] == "software"
    assert PREFERRED["license"] == PROJECT["license"]
    assert [author["name"] for author in PREFERRED["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


def test_what_is_cited_beside_it_is_complete() -> None:
    for article in CITATION["references"]:
        assert {"journal", "volume", "start", "end", "year"} <= set(article), article["title"]
