"""Options that many commands have, joined to the parameters of each."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, get_type_hints

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
