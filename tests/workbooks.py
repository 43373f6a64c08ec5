"""Excel workbooks for the tests, part by part, so that any of them can be wrong."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_XML = '<?xml version="1.0"?>'


def sheet(rows: str, before: str = "", after: str = "") -> bytes:
    """The XML of a sheet with these rows."""
    data = f"{before}<sheetData>{rows}</sheetData>{after}"
    return f'{_XML}<worksheet xmlns="{_MAIN}">{data}</worksheet>'.encode()


def parts(sheet_xml: bytes) -> dict[str, bytes]:
    """The parts of a workbook with one sheet, by their names."""
    return {
        "[Content_Types].xml": (
            f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="xml" ContentType="application/xml"/></Types>'
        ).encode(),
        "_rels/.rels": _relationship("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": (
            f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
            '<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ).encode(),
        "xl/_rels/workbook.xml.rels": _relationship("worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": sheet_xml,
    }


def workbook(rows: str, **extra: bytes) -> bytes:
    """A workbook with one sheet of these rows, in XML, and more parts by their names."""
    return archive({**parts(sheet(rows)), **extra})


def archive(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return stream.getvalue()


def _relationship(kind: str, target: str) -> bytes:
    entry = f'<Relationship Id="rId1" Type="{_OFFICE}/{kind}" Target="{target}"/>'
    return (
        f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">{entry}</Relationships>'
    ).encode()
