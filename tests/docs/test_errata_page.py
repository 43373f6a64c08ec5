"""The page of errata has every erratum, each with evidence that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import errata as maker

from evenkeel.claims.reproduction.registry import errata

ROOT = Path(__file__).parents[2]
EVIDENCE = maker.evidence()
PAGE = maker.pages()["errata.md"]


def test_every_erratum_has_evidence_and_a_section() -> None:
    assert set(EVIDENCE) == set(errata())
    for number in errata():
        assert f"\n(erratum-{number})=\n## {number}. " in PAGE


@pytest.mark.parametrize("number", EVIDENCE)
def test_the_tests_that_show_an_erratum_exist(number: int) -> None:
    assert EVIDENCE[number]["evidence"].endswith(".")
    assert EVIDENCE[number]["tests"]
    for named in EVIDENCE[number]["tests"]:
        file, _, function = named.partition("::")
        text = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {function}\(", text, flags=re.MULTILINE), named


def test_every_erratum_that_a_page_links_to_exists() -> None:
    pages = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "docs").rglob("*.md")
        if "made" not in path.parts
    ]
    linked = {int(number) for text in pages for number in re.findall(r"#erratum-(\d+)", text)}
    assert linked
    assert linked <= set(errata())
