"""The list of the documents' items: what it names exists, and the page is made from it."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import make_items
import pytest
import typer

from evenkeel.cli.app import app
from evenkeel.plot import KINDS

ROOT = Path(__file__).parents[2]
ITEMS = make_items.items()
NAMED = sorted({name for item in ITEMS for name in make_items.names(item)})
TESTS = sorted({item["test"] for item in ITEMS if item["test"]})
COMMANDS = typer.main.get_command(app).commands


def exists(name: str) -> bool:
    """Whether a dotted name can be reached from the modules that it begins with."""
    parts = name.split(".")
    found = importlib.import_module(parts[0])
    for i, part in enumerate(parts[1:], start=2):
        if not hasattr(found, part):
            importlib.import_module(".".join(parts[:i]))
        found = getattr(found, part)
    return callable(found)


def test_the_page_is_made_from_the_list() -> None:
    assert make_items.PAGE.read_text(encoding="utf-8") == make_items.page()


def test_all_five_documents_are_listed_and_no_item_twice() -> None:
    assert len({item["document"] for item in ITEMS}) == 5
    keys = [(item["document"], item["place"], item["item"]) for item in ITEMS]
    assert len(set(keys)) == len(keys) >= 129


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item["item"])
def test_an_item_is_shown_by_a_test_or_has_a_reason(item: dict[str, str]) -> None:
    if item["where"]:
        assert item["test"]
    else:
        assert item["remark"].endswith(".")
        assert not item["test"]


@pytest.mark.parametrize("name", NAMED)
def test_what_is_named_exists(name: str) -> None:
    if name.startswith("docs/"):
        assert (ROOT / name).is_file()
    elif name.startswith("$ evenkeel "):
        command, *words = name.removeprefix("$ evenkeel ").split()
        flags = {flag for parameter in COMMANDS[command].params for flag in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= flags
        assert {word for word in words if not word.startswith("--")} <= set(KINDS)
    else:
        assert exists(name)


@pytest.mark.parametrize("named", TESTS)
def test_the_test_that_shows_an_item_exists(named: str) -> None:
    file, _, function = named.partition("::")
    text = (ROOT / "tests" / file).read_text(encoding="utf-8")
    assert re.search(rf"^def {function}\(", text, flags=re.MULTILINE)
