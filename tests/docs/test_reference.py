"""The reference is made from the code, and nothing that can be called is missing from it."""

from __future__ import annotations

import re

import pytest
from pages import command_line, http_api, python_reference

import evenkeel
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.ranks.registry import RANKINGS
from evenkeel.text import escape_markdown
from evenkeel.web.app import create_app


def test_every_public_name_has_its_page():
    made = python_reference.pages()
    for room, module in python_reference.rooms().items():
        for name in module.__all__:
            assert f"evenkeel.{room}.{name}" in made[f"reference/python/{room}/{name}.rst"]
            assert f"{room}/{name}" in made[f"reference/python/{room}.rst"]
    index = made["reference/python/index.rst"]
    assert all(f"`{name} <" in index for name in ("compare", "read", "friedman"))


@pytest.fixture(scope="module")
def commands():
    return command_line.pages()


def test_every_command_has_its_page(commands):
    names = {"compare", "runs", "test", "posthoc", "plot", "power", "audit", "serve"}
    for name in names | {analysis.name for analysis in ANALYSES}:
        assert commands[f"reference/command_line/{name}.md"].startswith(f"# evenkeel {name}")


def test_every_option_that_help_shows_is_on_the_page(commands, evenkeel):
    shown = evenkeel("compare", "--help-all").out
    page = commands["reference/command_line/compare.md"]
    for word in (each.rstrip(",.") for each in shown.split()):
        if word.startswith("--") and word not in ("--help", "--help-all") and "…" not in word:
            assert word in page, word


def test_the_page_of_a_command_lists_what_can_be_chosen_by_its_names(commands):
    page = commands["reference/command_line/compare.md"]
    assert escape_markdown(f"One of {', '.join(RANKINGS.names)}") in page
    placeholder = re.compile(r"\\\{\w+")  # escaped, as Markdown has it
    assert not {name for name, page in commands.items() if placeholder.search(page)}


@pytest.mark.slow
def test_every_address_of_the_api_is_on_its_page():
    (page,) = http_api.pages().values()
    for path, verbs in create_app().openapi()["paths"].items():
        for verb in verbs:
            assert f"## {verb.upper()} {path}" in page


@pytest.mark.slow
def test_the_version_is_that_of_the_package():
    assert evenkeel.__version__ == create_app().openapi()["info"]["version"]
