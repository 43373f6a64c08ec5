"""Sheets of Excel workbooks -> tables, after the workbook was measured.

A parser of sheets makes a matrix from the first to the last cell that is filled, and room for as
many texts as a part says to have, so that a file of 5 KB can ask for 549 GB, which ends the
process. So every part of a workbook that is XML is unpacked in pieces and parsed here for the
places of its cells, whatever the relationships say of it, and only these very parts are handed on,
packed anew: what a lenient parser would find by another spelling of a name, in the gaps of the
archive or by an entity is either measured or absent.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.parsers import expat

from evenkeel.errors import (
    MissingPackageError,
    OversizeError,
    SourceError,
    TableError,
    choice,
    first_line,
)
from evenkeel.tables.faults import Origin
from evenkeel.tables.parsing.cells import Numeral, Table
from evenkeel.tables.parsing.dialect import Row
from evenkeel.tables.parsing.headings import table_of
from evenkeel.tables.parsing.sources import ZIP_FAILURES, Content
from evenkeel.tables.parsing.written import column_letters

if TYPE_CHECKING:
    import fastexcel

_CHUNK = 1 << 18
_LONGEST = 10  # letters or digits of a place
_ERROR_CELL = re.compile(rb"(<(?:\w+:)?c(?=\s)[^<>]*?\st=)([\"'])e\2")
_LONGEST_TAG = 1000  # bytes of the tag of a cell


@dataclass(frozen=True)
class Limits:
    """How much a workbook may hold: parts, bytes unpacked, cells from corner to corner, columns."""

    parts: int
    unpacked: int
    cells: int
    columns: int
    remedy: str


LIMITS = Limits(
    parts=10_000,
    unpacked=1_000_000_000,
    cells=20_000_000,
    columns=16_384,
    remedy="keep only the table of results, or save it as CSV",
)


def read_workbook(content: Content, sheet: str | None) -> tuple[Table, ...]:
    """Read the sheets of a workbook that are not empty, or the one that is wanted.

    An error such as #DIV/0! is the text of its cell (see `measured_workbook`), which stands for a
    missing value.
    """
    try:
        import fastexcel
    except ImportError:
        raise MissingPackageError("fastexcel", "reading an Excel file", "excel") from None

    source = content.description
    data = measured_workbook(content.whole(), source)
    try:
        book = fastexcel.read_excel(data)
        if sheet is not None:
            choice(sheet, book.sheet_names, f"sheet of {source}")
        names = book.sheet_names if sheet is None else [sheet]
        filled = {name: found for name in names if (found := _read_rows(book, name))[1]}
    except fastexcel.FastExcelError as error:
        raise SourceError(
            f"{source}: the Excel file cannot be read ({first_line(error)}); save it again"
        ) from None
    if not filled:
        raise TableError(source, "no cell is filled in; give a table with a header and results")
    return tuple(
        table_of(
            rows,
            Origin(source, "excel", "wide"),
            row_word="row",
            places=[column_letters(first + j) for j in range(len(rows[0].cells))],
            name=name,
        )
        for name, (first, rows) in filled.items()
    )


def _read_rows(book: fastexcel.ExcelReader, name: str) -> tuple[int, list[Row]]:
    """Return the position of the first column, and the rows that are not empty.

    The sheet is read twice: as text, for the names, and as numbers, because fastexcel shortens
    the text of a number.
    """
    texts = book.load_sheet(name, header_row=None, skip_rows=0, dtypes="string")
    numbers = book.load_sheet(name, header_row=None, skip_rows=0, dtypes="float")
    rows: list[Row] = []
    pairs = zip(texts.to_polars().iter_rows(), numbers.to_polars().iter_rows(), strict=True)
    for number, (words, values) in enumerate(pairs, start=1):
        cells = [
            word if word is None or value is None else Numeral(word, value)
            for word, value in zip(words, values, strict=True)
        ]
        if any(cells):
            rows.append(Row(number, cells))
    return texts.selected_columns[0].absolute_index if rows else 0, rows


def measured_workbook(data: bytes, name: str, limits: Limits = LIMITS) -> bytes:
    """Return a workbook of the same XML parts and nothing else; raise if it exceeds the limits.

    Cells that hold an error, such as #DIV/0!, become texts, for parsers give errors as empty cells.

    Raises
    ------
    OversizeError
        If it has too many parts, bytes or cells.
    SourceError
        If it is damaged or protected, or of the binary kind.
    """
    clean = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(clean, "w") as result:
            _copy_parts(archive, result, name, limits)
    except SourceError:
        raise
    except (*ZIP_FAILURES, expat.ExpatError):
        raise SourceError(
            f"{name} is a damaged or protected Excel file; save it again as .xlsx without password"
        ) from None
    return clean.getvalue()


def _copy_parts(
    archive: zipfile.ZipFile, result: zipfile.ZipFile, name: str, limits: Limits
) -> None:
    unpacked = cells = 0
    for part, member in _xml_parts(archive, name, limits).items():
        places, errors, more = _Places(), _Errors(), True
        with archive.open(member) as packed, result.open(part, "w") as copy:
            while more:
                chunk = packed.read(_CHUNK)
                more = bool(chunk)
                unpacked += len(chunk)
                if unpacked > limits.unpacked:
                    raise _unpacks_to_more(name, limits)
                places.parse(chunk, final=not more)
                _check_places(places, limits.cells - cells, name, limits)
                copy.write(errors.as_text(chunk, final=not more))
        cells += places.area


def _check_places(places: _Places, left: int, name: str, limits: Limits) -> None:
    """Raise if a part holds more than the `left` cells, or says that it holds too many entries."""
    if places.area > left or places.last > limits.columns:
        raise OversizeError(
            f"{name}: a sheet reaches to row {places.rows} and column {places.last}, too many "
            f"cells for a table of results; {limits.remedy}"
        )
    if places.declared > limits.cells:
        raise OversizeError(
            f"{name}: a part of the workbook declares more than {limits.cells} entries, too many "
            f"for a table of results; {limits.remedy}"
        )


def _xml_parts(
    archive: zipfile.ZipFile, name: str, limits: Limits
) -> Mapping[str, zipfile.ZipInfo]:
    """The parts that are XML, under names with slashes."""
    members = archive.infolist()
    if len(members) > limits.parts:
        raise OversizeError(f"{name}: the workbook has {len(members)} parts; {limits.remedy}")
    if sum(member.file_size for member in members) > limits.unpacked:
        raise _unpacks_to_more(name, limits)
    parts = {member.filename.replace("\\", "/"): member for member in members}
    if len({part.lower() for part in parts}) < len(members):
        raise zipfile.BadZipFile("two parts have the same name")
    if "xl/workbook.bin" in map(str.lower, parts):
        raise SourceError(f"{name} is a binary workbook (.xlsb); save it as .xlsx")
    found = {part: parts[part] for part in parts if part.lower().endswith((".xml", ".rels"))}
    usual = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    if any(member.compress_type not in usual for member in found.values()):
        raise zipfile.BadZipFile("a method that no spreadsheet program uses")
    return found


class _Errors:
    """The same XML, with the cells that hold an error made cells that hold its text."""

    def __init__(self) -> None:
        self._rest = b""  # a tag that has begun

    def as_text(self, chunk: bytes, *, final: bool) -> bytes:
        """Take the next bytes, and give those that are whole."""
        data = self._rest + chunk
        begun = -1 if final else data.rfind(b"<")
        whole = begun if begun >= 0 and len(data) - begun < _LONGEST_TAG else len(data)
        self._rest = data[whole:]
        data = data[:whole]
        if b't="e"' in data or b"t='e'" in data:
            return _ERROR_CELL.sub(rb"\1\2str\2", data)
        return data


def _unpacks_to_more(name: str, limits: Limits) -> OversizeError:
    return OversizeError(
        f"{name}: the workbook unpacks to more than {limits.unpacked // 1_000_000} MB; "
        f"{limits.remedy}"
    )


class _Places:
    """Where the filled cells of a part lie: the last row, the first and the last column.

    A cell or row that does not say where it is follows the one before it. One without content has
    only a style, and parsers pass it over. `declared` is the largest number of entries that an
    element says to have.
    """

    def __init__(self) -> None:
        self.rows = self.first = self.last = self.declared = 0
        self._filled = 0
        self._row = 0
        self._reference: str | None = None  # the last place told in this row
        self._after = 0  # how many cells follow it that give none
        self._empty_cell = False  # inside a cell that has shown no content yet
        self._columns = dict[str, int]()  # by their letters
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.StartDoctypeDeclHandler = _refuse_entities

    @property
    def area(self) -> int:
        """Cells from the first row of the sheet to the last, filled or not."""
        return max(self.rows * (self.last - self.first + 1), self._filled)

    def parse(self, chunk: bytes, *, final: bool) -> None:
        """Parse on; the end is checked as well if this is final."""
        self._parser.Parse(chunk, final)

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        kind = tag.rpartition(":")[2] if ":" in tag else tag
        if kind == "c":
            self._empty_cell = True
            reference = attributes.get("r")
            if reference is None:
                self._after += 1
            else:
                self._reference, self._after = reference, 0
        elif kind == "row":
            self._empty_cell = False
            self._row = _row_number(attributes["r"]) if "r" in attributes else self._row + 1
            self._reference, self._after = None, 0
        else:
            if attributes:
                self._note_counts(attributes)
            if self._empty_cell:  # a value, a formula or a text begins
                self._empty_cell = False
                self._fill()

    def _note_counts(self, attributes: Mapping[str, str]) -> None:
        """Note how many entries an element declares, for which parsers make room at once."""
        for name in ("count", "uniqueCount"):
            value = attributes.get(name, "")
            if value.isdecimal():
                self.declared = max(self.declared, int(value))

    def _fill(self) -> None:
        row, column = self._row, 0
        if self._reference is not None:
            letters = self._reference.rstrip("0123456789")
            if letters not in self._columns:
                self._columns[letters] = _column(letters)
            row, column = _row_number(self._reference[len(letters) :]), self._columns[letters]
        column += self._after
        self._filled += 1
        self.rows = max(self.rows, row)
        self.last = max(self.last, column)
        self.first = min(self.first or column, column)


def _row_number(digits: str) -> int:
    if not digits.isdigit() or len(digits) > _LONGEST:
        raise ValueError(f"{digits!r} is no row of a sheet")
    return int(digits)


def _column(letters: str) -> int:
    """Number of a column: A is 1, Z is 26, AA is 27."""
    if len(letters) > _LONGEST or not (letters.isascii() and letters.isalpha()):
        raise ValueError(f"{letters!r} is no column of a sheet")
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _refuse_entities(*_: object) -> None:
    """No spreadsheet program writes a document type; entities could hide cells, or be a bomb."""
    raise ValueError("a part declares a document type")
