"""Files that a command reads and writes: none that is read is written over."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from evenkeel.errors import EvenkeelError, InputError, visible

_INPUTS = ("file", "files", "source", "study")  # arguments that name what is read


def check_outputs(params: Mapping[str, Any]) -> None:
    """Refuse to write over what the command reads, or two things into one file.

    Files are the same by any name: another spelling, a symbolic or a hard link, standard input.
    """
    outputs = list(_outputs(params))
    written: set[object] = set()
    for path in outputs:
        place = _identity(path) or os.path.realpath(path)
        if place in written:
            raise InputError(f"{visible(path)} is to be written twice; give each its own name")
        written.add(place)
    if not any(map(os.path.exists, outputs)):
        return
    read = set(_identities(params))
    for path in outputs:
        if _identity(path) in read:
            raise InputError(
                f"{visible(path)}: this file is read, and would be written over; choose another "
                "name"
            )


def is_below(path: str | Path, folder: str | Path) -> bool:
    """Whether a path stays within a folder, wherever its ``..`` and its links lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _outputs(params: Mapping[str, Any]) -> Iterator[Path]:
    """The paths among the options; what is read is no option."""
    for name, value in params.items():
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, Path) and name not in _INPUTS:
                yield each


def _identities(params: Mapping[str, Any]) -> Iterator[object]:
    """What tells the files apart that are read, whatever their names."""
    with suppress(OSError, ValueError, AttributeError):  # no standard input, or no file
        status = os.fstat(sys.stdin.fileno())
        yield status.st_dev, status.st_ino
    for name in _INPUTS:
        given = params.get(name)
        for each in given if isinstance(given, list | tuple) else [given]:
            if each is not None:
                yield from filter(None, map(_identity, _files(Path(each))))


def _files(path: Path) -> list[Path]:
    """A file, or the files that a folder or a pattern means."""
    from evenkeel.tables.formats.givens import given_of

    if os.path.isfile(path):
        return [path]
    with suppress(EvenkeelError):  # which will be said when it is read
        given = given_of(path)
        return [] if given is None else [each.path for each in given.members if each.path]
    return []


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
