"""Questions and advice in the words of the command that runs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING, Any

import typer

from evenkeel.cli.commands import WORDS
from evenkeel.cli.options import CONTEXT
from evenkeel.cli.streams import pausing, say
from evenkeel.errors import Option, ReadingQuestion, visible
from evenkeel.tables.options import READING, typed

if TYPE_CHECKING:
    from evenkeel.tables.readings import Reading

# The options that messages name, as the command that runs has them.


_ELSEWHERE = {"statistic": "aggregate"}  # options of Python that have another name here


def on_command_line(option: Option) -> str:
    """An option as it is typed; Python's own way where the command line has none.

    Examples
    --------
    >>> from evenkeel.errors import Message
    >>> Message("leave it out with ", Option("drop", ["Mean", "Sum"])).spelled(on_command_line)
    'leave it out with --drop-rows Mean,Sum'
    """
    flag = _flags().get(_ELSEWHERE.get(option.name, option.name))
    if flag is None:
        return f"evenkeel {option.name}" if option.name in _commands() else str(option)
    if option.value is None or option.value is True:
        return flag
    return f"{flag} {shlex.quote(typed(option.value, option.name))}"


def _flags() -> dict[str, str]:
    """The options of the command that runs, by the names of their parameters."""
    flags = {option.name: option.flag for option in READING.values()}
    context = CONTEXT.get(None)
    for option in () if context is None else context.command.params:
        if option.param_type_name == "option":
            flags[option.name] = max(option.opts, key=len)
    return flags


@cache
def _commands() -> frozenset[str]:
    from evenkeel.cli.app import app
    from evenkeel.cli.commands import name_of

    return frozenset(map(name_of, app.registered_commands))


# A table that can be read in several ways: the question, and the commands that answer it.


_WIDTH = 96  # of the words; commands stay whole
_TOGETHER = 4  # columns of one role, one after the other, that share a line


def answer_to(question: ReadingQuestion, given: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Show a question; the options of the answer that is chosen at a terminal.

    Elsewhere nobody can answer: the command ends with the exit code of bad input.
    """
    commands = [command_with(reading.options(), given) for reading in question.readings]
    with pausing():
        print("\n".join(_lines(question, commands)), file=sys.stderr)
        number = _number(len(commands)) if _at_terminal() and file != "-" else 0
    if not number:
        raise typer.Exit(2)
    say(f"evenkeel: next time: {commands[number - 1]}")
    options: dict[str, Any] = question.readings[number - 1].options()
    _as_if_typed(options)
    return options


def _as_if_typed(options: Mapping[str, Any]) -> None:
    """Let ``--save-config`` keep the answer."""
    context = CONTEXT.get()
    typed_word = context.get_parameter_source("file")
    for name, value in options.items():
        context.params[name] = value if value is True else typed(value, name)
        context.set_parameter_source(name, typed_word)


def command_with(options: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """The command that was typed, with those options that were not `given` yet."""
    from evenkeel.tables.readings import typed_option

    context = CONTEXT.get()
    words = context.meta[WORDS]
    added = [
        word
        for name, value in options.items()
        if name not in given or given[name] != value
        for word in typed_option(name, value)
    ]
    end = words.index("--") if "--" in words else len(words)
    before, after = map(shlex.quote, words[:end]), map(shlex.quote, words[end:])
    return " ".join(["evenkeel", context.command.name, *before, *added, *after])


def roles(reading: Reading) -> Iterator[tuple[str, str, str]]:
    """Columns, what they are taken for and why; like ones beside each other share a line.

    Examples
    --------
    >>> from evenkeel.tables.readings import Part, Reading
    >>> columns = [Part("data", "problem"), *(Part(f"A{i}", "result") for i in range(1, 10))]
    >>> list(roles(Reading("rows", columns=tuple(columns))))
    [('data', 'problem', ''), ('A1, A2, ... A9 (9 columns)', 'result', '')]
    """
    for (role, why), lines in groupby(reading.table(), key=lambda line: line[1:]):
        names = [visible(name) or "(no name)" for name, _, _ in lines]
        if len(names) >= _TOGETHER:
            kind = "rows" if role.endswith("(row)") else "columns"
            names = [f"{names[0]}, {names[1]}, ... {names[-1]} ({len(names)} {kind})"]
        yield from ((name, role, why) for name in names)


def _lines(question: ReadingQuestion, commands: list[str]) -> Iterator[str]:
    from evenkeel.report.single import reading_table
    from evenkeel.report.text import render_table
    from evenkeel.text import printable

    first = question.readings[0]
    table = replace(reading_table(first), title="", rows=tuple(roles(first)))
    yield visible(f"evenkeel: {question.source}: {question.why}")
    yield render_table(table)
    yield "\nThese commands read it, the likeliest first:"
    for number, (reading, command) in enumerate(zip(question.readings, commands, strict=True), 1):
        words = printable(f"  {number}. {reading.sentence()}")
        yield "\n" + fill(words, _WIDTH, subsequent_indent=" " * 5, break_on_hyphens=False)
        yield f"     {command}"


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()


def _number(most: int) -> int:
    """Which answer was chosen; 0 for none."""
    while True:
        print(f"\nWhich one? 1 to {most}, or Enter for none: ", end="", file=sys.stderr, flush=True)
        word = sys.stdin.readline().strip()
        if not word:
            return 0
        if word.isdecimal() and 1 <= int(word) <= most:
            return int(word)
