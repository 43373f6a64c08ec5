"""The fast way for clean text tables: polars reads the columns.

Whatever is not clean (a quotation mark, an empty cell, a row of another length, a word among
numbers, a number too long to be one) is declined, and the careful way reads the table again to
explain what it found. So both ways give the same table wherever the fast one gives any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from mmap import ACCESS_READ, mmap
from pathlib import Path

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.numerics.arrays import all_finite
from evenkeel.tables.forks import polars_hangs
from evenkeel.tables.parsing.remedies import LONGEST_NUMBER
from evenkeel.tables.parsing.table import Column

_HEAD = 64  # bytes, in which two or three numbers end
_STRETCH = LONGEST_NUMBER - _HEAD
_NEWLINE = ord("\n")


def quick_columns(
    source: Path | bytes,
    *,
    separator: str,
    decimal: str,
    skip: int,
    text: Sequence[bool],
    sure: bool = True,
) -> tuple[list[Column], FloatArray] | None:
    """Read the rows below the first `skip` lines of a UTF-8 table, or return None.

    `text` says which columns hold names; the others must be numbers to the last cell. `sure` says
    that the decimal mark was seen. The matrix of the numbers is returned as well: its columns are
    among the columns.
    """
    import polars as pl

    if polars_hangs():
        return None
    with _bytes(source) as data:
        if decimal == "," and data.find(b".") >= 0:
            return None  # polars would take the point for a decimal mark as well
        if not sure and separator == ";" and data.find(b".") >= 0:
            return None  # the point may separate thousands
        if _has_long_cell(data, separator.encode()):
            return None
    try:
        frame = pl.read_csv(
            source,
            has_header=False,
            skip_rows=skip,
            schema={str(j): pl.String if name else pl.Float64 for j, name in enumerate(text)},
            separator=separator,
            decimal_comma=decimal == ",",
            quote_char=None,
            glob=False,
        )
    except (pl.exceptions.PolarsError, OSError):
        return None
    series = frame.get_columns()
    if any(column.null_count() for column in series):
        return None
    words = [column.to_list() for column in series if column.dtype == pl.String]
    if any('"' in text or "\0" in text for text in map("".join, words)):
        return None
    numbers = pl.DataFrame([column for column in series if column.dtype != pl.String])
    matrix = numbers.to_numpy(order="c")
    if not all_finite(matrix):
        return None
    matrix.flags.writeable = False
    names, values = iter(words), iter(matrix.T)
    columns = [list(map(str.strip, next(names))) if name else next(values) for name in text]
    return columns, matrix


@contextmanager
def _bytes(source: Path | bytes) -> Iterator[bytes | mmap]:
    """The bytes of the source, without a copy."""
    if isinstance(source, bytes):
        yield source
        return
    with source.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        yield data


def _has_long_cell(data: bytes | mmap, separator: bytes) -> bool:
    """Whether a cell may be longer than a number; few bytes are looked at to know it."""
    start, size = _known_to_be_short(data, separator), len(data)
    while size - start > LONGEST_NUMBER:
        end = start + LONGEST_NUMBER + 1
        last = data.rfind(separator, start, end)
        if last < 0:
            last = data.rfind(b"\n", start, end)
        if last < 0:
            return True
        start = last + 1
    return False


def _known_to_be_short(data: bytes | mmap, separator: bytes) -> int:
    """Up to which byte no cell is too long, by the first bytes of many stretches looked at at once.

    If a cell ends there in each of two neighbours, those between have fewer bytes than a stretch
    with the first bytes of the next.
    """
    whole = len(data) // _STRETCH
    if whole == 0:
        return 0
    heads = np.frombuffer(data, np.uint8, whole * _STRETCH).reshape(whole, -1)[:, :_HEAD]
    none = np.flatnonzero(~(heads == separator[0]).any(axis=1))
    none = none[~(heads[none] == _NEWLINE).any(axis=1)]  # only these are looked at again
    first = int(none[0]) if none.size else whole
    return max(0, first - 1) * _STRETCH
