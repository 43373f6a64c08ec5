"""Save a document; the ending of the file's name says in which format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from evenkeel.atomic import replacing, write_text
from evenkeel.errors import InputError, SourceError
from evenkeel.report.data import render_csv, render_json, write_excel
from evenkeel.report.document import Document, Picture
from evenkeel.report.html import render_html
from evenkeel.report.latex import render_fragment, render_latex
from evenkeel.report.markdown import render_markdown
from evenkeel.report.text import render_text


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
ENDINGS = (*_TEXT_FORMATS, ".tex", ".csv", ".xlsx")


def save_document(
    document: Document, path: str | Path, *, fragment: bool = False, table: str | None = None
) -> list[Path]:
    """Save a document and return the files that were written.

    Parameters
    ----------
    document : Document
        What to save.
    path : str or Path
        Where; the ending is one of .txt, .md, .tex, .html, .json, .bib, .csv and .xlsx. Beside a
        .tex file a folder with its pictures is written.
    fragment : bool
        For .tex: only the tables, without a document around them.
    table : str, optional
        For .csv: which table; it may be left out if there is only one.
    """
    path = Path(path)
    ending = check_ending(path)
    if ending == ".tex" and not fragment:
        return _save_latex(document, path)
    if ending == ".tex":
        write_text(path, render_fragment(document))
    elif ending == ".csv":
        if not document.tables:
            raise InputError(f"{path}: this report has no table; choose another ending than .csv")
        if table is None and len(document.tables) > 1:
            names = ", ".join(repr(table.name) for table in document.tables)
            raise InputError(
                f"{path}: a CSV file holds one table; name it with table= (on the command line "
                f"--table), one of {names}"
            )
        only = document.tables[0].name
        write_text(path, render_csv(document.table(only if table is None else table)))
    elif ending == ".xlsx":
        with replacing(path) as temporary:
            write_excel(document, temporary)
    else:
        write_text(path, _TEXT_FORMATS[ending](document))
    return [path]


def check_ending(path: Path) -> str:
    """The ending of a name, if it is that of a format."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise SourceError(
            f"{path}: the ending {ending!r} names no format; choose one of {', '.join(ENDINGS)}"
        )
    return ending


def _save_latex(document: Document, path: Path) -> list[Path]:
    pictures = [block for block in document.blocks if isinstance(block, Picture)]
    folder = path.with_name(f"{path.stem}_pictures")
    written = [path]
    if pictures:
        from evenkeel.plot.saving import save_figure

        folder.mkdir(exist_ok=True)
        for picture in pictures:
            file = folder / f"{picture.name}.pdf"
            save_figure(picture.draw(), file)
            written.append(file)
    write_text(path, render_latex(document, pictures=folder.name if pictures else None))
    return written
