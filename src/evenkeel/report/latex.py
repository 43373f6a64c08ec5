"""LaTeX: a document that compiles with pdflatex, LuaLaTeX and XeLaTeX, or bare tables."""

from __future__ import annotations

import re

from evenkeel.report.document import Block, Document, Heading, Notice, Paragraph, Picture, Table
from evenkeel.words.escaping import LATEX_CHARACTER, escape_latex, latex_definitions

_ROWS, _COLUMNS = 42, 12  # the largest piece of a table that is still readable on one page

_PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
  \usepackage{textcomp}
\else
  \usepackage{fontspec}
\fi
\usepackage{booktabs}
\usepackage{graphicx}
\usepackage[export]{adjustbox}
\usepackage[font=small,labelfont=bf]{caption}
\usepackage{float}
\sloppy
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.6em}
"""


def render_latex(document: Document, *, pictures: str | None = None) -> str:
    """Render a complete LaTeX document.

    `pictures` is the folder, relative to the document, where the pictures lie as PDF files named
    after them; without it the pictures are left out.
    """
    lines = [
        _PREAMBLE + LATEX_CHARACTER,
        rf"\title{{{escape_latex(document.title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        *(text for block in document.blocks if (text := _block(block, pictures))),
    ]
    if document.references:
        lines.append(r"\begin{thebibliography}{99}")
        lines += [rf"\bibitem{{{r.key}}} {escape_latex(r.text)}" for r in document.references]
        lines.append(r"\end{thebibliography}")
    lines.append(r"\end{document}")
    return "\n\n".join(lines) + "\n"


def render_fragment(document: Document) -> str:
    """Render only the tables, for inclusion; they need booktabs, adjustbox and T1 fonts."""
    tables = "\n\n".join(render_table(table) for table in document.tables)
    head = "% Needs \\usepackage{booktabs}, \\usepackage{adjustbox} and \\usepackage[T1]{fontenc}."
    return "\n\n".join([head, *latex_definitions(tables), tables]) + "\n"


def render_table(table: Table, *, place: str = "htbp") -> str:
    """Render one table with booktabs, cut in several if it is large, never wider than the text."""
    pieces = list(table.laid_out().pieces(_ROWS, _COLUMNS))
    floats = []
    for number, piece in enumerate(pieces, start=1):
        part = f" ({number} of {len(pieces)})" if len(pieces) > 1 else ""
        note = table.note if number == len(pieces) else ""
        floats.append(_float(piece, part, note, place))
    return "\n\n".join(floats)


def render_tabular(table: Table) -> str:
    """Render the bare tabular of one table."""
    columns = range(len(table.columns))
    layout = "".join("r" if table.is_number(c) else "l" for c in columns)
    head = " & ".join(escape_latex(column.title) for column in table.columns)
    body = [
        " & ".join(_cell(table, r, c) for c in columns) + r" \\" for r in range(len(table.rows))
    ]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{@{{}}{layout}@{{}}}}",
            r"\toprule",
            rf"{head} \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _float(table: Table, part: str, note: str, place: str) -> str:
    lines = [
        rf"\begin{{table}}[{place}]",
        r"\centering",
        rf"\caption{{{escape_latex(table.title + part)}}}",
        r"\begin{adjustbox}{max width=\textwidth}",
        render_tabular(table),
        r"\end{adjustbox}",
    ]
    if note:
        lines += ["", rf"\smallskip{{\footnotesize {escape_latex(note)}\par}}"]
    return "\n".join([*lines, r"\end{table}"])


def _cell(table: Table, row: int, column: int) -> str:
    text = table.text(row, column)
    bold = (row, column) in table.bold
    if not table.is_number(column) or isinstance(table.rows[row][column], str | None):
        escaped = escape_latex(text)
        return rf"\textbf{{{escaped}}}" if bold and escaped else escaped
    return _number(text, bold=bold)


def _number(text: str, *, bold: bool) -> str:
    """Typeset a formatted number: 5.430e-08 becomes 5.430 times ten to the minus eight."""
    text = text.replace("<", "<\\,").replace("inf", r"\infty")
    if text == "n/a":
        return text
    mantissa = re.fullmatch(r"(.*\d)e([+-])0*(\d+)", text)
    if mantissa:
        sign = "-" if mantissa[2] == "-" else ""
        digits, power = mantissa[1], f"10^{{{sign}{mantissa[3]}}}"
        text = power if digits == "1" else rf"{digits}\cdot {power}"
    return rf"$\mathbf{{{text}}}$" if bold else f"${text}$"


def _block(block: Block, pictures: str | None) -> str:
    match block:
        case Heading(text, level):
            command = "section" if level == 1 else "subsection"
            return rf"\{command}*{{{escape_latex(text)}}}"
        case Paragraph(text):
            return escape_latex(text)
        case Notice(grade, title, text):
            head = escape_latex(f"{grade.capitalize()}: {title}.")
            return rf"\textbf{{{head}}} {escape_latex(text)}"
        case Table():
            return render_table(block, place="H")
        case Picture(name, caption):
            if pictures is None:
                return ""
            return (
                "\\begin{figure}[H]\n\\centering\n"
                rf"\includegraphics[max width=\textwidth]{{{pictures}/{name}.pdf}}"
                f"\n\\caption{{{escape_latex(caption)}}}\n\\end{{figure}}"
            )
