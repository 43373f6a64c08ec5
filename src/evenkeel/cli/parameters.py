"""Options that many commands have, joined to the parameters of each."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

Command = Callable[..., None]
Parameters = dict[str, tuple[Any, Any]]  # annotation and default of each
REQUIRED = inspect.Parameter.empty


def joined(
    parameter: str, added: Parameters, make: Callable[..., Any]
) -> Callable[[Command], Command]:
    """Give a command the parameters `added` in place of one, which gets what `make` makes of them.

    Arguments of the command line stand where the parameter stood, options at the end. One that
    the command has itself goes to both.
    """

    def join(command: Command) -> Command:
        own = inspect.signature(command).parameters
        hints = get_type_hints(command, include_extras=True)
        first = {name: each for name, each in added.items() if each[1] is REQUIRED}
        last = {name: each for name, each in added.items() if name not in first}
        parameters: Parameters = {}
        for name, known in own.items():
            parameters |= first if name == parameter else {name: (hints[name], known.default)}
        parameters |= {name: each for name, each in last.items() if name not in own}

        @wraps(command)
        def run(**options: Any) -> None:
            given = {name: options[name] for name in added}
            options = {name: value for name, value in options.items() if name in own}
            command(**{parameter: make(**given)}, **options)

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
