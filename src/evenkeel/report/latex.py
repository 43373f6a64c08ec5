"""LaTeX: a document that compiles with pdflatex, LuaLaTeX and XeLaTeX, or bare tables."""

from __future__ import annotations

import re

from evenkeel.report.document import Block, Document, Heading, Notice, Paragraph, Picture, Table
from evenkeel.report.escaping import beyond_pdflatex, escape_latex

_ROWS, _COLUMNS = 42, 12  # the largest piece of a table that is still readable on one page

_PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
  \usepackage{textcomp}
  \newcommand{\codepoint}[1]{{\normalfont\ttfamily[U+#1]}}
%(characters)s\else
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

# Symbols that pdflatex can set in mathematics instead of naming their code point.
_GREEK = """
    αalpha βbeta γgamma δdelta εvarepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi πpi
    ρrho σsigma τtau υupsilon φvarphi χchi ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma
    ΥUpsilon ΦPhi ΨPsi ΩOmega
"""
_SIGNS = "≤le ≥ge ≠ne ≈approx →rightarrow ←leftarrow ∞infty ∈in"
_SYMBOLS = {word[0]: f"\\{word[1:]}" for word in f"{_GREEK} {_SIGNS}".split()} | {"−": "-"}
_TEXT = {"–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": r"\ldots{}"}


def render_latex(document: Document, *, pictures: str | None = None) -> str:
    """Render a complete LaTeX document.

    `pictures` is the folder, relative to the document, where the pictures lie as PDF files named
    after them; without it the pictures are left out.
    """
    used = beyond_pdflatex("".join(document.labels()))
    characters = "".join(f"  {_declaration(character)}\n" for character in used)
    lines = [
        _PREAMBLE % {"characters": characters},
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
    """Render only the tables, for inclusion; they need booktabs and adjustbox."""
    head = "% Needs \\usepackage{booktabs} and \\usepackage{adjustbox}."
    return "\n\n".join([head, *(render_table(table) for table in document.tables)]) + "\n"


def render_table(table: Table, *, place: str = "htbp") -> str:
    """Render one table with booktabs, cut in several if it is large, never wider than the text."""
    pieces = list(table.pieces(_ROWS, _COLUMNS))
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
    if not table.is_number(column) or not text:
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


def _declaration(character: str) -> str:
    code = f"{ord(character):04X}"
    if character in _TEXT:
        meaning = _TEXT[character]
    elif character in _SYMBOLS:
        meaning = rf"\ensuremath{{{_SYMBOLS[character]}}}"
    else:
        meaning = rf"\codepoint{{{code}}}"
    return rf"\DeclareUnicodeCharacter{{{code}}}{{{meaning}}}"
