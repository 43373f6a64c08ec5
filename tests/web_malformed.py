"""Uploads that are no table of results: each is to be refused, with a helpful message."""

from __future__ import annotations

import json
import struct
import zlib

from workbooks import archive, parts, sheet, workbook

GOOD = "problem,A,B,C\nx,1,2,3\ny,2,3,4\nz,1,4,2\n"


def _bombs() -> tuple[bytes, bytes]:
    """A bomb of 120 MB, and the same which declares a size of 10 bytes."""
    zeros = bytes(120_000_000)
    bomb = lying = workbook("", **{"xl/bomb.xml": zeros})
    for true, told in ((len(zeros), 10), (zlib.crc32(zeros), zlib.crc32(bytes(10)))):
        lying = lying.replace(struct.pack("<I", true), struct.pack("<I", told))
    return bomb, lying


BOMB, LYING_BOMB = _bombs()


def _far_cell(reference: str) -> bytes:
    row = "".join(c for c in reference if c.isdigit())
    first = '<row r="1"><c r="A1"><v>1</v></c></row>'
    return workbook(f'{first}<row r="{row}"><c r="{reference}"><v>1</v></c></row>')


def _far_cell_renamed(old: str, new: str) -> bytes:
    far = sheet('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>')
    return archive({name.replace(old, new): part for name, part in parts(far).items()})


