"""Workbooks that ask for more than a table: measured and refused before a parser sees them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile

import pytest

import evenkeel
from evenkeel.errors import OversizeError
from evenkeel.tables.parsing.workbook import Limits, measured_workbook
from reading_help import refusal
from workbooks import archive, parts, sheet, workbook

EXPECTED = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")


def text(place: str, word: str) -> str:
    return f'<c r="{place}" t="str"><v>{word}</v></c>'


def number(place: str, value: float) -> str:
    return f'<c r="{place}"><v>{value}</v></c>'


HEADER = f'<row r="1">{text("A1", "problem")}{text("B1", "A")}{text("C1", "B")}</row>'
FIRST = f'<row r="2">{text("A2", "x")}{number("B2", 0.5)}{number("C2", 2)}</row>'
SECOND = f'<row r="3">{text("A3", "y")}{number("B3", 3)}{number("C3", 4.25)}</row>'
ROWS = HEADER + FIRST + SECOND
FAR = f'<row r="1048576">{number("XFD1048576", 1)}</row>'
FAR_SHEET = sheet(ROWS + FAR)
ENTITIES = (
    '<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)
UNLIKE = sheet(ROWS.replace(">x<", ">&c;<")).replace(
    b"<worksheet", ENTITIES.encode() + b"<worksheet"
)


def renamed(members: dict[str, bytes], old: str, new: str) -> bytes:
    return archive({name.replace(old, new): part for name, part in members.items()})


FAR_PARTS = parts(FAR_SHEET)
TOO_FAR = {
    "a cell": archive(FAR_PARTS),
    "spaces": workbook(ROWS + FAR.replace('r="', 'r = "')),
    "apostrophes": workbook(ROWS + FAR.replace('r="XFD1048576"', "r='XFD1048576'")),
    "line end": workbook(ROWS + FAR.replace(' r="', '\nr="')),
    "lower case": workbook(ROWS + FAR.replace("XFD", "xfd")),
    "character references": workbook(ROWS + FAR.replace("XFD", "&#88;&#70;&#x44;")),
    "prefix": workbook((ROWS + FAR).replace("<c ", '<x:c xmlns:x="x" ').replace("</c>", "</x:c>")),
    "empty text": workbook(ROWS + FAR.replace("><v>1</v>", ' t="str"><v></v>')),
    "shared text": workbook(ROWS + FAR.replace("><v>1</v>", ' t="s"><v>0</v>')),
    "inline text": workbook(ROWS + FAR.replace("<v>1</v>", "<is><t>1</t></is>")),
    "cells that follow": workbook(
        ROWS
        + '<row r="1048575"/><row><c r="XFC9"/><c><v>1</v></c></row>'.replace("XFC9", "XFC1048576")
    ),
    "a row that follows": workbook(
        ROWS + f'<row r="1048575"/><row>{"<c/>" * 30}<c><v>1</v></c></row>'
    ),
    "impossible row": workbook(ROWS + f'<row r="4294967295">{number("A4294967295", 1)}</row>'),
    "impossible column": workbook(ROWS + f'<row r="4">{number("ZZZZZZ4", 1)}</row>'),
    "Workbook.xml": renamed(FAR_PARTS, "xl/workbook.xml", "xl/Workbook.xml"),
    "WORKSHEETS": renamed(FAR_PARTS, "worksheets/sheet1.xml", "WORKSHEETS/Sheet1.XML"),
    "XL": renamed(FAR_PARTS, "xl/", "XL/"),
    "backslashes": renamed(FAR_PARTS, "/", "\\"),
    "bytes before it": b"PK\x03\x04" + bytes(40) + archive(FAR_PARTS),
    "UTF-16": archive(parts(FAR_SHEET.decode().encode("utf-16"))),
}
DAMAGED = {
    "entities": archive(parts(UNLIKE)),
    "document type": archive(parts(sheet(ROWS).replace(b"<worksheet", b"<!DOCTYPE a><worksheet"))),
    "no XML": archive(parts(b"PK" * 100)),
    "cut XML": archive(parts(sheet(ROWS)[:-9])),
    "no place": workbook(ROWS + number("", 1)),
    "no column": workbook(ROWS + number("5", 1)),
    "blank place": workbook(ROWS + number(" A4 ", 1)),
    "endless place": workbook(ROWS + number("A" + "1" * 5000, 1)),
    "row without number": workbook(ROWS + f'<row r="x">{number("A4", 1)}</row>'),
    "twice the same part": archive({**FAR_PARTS, "xl/WORKBOOK.xml": b"<workbook/>"}),
    "bzip2": archive(FAR_PARTS, zipfile.ZIP_BZIP2),
    "cut": archive(FAR_PARTS)[:-30],
    "wrong checksum": archive(FAR_PARTS, zipfile.ZIP_STORED).replace(b">problem<", b">PROBLEM<"),
}
DECLARED = {
    f"{count} texts": workbook(
        ROWS,
        **{"xl/sharedStrings.xml": f'<sst uniqueCount="{count}"><si><t>z</t></si></sst>'.encode()},
    )
    for count in (20_000_001, 99_999_999_999, 2**63)
}
OPEN_DOCUMENT = {
    "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": b"<office/>",
    "xl/a.xml": b"<a/>",
}
HOSTILE = {
    **{name: (data, "too many cells for a table of results") for name, data in TOO_FAR.items()},
    **{name: (data, "is a damaged") for name, data in DAMAGED.items()},
    **{name: (data, "declares more than 20000000 entries") for name, data in DECLARED.items()},
    "OpenDocument": (archive(OPEN_DOCUMENT), "the Excel file cannot be read ("),
    "binary": (
        archive({**FAR_PARTS, "xl/workbook.bin": b"\x83\x01"}),
        "is a binary workbook (.xlsb); save it as .xlsx",
    ),
}

READ = """
import json, resource, sys
import evenkeel
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
told = {}
for name, path in json.load(sys.stdin).items():
    try:
        told[name] = repr(evenkeel.read(path, better="lower"))
    except evenkeel.InputError as error:
        told[name] = str(error)
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What reading says of each, in a process that may end, and with little memory."""
    folder = tmp_path_factory.mktemp("workbooks")
    paths = {}
    for position, (name, (data, _)) in enumerate(HOSTILE.items()):
        path = folder / f"{position}.xlsx"
        path.write_bytes(data)
        paths[name] = str(path)
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input=json.dumps(paths),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-1000:]
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_no_parser_sees_it(told, name):
    assert HOSTILE[name][1] in told[name]


@pytest.mark.slow
def test_the_message_tells_where_the_sheet_ends_and_what_to_do(told):
    assert told["a cell"].endswith(
        ".xlsx: a sheet reaches to row 1048576 and column 16384, too many cells for a table of "
        "results; keep only the table of results, or save it as CSV"
    )


ODD = {
    "as it is": ROWS,
    "cells with a style only": ROWS + FAR.replace("><v>1</v></c>", ' s="1"/>'),
    "far rows without cells": ROWS + '<row r="1048576" spans="1:16384"/>',
    "no places": (
        "<row><c t='str'><v>problem</v></c><c t='str'><v>A</v></c><c t='str'><v>B</v></c></row>"
        "<row><c t='str'><v>x</v></c><c><v>0.5</v></c><c><v>2</v></c></row>"
        "<row><c t='str'><v>y</v></c><c><v>3</v></c><c><v>4.25</v></c></row>"
    ),
    "rows in another order": SECOND + HEADER + FIRST,
}


@pytest.mark.parametrize("rows", ODD.values(), ids=ODD)
def test_odd_sheets_that_are_read(rows):
    assert evenkeel.read(io.BytesIO(workbook(rows)), better="lower") == EXPECTED


@pytest.mark.parametrize(
    "data",
    [
        archive(parts(sheet(ROWS, before='<dimension ref="A1:XFD1048576"/>'))),
        archive(parts(sheet(ROWS, after='<mergeCells><mergeCell ref="A5:XFD9999"/></mergeCells>'))),
        renamed(parts(sheet(ROWS)), "xl/workbook.xml", "xl/Workbook.xml"),
        renamed(parts(sheet(ROWS)), "/", "\\"),
        workbook(ROWS, **{"xl/media/image1.png": b"\x89PNG", "xl/vbaProject.bin": b"\xd0\xcf"}),
    ],
    ids=["declared range", "merged cells", "Workbook.xml", "backslashes", "picture and macros"],
)
def test_odd_workbooks_that_are_read(data):
    assert evenkeel.read(io.BytesIO(data), better="lower") == EXPECTED


def test_only_measured_parts_are_handed_on():
    data = workbook(ROWS, **{"xl/media/image1.png": b"\x89PNG", "content.xml": b"<a/>"})
    with zipfile.ZipFile(io.BytesIO(measured_workbook(data, "book"))) as clean:
        handed = {name: clean.read(name) for name in clean.namelist()}
    assert handed == {**parts(sheet(ROWS)), "content.xml": b"<a/>"}


def limits(**changed: int) -> Limits:
    return Limits(
        **{"parts": 5, "unpacked": 10_000, "cells": 9, "columns": 3, **changed}, remedy="no"
    )


def test_limits_are_exact():
    data = workbook(ROWS)  # 5 parts, 3 rows and 3 columns
    measured_workbook(data, "book", limits())
    size = sum(map(len, parts(sheet(ROWS)).values()))
    measured_workbook(data, "book", limits(unpacked=size))
    for tight, words in (
        ({"parts": 4}, "book: the workbook has 5 parts; no"),
        ({"cells": 8}, "book: a sheet reaches to row 3 and column 3, too many cells"),
        ({"columns": 2}, "book: a sheet reaches to row 3 and column 3, too many cells"),
        ({"unpacked": size - 1}, "book: the workbook unpacks to more than 0 MB; no"),
    ):
        with pytest.raises(OversizeError) as caught:
            measured_workbook(data, "book", limits(**tight))
        assert str(caught.value).startswith(words)


def test_the_cells_of_all_sheets_count():
    data = workbook(ROWS, **{"xl/worksheets/sheet2.xml": sheet(ROWS)})
    measured_workbook(data, "book", limits(parts=6, cells=18))
    with pytest.raises(OversizeError):
        measured_workbook(data, "book", limits(parts=6, cells=17))


def test_a_sheet_far_to_the_right_is_as_wide_as_it_is():
    far = ROWS.replace("A", "XFA").replace('"B', '"XFB').replace('"C', '"XFC').replace("XFA<", "A<")
    assert evenkeel.read(io.BytesIO(workbook(far)), better="lower") == EXPECTED
    assert "XFB" in refusal(io.BytesIO(workbook(far.replace("0.5", "x"))))
