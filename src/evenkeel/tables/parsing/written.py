"""The other way: tables as text and as Excel files that nobody misunderstands.

A spreadsheet takes a cell of a text table that begins with =, +, - or @ for a formula, in quotation
marks or not. A label that it would take for one is written with an apostrophe before it, as one
marks text in a spreadsheet; without that apostrophe it is the label again. Numbers are never
marked.

The usual packages write 16 digits of a number into an Excel file (Office Open XML, ECMA-376), and
17 are needed to give back a float64: openpyxl changes 43% of normal random numbers. Sheets of text
and numbers need little, so they are written here with the standard library, in a quarter of the
time that openpyxl takes.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO
from xml.sax.saxutils import escape, quoteattr

from evenkeel.tables.parsing.numerals import NUMBER

Value = str | float | None

MOST_ROWS, MOST_COLUMNS, LONGEST_TEXT = 1_048_576, 16_384, 32_767

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PLAIN = re.compile(r'[^\s#",;|](?:[^\t\r\n",;|]*[^\s",;|])?')  # needs no quotation marks
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠].", re.DOTALL)


def separated(cells: Iterable[str | float | None], separator: str = ",") -> str:
    r"""One row: texts, numbers with the digits that give them back, and empty cells.

    Examples
    --------
    >>> separated(["a;b", "=1+1", "-5", -5.0, 0.1, None])
    '"a;b",\'=1+1,-5,-5.0,0.1,\n'
    """
    return separator.join(map(_text_cell, cells)) + "\n"


def marked(label: str) -> str:
    """Put an apostrophe before a label that a spreadsheet would take for a formula."""
    return f"'{label}" if _is_formula(label) else label


def unmarked(cell: str) -> str:
    """The label that `marked` has made this cell of."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def _is_formula(text: str) -> bool:
    """Whether a text begins as a formula, perhaps after apostrophes, and is no number."""
    return bool(_FORMULA.match(text)) and not NUMBER["."].fullmatch(text.lstrip("'"))


def _text_cell(value: str | float | None) -> str:
    if isinstance(value, float):
        return "" if value != value else float.__repr__(value)
    if isinstance(value, str):
        text = marked(value)
        return text if _PLAIN.fullmatch(text) else '"' + text.replace('"', '""') + '"'
    return "" if value is None else str(value)


def write_workbook(path: Path, sheets: Mapping[str, Iterable[Sequence[Value]]]) -> None:
    """Write rows of texts, finite numbers and empty cells to the named sheets of a workbook."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in _parts(list(sheets)).items():
            archive.writestr(undated_entry(name), _XML + part)
        for index, rows in enumerate(sheets.values(), start=1):
            entry = undated_entry(f"xl/worksheets/sheet{index}.xml")
            with archive.open(entry, "w", force_zip64=True) as sheet:
                _write_sheet(sheet, rows)


def undated_entry(name: str) -> zipfile.ZipInfo:
    """A part of an archive without the time of day, so that the same content has the same bytes."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _parts(names: list[str]) -> dict[str, str]:
    """What a workbook holds beside its sheets: types, relationships, the list of sheets."""
    numbered = list(enumerate(names, start=1))
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="{_SHEET}.worksheet+xml"/>'
        for i, _ in numbered
    )
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{i}" r:id="rId{i}"/>' for i, name in numbered
    )
    targets = "".join(
        f'<Relationship Id="rId{i}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{i}.xml"/>'
        for i, _ in numbered
    )
    return {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET}.sheet.main+xml"/>'
            f"{types}</Types>"
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships">'
            f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
            "</Relationships>"
        ),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships">{targets}</Relationships>'
        ),
    }


def _write_sheet(sheet: IO[bytes], rows: Iterable[Sequence[Value]]) -> None:
    sheet.write(f'{_XML}<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
    for number, row in enumerate(rows, start=1):
        cells = "".join(
            _sheet_cell(f"{column_letters(position)}{number}", value)
            for position, value in enumerate(row)
        )
        sheet.write(f'<row r="{number}">{cells}</row>\n'.encode())
    sheet.write(b"</sheetData></worksheet>")


def _sheet_cell(place: str, value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        text = f'<is><t xml:space="preserve">{escape(_escape_controls(value))}</t></is>'
        return f'<c r="{place}" t="inlineStr">{text}</c>'
    return f'<c r="{place}"><v>{value!r}</v></c>'


def _escape_controls(text: str) -> str:
    """Write what XML cannot hold as _xHHHH_ (ST_Xstring, ECMA-376 Part 1, 22.9.2.19)."""
    text = re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)
    return re.sub("[\x00-\x1f]", lambda match: f"_x{ord(match[0]):04X}_", text)


def column_letters(position: int) -> str:
    """Return the letters of a column of a sheet: 0 is A, 25 is Z, 26 is AA."""
    letters = ""
    position += 1
    while position:
        position, letter = divmod(position - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
