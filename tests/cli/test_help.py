"""The help: options and commands in groups, examples, one screen, and all of it if asked for."""

import re

import pytest

from evenkeel.cli.app import app
from evenkeel.cli.commands import ANALYSIS, OUTPUT_GROUP, TABLE, name_of
from evenkeel.comparison.analyses.registry import ANALYSES

COMMANDS = {name_of(info): info for info in app.registered_commands}


@pytest.fixture(autouse=True)
def screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_an_example_of_its_command(evenkeel, name: str) -> None:
    said = evenkeel(name, "--help").out
    examples = said.partition("\nFor example:\n")[2].partition("\n\n")[0]
    assert re.search(rf"\bevenkeel {name}( |$)", examples, re.M)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"audit"}))  # which lists kinds of lines
def test_a_command_explains_itself_on_one_screen(evenkeel, name: str) -> None:
    assert evenkeel(name, "--help").out.count("\n") <= 45


def test_options_stand_in_groups_and_rare_ones_only_where_all_is_asked_for(evenkeel) -> None:
    short, whole = (evenkeel("compare", word).out for word in ("--help", "--help-all"))
    for said in (short, whole):
        places = [said.index(f"\n{group}:\n") for group in (TABLE, ANALYSIS, OUTPUT_GROUP)]
        assert places == sorted(places)
        assert places[0] < said.index("--better SIDE") < places[1]
        assert places[1] < said.index("--control NAME") < places[2] < said.index("--output FILE")
    assert "--encoding" not in short
    assert "more: --help-all" in short
    assert "--encoding" in whole
    assert "more: --help-all" not in whole


def test_a_help_that_fits_on_a_screen_is_whole(evenkeel) -> None:
    assert evenkeel("adjust", "--help").out == evenkeel("adjust", "--help-all").out


def test_commands_stand_in_groups_with_the_three_that_matter_first(evenkeel) -> None:
    said = evenkeel("--help").out
    first = said.partition("\nBegin here:\n")[2].partition("\n\n")[0]
    assert re.findall(r"^  (\S+)", first, re.M) == ["compare", "plot", "read"]
    assert all(re.search(rf"^  {name} ", said, re.M) for name in COMMANDS)
    assert {info.rich_help_panel for info in COMMANDS.values()} <= {
        line.removesuffix(":") for line in said.split("\n")
    }
    assert not re.search(r"^  .*\.\.\.$", said, re.M)


@pytest.mark.parametrize("analysis", list(ANALYSES), ids=lambda each: each.name)
def test_every_choice_of_an_analysis_is_listed(evenkeel, analysis) -> None:
    said = " ".join(evenkeel(analysis.name, "--help-all").out.lower().split()).replace("- ", "-")
    for option in analysis.options:
        for word in option.choices:
            assert word in said, option.name
