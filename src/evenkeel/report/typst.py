"""Typst: a document that compiles as it is, or bare tables. Every text is a string literal."""

from __future__ import annotations

import re

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
from evenkeel.report.layout import Layout
from evenkeel.words.escaping import printable

_PLAIN = Layout()
_PREAMBLE = """\
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
    parts = [_PREAMBLE, f"#align(center, text(size: 15pt, strong({_text(document.title)})))"]
    parts += [text for block in document.flow if (text := _block(block, pictures))]
    if document.references:
        parts.append('#heading("References")')
        parts += [f"+ #{_text(reference.text)}" for reference in document.references]
    return "\n\n".join(parts) + "\n"


def render_fragment(document: Document, layout: Layout = _PLAIN) -> str:
    """Render only the tables, for ``#include``."""
    tables = layout.applied(document).tables
    return "\n\n".join(render_table(table, layout.label_prefix) for table in tables) + "\n"


def render_table(table: Table, prefix: str = "") -> str:
    """Render one table as a figure with a caption, a label, and rules as booktabs draws them."""
    table = table.laid_out()
    columns = range(len(table.columns))
    align = ", ".join("right" if table.is_number(c) else "left" for c in columns)
    head = ", ".join(f"[#{_text(column.title)}]" for column in table.columns)
    body = [
        "    " + ", ".join(_cell(table, r, c) for c in columns) + ","
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


def _cell(table: Table, row: int, column: int) -> str:
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


def _block(block: Block, pictures: str | None) -> str:
    match block:
        case Heading(text, level):
            return f"#heading(level: {level}, {_text(text)})"
        case Paragraph(text):
            return f"#{_text(text)}"
        case Facts(lines):
            return "#linebreak()".join(
                f"#strong({_text(f'{label} ')})#{_text(text.replace(chr(10), ' '))}"
                for label, text in lines
            )
        case Notice(grade, title, text):
            return f"#strong({_text(f'{grade.capitalize()}: {title}. ')})#{_text(text)}"
        case Table():
            return render_table(block)
        case Picture(name, caption):
            if pictures is None:
                return ""
            path = _text(f"{pictures}/{name}.svg")
            return f"#figure(image({path}), caption: {_text(caption)}) <fig:{name}>"


def _text(text: str) -> str:
    """A string literal, which nothing in it can end."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
