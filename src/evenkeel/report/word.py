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
from evenkeel.tables.parsing.written import undated_entry
from evenkeel.words.escaping import printable

_WIDEST = 16.0  # centimetres of a picture
_DOTS = 300.0  # an inch, on paper
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
    from docx.shared import Pt

    remark = table.remark("Bold")
    table = table.laid_out()
    word.add_paragraph(printable(table.title), style="Caption")
    grid = word.add_table(rows=1 + len(table.rows), cols=len(table.columns))
    grid.style = "Light List"
    for c, column in enumerate(table.columns):
        # rows of cells are asked for one by one: the grid looks each of them up anew
        cells = grid.column_cells(c)
        cells[0].paragraphs[0].add_run(printable(column.title)).bold = True
        for r in range(len(table.rows)):
            run = cells[r + 1].paragraphs[0].add_run(printable(table.text(r, c)))
            run.bold = (r, c) in table.bold
            if stars := table.stars_of(r, c):
                cells[r + 1].paragraphs[0].add_run(stars).font.superscript = True
        for cell in cells:
            paragraph = cell.paragraphs[0]
            if table.is_number(c):
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            for run in paragraph.runs:
                run.font.size = Pt(8 if len(table.columns) > 5 else 9)
    word.add_paragraph(printable(remark))


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
