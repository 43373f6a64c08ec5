"""The options that messages name, as the command that runs has them."""

from __future__ import annotations

import shlex
from functools import cache

from evenkeel.cli.options import CONTEXT
from evenkeel.errors import Option
from evenkeel.tables.options import READING, typed

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
    from evenkeel.cli.building import name_of

    return frozenset(map(name_of, app.registered_commands))
