"""Save a document; the ending of the file's name says in which format. Word is one."""

from __future__ import annotations

import hashlib
import io
import os
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from evenkeel.errors import (
    InputError,
    Message,
    MissingPackageError,
    Option,
    SourceError,
    choice,
    visible,
)
from evenkeel.report import typesetting
from evenkeel.report.data import render_csv, render_json, write_excel
from evenkeel.report.document import (
    Block,
    Document,
    Facts,
    Heading,
    Layout,
    Notice,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.report.html import render_html
from evenkeel.report.text import display_width, render_markdown, render_text
from evenkeel.tables.parsing.written import undated_entry
from evenkeel.tables.system import replacing, unwritable, write_bytes, write_text
from evenkeel.text import printable

# JUnit's XML, as servers of continuous integration read it: an outcome a test case.


_ELEMENTS = {"failed": "failure", "undecided": "skipped"}


def render_junit(document: Document) -> str:
    """The outcomes of a gate: what failed is a failure, what is undecided is skipped."""
    outcomes = document.outcomes
    if not outcomes:
        raise InputError(
            "JUnit's XML lists the outcomes of a gate, and this report has none; choose another "
            "ending than .xml"
        )
    counts = {kind: sum(each.verdict == kind for each in outcomes) for kind in _ELEMENTS}
    title = quoteattr(visible(document.title))
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuite name={title} tests="{len(outcomes)}" failures="{counts["failed"]}" '
        f'errors="0" skipped="{counts["undecided"]}">',
    ]
    for each in outcomes:
        name, text = quoteattr(visible(each.name)), visible(each.text)
        begun = f"  <testcase name={name} classname={title}>"
        if each.verdict == "passed":
            lines.append(f"{begun}<system-out>{escape(text)}</system-out></testcase>")
        else:
            element = _ELEMENTS[each.verdict]
            lines.append(f"{begun}<{element} message={quoteattr(text)}/></testcase>")
    return "\n".join([*lines, "</testsuite>", ""])


# Word: a .docx file with real tables and headings, by python-docx (the extra ``word``).


_WIDEST = 16.0  # centimetres of a picture
_ROOM = 15.2  # between the margins of the template, for a table
_LETTER = 0.0245  # centimetres a letter of a point is wide, in the widest of the usual fonts
_MARGINS = 0.22  # centimetres beside the letters of a cell
_BESIDE = 60  # of these at either side, in twentieths of a point
_BOLD = 1.2  # letters that one of a heading takes
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
        case Paragraph(text, leads):
            word.add_paragraph(printable(text), style="Subtitle" if leads else None)
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
        heading = max((_BOLD * display_width(word) for word in column.title.split()), default=0)
        longest = max(heading, *map(display_width, held), 1)
        fewest = longest if table.is_number(c) else max(heading, _FEWEST_LETTERS)
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


# Save a document; the ending of the file's name says in which format.


def render_bibtex(document: Document) -> str:
    """The references of a document as a BibTeX file."""
    return "\n\n".join(reference.bibtex for reference in document.references) + "\n"


_TEXT_FORMATS: dict[str, Callable[[Document], str]] = {
    ".bib": render_bibtex,
    ".txt": render_text,
    ".md": render_markdown,
    ".html": render_html,
    ".json": render_json,
}
_OUTCOMES = {".xml": render_junit}  # of reports that have outcomes: those of gates
_PLAIN = Layout()
_ALWAYS_WHOLE = (".html", ".json", ".xlsx", ".bib", ".xml")  # beside a file with one table alone


def _latex(document: Document, pictures: str | None, layout: Layout) -> str:
    return typesetting.render_latex(document, pictures=pictures, layout=layout)


def _typst(document: Document, pictures: str | None, layout: Layout) -> str:
    return typesetting.render_typst(layout.applied(document), pictures=pictures)


Typeset = tuple[
    Callable[[Document, str | None, Layout], str], Callable[[Document, Layout], str], str
]
#: Of what is typeset: a whole document, its tables alone, and the ending of its pictures.
_TYPESET: dict[str, Typeset] = {
    ".tex": (_latex, typesetting.render_fragment, ".pdf"),
    ".typ": (_typst, typesetting.typst_fragment, ".svg"),
}
_PICTURES = (".svg", ".pdf", ".png", ".eps", ".pgf")  # of one picture of a report
ENDINGS = (*_TEXT_FORMATS, ".tex", ".typ", ".docx", ".csv", ".xlsx", *_PICTURES)


