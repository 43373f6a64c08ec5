"""``--save-config`` and ``evenkeel run``: a whole study that can be repeated, in one small file.

A study may come from a stranger. What it can ask for is what the commands with ``--save-config``
declare as their options, and nothing else; where it writes is below its own folder.
"""

from __future__ import annotations

import os
import platform
import types
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import typer

from evenkeel._version import __version__
from evenkeel.cli.options import CONTEXT, begin_writing, is_below
from evenkeel.cli.reading import CASE_PREFIX
from evenkeel.cli.streams import say, say_written
from evenkeel.cli.study_files import Study, read_study
from evenkeel.errors import InputError, SourceError, quoted, visible

_RECORDED = ("numpy", "scipy", "polars", "matplotlib")
_FILE = "file"  # the argument that names the table
_SAVE = "save_config"  # the option of the commands that can be repeated
_BEFORE: ContextVar[Sequence[str] | None] = ContextVar("_BEFORE", default=None)


def record(path: Path | None, conclusions: Sequence[str]) -> None:
    """Write the study if that was asked for; if it is a repeated one, say whether it agrees."""
    found = [visible(line) for line in conclusions]
    if path is not None:
        _save(path, found)
    before = _BEFORE.get()
    if before is None:
        return
    old = [visible(line) for line in before]
    if found == old:
        say("evenkeel: the conclusions are those of the saved study")
    for mark, lines, others in (("was", old, found), ("is", found, old)):
        for line in lines:
            if line not in others:
                say(f"evenkeel: {mark}: {line}")


def _save(path: Path, conclusions: Sequence[str]) -> None:
    """Write what was asked on the command line, what it was asked of, and what came of it."""
    from evenkeel.tables.system import write_text

    context: Any = CONTEXT.get()
    kinds = _options(_commands()[context.info_name])
    base = os.path.realpath(path.parent)
    file = context.params[_FILE]
    given = {
        name: _each(context.params[name], lambda each: _from(base, each), kind is Path)
        for name, (kind, _) in kinds.items()
        if context.get_parameter_source(name).name == "COMMANDLINE"
    }
    study = Study(
        context.info_name,
        _from(base, file) if _is_path(file) else file,
        _checksum(Path(file)) if _is_path(file) else None,
        given,
        _versions(),
        conclusions,
    )
    begin_writing(path)
    write_text(path, study.as_toml())
    say_written(path)


def run_config(
    study: Annotated[
        Path, typer.Argument(help="A file that --save-config wrote.", metavar="STUDY.toml")
    ],
    changed_data: Annotated[
        bool, typer.Option("--changed-data", help="Go on though the table has changed.")
    ] = False,
    allow_outside: Annotated[
        bool,
        typer.Option("--allow-outside", help="Let it write outside of the folder of the study."),
    ] = False,
) -> None:
    """Repeat a study that --save-config wrote, and say what changed since.

    The table must be where it was, relative to the study's file, and the same as it was. Reports
    are written below the folder of that file.

    For example:

      evenkeel compare results.csv --better lower -o report.html --save-config study.toml

      evenkeel run study.toml
    """
    saved = read_study(study)
    base = os.path.realpath(study.parent)
    try:
        command, words = _typed(saved, base, allow_outside)
        file = _placed(base, saved.file) if _is_path(saved.file) else saved.file
    except InputError as error:
        raise InputError(f"{visible(study)}: {error}") from None
    _check_table(saved, file, changed_data)
    for name, now in _versions().items():
        old = saved.versions.get(name, now)
        if old != now:
            say(f"evenkeel: {name} was {visible(old)} and is {now}")
    told = _BEFORE.set(saved.conclusions)
    try:
        command.main([*words, "--", file], prog_name=f"evenkeel {saved.command}")
    finally:
        _BEFORE.reset(told)


def _commands() -> dict[str, Callable[..., Any]]:
    """The commands that write studies, and only these, by their names."""
    from evenkeel.cli.app import app
    from evenkeel.cli.commands import name_of

    return {
        name_of(info): info.callback
        for info in app.registered_commands
        if info.callback is not None and _SAVE in info.callback.__annotations__
    }


def _options(command: Callable[..., Any]) -> dict[str, tuple[type[Any], bool]]:
    """The options that a command declares: what each takes, and whether it takes several."""
    found = {}
    for name, hint in get_type_hints(command).items():
        if name in (_FILE, _SAVE, "return"):
            continue
        whole = get_origin(hint) in (Union, types.UnionType)
        (kind,) = [each for each in get_args(hint) if each is not type(None)] if whole else [hint]
        several = get_origin(kind) is list
        found[name] = (get_args(kind)[0], True) if several else (kind, False)
    return found


