"""What a result shows in a notebook: a comparison its verdict and picture, with the rest folded.

Some notebooks, such as marimo's, take away all space between the cells of a table, so that the
style comes with it. Colours are those of the notebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from evenkeel.report.document import Document, Picture
from evenkeel.report.html import render_fragment

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
