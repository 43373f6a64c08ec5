"""``--save-config`` and ``evenkeel run``: a whole study that can be repeated, in one small file."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from evenkeel._version import __version__
from evenkeel.cli.links import say_written
from evenkeel.cli.options import CONTEXT
from evenkeel.cli.progress import say
from evenkeel.errors import InputError, SourceError, visible

_RECORDED = ("numpy", "scipy", "polars", "matplotlib")
_FILE = "file"  # the argument that names the table
_LEFT_OUT = ("save_config", "help")


_BEFORE: ContextVar[list[str] | None] = ContextVar("_BEFORE", default=None)


def record(path: Path | None, conclusions: Sequence[str]) -> None:
    """Write the study if that was asked for; if it is a repeated one, say whether it agrees."""
    if path is not None:
        _save(path, conclusions)
    before = _BEFORE.get()
    if before is None:
        return
    if list(conclusions) == before:
        say("evenkeel: the conclusions are those of the saved study")
    for mark, lines, others in (("was", before, conclusions), ("is", conclusions, before)):
        for line in lines:
            if line not in others:
                say(f"evenkeel: {mark}: {visible(line)}")


def _save(path: Path, conclusions: Sequence[str]) -> None:
    """Write what was asked on the command line, what it was asked of, and what came of it."""
    from evenkeel.tables.atomic import write_text

    context: Any = CONTEXT.get()
    given = {
        parameter.name: context.params[parameter.name]
        for parameter in context.command.params
        if parameter.name not in (*_LEFT_OUT, _FILE)
        and context.get_parameter_source(parameter.name).name == "COMMANDLINE"
    }
    file = context.params[_FILE]
    lines = [
        f"command = {_toml(context.info_name)}",
        "",
        "[input]",
        f"file = {_toml(file)}",
        *_checksum_line(file),
        "",
        "[options]",
        *(f"{name} = {_toml(value)}" for name, value in given.items()),
        "",
        "[versions]",
        *(f"{name} = {_toml(found)}" for name, found in _versions().items()),
        "",
        "[result]",
        f"conclusions = {_toml(list(conclusions))}",
    ]
    write_text(path, "\n".join(lines) + "\n")
    say_written(path)


def run_config(
    study: Annotated[
        Path, typer.Argument(help="A file that --save-config wrote.", metavar="STUDY.toml")
    ],
) -> None:
    """Repeat a study that --save-config wrote, and say what changed since.

    The table must be where it was, relative to the study's file.

    For example:

      evenkeel compare results.csv --better lower -o report.html --save-config study.toml

      evenkeel run study.toml
    """
    saved = _read(study)
    command = _command(study, saved["command"])
    file = saved["input"][_FILE]
    if "sha256" in saved["input"]:
        file = os.path.relpath(study.parent / file)
    for line in _changes(saved, file):
        say(f"evenkeel: {line}")
    arguments = _arguments(command, saved["options"])
    told = _BEFORE.set(saved.get("result", {}).get("conclusions"))
    try:
        command.main([*arguments, file], prog_name=f"evenkeel {saved['command']}")
    finally:
        _BEFORE.reset(told)


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {
        "evenkeel": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in _RECORDED},
    }


def _checksum(file: str) -> str | None:
    import hashlib

    path = Path(file)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _checksum_line(file: str) -> list[str]:
    found = _checksum(file)
    return [] if found is None else [f"sha256 = {_toml(found)}"]


def _toml(value: Any) -> str:
    """A value as TOML writes it; its strings and lists are those of JSON."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return json.dumps(str(value))


def _read(study: Path) -> dict[str, Any]:
    import tomllib

    try:
        found = tomllib.loads(study.read_text(encoding="utf-8"))
    except OSError as error:
        raise SourceError(f"{visible(study)}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{visible(study)}: this is no TOML ({error})") from None
    if not {"command", "input", "options"} <= set(found):
        raise InputError(f"{visible(study)}: this is no study; --save-config writes one")
    return found


def _command(study: Path, name: str) -> TyperCommand:
    from typer.main import get_command

    from evenkeel.cli.app import app

    commands: dict[str, TyperCommand] = get_command(app).commands  # type: ignore[attr-defined]
    if name not in commands:
        raise InputError(f"{visible(study)}: there is no command {name!r}")
    return commands[name]


def _arguments(command: TyperCommand, options: dict[str, Any]) -> list[str]:
    """The options as they are typed."""
    flags = {parameter.name: parameter.opts for parameter in command.params}
    words: list[str] = []
    for name, value in options.items():
        if name not in flags:
            raise InputError(f"the study has an option {name!r} that this version lacks")
        flag = max(flags[name], key=len)
        if isinstance(value, bool):
            words += [flag] if value else []
        else:
            for each in value if isinstance(value, list) else [value]:
                words += [flag, str(each)]
    return words


def _changes(saved: dict[str, Any], file: str) -> list[str]:
    """What differs from when the study was saved: the table, the versions."""
    changes = []
    before = saved["input"].get("sha256")
    if before is not None:
        now = _checksum(file)
        if now is None:
            raise SourceError(f"{visible(file)}: the table of the study is not there")
        if now != before:
            changes.append(f"{visible(file)} has changed since the study was saved")
    versions = _versions()
    for name, old in saved.get("versions", {}).items():
        if name in versions and versions[name] != old:
            changes.append(f"{name} was {old} and is {versions[name]}")
    return changes
