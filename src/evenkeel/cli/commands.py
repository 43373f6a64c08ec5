"""Commands and their options: shared parameters, help in groups, built when called."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Container, Sequence
from functools import wraps
from typing import Any, NamedTuple, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_name
from typer.models import CommandInfo

# Options that many commands have, joined to the parameters of each.


Command = Callable[..., None]
Parameters = dict[str, tuple[Any, Any]]  # annotation and default of each
REQUIRED = inspect.Parameter.empty


class Part(NamedTuple):
    """Parameters in place of one of a command, which gets what `make` makes of them."""

    parameter: str
    added: Parameters
    make: Callable[..., Any]


def takes(*parts: Part) -> Callable[[Command], Command]:
    """Give a command the parameters of some parts, each in place of one of its own.

    The parts are made in their order. A parameter that several of them have, or the command
    itself, goes to all.
    """

    def join(command: Command) -> Command:
        for part in parts:  # what stands here is for readers, and may not be imported
            del command.__annotations__[part.parameter]
        hints = get_type_hints(command, include_extras=True)
        known = inspect.signature(command).parameters
        own = {name: (hints[name], known[name].default) for name in known if name in hints}
        parameters = _placed(list(known), own, parts)

        @wraps(command)
        def run(**options: Any) -> None:
            made = {
                part.parameter: part.make(**{name: options[name] for name in part.added})
                for part in parts
            }
            command(**made, **{name: options[name] for name in own})

        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=a, default=d)
                for name, (a, d) in parameters.items()
            ]
        )
        run.__annotations__ = {name: annotation for name, (annotation, _) in parameters.items()}
        del run.__wrapped__  # whose parameters are others
        return run

    return join


def _placed(names: list[str], own: Parameters, parts: tuple[Part, ...]) -> Parameters:
    """Arguments where the parameter of their part stood; options last, the last part's first."""
    arguments = {
        part.parameter: {name: each for name, each in part.added.items() if each[1] is REQUIRED}
        for part in parts
    }
    placed: Parameters = {}
    for name in names:
        placed |= {name: own[name]} if name in own else arguments[name]
    for part in reversed(parts):
        placed |= {name: each for name, each in part.added.items() if name not in placed}
    return placed


# What ``--help`` shows: options and commands in groups, on one screen, and ``--help-all``.
#
# The group of an option stands where the option is declared, as typer's ``rich_help_panel``: one of
# `TABLE`, `ANALYSIS` and `OUTPUT`, or `rare` of it, which ``--help`` only counts if the whole would
# not fit on a screen. The group of a command stands in the same field of ``app.command``.


TABLE = "The table"
ANALYSIS = "The analysis"
OUTPUT_GROUP = "The output"

HELP_ALL = "--help-all"
WORDS = "evenkeel"  # what was typed after the name of the command, in the context's `meta`
_GROUPS = (TABLE, ANALYSIS, OUTPUT_GROUP)
_RARE = ", more"
_SCREEN = 45  # lines
_FOLDS = (99, 5, 4, 3, 2)  # usual options of each group, in turn
_WIDEST = 100  # columns
_OTHERS = "Options"


def rare(group: str) -> str:
    """The same group, for an option that few need."""
    return f"{group}{_RARE}"


class HelpedCommand(TyperCommand):
    """A command whose help has its options in groups, after what it does and how it is typed."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        given = settings.get("context_settings") or {}
        names = {"help_option_names": ["--help", HELP_ALL], "max_content_width": _WIDEST}
        super().__init__(*args, **settings | {"context_settings": {**names, **given}})

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write all of it if that was asked for or fits on a screen."""
        for most in (None, *_FOLDS):  # folded until it fits on a screen
            written = ctx.make_formatter()
            self._write(ctx, written, most)
            if HELP_ALL in ctx.meta.get(WORDS, ()) or written.getvalue().count("\n") < _SCREEN:
                break
        formatter.write(written.getvalue())

    def _write(self, ctx: Any, formatter: Any, most: int | None) -> None:
        """Write the help with `most` of the usual options of a group, or with all options."""
        self.format_usage(ctx, formatter)
        _write_text(self.help or "", formatter)
        arguments, groups = self._grouped(ctx)
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([each.get_help_record(ctx) for each in arguments])
        for group, (usual, others) in groups.items():
            shown = usual + others
            if most is not None:
                shown = [p for i, p in enumerate(usual) if i < most or p.required or p.is_eager]
            left = len(usual) + len(others) - len(shown)
            rows = [row for each in shown if (row := each.get_help_record(ctx)) is not None]
            with formatter.section(group):
                if rows:
                    formatter.write_dl(rows)
                if left:
                    formatter.write_text(f"and {left} more: {HELP_ALL}")

    def _grouped(self, ctx: Any) -> tuple[list[Any], dict[str, tuple[list[Any], list[Any]]]]:
        """The arguments, and of each group the usual options and the rare ones."""
        arguments: list[Any] = []
        groups: dict[str, tuple[list[Any], list[Any]]] = {name: ([], []) for name in _GROUPS}
        for param in self.get_params(ctx):
            if param.param_type_name == "argument":
                arguments.append(param)
                continue
            panel = getattr(param, "rich_help_panel", None) or _OTHERS
            name = panel.removesuffix(_RARE)
            groups.setdefault(name, ([], []))[name != panel].append(param)
        return arguments, {name: each for name, each in groups.items() if any(each)}


class GroupedCommands(TyperGroup):
    """The commands, in the order and the groups in which they are declared."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a list for each group, with the first sentence of each command."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            said = " ".join((command.help or "").split("\n\n")[0].split())
            groups.setdefault(command.rich_help_panel, []).append((name, said))
        widest = max(len(name) for rows in groups.values() for name, _ in rows)
        for group, rows in groups.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(widest), said) for name, said in rows])


def _write_text(text: str, formatter: Any) -> None:
    """What a command does, in lines as wide as the screen; examples as they are typed."""
    said, found, examples = inspect.cleandoc(text).partition("For example:\n")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(said.strip())
    if found:
        with formatter.section("For example"):
            _write_lines(examples.split("\n"), formatter)


def _write_lines(lines: Sequence[str], formatter: Any) -> None:
    margin = " " * formatter.current_indent
    formatter.write("".join(f"{margin}{line.strip()}\n" for line in lines if line.strip()))


# Build only the command that is called: of thirty with their options, typer takes its time.


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
