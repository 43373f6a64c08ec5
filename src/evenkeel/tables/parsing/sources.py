"""What was given to be read: a path or an open file, and what kind of file its bytes show."""

from __future__ import annotations

import codecs
import difflib
import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from evenkeel.errors import SourceError, visible
from evenkeel.tables.faults import is_unicode
from evenkeel.tables.parsing.cells import quote

Kind = Literal["csv", "excel", "parquet", "json", "jsonl", "yaml", "arff"]

LONGEST_LINE = 1 << 24  # bytes; a longer line is no table of results
MOST_STREAMED = 1 << 29  # bytes of a pipe, which are held in memory
CHUNK = 1 << 20
# What opening and unpacking a damaged or protected archive may raise.
ZIP_FAILURES = (
    zipfile.BadZipFile,
    zlib.error,
    ArithmeticError,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)
_FORMATS = "a text table (CSV, TSV), Excel (.xlsx), Parquet, JSON, YAML or ARFF"
_TEXTS = (".csv", ".tsv", ".txt")
RECORDS: dict[str, Kind] = {
    ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".yml": "yaml", ".yaml": "yaml"
}  # fmt: skip
_ARFF = re.compile(rb"(?:\s*+%[^\n]*+\n)*+\s*+@relation\b", re.IGNORECASE)
_JSON_LINES = re.compile(rb"\{[^\n]*\}[ \t\r]*\n[ \t\r\n]*\{")
_YAML = re.compile(rb"(?:---[^\n]*\n|#[^\n]*\n|\s)*-[ \t]+[\w .-]+:(?:\s|$)")

_SIGNATURES = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\xd0\xcf\x11\xe0", "an Office document of the old binary kind, such as .xls"),
    (b"\x93NUMPY", "a NumPy array file"),
    (b"\x89HDF", "an HDF5 file"),
    (b"ARROW1", "an Arrow file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"<!doctype html", "an HTML page"),
    (b"<html", "an HTML page"),
    (b"<?xml", "an XML document"),
    (b"{\\rtf", "a rich text document"),
)


@dataclass
class Content:
    """Bytes of a source: `head` is read already, `whole()` gives all of them.

    `path` is that of a regular file, which can be read again; all else is read once, and what
    was read is held in `data`. `decoded` says that an open text file was given, whose text is held
    here as UTF-8.
    """

    description: str
    head: bytes
    path: Path | None = None
    stream: IO[str] | IO[bytes] | None = None
    decoded: bool = False
    data: bytes | None = None

    def whole(self) -> bytes:
        """Read everything, once."""
        if self.data is not None:
            return self.data
        if self.path is not None:
            with _opened(self.path, self.description) as file:
                self.data = _read(file, -1, self.description)
        elif self.stream is not None:
            self.data = self.head + _read(self.stream, -1, self.description)
        else:
            self.data = self.head
        return self.data


def path_of(source: str | os.PathLike[str]) -> Path:
    """Return the path that was given; an empty one, which Python takes for ".", is refused."""
    name = os.fsdecode(source)
    if not name:
        raise SourceError("the path is empty; give that of a file")
    return Path(name)


def open_path(path: Path) -> Content:
    """Look at the beginning of a file, which must exist and be readable.

    What is no regular file (a pipe, a terminal) gives its bytes only once, one that is made as it
    is read (in /proc) has no size, and polars opens none whose name is not Unicode; so these are
    read to their end.
    """
    name = visible(path)
    with _opened(path, name) as file:
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode) and status.st_size and is_unicode(str(path)):
            return Content(name, _head(file, name), path)
        return held(_read_to_end(file, name), name)


def open_stream(stream: IO[str] | IO[bytes]) -> Content:
    """Look at the beginning of an open file, from where it stands."""
    name = getattr(stream, "name", None)
    description = visible(name) if isinstance(name, str) else "open file"
    decoded = isinstance(_read_any(stream, 0, description), str)
    return Content(description, _head(stream, description), None, stream, decoded)


def held(data: bytes, description: str) -> Content:
    """Bytes in memory as a source."""
    return Content(description, _head(io.BytesIO(data), description), data=data)


def kind_of(content: Content, formats: str = _FORMATS) -> Kind:
    """Tell the kind of a file by its bytes; the name only helps to know JSON from a text table.

    `formats` is what the message of an error advises to give.

    Raises
    ------
    SourceError
        If the file is empty, or of a kind that holds no table of results.
    """
    head, name = content.head, content.description
    if not head.strip():
        raise SourceError(f"{name}: the file is empty; give a table with a header and results")
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"PK\x03\x04"):
        return _kind_of_zip(content, formats)
    start = head.lstrip(codecs.BOM_UTF8 + b" \t\r\n").lower()
    for signature, kind in _SIGNATURES:
        if head.startswith(signature) or start.startswith(signature.lower()):
            raise SourceError(f"{name} is {kind}, not a table of results; give {formats}")
    if _ARFF.match(start):
        return "arff"
    ending = Path(name).suffix.lower()
    if ending in RECORDS:
        return RECORDS[ending]
    if ending not in _TEXTS and start[:1] in (b"{", b"["):
        return "jsonl" if _JSON_LINES.match(start) else "json"
    if ending not in _TEXTS and _YAML.match(start):
        return "yaml"
    if len(head) >= LONGEST_LINE:
        raise SourceError(
            f"{name}: the first line is longer than {LONGEST_LINE >> 20} MiB, so this is not a "
            f"table of results; give {formats}"
        )
    return "csv"