MALFORMED: dict[str, bytes] = {
    "empty": b"",
    "blank": b"  \n\t\n  ",
    "null bytes": bytes(1000),
    "one word": b"hello",
    "one number": b"42",
    "header only": b"problem,A,B,C\n",
    "one problem": b"problem,A,B\nx,1,2\n",
    "one algorithm": b"problem,A\nx,1\ny,2\n",
    "no header": b"x,1,2\ny,3,4\n",
    "text cell": GOOD.replace("3,4", "oops,4").encode(),
    "percent": GOOD.replace("3,4", "3%,4").encode(),
    "missing cell": GOOD.replace("3,4", ",4").encode(),
    "NaN": GOOD.replace("3,4", "nan,4").encode(),
    "infinite": GOOD.replace("3,4", "inf,4").encode(),
    "overflow": GOOD.replace("3,4", "1e999,4").encode(),
    "short row": GOOD.replace("y,2,3,4", "y,2,3").encode(),
    "long row": GOOD.replace("y,2,3,4", "y,2,3,4,5").encode(),
    "algorithm twice": GOOD.replace("A,B,C", "A,B,A").encode(),
    "problem twice": GOOD.replace("y,", "x,").encode(),
    "nameless algorithm": GOOD.replace("A,B,C", "A,,C").encode(),
    "nameless problem": GOOD.replace("y,", ",").encode(),
    "open quotation": b'problem,A,B\n"x,1,2\ny,3,4\n',
    "mixed decimal marks": b"problem;A;B\nx;1,5;2.5\ny;3,5;4.5\n",
    "bytes of no encoding": b"problem,A,B\n\x81\x8d,1,\x8f\ny,3,4\n",
    "half of UTF-16": b"\xff\xfep\x00r\x00o",
    "odd UTF-16": "problem,A,B\nx,1,2\n".encode("utf-16")[:-1],
    "wrong UTF-32": b"\xff\xfe\x00\x00" + b"ab",
    "long, twice": b"algorithm,problem\nA,x\n",
    "long, a gap": b"algorithm,problem,value\nA,x,1\nA,y,2\nB,x,1\n",
    "long, no number": b"algorithm,problem,value\nA,x,one\nA,y,2\nB,x,1\nB,y,3\n",
    "runs without value": b"algorithm,problem,run\nA,x,1\nB,x,1\nA,x,2\nB,x,2\n",
    "runs, a gap": b"algorithm,problem,run,value\nA,x,1,1\nA,x,2,2\nA,y,1,2\nB,x,1,1\n",
    "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "png": b"\x89PNG\r\n\x1a\n" + bytes(50),
    "jpeg": b"\xff\xd8\xff\xe0" + bytes(50),
    "gzip": b"\x1f\x8b\x08" + bytes(50),
    "html": b"<!doctype html><p>results</p>",
    "xml": b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>",
    "rtf": b"{\\rtf1 results}",
    "old Excel": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "parquet": b"PAR1" + bytes(100) + b"PAR1",
    "arrow": b"ARROW1\x00\x00" + bytes(60),
    "pickle": b"\x80\x04\x95\x10" + bytes(7) + b"\x8c\x02os\x94\x8c\x06system\x94\x93\x94.",
    "numpy": b"\x93NUMPY\x01\x00" + bytes(60),
    "sqlite": b"SQLite format 3\x00" + bytes(100),
    "arff": b"@relation results\n@attribute A numeric\n",
    "json number": b"[1, 2, 3]",
    "json empty": b"{}",
    "json broken": b'{"better": "lower", "values": [[1, 2], [3',
    "json nan": b'{"better": "lower", "algorithms": ["A", "B"], "values": [[NaN, 1], [2, 3]]}',
    "json deep": b"[" * 100_000,
    "json deep object": b'{"a":' * 50_000,
    "json ragged": b'{"better": "lower", "algorithms": ["A", "B"], "values": [[1], [2, 3]]}',
    "json direction": b'{"better": "up", "algorithms": ["A", "B"], "values": [[1, 2], [2, 3]]}',
    "json huge integer": json.dumps([{"problem": "x", "A": 1, "B": 2}])
    .replace("1", "1" + "0" * 4000)
    .encode(),
    "json surrogate": b'[{"problem": "\\ud800", "A": "\\udfff", "B": 2}]',
    "json half a character": (
        b'{"better": "lower", "algorithms": ["\\ud800", "B"], "values": [[1, 2], [2, 3]]}'
    ),
    "zip of two texts": archive({"results.csv": GOOD.encode(), "others.csv": GOOD.encode()}),
    "zip cut": workbook('<row r="1"><c r="A1"><v>1</v></c></row>')[:-40],
    "zip head": b"PK\x03\x04" + bytes(100),
    "workbook empty": workbook(""),
    "workbook broken": workbook("<row><c"),
    "workbook without sheet": archive({"xl/workbook.xml": b"<workbook/>"}),
    "workbook of words": workbook('<row r="1"><c r="A1" t="str"><v>hello</v></c></row>'),
    "workbook with a far cell": _far_cell("XFD1048576"),
    "workbook with a far row": _far_cell("CV1048576"),
    "workbook with a far column": _far_cell("XFD2"),
    "workbook with impossible cell": _far_cell("ZZZZZZ999999999"),
    "far cell with spaces": workbook('<row r = "1"><c r = "XFD1048576"><v>1</v></c><c/></row>'),
    "far cell, Workbook.xml": _far_cell_renamed("workbook.xml", "Workbook.xml"),
    "far cell, backslashes": _far_cell_renamed("/", "\\"),
    "workbook of many texts": workbook(
        "", **{"xl/sharedStrings.xml": b'<sst uniqueCount="99999999999"/>'}
    ),
    "wide below a comment": b"# wide\n" + b"," * 2_000 + b"\n1,2\n",
    "wide after a bracket": b"[" + b"," * 2_000 + b"\n1,2\n",
    "zip bomb": BOMB,
    "zip bomb that lies": LYING_BOMB,
    "zip of many members": workbook("", **{f"xl/m{i}.xml": b"" for i in range(1_100)}),
    "a million columns": b"problem," + b",".join([b"a"] * 1_000_000) + b"\nx,1\n",
    "two thousand columns": b"problem," + b",".join(b"A%d" % j for j in range(2_000)) + b"\n",
    "a long line": b"a" * 3_000_000,
    "many quotation marks": b'"' * 200_000,
    "many separators": b",;\t|" * 20_000 + b"\n",
    "formula": GOOD.replace("3,4", "=1+2,4").encode(),
    "control characters": b"problem,A,B\n\x01\x02,\x03,2\ny,3,4\n",
    "only comments": b"# nothing\n# here\n",
}
