"""Word: a .docx file with real tables and headings, by python-docx (the extra ``word``)."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from evenkeel.errors import MissingPackageError
from evenkeel.report.document import (
    Block,
    Document,
    Facts,
    Heading,
    Notice,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.report.text import display_width
from evenkeel.tables.parsing.written import undated_entry
from evenkeel.words.escaping import printable

_WIDEST = 16.0  # centimetres of a picture
_ROOM = 15.2  # between the margins of the template, for a table
_LETTER = 0.0245  # centimetres a letter of a point is wide, in the widest of the usual fonts
_MARGINS = 0.22  # centimetres beside the letters of a cell
_BESIDE = 60  # of these at either side, in twentieths of a point
_FEWEST_LETTERS, _MOST_LETTERS = 12, 40  # of a line of a name
_DOTS = 300.0  # an inch, on paper
#: What of the style is used: bold names and grey rows would say what is not meant.
_LOOK = {"firstRow": "1", "firstColumn": "0", "noHBand": "1", "noVBand": "1"}
_FEWEST_DOTS = 20.0  # with which letters can be drawn


def render_word(document: Document) -> bytes:
    """Render a document as a Word file: the same bytes at any time."""
    try:
        import docx
    except ImportError:
        raise MissingPackageError("python-docx", "writing .docx", "word") from None
    word = docx.Document()
    word.core_properties.title = printable(document.title)
    word.core_properties.author = ""
    word.add_heading(printable(document.title), 0)
    for block in document.flow:
        _add(word, block)
    if document.references:
        word.add_heading("References", 1)
        for reference in document.references:
            word.add_paragraph(printable(reference.text), style="List Number")
    dated, undated = io.BytesIO(), io.BytesIO()
    word.save(dated)
    with zipfile.ZipFile(dated) as parts, zipfile.ZipFile(undated, "w") as result:
        for part in parts.namelist():
            result.writestr(undated_entry(part), parts.read(part))
    return undated.getvalue()


def _add(word: Any, block: Block) -> None:
    match block:
        case Heading(text, level):
            word.add_heading(printable(text), level)
        case Paragraph(text):
            word.add_paragraph(printable(text))
        case Facts(lines):
            for label, text in lines:
                _add_labelled(word, f"{label} ", text)
        case Notice(grade, title, text):
            _add_labelled(word, f"{grade.capitalize()}: {title}. ", text)
        case Table():
            _add_table(word, block)
        case Picture():
            _add_picture(word, block)


def _add_labelled(word: Any, label: str, text: str) -> None:
    paragraph = word.add_paragraph()
    paragraph.add_run(printable(label)).bold = True
    first, *others = text.split("\n")
    paragraph.add_run(printable(first))
    for line in others:
        paragraph.add_run().add_break()
        paragraph.add_run(printable(line))


def _add_table(word: Any, table: Table) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Cm, Pt

    remark = table.remark("Bold")
    table = table.laid_out()
    caption = word.add_paragraph(printable(table.title), style="Caption")
    caption.paragraph_format.keep_with_next = True
    grid = word.add_table(rows=1 + len(table.rows), cols=len(table.columns))
    grid.style = "Light Shading"
    grid.autofit = False
    look = grid._tbl.tblPr.find(qn("w:tblLook"))
    for name, value in _LOOK.items():
        look.set(qn(f"w:{name}"), value)
    look.attrib.pop(qn("w:val"), None)
    margins = OxmlElement("w:tblCellMar")
    for name in ("left", "right"):
        side = OxmlElement(f"w:{name}")
        side.set(qn("w:w"), str(_BESIDE))
        side.set(qn("w:type"), "dxa")
        margins.append(side)
    look.addprevious(margins)
    for row in grid.rows:
        row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
    grid.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))  # on each page
    points = 9 if len(table.columns) <= 5 else 8 if len(table.columns) <= 7 else 7
    widths = _widths(table, points)
    for c, column in enumerate(table.columns):
        # rows of cells are asked for one by one: the grid looks each of them up anew
        cells = grid.column_cells(c)
        cells[0].paragraphs[0].add_run(printable(column.title)).bold = True
        for r in range(len(table.rows)):
            run = cells[r + 1].paragraphs[0].add_run(printable(table.text(r, c)))
            run.bold = (r, c) in table.bold
            if stars := table.stars_of(r, c):
                cells[r + 1].paragraphs[0].add_run(stars).font.superscript = True
        grid.columns[c].width = Cm(widths[c])
        for cell in cells:
            cell.width = Cm(widths[c])
            paragraph = cell.paragraphs[0]
            if table.is_number(c):
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            for run in paragraph.runs:
                run.font.size = Pt(points)
    word.add_paragraph(printable(remark))


def _widths(table: Table, points: int) -> list[float]:
    """Centimetres of the columns, so that no number is broken; names take the room that is left."""
    letter = points * _LETTER
    wide, least = [], []
    for c, column in enumerate(table.columns):
        held = [table.text(r, c) + table.stars_of(r, c) for r in range(len(table.rows))]
        longest = max(map(display_width, (*column.title.split(), *held)))
        fewest = longest if table.is_number(c) else _FEWEST_LETTERS
        wide.append(min(longest, _MOST_LETTERS) * letter + _MARGINS)
        least.append(min(longest, fewest) * letter + _MARGINS)
    over = min(max(sum(wide) - _ROOM, 0.0) / max(sum(wide) - sum(least), 1e-9), 1.0)
    widths = [w - over * (w - s) for w, s in zip(wide, least, strict=True)]
    return [each * min(1.0, _ROOM / sum(widths)) for each in widths]


def _add_picture(word: Any, picture: Picture) -> None:
    from docx.shared import Cm

    from evenkeel.plot.saving import figure_png

    figure = picture.draw()
    drawn = 2.54 * float(figure.get_size_inches()[0])
    width = min(_WIDEST, drawn)
    # what is scaled down needs no more pixels: the width of a picture grows with its longest name
    png = figure_png(figure, dpi=max(_DOTS * width / drawn, _FEWEST_DOTS))
    word.add_picture(io.BytesIO(png), width=Cm(width))
    word.add_paragraph(printable(picture.caption), style="Caption")
