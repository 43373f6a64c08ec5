"""LaTeX and Typst: documents that compile as they are, or bare tables."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
from evenkeel.text import LATEX_CHARACTER, escape_latex, latex_definitions, printable

# LaTeX: a document that compiles with pdflatex, LuaLaTeX and XeLaTeX, or bare tables.


_ROWS, _COLUMNS = 42, 12  # the largest piece of a table that is still readable on one page
_LONG = 20  # rows from which on a table of a report may go over pages
_COLUMN_WIDTH = 58  # characters that one of two columns holds without being shrunk to nothing
_PAGE_WIDTH = 90  # characters that a page holds without being shrunk
_PLAIN = Layout()
_SIUNITX_SET = r"\sisetup{detect-weight=true, detect-family=true}"
_SIUNITX = rf"\usepackage{{siunitx}}{_SIUNITX_SET}" + "\n"

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
\usepackage{longtable}
\sloppy
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.6em}
"""


@dataclass(frozen=True)
class _Floats:
    """How the tables of a document become floats: what their captions, labels and numbers are."""

    context: str
    place: str = "htbp"
    prefix: str = ""
    siunitx: bool = False
    own_caption: bool = False

    def caption(self, title: str, part: str = "") -> str:
        """A caption that can stand alone: what the table shows, and of which study."""
        words = f"{title}{part}"
        if self.own_caption or title.startswith(self.context):
            return words
        return f"{words.rstrip('.')}. {self.context}."

    def label(self, kind: str, name: str, number: int = 1) -> str:
        """What the text refers to, ``tab:PREFIX-adjusted``; later pieces have their number."""
        prefix = f"{self.prefix}-" if self.prefix else ""
        piece = f"-{number}" if number > 1 else ""
        return rf"\label{{{kind}:{prefix}{name}{piece}}}"


def render_latex(
    document: Document, *, pictures: str | None = None, layout: Layout = _PLAIN
) -> str:
    """Render a complete LaTeX document.

    `pictures` is the folder, relative to the document, where the pictures lie as PDF files named
    after them; without it the pictures are left out.
    """
    floats = _floats(document, layout, place="H")
    blocks = layout.applied(document).flow
    lines = [
        _PREAMBLE + (_SIUNITX if layout.siunitx else "") + LATEX_CHARACTER,
        rf"\title{{{escape_latex(document.title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        *(text for block in blocks if (text := _block(block, pictures, floats))),
    ]
    if document.references:
        lines.append(r"\begin{thebibliography}{99}")
        lines += [rf"\bibitem{{{r.key}}} {escape_latex(r.text)}" for r in document.references]
        lines.append(r"\end{thebibliography}")
    lines.append(r"\end{document}")
    return "\n\n".join(lines) + "\n"


def render_fragment(document: Document, layout: Layout = _PLAIN) -> str:
    """Render only the tables, for inclusion; the first lines say which packages they need."""
    floats = _floats(document, layout)
    shown = layout.applied(document)
    tables = "\n\n".join(_rendered(table, floats) for table in shown.tables)
    packages = ["booktabs", "adjustbox", *(["siunitx"] if layout.siunitx else [])]
    listed = " ".join(rf"\usepackage{{{name}}}" for name in packages)
    head = rf"% Needs {listed} \usepackage[T1]{{fontenc}}"
    more = [_SIUNITX_SET] if layout.siunitx else []
    return "\n\n".join([head, *more, *latex_definitions(tables), tables]) + "\n"


def _floats(document: Document, layout: Layout, place: str = "htbp") -> _Floats:
    return _Floats(
        document.title, place, layout.label_prefix, layout.siunitx, layout.caption is not None
    )


def render_table(table: Table) -> str:
    """Render one table with booktabs, cut in several if it is large, never wider than its column.

    In a paper of two columns a wide table takes both.
    """
    return _rendered(table, _Floats(""))


def _rendered(table: Table, floats: _Floats) -> str:
    laid_out = table.laid_out()
    remark = table.remark("Bold")
    if floats.place == "H" and len(laid_out.rows) > _LONG and _width(laid_out) <= _PAGE_WIDTH:
        return _longtable(laid_out, remark, floats)
    pieces = list(laid_out.pieces(_ROWS, _COLUMNS))
    return "\n\n".join(
        _float(piece, number, len(pieces), remark if number == len(pieces) else "", floats)
        for number, piece in enumerate(pieces, start=1)
    )


def render_tabular(table: Table, *, siunitx: bool = False) -> str:
    """Render the bare tabular of one table."""
    head, body = _rows(table, siunitx=siunitx)
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{_columns(table)}}}",
            r"\toprule",
            head,
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _columns(table: Table) -> str:
    layout = "".join("r" if table.is_number(c) else "l" for c in range(len(table.columns)))
    return f"@{{}}{layout}@{{}}"


