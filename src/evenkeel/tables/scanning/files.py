"""From paths to files: folders, patterns, and the endings of tables."""

from __future__ import annotations

import glob
from collections.abc import Callable
from pathlib import Path

from evenkeel.errors import SourceError, visible

PARQUET = (".parquet", ".pq", ".parq")
TEXTS = (".csv", ".tsv", ".txt")


def is_folder(path: Path) -> bool:
    """Whether a path is that of a folder."""
    return _is(path, Path.is_dir)


def is_file(path: Path) -> bool:
    """Whether a path is that of a file."""
    return _is(path, Path.is_file)


def is_pattern(path: Path) -> bool:
    """Whether a path holds ``*``, ``?`` or ``[`` and is not the name of a file."""
    return glob.has_magic(str(path)) and not _is(path, Path.exists)


def matching(pattern: Path) -> tuple[list[Path], list[Path]]:
    """The files that a pattern means, of which there must be one, and the folders."""
    found = sorted(Path(each) for each in glob.glob(str(pattern), recursive=True))
    paths = [path for path in found if path.is_file()]
    if not paths:
        raise SourceError(
            f"{visible(pattern)}: no file matches this pattern; make sure that the path is right"
        )
    return paths, [path for path in found if path.is_dir()]


def _is(path: Path, question: Callable[[Path], bool]) -> bool:
    """Ask about a path whose name may be impossible; opening it says why."""
    try:
        return question(path)
    except (OSError, ValueError):
        return False
