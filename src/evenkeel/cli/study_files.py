"""A study in one TOML file: what was asked, of what, by which versions, and what came of it.

The file may be a stranger's: its form is checked before anything of it is used, and none of its
text reaches a terminal as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evenkeel.errors import InputError, SourceError, first_line, quoted, visible

_KINDS: dict[type[Any], str] = {str: "a text", list: "a list", dict: "a table"}
_MOST = 1 << 20  # bytes; a study has some hundreds
# a.b.c...: the time that tomllib takes for one key grows as the square of its parts
_DEEP_KEY = re.compile(
    rb"""(?<![\w\\-])(?:(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*\.[ \t]*){32}"""
)


@dataclass(frozen=True)
class Study:
    """A study; `options` are those that were given, by the names of the parameters.

    Paths are relative to the folder of the file, or absolute.
    """

    command: str
    file: str
    sha256: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    conclusions: Sequence[str] | None = None

    def as_toml(self) -> str:
        """The text of the file."""
        tables: dict[str, Mapping[str, Any]] = {
            "input": {"file": self.file, "sha256": self.sha256},
            "options": self.options,
            "versions": self.versions,
            "result": {"conclusions": self.conclusions},
        }
        lines = [f"command = {_toml(self.command)}"]
        for name, table in tables.items():
            lines += ["", f"[{name}]"]
            lines += [f"{key} = {_toml(each)}" for key, each in table.items() if each is not None]
        return "\n".join(lines) + "\n"


def read_study(path: Path) -> Study:
    """Read a study that `Study.as_toml` wrote; what is none is refused, whatever it holds."""
    found = _parsed(path)
    try:
        return _study(found)
    except InputError as error:
        raise InputError(
            f"{visible(path)}: this is no study ({error}); --save-config writes one"
        ) from None


def _parsed(path: Path) -> dict[str, Any]:
    import tomllib

    from evenkeel.tables.parsing.sources import note_opened

    try:
        with path.open("rb") as file:
            note_opened(file)
            content = file.read(_MOST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or first_line(error)
        raise SourceError(f"{visible(path)}: {reason}") from None
    if len(content) > _MOST:
        raise SourceError(f"{visible(path)}: this is no study, which has less than a megabyte")
    if _DEEP_KEY.search(content):
        raise SourceError(f"{visible(path)}: this is no study, whose keys have one or two parts")
    try:
        return tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:  # of text, of TOML, of digits without end
        raise SourceError(f"{visible(path)}: this is no TOML ({first_line(error)})") from None


def _study(found: dict[str, Any]) -> Study:
    _check_keys(found, "", {"command", "input", "options"}, {"versions", "result"})
    tables = {name: _a(dict, each, name) for name, each in found.items() if name != "command"}
    _check_keys(tables["input"], "input.", {"file"}, {"sha256"})
    result = tables.get("result", {})
    _check_keys(result, "result.", set(), {"conclusions"})
    texts = {
        **{f"input.{name}": each for name, each in tables["input"].items()},
        **{f"versions.{name}": each for name, each in tables.get("versions", {}).items()},
    }
    for name, each in texts.items():
        _a(str, each, name)
    conclusions = result.get("conclusions")
    if conclusions is not None:
        for line in _a(list, conclusions, "result.conclusions"):
            _a(str, line, "a line of result.conclusions")
    return Study(
        _a(str, found["command"], "command"),
        **tables["input"],
        options=tables["options"],
        versions=tables.get("versions", {}),
        conclusions=conclusions,
    )


def _check_keys(table: Mapping[str, Any], where: str, needed: set[str], also: set[str]) -> None:
    for name in sorted(needed - set(table)):
        raise InputError(f"it has no {where}{name}")
    for name in sorted(set(table) - needed - also):
        raise InputError(f"it has {quoted(where + name)}, which no study has")


def _a(kind: type[Any], value: Any, name: str) -> Any:
    if not isinstance(value, kind):
        raise InputError(f"{visible(name)} is {quoted(value)}, which is not {_KINDS[kind]}")
    return value


def _toml(value: Any) -> str:
    """A value as TOML writes it; its strings are those of JSON, but in Unicode."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    text = str(value)
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise InputError(
            f"{visible(text)}: a study is written in Unicode, and this name is not; rename it, or "
            "leave out --save-config"
        )
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