def _rows(table: Table, *, siunitx: bool) -> tuple[str, list[str]]:
    """The heading and the rows of a tabular."""
    columns = range(len(table.columns))
    head = " & ".join(escape_latex(column.title) for column in table.columns) + r" \\"
    body = [
        " & ".join(_cell(table, r, c, siunitx=siunitx) for c in columns) + r" \\"
        for r in range(len(table.rows))
    ]
    return head, body


def _float(table: Table, number: int, count: int, remark: str, floats: _Floats) -> str:
    part = f" ({number} of {count})" if count > 1 else ""
    kind = "table*" if floats.place != "H" and _width(table) > _COLUMN_WIDTH else "table"
    lines = [
        rf"\begin{{{kind}}}[{floats.place}]",
        r"\centering",
        rf"\caption{{{escape_latex(floats.caption(table.title, part))}}}",
        floats.label("tab", table.name, number),
        r"\begin{adjustbox}{max width=\linewidth}",
        render_tabular(table, siunitx=floats.siunitx),
        r"\end{adjustbox}",
    ]
    if remark:
        lines += ["", rf"\smallskip{{\footnotesize {escape_latex(remark)}\par}}"]
    return "\n".join([*lines, rf"\end{{{kind}}}"])


def _longtable(table: Table, remark: str, floats: _Floats) -> str:
    """A table over several pages, with its heading on each."""
    head, body = _rows(table, siunitx=floats.siunitx)
    heading = [r"\toprule", head, r"\midrule"]
    lines = [
        rf"\begin{{longtable}}{{{_columns(table)}}}",
        rf"\caption{{{escape_latex(floats.caption(table.title))}}}",
        floats.label("tab", table.name) + r" \\",
        *heading,
        r"\endfirsthead",
        *heading,
        r"\endhead",
        r"\bottomrule",
        r"\endlastfoot",
        *body,
        r"\end{longtable}",
    ]
    if remark:
        lines += ["", rf"{{\footnotesize {escape_latex(remark)}\par}}"]
    return "\n".join(lines)


def _width(table: Table) -> int:
    """About how many characters a row takes."""
    rows = range(len(table.rows))
    return sum(
        2 + max([_length(column.title), *(_length(table.text(r, c)) for r in rows)])
        for c, column in enumerate(table.columns)
    )


def _length(text: str) -> int:
    """Characters of a text as pdflatex shows it: what is not Latin as its code point."""
    return sum(1 if character < "\u0250" else len("[U+00000]") for character in text)


def _cell(table: Table, row: int, column: int, *, siunitx: bool) -> str:
    text = table.text(row, column)
    bold = (row, column) in table.bold
    if not table.is_number(column) or isinstance(table.rows[row][column], str | None):
        escaped = escape_latex(text)
        return rf"\textbf{{{escaped}}}" if bold and escaped else escaped
    stars = table.stars_of(row, column)
    if siunitx and re.fullmatch(r"[-+.\de]+", text):
        number = rf"\num{{{text}}}"
        raised = f"$^{{{stars}}}$" if stars else ""
        return (rf"\textbf{{{number}}}" if bold else number) + raised
    return _number(text, bold=bold, stars=stars)


def _number(text: str, *, bold: bool, stars: str = "") -> str:
    """Typeset a formatted number: 5.430e-08 becomes 5.430 times ten to the minus eight."""
    text = text.replace("<", "<\\,").replace("inf", r"\infty")
    if text == "n/a":
        return text
    mantissa = re.fullmatch(r"(.*\d)e([+-])0*(\d+)", text)
    if mantissa:
        sign = "-" if mantissa[2] == "-" else ""
        digits, power = mantissa[1], f"10^{{{sign}{mantissa[3]}}}"
        text = power if digits == "1" else rf"{digits}\cdot {power}"
    raised = f"^{{{stars}}}" if stars else ""
    return rf"$\mathbf{{{text}}}{raised}$" if bold else f"${text}{raised}$"


