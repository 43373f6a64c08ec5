"""CONTRIBUTING and the walk through the house stay true: files, sizes, and who is called."""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import evenkeel
from evenkeel.report.text import render_markdown
from evenkeel.tables.formats.registry import FORMATS

ROOT = Path(__file__).parents[2]
HOUSE = Path(evenkeel.__file__).parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
WALK = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
RECIPES = {
    title: text.strip()
    for title, _, text in (part.partition("\n") for part in CONTRIBUTING.split("\n### ")[1:])
}


def files_named(text: str) -> list[str]:
    """The paths between backticks."""
    return re.findall(r"`([\w./]+\.(?:pyi?|md|csv))`", text)


@pytest.mark.parametrize("text", [CONTRIBUTING, WALK], ids=["CONTRIBUTING", "architecture"])
def test_the_files_exist(text: str) -> None:
    named = files_named(text)
    assert len(named) > 15
    for name in named:
        if not re.search("[A-Z]{4}", name):  # NAME and the like stand for something
            assert (HOUSE / name).is_file() or (ROOT / name).is_file(), name


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_has_at_most_ten_lines(name: str) -> None:
    assert 0 < len(RECIPES[name].splitlines()) <= 10


def test_there_is_a_recipe_for_each_kind_of_thing() -> None:
    assert list(RECIPES) == [
        "A procedure",
        "An omnibus test",
        "A ranking",
        "A law of raw p-values",
        "An effect size",
        "An analysis",
        "A picture",
        "A format of file",
        "A case study",
    ]


@pytest.mark.slow
def test_the_walk_names_only_files_that_work_on_the_way(tmp_path: Path) -> None:
    walked = files_named(WALK[: WALK.index("## The other ways")])
    called: set[str] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        called.add(frame.f_code.co_filename)

    shutil.copy(HOUSE / "data" / "garcia2008.csv", tmp_path / "results.csv")
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        results = evenkeel.read(tmp_path / "results.csv", better="higher")
        evenkeel.compare(results).save(tmp_path / "report.html")
    finally:
        sys.setprofile(before)
    tables = {f"{room}/registry.py" for room in ("ranks", "omnibus", "adjustments")}
    idle = {name for name in walked if str(HOUSE / name) not in called}
    assert idle <= tables  # which hold entries and do nothing


def test_a_clean_table_is_read_by_few_files(tmp_path: Path) -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "walk.py"))
    table = tmp_path / "results.csv"
    table.write_text(tool["TABLE"])
    assert len(tool["walked"](lambda: evenkeel.read(table, better="higher"))) <= 25


def test_the_page_of_methods_is_what_the_registries_hold() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "make_methods.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == render_markdown(made["document"]())


def test_the_page_of_formats_is_what_the_registry_holds() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "make_formats.py"))
    page = made["PAGE"].read_text(encoding="utf-8")
    assert page == made["page"]()
    for entry in FORMATS:
        assert f"| {entry.name} |".replace("-", "\\-") in page
