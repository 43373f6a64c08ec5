"""Only the command that is called is built with its options."""

from __future__ import annotations

from typer.main import get_command

from evenkeel.cli.app import app
from evenkeel.cli.commands import with_options_of


def commands(words: list[str]) -> dict:
    return get_command(with_options_of(app, words)).commands


def test_every_command_is_there_with_its_help() -> None:
    whole = get_command(app).commands
    bare = commands([])
    assert list(bare) == list(whole)
    assert [each.help for each in bare.values()] == [each.help for each in whole.values()]
    assert not any(each.params for each in bare.values())


def test_the_command_that_is_named_has_its_options() -> None:
    whole, built = get_command(app).commands["rank-sets"], commands(["rank-sets", "x.csv"])
    assert [each.name for each in built["rank-sets"].params] == [each.name for each in whole.params]
    assert not built["compare"].params
