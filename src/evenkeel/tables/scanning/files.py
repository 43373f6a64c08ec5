"""From paths to files of one kind, which are read together."""

from __future__ import annotations

import codecs
import glob
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evenkeel.errors import SourceError, visible
from evenkeel.tables.faults import is_unicode
from evenkeel.tables.parsing.sources import Content, Kind, held, kind_of, open_path

FORMATS = "a text table (CSV, TSV), Parquet, Excel (.xlsx), JSON, or a data frame"
PARQUET = (".parquet", ".pq", ".parq")
TEXTS = (".csv", ".tsv", ".txt")


@dataclass(frozen=True)
class Files:
    """Files that together hold one table: `kind`, and the partition keys in their paths.

    `held` are the bytes of the only file if it can be read only once, as a pipe is. `unread` is
    what was found beside them.
    """

    description: str
    paths: tuple[Path, ...]
    kind: Kind
    keys: tuple[str, ...] = ()
    held: bytes | None = None
    unread: tuple[str, ...] = ()

    def source(self, path: Path) -> Path | bytes:
        """What polars reads: the file, or its bytes."""
        return path if self.held is None else self.held

    def open(self, path: Path) -> Content:
        """Look at the beginning of a file."""
        return open_path(path) if self.held is None else held(self.held, self.description)


def find_files(
    name: str, paths: Sequence[Path], opened: Content | None = None, unread: tuple[str, ...] = ()
) -> Files:
    """The files that were given by a path, a folder or a pattern, which must be of one kind.

    `opened` is the content of a path that is that of a file, and perhaps unpacked.
    """
    if opened is not None:
        return Files(name, tuple(paths), kind_of(opened, FORMATS), (), opened.data, unread)
    for path in paths:
        if not is_unicode(str(path)):
            raise SourceError(f"{visible(path)}: the name of this file is not Unicode; rename it")
    if len({path.suffix.lower() in PARQUET for path in paths}) > 1:
        folder = paths[0].parent
        raise SourceError(
            f"{name}: the directory holds both Parquet and text files; say which ones to "
            f"read with a pattern, such as {str(folder / '*.parquet')!r}"
        )
    return Files(name, tuple(paths), _kind(open_path(paths[0])), _keys(paths), unread=unread)


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


def text_head(content: Content) -> str:
    """Return the first lines of a text file, which must be UTF-8."""
    head = _decode(content)
    if "\0" in head:
        line = head.count("\n", 0, head.index("\0")) + 1
        raise SourceError(
            f"{content.description}: line {line} holds a NUL character, so this is no text table; "
            f"give {FORMATS}"
        )
    return head


def _is(path: Path, question: Callable[[Path], bool]) -> bool:
    """Ask about a path whose name may be impossible; opening it says why."""
    try:
        return question(path)
    except (OSError, ValueError):
        return False


def _kind(content: Content) -> Kind:
    """Tell the kind of the first file by its bytes; the others must be alike to be read."""
    kind = kind_of(content, FORMATS)
    if kind == "csv" or kind == "parquet":
        return kind
    raise SourceError(
        f"{content.description}: only text and Parquet files are read together; give one file, or "
        "several of these kinds"
    )


def _keys(paths: Sequence[Path]) -> tuple[str, ...]:
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
