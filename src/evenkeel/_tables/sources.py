"""What was given to be read: a path or an open file, and what kind of file its bytes show."""

from __future__ import annotations

import codecs
import difflib
import io
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from evenkeel._tables.cells import quote
from evenkeel.errors import SourceError

Kind = Literal["csv", "excel", "parquet", "json"]

LONGEST_LINE = 1 << 24  # bytes; a longer line is no table of results
CHUNK = 1 << 20
_FORMATS = "a text table (CSV, TSV), Excel (.xlsx), Parquet or JSON"

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
    (b"@relation", "an ARFF file"),
)


@dataclass
class Content:
    """Bytes of a source: `head` is read already, `whole()` gives all of them.

    `path` is ``None`` for an open file; `stream` is ``None`` once it is read to its end.
    `decoded` says that an open text file was given, whose text is held here as UTF-8.
    """

    description: str
    head: bytes
    path: Path | None = None
    stream: IO[str] | IO[bytes] | None = None
    decoded: bool = False

    def whole(self) -> bytes:
        """Read everything."""
        if self.path is not None:
            return self.path.read_bytes()
        if self.stream is not None:
            self.head += _read(self.stream, -1, self.description)
            self.stream = None
        return self.head


def open_path(path: Path) -> Content:
    """Look at the beginning of a file, which must exist and be readable."""
    name = str(path)
    if "\n" in name:
        raise SourceError(
            f"{quote(name)} is not the name of a file; to read a table from a text in memory, "
            "give io.StringIO(text)"
        )
    if path.is_dir():
        raise SourceError(f"{name}: this is a directory; give the path of a file in it")
    try:
        with path.open("rb") as stream:
            return Content(name, _head(stream, name), path)
    except FileNotFoundError:
        raise SourceError(f"{name}: there is no such file{_nearest(path)}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError(f"{name}: the file cannot be read ({reason})") from None


def open_stream(stream: IO[str] | IO[bytes]) -> Content:
    """Look at the beginning of an open file, from where it stands."""
    name = getattr(stream, "name", None)
    description = name if isinstance(name, str) else "open file"
    decoded = isinstance(_read_any(stream, 0, description), str)
    return Content(description, _head(stream, description), None, stream, decoded)


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
    ending = Path(name).suffix.lower()
    if ending == ".json" or (ending not in (".csv", ".tsv", ".txt") and start[:1] in (b"{", b"[")):
        return "json"
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
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError):
        raise SourceError(
            f"{content.description} is a damaged Excel file or zip archive; save it again"
        ) from None
    if any(name.startswith("xl/") for name in names):
        return "excel"
    inside = "an OpenDocument or Office file" if "mimetype" in names else "a zip archive"
    raise SourceError(f"{content.description} is {inside}, not a table of results; give {formats}")


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
        return stream.read(size)
    except UnicodeError as error:
        raise SourceError(
            f"{name}: the text cannot be decoded ({error}); open the file in binary mode, "
            'as in open(path, "rb"), or with the right encoding'
        ) from None
    except (OSError, ValueError) as error:
        raise SourceError(f"{name}: the file cannot be read ({error})") from None


def _nearest(path: Path) -> str:
    """Suggest a file with a similar name in the same directory."""
    try:
        names = os.listdir(path.parent)
    except OSError:
        return f"; the directory {str(path.parent)!r} cannot be listed either"
    close = difflib.get_close_matches(path.name, names, n=1)
    return f"; did you mean {close[0]!r}?" if close else "; make sure that the path is right"