def _typed(saved: Study, base: str, outside: bool) -> tuple[Any, list[str]]:
    """The command of a study, and its options as they are typed, if it has them."""
    from typer.main import get_command

    from evenkeel.cli.app import app
    from evenkeel.cli.commands import with_options_of

    commands = _commands()
    if saved.command not in commands:
        raise InputError(
            f"{quoted(saved.command)} is no command that can be repeated; these are "
            f"{' and '.join(commands)}"
        )
    kinds = _options(commands[saved.command])
    built: Any = get_command(with_options_of(app, [saved.command]))
    command = built.commands[saved.command]
    flags = {each.name: (each.opts, each.secondary_opts) for each in command.params}
    words: list[str] = []
    for name, value in saved.options.items():
        if name not in kinds:
            raise InputError(f"the study has an option {quoted(name)} that this version lacks")
        _check_kind(name, value, *kinds[name])
        on, off = (max(names, key=len, default="") for names in flags[name])
        if isinstance(value, bool):
            words += [on] if value else [off] if off else []
            continue
        for each in value if isinstance(value, list) else [value]:
            if kinds[name][0] is Path:
                each = _placed(base, each)
                _check_place(each, base, outside)
            words.append(f"{on}={each}")
    return command, words


def _check_kind(name: str, value: object, kind: type[Any], several: bool) -> None:
    """Refuse a value that no command line could have given to the option."""
    allowed = {bool: (bool,), int: (int,), float: (int, float)}.get(kind, (str,))
    items = value if several and isinstance(value, list) else [value]
    for each in items:
        if not isinstance(each, allowed) or (isinstance(each, bool) and kind is not bool):
            words = {bool: "true or false", int: "a whole number", float: "a number"}
            raise InputError(
                f"the option {name} is {quoted(value)}; it takes {words.get(kind, 'a text')}"
                f"{', or a list of them' if several else ''}"
            )


def _check_place(path: str, base: str, outside: bool) -> None:
    """Refuse to write where the user does not expect it."""
    from evenkeel.report.saving import picture_folder

    place = Path(path)
    places = [place, picture_folder(place)] if place.name else [place]
    if not outside and not all(is_below(each, base) for each in places):
        raise InputError(
            f"the study writes {visible(path)}, which is not below its folder; "
            "--allow-outside lets it"
        )


def _check_table(saved: Study, file: str, changed: bool) -> None:
    """Refuse another table than that of the study, unless the user says so."""
    if not _is_path(file):
        return
    now = _checksum(Path(file))
    if now is None:
        raise SourceError(f"{visible(file)}: the table of the study is not there")
    if saved.sha256 is None:
        say(f"evenkeel: whether {visible(file)} has changed is not known; the study does not say")
    elif now != saved.sha256:
        told = f"{visible(file)} has changed since the study was saved"
        if not changed:
            raise InputError(f"{told}; --changed-data goes on with it as it is")
        say(f"evenkeel: {told}")


def _is_path(file: str) -> bool:
    return file != "-" and not file.startswith(CASE_PREFIX)


def _each(value: Any, change: Callable[[Any], Any], wanted: bool) -> Any:
    """A value, or all in a list, changed if that is wanted."""
    if not wanted:
        return value
    return [change(each) for each in value] if isinstance(value, list | tuple) else change(value)


def _from(base: str, path: str | Path) -> str:
    """A path seen from the folder of the study; an absolute one stays as it is."""
    if os.path.isabs(path):
        return str(path)
    folder, name = os.path.split(path)
    return _relative(os.path.join(os.path.realpath(folder or os.curdir), name), base)


def _placed(base: str, path: str) -> str:
    """A path of the study seen from here."""
    if not path or "\0" in path:
        raise InputError(f"{quoted(path)} is not the name of a file")
    if path.startswith(("//", "\\\\")):
        raise InputError(f"{visible(path)} may be on another computer, to which no study connects")
    return path if os.path.isabs(path) else _relative(os.path.join(base, path), os.curdir)


def _relative(path: str, start: str) -> str:
    try:
        found = os.path.relpath(path, start)
    except ValueError:  # on another drive
        return path
    found = found.replace(os.sep, "/")
    return found if _is_path(found) else f"./{found}"


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {
        "evenkeel": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in _RECORDED},
    }


def _checksum(path: Path) -> str | None:
    """The sum of a file; of a folder or a pattern, of the names and sums of its files, if any."""
    import hashlib

    from evenkeel.tables.formats.givens import given_of, is_folder, is_pattern

    def summed(path: Path) -> str:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    try:
        if path.is_file():
            return summed(path)
        given = given_of(path) if is_folder(path) or is_pattern(path) else None
    except (OSError, ValueError):
        return None
    if given is None:
        return None
    listing = hashlib.sha256()
    for member in given.members:
        total = summed(member.path) if member.path else hashlib.sha256(member.data).hexdigest()
        listing.update(total.encode() + os.fsencode(f"  {member.name}\n"))
    return listing.hexdigest()
