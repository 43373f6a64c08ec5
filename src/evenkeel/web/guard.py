"""Refuse what only pretends to be a table, before a parser sees it."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

from evenkeel.errors import SourceError
from evenkeel.web.refusals import TooLargeError

MOST_ALGORITHMS = 40
MOST_PROBLEMS = 5_000
MOST_COLUMNS = 1_000  # of a file
LONGEST_HEADER = 100_000  # bytes
MOST_MEMBERS = 1_000  # files in a workbook
MOST_UNPACKED = 100_000_000  # bytes of a workbook
MOST_CELLS = 2_000_000  # from the first to the last of a sheet, filled or not

_REMEDY = "keep only the table of results, or use evenkeel in Python, which has no limit"
_REFERENCE = re.compile(rb"""\br=["']\s*([A-Za-z]{1,8})(\d{1,9})\s*["']""")
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_OVERLAP = 64  # bytes kept between chunks, so that no reference is cut
_CHUNK = 1 << 18


def check_upload(data: bytes, name: str) -> None:
    """Raise if `data` cannot be a table of results of a size that the page serves."""
    if data.startswith(b"PAR1"):
        raise SourceError(
            f"{name}: the page reads no Parquet files; give a text table (CSV, TSV), Excel (.xlsx) "
            "or JSON"
        )
    if data.startswith(b"PK"):
        _check_workbook(data, name)
    elif not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        _check_header(data, name)


def check_size(n: int, k: int, name: str) -> None:
    """Raise if a table that was read is too large to be compared in a page."""
    if k > MOST_ALGORITHMS or n > MOST_PROBLEMS:
        raise TooLargeError(
            f"{name}: {n} problems and {k} algorithms are more than this page serves "
            f"({MOST_PROBLEMS} and {MOST_ALGORITHMS}); leave some out, or use evenkeel in Python, "
            "which has no limit"
        )


def _check_header(data: bytes, name: str) -> None:
    line = data.lstrip()[: LONGEST_HEADER + 1].split(b"\n", 1)[0].split(b"\r", 1)[0]
    cells = 1 + max(line.count(separator) for separator in (b",", b";", b"\t", b"|"))
    if len(line) > LONGEST_HEADER:
        raise TooLargeError(
            f"{name}: the first line is longer than {LONGEST_HEADER} bytes; {_REMEDY}"
        )
    if cells > MOST_COLUMNS:
        raise TooLargeError(
            f"{name}: the first line has {cells} cells, more than {MOST_COLUMNS}; {_REMEDY}"
        )


def _check_workbook(data: bytes, name: str) -> None:
    """Unpack a workbook in bounded pieces, without keeping them, and measure its sheets."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if "xl/workbook.xml" not in archive.namelist():
                return  # no workbook; the reader says what it is
            if len(members) > MOST_MEMBERS:
                raise TooLargeError(f"{name}: the workbook has {len(members)} parts; {_REMEDY}")
            declared = sum(member.file_size for member in members)
            if declared > MOST_UNPACKED:
                raise _unpacked(name)
            left = MOST_UNPACKED
            for member in members:
                left -= _measure(archive, data, member, left, name)
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        OSError,
        ValueError,
    ) as e:
        if isinstance(e, TooLargeError | SourceError):
            raise
        raise SourceError(
            f"{name} is a damaged or protected Excel file; save it again as .xlsx without password"
        ) from None


def _measure(
    archive: zipfile.ZipFile, data: bytes, member: zipfile.ZipInfo, left: int, name: str
) -> int:
    """Return the true size of a member, of which at most `left` bytes are unpacked."""
    size, cells, tail = 0, 0, b""
    last_row = last_column = 0
    for chunk in _unpacked_chunks(archive, data, member):
        size += len(chunk)
        if size > left:
            raise _unpacked(name)
        text = tail + chunk
        cells += len(_CELL.findall(text)) - len(_CELL.findall(tail))
        for letters, digits in _REFERENCE.findall(text):
            last_row = max(last_row, int(digits))
            last_column = max(last_column, _column(letters))
        tail = text[-_OVERLAP:]
        if max(cells, last_row * last_column) > MOST_CELLS or last_column > MOST_COLUMNS:
            raise TooLargeError(
                f"{name}: a sheet reaches to row {last_row} and column {last_column} and holds "
                f"{cells} cells or more, too many for a table of results; {_REMEDY}"
            )
    return size


def _unpacked_chunks(
    archive: zipfile.ZipFile, data: bytes, member: zipfile.ZipInfo
) -> Iterator[bytes]:
    """Unpack a member up to the true end of its data, whatever size its header declares."""
    with archive.open(member):  # checks its own header, the password and the method
        pass
    start = _data_start(data, member.header_offset)
    packed = memoryview(data)[start : start + member.compress_size]
    if member.compress_type == zipfile.ZIP_STORED:
        yield from (bytes(packed[i : i + _CHUNK]) for i in range(0, len(packed), _CHUNK))
        return
    if member.compress_type != zipfile.ZIP_DEFLATED:
        raise zipfile.BadZipFile("a method that no spreadsheet program uses")
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    for i in range(0, len(packed), _CHUNK):
        rest = bytes(packed[i : i + _CHUNK])
        while rest and not unpacker.eof:
            yield unpacker.decompress(rest, _CHUNK)
            rest = unpacker.unconsumed_tail
    while not unpacker.eof and (chunk := unpacker.decompress(b"", _CHUNK)):
        yield chunk


def _data_start(data: bytes, offset: int) -> int:
    """Where the data of a member begin: after its local header of 30 bytes, name and extra."""
    name_length = int.from_bytes(data[offset + 26 : offset + 28], "little")
    extra_length = int.from_bytes(data[offset + 28 : offset + 30], "little")
    return offset + 30 + name_length + extra_length


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - 64
    return number


def _unpacked(name: str) -> TooLargeError:
    return TooLargeError(
        f"{name}: the workbook unpacks to more than {MOST_UNPACKED // 1_000_000} MB; {_REMEDY}"
    )
