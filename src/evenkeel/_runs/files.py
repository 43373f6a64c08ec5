"""From a path, a directory or a pattern to files of one kind."""

from __future__ import annotations

import codecs
import glob
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evenkeel._tables.sources import Content, kind_of, open_path
from evenkeel.errors import SourceError

FORMATS = "a text table (CSV, TSV), Parquet, or a data frame"
_NAMES = {"excel": "Excel", "json": "JSON"}
_ENDINGS = {"parquet": (".parquet", ".pq", ".parq"), "csv": (".csv", ".tsv", ".txt")}


@dataclass(frozen=True)
class Files:
    """Files that together hold one table: `kind`, and the partition keys in their paths."""

    description: str
    paths: tuple[Path, ...]
    kind: Literal["csv", "parquet"]
    keys: tuple[str, ...] = ()


def find_files(source: Path) -> Files:
    """Find the files that a path, a directory or a pattern with ``*``, ``?`` or ``[`` means."""
    name = str(source)
    if source.is_dir():
        return _in_directory(source)
    if glob.has_magic(name) and not source.exists():
        paths = sorted(Path(found) for found in glob.glob(name, recursive=True))
        paths = [path for path in paths if path.is_file()]
        if not paths:
            raise SourceError(
                f"{name}: no file matches this pattern; make sure that the path is right"
            )
        return Files(name, tuple(paths), _kind(paths), _keys(paths))
    return Files(name, (source,), _kind([source]))


def head_of(path: Path) -> str:
    """Return the first lines of a text file, which must be UTF-8."""
    head = _decode(open_path(path))
    if "\0" in head:
        line = head.count("\n", 0, head.index("\0")) + 1
        raise SourceError(
            f"{path}: line {line} holds a NUL character, so this is no text table; give {FORMATS}"
        )
    return head


def _in_directory(directory: Path) -> Files:
    found: dict[str, list[Path]] = {kind: [] for kind in _ENDINGS}
    for path in sorted(directory.rglob("*")):
        hidden = any(part[0] in "._" for part in path.relative_to(directory).parts)
        for kind, endings in _ENDINGS.items():
            if path.suffix.lower() in endings and path.is_file() and not hidden:
                found[kind].append(path)
    kinds = [kind for kind, paths in found.items() if paths]
    if not kinds:
        raise SourceError(
            f"{directory}: the directory holds no table of runs; put Parquet (.parquet) or text "
            "(.csv, .tsv) files in it, or give another one"
        )
    if len(kinds) > 1:
        raise SourceError(
            f"{directory}: the directory holds both Parquet and text files; say which ones to "
            f"read with a pattern, such as {str(directory / '*.parquet')!r}"
        )
    paths = found[kinds[0]]
    return Files(str(directory), tuple(paths), _kind(paths), _keys(paths))


def _kind(paths: list[Path]) -> Literal["csv", "parquet"]:
    """Tell the kind of the first file by its bytes; the others must be alike to be read."""
    content = open_path(paths[0])
    kind = kind_of(content, FORMATS)
    if kind == "csv" or kind == "parquet":
        return kind
    raise SourceError(
        f"{content.description}: runs are not read from {_NAMES[kind]} files; give {FORMATS}"
    )


def _keys(paths: list[Path]) -> tuple[str, ...]:
    """Names of the partition keys in a path such as ``runs/problem=F1/part.parquet``."""
    return tuple(part.partition("=")[0] for part in paths[0].parts[:-1] if "=" in part)


def _decode(content: Content) -> str:
    data = content.head
    if b"\n" in data:
        data = data[: data.rindex(b"\n") + 1]
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        line = data.count(b"\n", 0, error.start) + 1
        found = "a UTF-16 text" if marked else f"not UTF-8 (line {line})"
        raise SourceError(
            f"{content.description}: the text is {found}; runs are read from UTF-8, so save the "
            "file in that encoding, or read it as a data frame and give that"
        ) from None
