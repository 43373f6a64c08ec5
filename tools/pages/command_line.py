"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer.main

from evenkeel.cli.app import app
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.text import escape_markdown

PLACE = "reference/command_line"


def _commands() -> dict[str, Any]:
    """The commands by their full names; a group is entered, not listed."""
    found: dict[str, Any] = {}

    def enter(group: Any, path: str) -> None:
        for name, command in group.commands.items():
            full = f"{path} {name}".strip()
            if hasattr(command, "commands"):
                enter(command, full)
            elif not command.hidden:
                found[full] = command

    enter(typer.main.get_command(app), "")
    return found


def _choices(annotation: Any) -> list[str]:
    """The words that a parameter takes, if it takes certain words alone."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [each.value for each in annotation]
    if get_origin(annotation) is Literal:
        return [str(each) for each in get_args(annotation)]
    return [word for part in get_args(annotation) for word in _choices(part)]


#: What the options of analyses show for their values, in the words of the other commands.
_KINDS = {"TEXT": "text", "NUMBER": "number", "COUNT": "whole number"}


def _offered(command: str, flags: list[str]) -> tuple[str, ...]:
    """What can be chosen for an option of an analysis."""
    return tuple(
        word
        for analysis in ANALYSES
        if analysis.name == command
        for option in analysis.options
        if option.flag in flags and option.kind == "choice"
        for word in option.choices
    )


def _values(command: str, parameter: Any) -> str:
    if parameter.is_flag:
        return ""
    annotation = parameter.type_descriptor.annotation
    if words := _choices(annotation) or _offered(command, parameter.opts):
        return ", ".join(f"`{word}`" for word in words)
    kinds = get_args(annotation) or (annotation,)
    names = {Path: "file", str: "text", int: "whole number", float: "number"}
    shown = _KINDS.get(parameter.metavar, parameter.metavar)
    return escape_markdown(shown or names.get(kinds[0], kinds[0].__name__))


def _row(command: str, parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"| `{parameter.name.upper()}` | | {escape_markdown(parameter.help or '')} |"
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    values = _values(command, parameter)
    return f"| {names} | {values} | {escape_markdown(parameter.help or '')} |"


def _is_code(paragraph: str) -> bool:
    return paragraph.startswith(" ") or paragraph.strip().startswith("evenkeel ")


def _paragraphs(text: str) -> Iterator[str]:
    """The help as it is read; lines of a file and examples to type are code."""
    for code, several in groupby(text.split("\n\n"), _is_code):
        if code:
            yield "\n".join(["```text", *map(str.strip, several), "```", ""])
        else:
            yield from (escape_markdown(paragraph.strip()) + "\n" for paragraph in several)


def _page(name: str, command: Any) -> str:
    help_text = (command.help or "").replace("\b", "").strip()
    parameters = command.get_params(typer.Context(command))  # with the names of the registries
    flags = [p for p in parameters if p.name != "help" and not getattr(p, "hidden", False)]
    usage = " ".join(p.name.upper() for p in flags if p.param_type_name == "argument")
    lines = [f"# evenkeel {name}", "", "```text", f"evenkeel {name} [OPTIONS] {usage}".strip()]
    lines += ["```", "", *_paragraphs(help_text)]
    lines += ["| Argument or option | Values | Meaning |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(_row(name, each) for each in flags), ""])


def pages() -> dict[str, str]:
    """An index and a page for each command."""
    commands = _commands()
    files = {name: name.replace(" ", "-") for name in commands}
    rows = [
        f"| [evenkeel {name}]({files[name]}.md) | "
        f"{escape_markdown((command.help or '').split(chr(10) * 2)[0])} |"
        for name, command in commands.items()
    ]
    index = [
        "# Command line",
        "",
        "Made from the commands; `evenkeel COMMAND --help` says the same.",
        "",
        "| Command | Meaning |",
        "| --- | --- |",
        *rows,
        "",
        "```{toctree}",
        ":hidden:",
        "",
        *files.values(),
        "```",
        "",
    ]
    made = {f"{PLACE}/{files[name]}.md": _page(name, each) for name, each in commands.items()}
    return {f"{PLACE}/index.md": "\n".join(index)} | made