def save_document(document: Document, path: str | Path, layout: Layout = _PLAIN) -> list[Path]:
    """Save a document and return the files that were written.

    Parameters
    ----------
    document : Document
        What to save.
    path : str or Path
        Where; the ending is one of .txt, .md, .tex, .typ, .html, .docx, .json, .bib, .csv,
        .xlsx and, of a gate, .xml (JUnit); or of a picture, .svg, .pdf, .png, .eps and .pgf.
        Beside a .tex or .typ file a folder with its pictures is written.
    layout : Layout, optional
        Which table alone, how many digits, and what else a paper wants to choose.
    """
    path = Path(path)
    ending, name = check_ending(path), visible(path)
    if ending in _ALWAYS_WHOLE:
        layout = replace(layout, table=None, caption=None)
    if ending in _TYPESET:
        return _save_typeset(document, path, layout)
    if ending in _PICTURES:
        from evenkeel.plot.saving import save_figure

        return [save_figure(_one_picture(document, name, layout.picture).draw(), path)]
    if ending == ".docx":
        write_bytes(path, render_word(layout.applied(document)))
    elif ending == ".csv":
        write_text(path, render_csv(_one_table(document, name, layout.table)))
    elif ending == ".xlsx":
        with replacing(path) as temporary:
            write_excel(layout.applied(document), temporary)
    else:
        write_text(path, (_TEXT_FORMATS | _OUTCOMES)[ending](layout.applied(document)))
    return [path]


def _one_table(document: Document, name: str, table: str | None) -> Table:
    if not document.tables:
        raise InputError(f"{name}: this report has no table; choose another ending than .csv")
    if table is None and len(document.tables) > 1:
        names = ", ".join(repr(table.name) for table in document.tables)
        raise InputError(
            Message(
                f"{name}: a CSV file holds one table; name it with ",
                Option("table"),
                f", one of {names}",
            )
        )
    return document.table(document.tables[0].name if table is None else table)


def _one_picture(document: Document, name: str, picture: str | None) -> Picture:
    pictures = {each.name: each for each in document.blocks if isinstance(each, Picture)}
    if not pictures:
        raise InputError(f"{name}: this report has no picture; choose another ending")
    return pictures[
        next(iter(pictures)) if picture is None else choice(picture, pictures, "picture")
    ]


def check_ending(path: Path) -> str:
    """The ending of a name, if it is that of a format."""
    ending = path.suffix.lower()
    if ending not in (*ENDINGS, *_OUTCOMES):
        listed = ", ".join(ENDINGS)
        raise SourceError(
            f"{visible(path)}: the ending {ending!r} names no format; choose one of {listed}"
        )
    return ending


def _save_typeset(document: Document, path: Path, layout: Layout) -> list[Path]:
    """A document with its pictures beside it, or a fragment of tables."""
    render, fragment, picture_ending = _TYPESET[path.suffix.lower()]
    if layout.fragment or layout.table is not None:
        write_text(path, fragment(document, layout))
        return [path]
    pictures = [block for block in document.blocks if isinstance(block, Picture)]
    folder = picture_folder(path)
    written = [path]
    if pictures:
        from evenkeel.plot.saving import save_figure

        _make(folder)
        for picture in pictures:
            file = folder / f"{picture.name}{picture_ending}"
            save_figure(picture.draw(), file)
            written.append(file)
    beside = folder.name if pictures else None
    write_text(path, render(document, beside, layout))
    return written


def picture_folder(path: Path) -> Path:
    """Where the pictures of a report go: every LaTeX can read it, and no two reports share it."""
    stem = path.stem
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9._-]{0,99}", stem):
        letters = re.sub("[^A-Za-z0-9]+", "-", stem)[:50].strip("-")
        stem = f"{letters}-{hashlib.sha256(os.fsencode(stem)).hexdigest()[:8]}".lstrip("-")
    return path.with_name(f"{stem}_pictures")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise SourceError(
            f"{visible(folder)}: the pictures go into a directory of this name, but there is a "
            "file; move it away, or save the report under another name"
        ) from None
    except OSError as error:
        raise unwritable(folder, error) from None
