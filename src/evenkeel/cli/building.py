"""Build only the command that is called: of thirty with their options, typer takes its time."""

from __future__ import annotations

import copy
from collections.abc import Container

import typer
from typer.main import get_command_name
from typer.models import CommandInfo


def with_options_of(app: typer.Typer, words: Container[str]) -> typer.Typer:
    """The same commands, without the options of those that none of the words names.

    The list of the commands and what is said of a misspelt one need no options.
    """
    built = copy.copy(app)
    built.registered_commands = [
        info if name_of(info) in words else _bare(info) for info in app.registered_commands
    ]
    return built


def name_of(info: CommandInfo) -> str:
    """What is typed to call the command."""
    return info.name or get_command_name(info.callback.__name__)  # type: ignore[union-attr]


def _bare(info: CommandInfo) -> CommandInfo:
    def nothing() -> None:
        """Nothing: it is not called."""

    bare = copy.copy(info)
    bare.name, bare.callback = name_of(info), nothing
    nothing.__doc__ = info.callback.__doc__
    return bare
