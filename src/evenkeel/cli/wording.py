"""What the library advises, as options of the commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from evenkeel.words.remedies import Rewrite, for_command_line

_PHRASES = {
    "(evenkeel.equivalence)": "(evenkeel equivalence)",
    "(evenkeel.effect_sizes)": "(evenkeel effect)",
    ", or read each with evenkeel.read_measures": ", or take each with --each-measure",
    "read repeated runs with evenkeel.read_runs": "take repeated runs with --shape runs",
    " to evenkeel.read_runs": "",
    ", or test its runs by themselves with evenkeel.per_problem": "",
    " or evenkeel.runs.corrected_resampled_t": "",
    " to evenkeel.audit": " to evenkeel audit",
    "name it, for example problem=": "name it, for example on_problem=",
    "one problem was named with problem=": "one problem was named with on_problem=",
}


@cache
def on_command_line() -> Rewrite:
    """Rewrite a text so that its remedies can be typed."""
    return for_command_line(_Flags(), _PHRASES)


class _Flags(Mapping[str, str]):
    """The options of all commands by the names of their parameters, found when one is wanted."""

    @cached_property
    def _found(self) -> dict[str, str]:
        from typer.main import get_command

        from evenkeel.cli.app import app

        commands = get_command(app).commands.values()  # type: ignore[attr-defined]
        flags = {
            option.name: max(option.opts, key=len)
            for command in commands
            for option in command.params
            if option.param_type_name == "option"
        }
        return flags | {"statistic": flags["aggregate"]}

    def __getitem__(self, name: str) -> str:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
