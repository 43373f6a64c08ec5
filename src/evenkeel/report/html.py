"""HTML: one self-contained file, and what a notebook shows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from importlib import resources
from typing import TypeGuard

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
from evenkeel.text import escape_html

# HTML: one self-contained file, readable on a phone, sortable, printable, without addresses.


_MOST_ROWS = 10_000  # of a table; a browser takes long to show more
_SCIENTIFIC = re.compile(r"(.*\d)e([+-])0*(\d+)")
_NUMBER = (int, float)


def render_html(document: Document, *, pictures: bool = True) -> str:
    """Render a whole page; `pictures` says whether they are drawn and embedded as SVG."""
    assets = resources.files("evenkeel.report")
    title = f"<h1>{escape_html(document.title)}</h1>"
    if document.headline:
        title = f'<p class="about">{escape_html(document.title)}</p>'
    body = [title]
    body += _parts(document, pictures=pictures, linked=True)
    sections = [block.text for block in document.flow if _is_section(block)]
    if document.references:
        items = "".join(f"<li>{escape_html(r.text)}</li>" for r in document.references)
        sections.append("References")
        body.append(
            f'<h2 id="section-{len(sections)}">References</h2>\n<ol class="references">{items}</ol>'
        )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape_html(document.title)}</title>",
            f"<style>\n{(assets / 'report.css').read_text(encoding='utf-8')}</style>",
            "</head>",
            "<body>",
            "<main>",
            *(part for part in body if part),
            "</main>",
            *_contents(sections),
            f"<script>\n{(assets / 'report.js').read_text(encoding='utf-8')}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def render_fragment(document: Document, *, pictures: bool = True) -> str:
    """Render the blocks alone, without page, style and title."""
    parts = _parts(document, pictures=pictures, linked=False)
    return "\n".join(part for part in parts if part)


def _parts(document: Document, *, pictures: bool, linked: bool) -> Iterator[str]:
    """The blocks in turn; general notes that follow each other are folded."""
    flow, sections = document.flow, 0
    if document.headline:
        top = next((i for i, block in enumerate(flow) if _is_section(block)), len(flow))
        glance = "\n".join(_block(block, pictures=pictures) for block in flow[:top])
        yield f'<section class="glance">\n{glance}\n</section>'
        flow = flow[top:]
    for general, blocks in itertools.groupby(flow, _is_general):
        if general:
            notes = [_block(block, pictures=pictures) for block in blocks]
            title = f"General advice ({len(notes)})"
            yield f"<details><summary>{title}</summary>\n{chr(10).join(notes)}\n</details>"
            continue
        for block in blocks:
            part = _block(block, pictures=pictures)
            if linked and _is_section(block):
                sections += 1
                part = part.replace("<h2>", f'<h2 id="section-{sections}">', 1)
            yield part


def _is_general(block: Block) -> bool:
    return isinstance(block, Notice) and block.general


def _is_section(block: Block) -> TypeGuard[Heading]:
    return isinstance(block, Heading) and block.level == 1


def _contents(sections: Sequence[str]) -> Iterator[str]:
    """Links to the sections, if there are several."""
    if len(sections) < 2:
        return
    links = "".join(
        f'<li><a href="#section-{i}">{escape_html(text)}</a></li>'
        for i, text in enumerate(sections, start=1)
    )
    yield f'<nav class="contents" aria-label="Contents"><ol>{links}</ol></nav>'


def render_table(table: Table) -> str:
    """Render one table."""
    whole = table.laid_out()
    table = whole.head(_MOST_ROWS)
    columns = range(len(table.columns))
    head = "".join(
        f'<th scope="col"{_align(table, c)}>{escape_html(table.columns[c].title)}</th>'
        for c in columns
    )
    cells = zip(*(_cells(table, c) for c in columns), strict=True)
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    remark = table.remark("Bold")
    if table is not whole:
        remark += " All rows are in the report saved as .json or .xlsx."
    note = f'<p class="remark">{escape_html(remark)}</p>' if remark else ""
    return (
        f'<figure class="table" id="table-{escape_html(table.name)}">\n'
        f"<figcaption>{escape_html(table.title)}</figcaption>\n"
        f'<div class="scroll" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table></div>\n{note}</figure>"
    )


def _cells(table: Table, column: int) -> Iterator[str]:
    """The cells of one column, from top to bottom."""
    number, align = table.is_number(column), _align(table, column)
    for row, (cells, text) in enumerate(zip(table.rows, table.texts(column), strict=True)):
        value, sort = cells[column], ""
        if number and isinstance(value, _NUMBER) and not isinstance(value, bool):
            sort = f' data-sort="{float(value)!r}"'
            text = _number(text.replace("<", "&lt;"))  # nothing else of a number is escaped
        else:
            text = escape_html(text)
            text = _number(text) if number else text
        if table.bold and (row, column) in table.bold:
            text = f"<strong>{text}</strong>"
        if table.stars:
            stars = table.stars_of(row, column)
            text += f"<sup>{stars}</sup>" if stars else ""
        yield (
            f"<td{align}{sort}>{text}</td>" if number or column else f'<th scope="row">{text}</th>'
        )


def _align(table: Table, column: int) -> str:
    return ' class="number"' if table.is_number(column) else ""


def _number(text: str) -> str:
    """Typeset 5.430e-08 with a raised exponent, and a true minus."""
    match = _SCIENTIFIC.fullmatch(text) if "e" in text else None
    if match:
        sign = "−" if match[2] == "-" else ""
        text = f"{match[1]}&#8239;×&#8239;10<sup>{sign}{match[3]}</sup>"
    return f"−{text[1:]}" if text.startswith("-") else text


def _block(block: Block, *, pictures: bool) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level + 1}>{escape_html(text)}</h{level + 1}>"
        case Paragraph(text, leads):
            return f"<{'h1' if leads else 'p'}>{escape_html(text)}</{'h1' if leads else 'p'}>"
        case Facts():
            return render_facts(block)
        case Notice(grade, title, text):
            return (
                f'<aside class="notice {grade}"><strong>{grade.capitalize()}: '
                f"{escape_html(title)}.</strong> {escape_html(text)}</aside>"
            )
        case Table():
            return render_table(block)
        case Picture():
            return _picture(block) if pictures else ""


def render_facts(facts: Facts) -> str:
    """Labelled lines as a list of terms and what is said of them."""
    lines = []
    for label, text in facts.lines:
        said = "<br>".join(map(escape_html, text.split("\n")))
        lines.append(f"<dt>{escape_html(label)}</dt><dd>{said}</dd>")
    return f'<dl class="facts">{"".join(lines)}</dl>'


def _picture(picture: Picture) -> str:
    from evenkeel.plot.saving import figure_svg

    return (
        f'<figure class="picture" id="picture-{escape_html(picture.name)}">\n'
        f"{figure_svg(picture.draw())}\n"
        f"<figcaption>{escape_html(picture.caption)}</figcaption></figure>"
    )


# What a result shows in a notebook: a comparison its verdict and picture, with the rest folded.
#
# Some notebooks, such as marimo's, take away all space between the cells of a table, so that the
# style comes with it. Colours are those of the notebook.


_STYLE = """<style>
.evenkeel th, .evenkeel td { padding: 0.25em 0.7em; text-align: left; vertical-align: baseline; }
.evenkeel .number { text-align: right; }
.evenkeel p, .evenkeel figure { margin: 0.7em 0; }
</style>"""


def spaced(html: str) -> str:
    """A piece of HTML whose tables have space between their cells in every notebook."""
    return f'<div class="evenkeel">\n{_STYLE}\n{html}\n</div>'


def render_preview(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts, of which the first column has the names of the rows."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>"
        + "".join(f'<td class="number">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return spaced(
        f"<table><caption>{escape(title)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def render_shown(document: Document) -> str:
    """A document as HTML, without its pictures."""
    return spaced(render_fragment(document, pictures=False))


def render_folded(verdict: Document, report: Document) -> str:
    """The verdict and its picture as HTML, and the whole report behind a heading."""
    pictures = [
        block
        for block in report.blocks
        if isinstance(block, Picture) and block.name in ("ranks", "scatter")
    ]
    shown = render_fragment(replace(verdict, blocks=(*verdict.blocks, *pictures[:1])))
    folded = render_fragment(report, pictures=False)
    return spaced(f"{shown}\n<details><summary>The whole report</summary>\n{folded}\n</details>")
