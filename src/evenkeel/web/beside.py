"""The analyses beside the comparison that a request asks for, in fields and lines."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from evenkeel.analyses.registry import ANALYSES, Analysis, AnalysisOption
from evenkeel.errors import InputError
from evenkeel.tables.options import typed

OFFERED = tuple(analysis for analysis in ANALYSES if analysis.beside)


@dataclass(frozen=True)
class Beside:
    """An analysis that is asked for, with the options that differ from their defaults."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def analysis(self) -> Analysis:
        """Its entry of the registry."""
        return ANALYSES.lookup(self.name)


def beside_from(fields: Mapping[str, str]) -> tuple[Beside, ...]:
    """What the fields of a form or an address ask for: ``beside.NAME`` and ``NAME.OPTION``."""
    return tuple(
        Beside(analysis.name, _told(analysis, fields))
        for analysis in OFFERED
        if fields.get(f"beside.{analysis.name}") in ("1", "on", "true", "yes")
    )


def _told(analysis: Analysis, fields: Mapping[str, str]) -> dict[str, Any]:
    texts = {o.name: fields.get(f"{analysis.name}.{o.name}") for o in analysis.options}
    found = analysis.parsed(texts)
    for option in analysis.options:
        check_bounds(option, found[option.name])
    return analysis.arguments(found)


def check_bounds(option: AnalysisOption, value: Any) -> None:
    """Refuse numbers beyond the bounds that hold where others wait."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return
    if option.least is not None and not value >= option.least:
        raise InputError(f"{option.name} is {value}; give at least {option.least:g}")
    if option.most is not None and not value <= option.most:
        raise InputError(f"{option.name} is {value}; give at most {option.most:g} here")


def address_fields(asked: tuple[Beside, ...]) -> Iterator[tuple[str, str]]:
    """The fields of an address that bring these analyses back."""
    for each in asked:
        yield f"beside.{each.name}", "1"
        for name, value in each.options.items():
            yield f"{each.name}.{name}", _typed(value)


def python_lines(asked: tuple[Beside, ...], data: str) -> Iterator[str]:
    """Lines of Python that give the same analyses."""
    for each in asked:
        listed = "".join(f", {name}={value!r}" for name, value in each.options.items())
        yield f"print({each.analysis.call}({data}{listed}))\n"


def command_lines(asked: tuple[Beside, ...], table: list[str]) -> Iterator[str]:
    """Commands that give the same analyses; `table` is the file and how it is read."""
    for each in asked:
        words = ["evenkeel", each.name, *table]
        flags = {option.name: option.flag for option in each.analysis.options}
        for name, value in each.options.items():
            flag = flags[name]
            if isinstance(value, bool):
                words.append(flag if value else f"--no-{flag[2:]}")
            else:
                words.append(f"{flag}={typed(value)}")
        yield " ".join(map(shlex.quote, words)) + "\n"


def _typed(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else typed(value)
