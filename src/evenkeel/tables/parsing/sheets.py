"""Sheets of Excel workbooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evenkeel.errors import MissingPackageError, SourceError, TableError, choice, first_line
from evenkeel.tables.parsing.cells import Numeral, name_of
from evenkeel.tables.parsing.measuring import measured_workbook
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.parsing.table import Table, check_header
from evenkeel.tables.results import Origin

if TYPE_CHECKING:
    import fastexcel

Row = tuple[int, list[str | None]]  # its number in the sheet and its cells


def read_sheet(content: Content, sheet: str | None) -> Table:
    """Read a sheet of a workbook: by default the only one that is not empty.

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
        raise TableError(source, ["no cell is filled in; give a table with a header and results"])
    if len(filled) > 1:
        listed = ", ".join(map(repr, filled))
        raise TableError(source, [f"several sheets hold cells: {listed}; say which with sheet="])
    (first_column, rows) = next(iter(filled.values()))
    number, header = rows[0]
    width = 1 + max(j for _, cells in rows for j, cell in enumerate(cells) if cell)
    check_header(header[:width], f"row {number}", source)
    return Table(
        Origin(source, "excel", "wide"),
        tuple(name_of(cell) for cell in header[:width]),
        [[cells[j] for _, cells in rows[1:]] for j in range(width)],
        [number for number, _ in rows[1:]],
        places=[column_letters(first_column + j) for j in range(width)],
    )


def column_letters(position: int) -> str:
    """Return the letters of a column of a sheet: 0 is A, 25 is Z, 26 is AA."""
    letters = ""
    position += 1
    while position:
        position, letter = divmod(position - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


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
            rows.append((number, cells))
    return texts.selected_columns[0].absolute_index if rows else 0, rows