def _block(block: Block, pictures: str | None, floats: _Floats) -> str:
    match block:
        case Heading(text, level):
            command = "section" if level == 1 else "subsection"
            return rf"\{command}*{{{escape_latex(text)}}}"
        case Paragraph(text, leads):
            return rf"{{\large\bfseries {escape_latex(text)}\par}}" if leads else escape_latex(text)
        case Facts(lines):
            items = (
                rf"\item[{{{escape_latex(label)}}}] "
                + r" \newline ".join(map(escape_latex, text.split("\n")))
                for label, text in lines
            )
            return "\n".join([r"\begin{description}", *items, r"\end{description}"])
        case Notice(grade, title, text):
            head = escape_latex(f"{grade.capitalize()}: {title}.")
            return rf"\textbf{{{head}}} {escape_latex(text)}"
        case Table():
            return _rendered(block, floats)
        case Picture(name, caption):
            if pictures is None:
                return ""
            return (
                "\\begin{figure}[H]\n\\centering\n"
                rf"\includegraphics[max width=\linewidth]{{{pictures}/{name}.pdf}}"
                f"\n\\caption{{{escape_latex(floats.caption(caption))}}}\n"
                f"{floats.label('fig', name)}\n\\end{{figure}}"
            )


# Typst: a document that compiles as it is, or bare tables. Every text is a string literal.


_TYPST_PREAMBLE = """\
#set page(paper: "a4", margin: 2cm, numbering: "1")
#set text(size: 10pt)
#set par(justify: true)
#show figure.where(kind: table): set figure.caption(position: top)
#show figure: set block(breakable: true)
#show table: set text(size: 8.5pt)
#show table: set par(justify: false)
#set table(inset: (x: 5pt, y: 3pt))"""


def render_typst(document: Document, *, pictures: str | None = None) -> str:
    """Render a complete Typst document.

    `pictures` is the folder, relative to the document, where the pictures lie as SVG files named
    after them; without it the pictures are left out.
    """
    parts = [_TYPST_PREAMBLE, f"#align(center, text(size: 15pt, strong({_text(document.title)})))"]
    parts += [text for block in document.flow if (text := _typst_block(block, pictures))]
    if document.references:
        parts.append('#heading("References")')
        parts += [f"+ #{_text(reference.text)}" for reference in document.references]
    return "\n\n".join(parts) + "\n"


def typst_fragment(document: Document, layout: Layout = _PLAIN) -> str:
    """Render only the tables, for ``#include``."""
    tables = layout.applied(document).tables
    return "\n\n".join(typst_table(table, layout.label_prefix) for table in tables) + "\n"


def typst_table(table: Table, prefix: str = "") -> str:
    """Render one table as a figure with a caption, a label, and rules as booktabs draws them."""
    table = table.laid_out()
    columns = range(len(table.columns))
    align = ", ".join("right" if table.is_number(c) else "left" for c in columns)
    head = ", ".join(f"[#{_text(column.title)}]" for column in table.columns)
    body = [
        "    " + ", ".join(_typst_cell(table, r, c) for c in columns) + ","
        for r in range(len(table.rows))
    ]
    remark = table.remark("Bold")
    below = f"\n#text(size: 8pt, {_text(remark)})" if remark else ""
    label = f"tab:{prefix}-{table.name}" if prefix else f"tab:{table.name}"
    return "\n".join(
        [
            "#figure(",
            f"  table(columns: {len(table.columns)}, align: ({align},), stroke: none,",
            f"    table.hline(), table.header({head}), table.hline(stroke: 0.5pt),",
            *body,
            "    table.hline(),",
            "  ),",
            f"  caption: {_text(table.title)},",
            f") <{label}>{below}",
        ]
    )


def _typst_cell(table: Table, row: int, column: int) -> str:
    text = table.text(row, column)
    shown = f"#{_text(text)}"
    power = re.fullmatch(r"(.*\d)e([+-])0*(\d+)", text)
    if power and table.is_number(column):
        sign = "\u2212" if power[2] == "-" else ""
        shown = f"#{_text(power[1] + ' × 10')}#super({_text(sign + power[3])})"
    if (row, column) in table.bold:
        shown = f"#strong[{shown}]"
    stars = table.stars_of(row, column)
    return f"[{shown}#super({_text(stars)})]" if stars else f"[{shown}]"


def _typst_block(block: Block, pictures: str | None) -> str:
    match block:
        case Heading(text, level):
            return f"#heading(level: {level}, {_text(text)})"
        case Paragraph(text, leads):
            return f"#text(size: 12pt, strong({_text(text)}))" if leads else f"#{_text(text)}"
        case Facts(lines):
            return "#linebreak()".join(
                f"#strong({_text(f'{label} ')})#{_text(text.replace(chr(10), ' '))}"
                for label, text in lines
            )
        case Notice(grade, title, text):
            return f"#strong({_text(f'{grade.capitalize()}: {title}. ')})#{_text(text)}"
        case Table():
            return typst_table(block)
        case Picture(name, caption):
            if pictures is None:
                return ""
            path = _text(f"{pictures}/{name}.svg")
            return f"#figure(image({path}), caption: {_text(caption)}) <fig:{name}>"


def _text(text: str) -> str:
    """A string literal, which nothing in it can end."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