def _kind_of_zip(content: Content, formats: str) -> Kind:
    try:
        source = content.path or io.BytesIO(content.whole())
        with zipfile.ZipFile(source) as archive:
            names = [name.replace("\\", "/").lower() for name in archive.namelist()]
    except ZIP_FAILURES:
        raise SourceError(
            f"{content.description} is a damaged Excel file or zip archive; save it again"
        ) from None
    if any(name.startswith("xl/") for name in names):
        return "excel"
    inside = "an OpenDocument or Office file" if "mimetype" in names else "a zip archive"
    raise SourceError(f"{content.description} is {inside}, not a table of results; give {formats}")


#: The files that were opened, told apart by device and inode; for who must not write over them.
OPENED: ContextVar[set[tuple[int, int]]] = ContextVar("OPENED")


def note_opened(file: IO[bytes]) -> None:
    """Let nothing be written over a file that is open now, where somebody asks for that."""
    if (opened := OPENED.get(None)) is not None:
        status = os.fstat(file.fileno())
        opened.add((status.st_dev, status.st_ino))


@contextmanager
def _opened(path: Path, name: str) -> Iterator[IO[bytes]]:
    """Open a file; raise with a message if that cannot be."""
    try:
        file = path.open("rb")
    except (OSError, ValueError) as error:
        if "\n" in str(path):
            raise SourceError(
                f"{quote(str(path))} is not the name of a file; to read a table from a text in "
                "memory, give io.StringIO(text)"
            ) from None
        if isinstance(error, IsADirectoryError):
            raise SourceError(
                f"{name}: this is a directory; give the path of a file in it"
            ) from None
        if isinstance(error, FileNotFoundError):
            raise SourceError(f"{name}: there is no such file{_nearest(path)}") from None
        reason = getattr(error, "strerror", None) or visible(str(error))
        raise SourceError(f"{name}: the file cannot be read ({reason})") from None
    with file:
        note_opened(file)
        yield file


def _read_to_end(file: IO[bytes], name: str) -> bytes:
    """Read a stream that cannot be read again, but not without end."""
    data = read_at_most(lambda size: _read(file, size, name), MOST_STREAMED)
    if data is None:
        raise SourceError(
            f"{name}: more than {MOST_STREAMED >> 20} MiB come from this stream; save them to "
            "a file and give that"
        )
    return data


def read_at_most(read: Callable[[int], bytes], most: int) -> bytes | None:
    """All bytes that come by reading on; None if there are more than `most`, which are not held."""
    held = io.BytesIO()  # gives its bytes without a copy
    while piece := read(CHUNK):
        held.write(piece)
        if held.tell() > most:
            return None
    return held.getvalue()


def _head(stream: IO[str] | IO[bytes], name: str) -> bytes:
    """Read at least one line, unless it is far too long."""
    head = _read(stream, CHUNK, name)
    while len(head) < LONGEST_LINE and not (b"\n" in head or b"\r" in head):
        more = _read(stream, CHUNK, name)
        if not more:
            break
        head += more
    return head


def _read(stream: IO[str] | IO[bytes], size: int, name: str) -> bytes:
    data = _read_any(stream, size, name)
    return data.encode(errors="surrogatepass") if isinstance(data, str) else bytes(data)


def _read_any(stream: IO[str] | IO[bytes], size: int, name: str) -> str | bytes:
    try:
        data = stream.read(size)
    except UnicodeError as error:
        raise SourceError(
            f"{name}: the text cannot be decoded ({error}); open the file in binary mode, "
            'as in open(path, "rb"), or with the right encoding'
        ) from None
    except Exception as error:  # an open file may be of any class, and unpack what it reads
        raise SourceError(f"{name}: the file cannot be read ({error})") from error
    if not isinstance(data, (str, bytes, bytearray, memoryview)):
        raise SourceError(
            f"{name}: reading gave {type(data).__name__}, neither text nor bytes; give a path or "
            "an open file"
        )
    return data


def _nearest(path: Path) -> str:
    """Suggest a file with a similar name in the same directory."""
    try:
        names = os.listdir(path.parent)
    except OSError:
        return f"; the directory {str(path.parent)!r} cannot be listed either"
    close = difflib.get_close_matches(path.name, names, n=1)
    return f"; did you mean {close[0]!r}?" if close else "; make sure that the path is right"
