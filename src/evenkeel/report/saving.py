"""Save a document; the ending of the file's name says in which format."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from evenkeel.errors import InputError, Message, Option, SourceError, visible
from evenkeel.report import latex, typst
from evenkeel.report.data import render_csv, render_json, write_excel
from evenkeel.report.document import Document, Picture, Table
from evenkeel.report.html import render_html
from evenkeel.report.junit import render_junit
from evenkeel.report.layout import Layout
from evenkeel.report.markdown import render_markdown
from evenkeel.report.text import render_text
from evenkeel.report.word import render_word
from evenkeel.tables.atomic import replacing, unwritable, write_bytes, write_text


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
    return latex.render_latex(document, pictures=pictures, layout=layout)


def _typst(document: Document, pictures: str | None, layout: Layout) -> str:
    return typst.render_typst(layout.applied(document), pictures=pictures)


Typeset = tuple[
    Callable[[Document, str | None, Layout], str], Callable[[Document, Layout], str], str
]
#: Of what is typeset: a whole document, its tables alone, and the ending of its pictures.
_TYPESET: dict[str, Typeset] = {
    ".tex": (_latex, latex.render_fragment, ".pdf"),
    ".typ": (_typst, typst.render_fragment, ".svg"),
}
ENDINGS = (*_TEXT_FORMATS, ".tex", ".typ", ".docx", ".csv", ".xlsx")


def save_document(document: Document, path: str | Path, layout: Layout = _PLAIN) -> list[Path]:
    """Save a document and return the files that were written.

    Parameters
    ----------
    document : Document
        What to save.
    path : str or Path
        Where; the ending is one of .txt, .md, .tex, .typ, .html, .docx, .json, .bib, .csv,
        .xlsx and, of a gate, .xml (JUnit). Beside a .tex or .typ file a folder with its pictures
        is written.
    layout : Layout, optional
        Which table alone, how many digits, and what else a paper wants to choose.
    """
    path = Path(path)
    ending, name = check_ending(path), visible(path)
    if ending in _ALWAYS_WHOLE:
        layout = replace(layout, table=None, caption=None)
    if ending in _TYPESET:
        return _save_typeset(document, path, layout)
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
