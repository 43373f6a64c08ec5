"""Packed files (gzip, bzip2, Zstandard, zip), unpacked in bounded memory."""

from __future__ import annotations

import bz2
import copy
import gzip
import importlib
import io
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from evenkeel.errors import MissingPackageError, OversizeError, SourceError, few
from evenkeel.tables.parsing.cells import quote
from evenkeel.tables.parsing.sources import MOST_STREAMED, ZIP_FAILURES, Content, held, read_at_most

ENDINGS = (".gz", ".bz2", ".zst", ".zip")
_FEW = 5  # names that a message lists
_MOST_FILES = 10_000  # of an archive
_DENSEST = 100  # bytes of a table that one byte of a packed file may hold, beyond
_ROOM = 1 << 24  # bytes, which every file may give
_ZIP = b"PK\x03\x04"
_ZSTANDARD = 93  # how a zip archive says so
_Opener = Callable[[bytes, str], Any]  # the bytes and their name -> a stream, or None


def unpacked(content: Content, most: int = MOST_STREAMED) -> Content:
    """Return what a packed file holds, or the content itself if it is not packed.

    One layer is unpacked; a packed file within it is told to be one by `kind_of`.

    Raises
    ------
    OversizeError
        If more than `most` bytes come out.
    SourceError
        If the file is damaged or protected, or an archive of several files.
    """
    for signature, (word, opened) in _KINDS.items():
        if content.head.startswith(signature) and not content.decoded:
            return _unpacked(content, word, opened, most)
    return content


def archived_names(content: Content) -> list[str]:
    """The names of the files of a zip archive, with plain slashes; none of any other file."""
    if content.decoded or not content.head.startswith(_ZIP):
        return []
    with _opened_archive(content) as (_, files):
        return sorted(files)


def archived(
    content: Content, wanted: Sequence[str], most: int = MOST_STREAMED
) -> list[tuple[str, bytes]]:
    """The `wanted` files of a zip archive, by their names.

    Raises
    ------
    OversizeError
        If all of them unpack to more than `most` bytes, or they are too many.
    SourceError
        If the archive is damaged or protected.
    """
    name = content.description
    if len(wanted) > _MOST_FILES:
        raise OversizeError(
            f"{name}: the zip archive holds {len(wanted)} files, more than "
            f"{_MOST_FILES}; unpack it and give the folder"
        )
    found, left = list[tuple[str, bytes]](), _bound(content, most)
    with _opened_archive(content) as (archive, files):
        for each in wanted:
            with _member(archive, files[each], name) as stream:
                data = read_at_most(stream.read, left)
            if data is None:
                raise OversizeError(
                    f"{name}: the zip archive unpacks to more than a table may have; unpack it "
                    "and give the folder"
                )
            left -= len(data)
            found.append((each, data))
    return found


@contextmanager
def _opened_archive(
    content: Content,
) -> Iterator[tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]]:
    """An archive and its files by their names; or why it cannot be read."""
    name = content.description
    try:
        with zipfile.ZipFile(io.BytesIO(content.whole())) as archive:
            files = _files(archive) or []
            (twice, times), *_ = Counter(each for each, _ in files).most_common(1) or [("", 0)]
            if times > 1:
                raise SourceError(
                    f"{name}: the zip archive holds several files named {twice!r}; unpack it, and "
                    "give the folder"
                )
            yield archive, dict(files)
    except SourceError:
        raise
    except ZIP_FAILURES:
        raise SourceError(
            f"{name} is a damaged or protected zip archive; pack it again, or unpack it"
        ) from None


def _bound(content: Content, most: int) -> int:
    """How many bytes a packed file may give: `most`, but no table packs as a bomb does."""
    return min(most, max(_ROOM, _DENSEST * len(content.whole())))


def _unpacked(content: Content, word: str, opened: _Opener, most: int) -> Content:
    name, most = content.description, _bound(content, most)
    try:
        stream = opened(content.whole(), name)
        if stream is None:
            return content
        with stream:
            data = read_at_most(stream.read, most)
    except (SourceError, MissingPackageError):
        raise
    except ZIP_FAILURES:
        raise SourceError(
            f"{name} is a damaged or protected {word}; pack it again, or unpack it"
        ) from None
    if data is None:
        raise OversizeError(
            f"{name}: the file unpacks to more than {most >> 20} MiB; unpack it and give the path "
            "of what it holds"
        )
    return held(data, name)


def _zipped(data: bytes, name: str) -> IO[bytes] | None:
    """The only file of an archive; None for a workbook or document, which are archives too."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    files = _files(archive)
    if files is None:
        return None
    if len(files) != 1:
        listed = few([quote(each) for each, _ in files], _FEW)
        inside = f"{len(files)} files ({listed})" if files else "no file"
        raise SourceError(
            f"{name} is a zip archive of {inside}; an archive is read if it holds one, so unpack "
            "it and give the path of a file or folder"
        )
    return _member(archive, files[0][1], name)


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> IO[bytes]:
    """A file of an archive, opened; also if Zstandard packed it, as newer logs of Inspect are.

    Where nothing else unpacks that, polars does, which reads text line by line.
    """
    if info.compress_type != _ZSTANDARD or sys.version_info >= (3, 14):
        return archive.open(info)
    packed = copy.copy(info)
    packed.compress_type, packed.file_size = zipfile.ZIP_STORED, info.compress_size
    packed.CRC = None  # type: ignore[assignment]  # it is that of the unpacked file
    with archive.open(packed) as stream:
        data = stream.read()
    try:
        return _zstandard(data, name)
    except MissingPackageError:
        import polars as pl

        try:
            lines = pl.read_lines(io.BytesIO(data))["line"]
        except pl.exceptions.PolarsError as error:
            raise zipfile.BadZipFile(str(error)) from None
        return io.BytesIO("\n".join(lines.to_list()).encode())


def _files(archive: zipfile.ZipFile) -> list[tuple[str, zipfile.ZipInfo]] | None:
    """The files of an archive by their names with plain slashes; None for a workbook or document.

    These are archives, too. What macOS keeps beside each file is none.
    """
    entries = [(info.filename.replace("\\", "/"), info) for info in archive.infolist()]
    if any(each.lower().startswith("xl/") or each == "mimetype" for each, _ in entries):
        return None
    return [
        ("/".join(part for part in each.split("/") if part not in ("", ".")), info)
        for each, info in entries
        if not each.endswith("/") and not each.startswith("__MACOSX/")
    ]


def _zstandard(data: bytes, name: str) -> IO[bytes]:
    """Python reads it from version 3.14 on; pyarrow does in every version."""
    try:
        own: Any = importlib.import_module("compression.zstd")
        stream: IO[bytes] = own.ZstdFile(io.BytesIO(data))
    except ImportError:
        try:
            arrow: Any = importlib.import_module("pyarrow")
        except ImportError:
            raise MissingPackageError("pyarrow", f"{name}: unpacking Zstandard", "zstd") from None
        stream = arrow.CompressedInputStream(arrow.BufferReader(data), "zstd")
    return stream


_KINDS: dict[bytes, tuple[str, _Opener]] = {
    b"\x1f\x8b": ("gzip file", lambda data, _: gzip.GzipFile(fileobj=io.BytesIO(data))),
    b"BZh": ("bzip2 file", lambda data, _: bz2.BZ2File(io.BytesIO(data))),
    b"\x28\xb5\x2f\xfd": ("Zstandard file", _zstandard),
    _ZIP: ("Excel file or zip archive", _zipped),
}
SIGNATURES = tuple(_KINDS)  # how packed files begin
